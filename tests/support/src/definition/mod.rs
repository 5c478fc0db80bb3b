//! Random definitions, from all that the language has.
#![allow(clippy::format_push_string, clippy::assigning_clones)] // A text reads best as it is put together.

mod aftermath;
mod endings;
mod hands;
mod men;
mod rules;
mod setups;
mod walls;

use std::collections::BTreeSet;

use super::dice::Dice;

/// A definition, and what of the language is in it.
pub struct Definition {
    pub text: String,
    pub parts: BTreeSet<&'static str>,
}

/// Everything that has to occur in games that are accepted.
pub fn surveyed() -> impl Iterator<Item = &'static str> {
    let facts = ["board of more than 64 squares", "mirrors", "rotates", "black first", "holes", "own squares", "lines"];
    let sections = [
        men::SURVEYED,
        setups::SURVEYED,
        rules::SURVEYED,
        endings::SURVEYED,
        hands::SURVEYED,
        walls::SURVEYED,
        aftermath::SURVEYED,
    ];
    facts.into_iter().chain(sections.into_iter().flatten().copied())
}

struct DefinitionMaker<'a> {
    dice: &'a mut Dice,
    parts: BTreeSet<&'static str>,
    files: usize,
    ranks: usize,
    kinds: Vec<char>,
    royals: Vec<char>,
    lines: Vec<String>,
    /// Men of one side only.
    of_one_side: Vec<(char, bool)>,
    /// Men that make a forward step.
    steppers: Vec<char>,
    turning: bool,
    /// Whether lines are drawn on the board.
    lined: bool,
    /// Kinds that can face along ranks and files.
    turners: Vec<char>,
    /// Holes of the board, as file and rank.
    holes: Vec<(usize, usize)>,
}

/// Makes a random definition.
pub fn definition(dice: &mut Dice) -> Definition {
    let wide = dice.percent(8);
    let most = if wide { 16 } else { 9 };
    let (files, ranks) = (dice.between(3, most), dice.between(3, most));
    let number = dice.between(2, 6);
    let kinds: Vec<char> = "KPRABC".chars().take(number).collect();
    let mut maker = DefinitionMaker {
        dice,
        parts: BTreeSet::new(),
        files,
        ranks,
        kinds,
        royals: Vec::new(),
        lines: Vec::new(),
        of_one_side: Vec::new(),
        steppers: Vec::new(),
        turning: false,
        lined: false,
        turners: Vec::new(),
        holes: Vec::new(),
    };
    maker.facts();
    maker.men();
    maker.regions();
    maker.setups();
    maker.rules();
    maker.endings();
    maker.hands();
    maker.walls();
    maker.aftermath();
    maker.holds_and_relays();
    let text = maker.lines.join("\n") + "\n";
    Definition { text, parts: maker.parts }
}

impl DefinitionMaker<'_> {
    fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// Whether something is in the definition, so often in a hundred times.
    fn has(&mut self, part: &'static str, chance: usize) -> bool {
        let has = self.dice.percent(chance);
        if has {
            self.parts.insert(part);
        }
        has
    }

    fn random_kind(&mut self) -> char {
        self.dice.pick(&self.kinds.clone())
    }

    fn facts(&mut self) {
        self.line("game \"Thrown Together\"");
        let mut board = format!("board: {}x{}", self.files, self.ranks);
        if self.ranks >= 5 && self.has("holes", 8) {
            // Not among the men.
            for _ in 0..self.dice.between(1, 3) {
                let hole = (self.dice.below(self.files), self.dice.between(2, self.ranks - 3));
                self.holes.push(hole);
            }
            let holes: Vec<String> = self.holes.iter().map(|&(file, rank)| square(file + 1, rank + 1)).collect();
            board += &format!(" without {}", holes.join(", "));
        }
        self.line(board);
        if self.files * self.ranks > 64 {
            self.parts.insert("board of more than 64 squares");
        }
        self.lined = self.has("lines", 15);
        if self.lined {
            let lines: Vec<String> = (0..self.dice.between(1, 6)).map(|_| self.drawn_line()).collect();
            self.line(format!("lines: {}", lines.join(", ")));
        }
        let first = if self.has("black first", 15) { "black" } else { "white" };
        self.line(format!("first: {first}"));
        let black = if self.has("rotates", 40) { "rotates" } else { "mirrors" };
        self.parts.insert(black);
        self.line(format!("black: {black} white"));
    }

    /// A line from square to square, mostly straight and by single steps.
    fn drawn_line(&mut self) -> String {
        let on_board = |at: i32, size: usize| (1..=size as i32).contains(&at);
        let (mut file, mut rank) = (1 + self.dice.below(self.files) as i32, 1 + self.dice.below(self.ranks) as i32);
        let mut squares = vec![square(file as usize, rank as usize)];
        let mut step = self.dice.pick(&[(1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0), (0, 1), (2, 1), (2, 2)]);
        for _ in 0..self.dice.between(1, 4) {
            let hole = |&(x, y): &(usize, usize)| (x as i32 + 1, y as i32 + 1) == (file + step.0, rank + step.1);
            let on = on_board(file + step.0, self.files) && on_board(rank + step.1, self.ranks);
            if on && !self.holes.iter().any(hole) {
                (file, rank) = (file + step.0, rank + step.1);
                squares.push(square(file as usize, rank as usize));
            }
            if self.dice.percent(20) {
                step = (step.1, -step.0);
            }
        }
        if squares.len() == 1 || self.holes.iter().any(|&(x, y)| squares[0] == square(x + 1, y + 1)) {
            return format!("{} {}", square(1, 1), square(2, 2));
        }
        squares.join(" ")
    }

    fn regions(&mut self) {
        let (files, ranks) = (self.files, self.ranks);
        self.line("regions");
        self.line(format!("  home: own rank 1 to {}", ranks.div_ceil(2)));
        self.line(format!("  beyond: own rank {} to {ranks}", ranks / 2 + 1));
        self.line(format!("  hill: {} to {}", square(files / 2, ranks / 2), square(files / 2 + 1, ranks / 2 + 1)));
        if self.has("own squares", 50) {
            let corner = square(1, 1);
            self.line(format!("  court: own {corner} to {}, own {corner}", square(files - 1, ranks - 1)));
        } else {
            self.line(format!("  white court: {} to {}", square(1, 1), square(files - 1, ranks - 1)));
            self.line(format!("  black court: {} to {}", square(1, 2), square(files - 1, ranks)));
        }
    }
}

fn square(file: usize, rank: usize) -> String {
    format!("{}{rank}", char::from(b'a' + file as u8 - 1))
}
