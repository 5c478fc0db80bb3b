//! Definitions put together at random from all that the language has.
#![allow(clippy::format_push_string, clippy::assigning_clones)] // A text reads best as it is put together.

use std::collections::BTreeSet;

use super::dice::Dice;

/// How men move.
const MOVEMENTS: [&str; 48] = [
    "K",
    "W",
    "F",
    "fWbF",
    "fF",
    "N",
    "ffN",
    "A",
    "D",
    "WD",
    "FA",
    "H",
    "C",
    "Z",
    "G",
    "(4,1)",
    "R",
    "B",
    "Q",
    "R3",
    "B2",
    "fR",
    "rfR",
    "fW",
    "NN",
    "nA",
    "nD",
    "nN",
    "[W-F&F-W]",
    "f[W-F]",
    "[F?R]",
    "[F-R]",
    "t[WB]",
    "mRcpR",
    "gQ",
    "pB",
    "jA",
    "qN",
    "zB",
    "qW",
    "WifD",
    "imfR3",
    "oW",
    "oR",
    "ofF",
    "cKmN",
    "mBcW",
    "fsW",
];

/// How men move that turn.
const DIRECTED: [&str; 14] =
    ["fF", "fW", "ffN", "fR", "rfR", "f[W-F]", "ofF", "mfWcfF", "fsW", "WfF", "FfD", "fRbF", "frN", "f[W?F]"];

/// How men move that use one direction at a time, with how they may turn.
const RADIAL: [(&str, &str); 7] =
    [("K", "45"), ("Q", "45 or 90"), ("W", "90"), ("R", "any"), ("WD", "90"), ("NN", "45"), ("cKmR", "90")];

/// How Pawns move.
const PAWNS: [&str; 6] = ["mfWcfF", "mfWcefF", "mfFcfW", "fWfF", "mfWcfFimfnD", "mfWfDcfF"];

/// Movements of two parts.
const PARTS: [&str; 4] = ["step fW + leap rfN", "slide fR + step bF", "one W + two ffN", "short nfA + long bsR"];

/// A definition, and what of the language is in it.
pub(crate) struct Definition {
    pub(crate) text: String,
    pub(crate) parts: BTreeSet<&'static str>,
}

/// Everything that has to occur in games that are accepted.
pub(crate) const SURVEYED: [&str; 62] = [
    "board of more than 64 squares",
    "mirrors",
    "rotates",
    "black first",
    "men of one side",
    "royal",
    "several royals",
    "no royal",
    "all men",
    "turns",
    "turns any",
    "within",
    "one direction",
    "parts",
    "part turns",
    "turns after",
    "flips",
    "stays",
    "in",
    "captured by",
    "captures",
    "right half mirrored",
    "other setup",
    "black drawn freely",
    "castling",
    "free castling",
    "castling of one side",
    "long step",
    "long step of up to",
    "en passant",
    "promotion",
    "promotion to any starting man",
    "promotion if wished",
    "promotion facing",
    "progress",
    "series fixed",
    "series longer each turn",
    "series longer than last",
    "series answering",
    "series ends by check",
    "series ends by capture",
    "series of one side",
    "stuck",
    "must move",
    "repetition",
    "grid",
    "opposition",
    "finishing move",
    "compulsory capture",
    "passing when stuck",
    "passing always",
    "checkmate",
    "stalemate",
    "bared",
    "opponent bared",
    "quiet limit",
    "quiet series",
    "position times",
    "only material",
    "man on",
    "without",
    "checks given",
];

struct Maker<'a> {
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
}

/// A definition at random.
pub(crate) fn definition(dice: &mut Dice) -> Definition {
    let wide = dice.percent(8);
    let most = if wide { 16 } else { 9 };
    let (files, ranks) = (dice.between(3, most), dice.between(3, most));
    let number = dice.between(2, 6);
    let kinds: Vec<char> = "KPRABC".chars().take(number).collect();
    let mut maker = Maker {
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
    };
    maker.facts();
    maker.men();
    maker.regions();
    maker.setups();
    maker.rules();
    maker.endings();
    let text = maker.lines.join("\n") + "\n";
    Definition { text, parts: maker.parts }
}

impl Maker<'_> {
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

    fn kind(&mut self) -> char {
        self.dice.of(&self.kinds.clone())
    }

    fn facts(&mut self) {
        self.line("game \"Thrown Together\"");
        self.line(format!("board: {}x{}", self.files, self.ranks));
        if self.files * self.ranks > 64 {
            self.parts.insert("board of more than 64 squares");
        }
        let first = if self.has("black first", 15) { "black" } else { "white" };
        self.line(format!("first: {first}"));
        let black = if self.has("rotates", 40) { "rotates" } else { "mirrors" };
        self.parts.insert(black);
        self.line(format!("black: {black} white"));
    }

    fn men(&mut self) {
        self.line("men");
        let royal = !self.has("no royal", 20);
        if royal {
            self.parts.insert("royal");
            self.royals.push('K');
        }
        if self.has("all men", 10) {
            let property = self.dice.of(&["may turn 45 after moving", "flips m/c", "flips m/c", "turns any"]);
            self.turning |= property.contains("turn");
            self.line(format!("  all men: {property}"));
        }
        for symbol in self.kinds.clone() {
            let man = self.man(symbol, royal);
            let mut line = format!("{symbol} man {}: {man}", symbol.to_lowercase());
            if symbol != 'K' && self.has("men of one side", 4) {
                let white = self.dice.percent(50);
                self.of_one_side.push((symbol, white));
                line = format!("{} {line}", if white { "white" } else { "black" });
            }
            self.line(format!("  {line}"));
        }
    }

    /// A movement and properties.
    fn man(&mut self, symbol: char, royal: bool) -> String {
        let mut man = self.dice.of(&MOVEMENTS).to_owned();
        let pawn = symbol == 'P' && self.dice.percent(70);
        if pawn {
            man = self.dice.of(&PAWNS).to_owned();
            self.steppers.push(symbol);
        } else if symbol == 'K' && self.dice.percent(40) {
            man = self.dice.of(&["K", "fWbFsW", "WfF"]).to_owned();
        }
        let parts = self.has("parts", 10);
        if parts {
            man = self.dice.of(&PARTS).to_owned();
            if self.has("part turns", 60) {
                let name = man.split(' ').next().unwrap_or_default().to_owned();
                man += &format!(", {name} turns {}", self.dice.of(&["45", "90", "any"]));
                self.turning = true;
            }
        } else if self.has("one direction", 6) {
            let (movement, turns) = self.dice.of(&RADIAL);
            let from = self.dice.of(&["f", "f", "r"]);
            man = format!("{movement}, one direction at a time from {from}, turns {turns}");
            self.turning = true;
        } else if self.has("turns", 20) {
            if !pawn && self.dice.percent(90) {
                man = self.dice.of(&DIRECTED).to_owned();
            }
            let angle = self.dice.of(&["45", "45", "90", "45 or 90", "any", "135 or 180"]);
            if angle == "any" {
                self.parts.insert("turns any");
            }
            man += &format!(", turns {angle}");
            if self.has("within", 20) {
                man += self.dice.of(&[" within 90 of forward", " within 45 of f", " within 135 of f"]);
            }
            self.turning = true;
        }
        if royal && (symbol == 'K' || self.dice.percent(4)) {
            if symbol != 'K' {
                self.parts.insert("several royals");
                self.royals.push(symbol);
            }
            man += ", royal";
        }
        if man.contains("turns") && self.has("turns after", 20) {
            man += &format!(", may turn {} after moving", self.dice.of(&["45", "90", "45 or 180"]));
        }
        if self.has("flips", 12) {
            man += self.dice.of(&[", flips m/c", ", flips c/m"]);
        }
        if self.has("stays", 4) {
            man += self.dice.of(&[", stays in home", ", stays in court"]);
        }
        if !parts && self.has("in", 8) {
            let region = self.dice.of(&["home", "beyond", "hill"]);
            man += &format!(", in {region} {}", self.dice.of(&MOVEMENTS));
        }
        if self.has("captured by", 6) {
            man += &format!(", captured only by {} or {symbol}", self.kind());
        }
        if self.has("captures", 6) {
            man += &format!(", captures only {}", self.kind());
        }
        man
    }

    fn regions(&mut self) {
        let (files, ranks) = (self.files, self.ranks);
        self.line("regions");
        self.line(format!("  home: own ranks 1 to {}", ranks.div_ceil(2)));
        self.line(format!("  beyond: own ranks {} to {ranks}", ranks / 2 + 1));
        self.line(format!("  hill: {} to {}", square(files / 2, ranks / 2), square(files / 2 + 1, ranks / 2 + 1)));
        self.line(format!("  white court: {} to {}", square(1, 1), square(files - 1, ranks - 1)));
        self.line(format!("  black court: {} to {}", square(1, 2), square(files - 1, ranks)));
    }

    fn setups(&mut self) {
        let rows = if self.ranks >= 6 && self.dice.percent(60) { 2 } else { 1 };
        let crowded = self.dice.between(30, 95);
        let mut board = vec![vec!['.'; self.files]; self.ranks];
        self.army(&mut board, rows, crowded);
        let rotates = self.parts.contains("rotates");
        if self.has("black drawn freely", 15) {
            let mut other = vec![vec!['.'; self.files]; self.ranks];
            self.army(&mut other, rows, crowded);
            put_black(&mut board, &other, rows, rotates);
        } else {
            let white = board.clone();
            put_black(&mut board, &white, rows, rotates);
        }
        for (symbol, white) in self.of_one_side.clone() {
            let others = if white { symbol.to_ascii_lowercase() } else { symbol };
            board.iter_mut().flatten().filter(|cell| **cell == others).for_each(|cell| *cell = '.');
        }
        self.line("setup first");
        for row in board.iter().rev() {
            let cells: Vec<String> = row.iter().map(char::to_string).collect();
            self.line(format!("  {}", cells.join(" ")));
        }
        if self.has("right half mirrored", 40) {
            self.line("  facing: right half mirrored");
        }
        if self.has("other setup", 15) {
            let (out, into) = (self.kind(), self.kind());
            if out != into && !self.royals.contains(&out) && !self.royals.contains(&into) {
                let (small_out, small_into) = (out.to_ascii_lowercase(), into.to_ascii_lowercase());
                self.line(format!("setup second: first with {into} for {out}, {small_into} for {small_out}"));
            }
        }
    }

    /// White's men on the first ranks.
    fn army(&mut self, board: &mut [Vec<char>], rows: usize, crowded: usize) {
        let others: Vec<char> = self.kinds.iter().copied().filter(|kind| !self.royals.contains(kind)).collect();
        for (number, row) in board.iter_mut().take(rows).enumerate() {
            for cell in row.iter_mut().filter(|_| !others.is_empty()) {
                if self.dice.percent(crowded) {
                    *cell = if number == 1 && others.contains(&'P') && self.dice.percent(80) {
                        'P'
                    } else {
                        self.dice.of(&others)
                    };
                }
            }
        }
        let king = self.files / 2;
        board[0][king] = 'K';
        for royal in self.royals.clone().into_iter().filter(|&royal| royal != 'K') {
            let file = self.dice.below(self.files);
            if file != king {
                board[0][file] = royal;
            }
        }
        if self.kinds.contains(&'R') && !self.royals.contains(&'R') && self.dice.percent(50) {
            for file in [0, self.files - 1] {
                board[0][file] = 'R';
            }
            for (file, cell) in board[0].iter_mut().enumerate() {
                if file != king && file > 0 && file + 1 < self.files && self.dice.percent(60) {
                    *cell = '.';
                }
            }
        }
    }

    fn rules(&mut self) {
        self.line("rules");
        self.special_moves();
        if self.has("progress", 40) {
            let kind = self.kind();
            let progress = self.dice.of(&["capture", "capture or move of ", "move of "]);
            let of = if progress.ends_with(' ') { kind.to_string() } else { String::new() };
            self.line(format!("  progress: {progress}{of}"));
        }
        self.series();
        if self.has("must move", 10) {
            let number = self.dice.of(&[2, 2, 3, 4, 5, 1]);
            self.line(format!("  must move: once in {number}"));
        }
        if self.has("repetition", 12) {
            self.line("  repetition: illegal");
        }
        if self.has("grid", 8) {
            let part = |dice: &mut Dice, length: usize| {
                let even: Vec<usize> = (1..=length).filter(|size| length.is_multiple_of(*size)).collect();
                if dice.percent(95) { dice.of(&even) } else { 2 }
            };
            let (files, ranks) = (part(self.dice, self.files), part(self.dice, self.ranks));
            self.line(format!("  grid: every move leaves its {files}x{ranks} block"));
        }
        if self.has("opposition", 8) {
            let (watcher, prey) = (self.kind(), self.dice.of(&['K', 'P']));
            let betza = self.dice.of(&["NW", "R", "fR", "F", "pB"]);
            self.line(format!("  opposition: {watcher} and {prey}, as {betza}"));
        }
        if self.has("finishing move", 8) {
            let ends = self.dice.of(&["checkmate or stalemate", "checkmate", "stalemate"]);
            self.line(format!("  finishing move: any man as U, to {ends}"));
        }
        if self.has("compulsory capture", 8) {
            self.line("  capture: compulsory");
        }
        if self.has("passing when stuck", 8) {
            self.line("  passing: when no other move");
        } else if self.has("passing always", 6) {
            self.line("  passing: always");
        }
    }

    fn special_moves(&mut self) {
        if self.kinds.contains(&'R') && self.has("castling", 35) {
            let side = if self.has("castling of one side", 15) { "white " } else { "" };
            if self.has("free castling", 50) {
                let least = self.dice.between(1, 2);
                self.line(format!("  {side}castling: K {least} or more toward R, R to any square K left or crossed"));
            } else {
                let steps = self.dice.of(&[1, 2, 2, 3]);
                self.line(format!("  {side}castling: K {steps} toward R, R to the last square K crossed"));
            }
        }
        for kind in self.kinds.clone() {
            let chance = if self.steppers.contains(&kind) { 60 } else { 2 };
            if self.has("long step", chance) {
                let most = self.dice.between(2, 4);
                let up_to = if self.has("long step of up to", 40) { "up to " } else { "" };
                let en_passant = if self.has("en passant", 70) { ", en passant" } else { "" };
                let from = self.dice.of(&["own rank 2", "own rank 1", "home", "own ranks 1 to 2"]);
                self.line(format!("  long step of {kind}: {up_to}{most} squares from {from}{en_passant}"));
            }
        }
        for kind in self.kinds.clone() {
            let chance = if kind == 'P' { 50 } else { 4 };
            if self.has("promotion", chance) {
                let place = self.dice.of(&["the last rank", "the last rank", "beyond", "hill", "own rank 2"]);
                let others: Vec<char> = self.kinds.iter().copied().filter(|other| *other != kind).collect();
                let others: Vec<char> = others.into_iter().filter(|other| !self.royals.contains(other)).collect();
                let mut to: Vec<String> = others.iter().map(char::to_string).collect();
                to.truncate(self.dice.between(1, 3));
                let mut to = to.join(", ");
                if to.is_empty() && self.dice.percent(95) {
                    continue;
                }
                if to.is_empty() || self.has("promotion to any starting man", 30) {
                    to = format!("any starting man but {kind}");
                    self.royals.iter().filter(|&&royal| royal != kind).for_each(|royal| to += &format!(", {royal}"));
                }
                let wished = if self.has("promotion if wished", 30) { ", if wished" } else { "" };
                let facing = if self.has("promotion facing", if self.turning { 95 } else { 5 }) {
                    self.dice.of(&[", facing any way", ", facing as at the start"])
                } else {
                    ""
                };
                self.line(format!("  promotion of {kind}: on {place}, to {to}{wished}{facing}"));
            }
        }
    }

    fn series(&mut self) {
        if !self.dice.percent(30) {
            return;
        }
        let (part, length) = match self.dice.below(4) {
            0 => {
                ("series fixed", self.dice.of(&["2 moves, first 1", "2 moves", "3 moves, first 2", "1 move, first 2"]))
            }
            1 => ("series longer each turn", "1 longer each turn"),
            2 => ("series longer than last", "1 longer than the opponent's last"),
            _ => {
                let length = self.dice.of(&[
                    "as long as the opponent's last, 1 longer or 1 shorter, at least 1",
                    "as long as the opponent's last, 2 longer",
                    "as long as the opponent's last, 1 shorter, at least 2",
                    "as long as the opponent's last, 1 longer or 2 shorter, at least 2",
                ]);
                ("series answering", length)
            }
        };
        self.parts.insert(part);
        let side = if self.has("series of one side", 12) { self.dice.of(&["white ", "black "]) } else { "" };
        self.line(format!("  {side}series: {length}"));
        let (check, capture) = (self.has("series ends by check", 50), self.has("series ends by capture", 25));
        match (check, capture) {
            (true, true) => self.line(format!("  {side}series ends: by check or capture")),
            (true, false) => self.line(format!("  {side}series ends: by check")),
            (false, true) => self.line(format!("  {side}series ends: by capture")),
            (false, false) => {}
        }
        if part == "series answering" && self.has("stuck", 60) {
            self.line(format!("  {side}stuck in a series: end or stalemate, by choice"));
        }
    }

    fn endings(&mut self) {
        self.line("endings");
        let royal = !self.royals.is_empty();
        let (man, other) = (self.kind(), self.kind());
        let result = |dice: &mut Dice| dice.of(&["wins", "loses", "draw"]);
        let mut endings = Vec::new();
        if royal && self.has("checkmate", 98) {
            endings.push("checkmate: loses".to_owned());
        }
        if self.has("stalemate", 97) {
            endings.push(format!("stalemate: {}", result(self.dice)));
        }
        if royal && self.has("bared", 12) {
            endings.push("bared: loses".to_owned());
        }
        if royal && self.has("opponent bared", 15) {
            endings.push(format!("opponent bared: {}", self.dice.of(&["wins", "draw"])));
        }
        if self.has("quiet limit", 60) {
            let claim = self.dice.of(&["draw", "draw", "loses", "draw on claim"]);
            let unit = self.dice.of(&["moves", "plies"]);
            endings.push(format!("{} {unit} without progress: {claim}", self.dice.between(3, 40)));
        }
        if self.parts.iter().any(|part| part.starts_with("series")) && self.has("quiet series", 50) {
            endings.push(format!("{} series without progress: draw", self.dice.between(2, 10)));
        }
        if !self.parts.contains("repetition") && self.has("position times", 50) {
            let claim = self.dice.of(&["draw", "draw", "draw on claim"]);
            endings.push(format!("position {} times: {claim}", self.dice.between(2, 4)));
        }
        if royal && self.has("only material", 25) {
            let balance = self.dice.of(&["K v K", "K v K, or K and P of one colour"]);
            endings.push(format!("only {balance}: draw"));
        }
        if self.has("man on", 20) {
            let place = self.dice.of(&["hill", "the last rank", "beyond"]);
            endings.push(format!("{man} on {place}: {}", result(self.dice)));
        }
        if self.has("without", if royal { 15 } else { 90 }) {
            let what = if self.dice.percent(50) { "men".to_owned() } else { format!("{man} or {other}") };
            endings.push(format!("without {what}: {}", self.dice.of(&["loses", "loses", "wins"])));
        }
        if royal && self.has("checks given", 15) {
            endings.push(format!("{} checks given: {}", self.dice.between(2, 4), self.dice.of(&["wins", "loses"])));
        }
        // Their order counts, so it is any.
        while !endings.is_empty() {
            let ending = endings.swap_remove(self.dice.below(endings.len()));
            self.line(format!("  {ending}"));
        }
    }
}

fn put_black(board: &mut [Vec<char>], like: &[Vec<char>], rows: usize, rotates: bool) {
    let (files, ranks) = (board[0].len(), board.len());
    for rank in 0..rows {
        for (file, cell) in board[ranks - 1 - rank].iter_mut().enumerate() {
            let from = if rotates { files - 1 - file } else { file };
            *cell = like[rank][from].to_ascii_lowercase();
        }
    }
}

fn square(file: usize, rank: usize) -> String {
    format!("{}{rank}", char::from(b'a' + file as u8 - 1))
}
