//! A game that was read, written as a definition, and the check of the result before anyone gets it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use weakfish::BuiltIns;
use weakfish::diagnostic::{Code, Diagnostic, Report, printable};
use weakfish::geometry::{Board, PerSide, Side, Square, SquareSet};
use weakfish::prose::{any_of, title_case};
use weakfish::source::{Source, Span};

use crate::evaluate::{Compared, find_difference};
use crate::translate::{self, Start, Translation, movement_text};
use crate::xbetza::{Dialect, Term};
use crate::{Import, Loss};

/// The most letters of a movement.
const MAX_MOVEMENT: usize = 500;

/// A man of a game that is imported.
#[derive(Clone, Debug)]
pub(crate) struct Man {
    /// The letter in definitions.
    pub(crate) symbol: String,
    pub(crate) name: String,
    /// The place of its movement.
    pub(crate) place: Span,
    pub(crate) xbetza: String,
    pub(crate) terms: Vec<Term>,
    pub(crate) translation: Translation,
    pub(crate) royal: bool,
    pub(crate) properties: Vec<String>,
}

/// A promotion: the man, the words for the squares, the men to choose from, and the options.
#[derive(Clone, Debug)]
pub(crate) struct Promotion {
    pub(crate) man: usize,
    pub(crate) on: String,
    pub(crate) to: Vec<usize>,
    pub(crate) options: String,
}

/// A game that is imported, with what was found on the way.
#[derive(Clone, Debug)]
pub(crate) struct Draft<'s> {
    pub(crate) source: &'s Source,
    pub(crate) dialect: Dialect,
    pub(crate) board: Board,
    pub(crate) first: Side,
    pub(crate) men: Vec<Man>,
    /// The men on the board, by their place in the list.
    pub(crate) placed: BTreeMap<Square, (Side, usize)>,
    pub(crate) hands: PerSide<Vec<(usize, u16)>>,
    /// Whether captured men go to hands.
    pub(crate) drops: bool,
    /// The sides that may castle.
    pub(crate) castling: PerSide<bool>,
    pub(crate) promotions: Vec<Promotion>,
    pub(crate) shuffled: Option<Shuffle>,
    pub(crate) rules: Vec<(String, String)>,
    pub(crate) stalemate_loses: bool,
    pub(crate) bared_loses: bool,
    pub(crate) comments: Vec<String>,
    pub(crate) losses: Vec<(Loss, Span)>,
    pub(crate) warnings: Vec<Diagnostic>,
    pub(crate) errors: Vec<Diagnostic>,
}

/// Men that change places before the game: in general, and those on squares of both colours.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shuffle {
    pub(crate) men: Vec<usize>,
    pub(crate) both_colours: Vec<usize>,
}

impl<'s> Draft<'s> {
    pub(crate) fn new(source: &'s Source, dialect: Dialect, board: Board) -> Self {
        Self {
            source,
            dialect,
            board,
            first: Side::White,
            men: Vec::new(),
            placed: BTreeMap::new(),
            hands: PerSide::default(),
            drops: false,
            castling: PerSide::both(true),
            promotions: Vec::new(),
            shuffled: None,
            rules: Vec::new(),
            stalemate_loses: false,
            bared_loses: false,
            comments: Vec::new(),
            losses: Vec::new(),
            warnings: Vec::new(),
            errors: Vec::new(),
        }
    }

    /// Records something that the definition lacks.
    pub(crate) fn lose(&mut self, parameter: &str, place: Span, lost: impl Into<String>) {
        if self.losses.iter().all(|(loss, _)| loss.parameter != parameter) {
            self.losses.push((Loss { parameter: parameter.to_owned(), lost: lost.into() }, place));
        }
    }

    /// Records an error that no option passes over.
    pub(crate) fn refuse(&mut self, code: Code, place: Span, message: String, help: &str) {
        self.errors.push(Diagnostic::error(code, place, message).help(help));
    }

    /// Records something that the author should know.
    pub(crate) fn warn(&mut self, code: Code, place: Span, message: &str, help: &str) {
        self.warnings.push(Diagnostic::warning(code, place, message).help(help));
        self.comments.push(format!("{}.", weakfish::prose::capitalized(message)));
    }

    /// Adds a man with its movement; the letter is his own if it is free, or else a letter of the name or of the alphabet.
    pub(crate) fn add_man(&mut self, name: &str, letter: &str, xbetza: &str, line: Span) {
        let written = self.source.text.get(line.range()).unwrap_or_default();
        let found = written.find(xbetza).filter(|_| !xbetza.is_empty()).map(|at| line.start + at);
        let place = found.map_or(line, |start| Span::new(start, start + xbetza.len()));
        let plain: String = xbetza.chars().filter(|letter| !letter.is_whitespace()).collect();
        let too_long = (plain.len() > MAX_MOVEMENT).then(|| Err((plain.clone(), "it is too long".to_owned())));
        let read = too_long.unwrap_or_else(|| translate::read(&plain, self.dialect));
        let (terms, translation) = read.unwrap_or_else(|(term, why)| {
            let message = format!("`{term}` in the movement `{xbetza}` of the {name} has no translation: {why}");
            self.refuse(Code::DiagramMovement, place, message, "write another movement for this man");
            Default::default()
        });
        let name = self.free_name(name);
        let (royal, properties) = (false, Vec::new());
        let xbetza = plain;
        self.men.push(Man { symbol: letter.to_owned(), name, place, xbetza, terms, translation, royal, properties });
    }

    /// Gives each man a letter of its own: the first man with a letter keeps it.
    pub(crate) fn share_out_letters(&mut self) {
        let mut taken: BTreeSet<String> = self.men.iter().map(|man| man.symbol.clone()).collect();
        let mut seen = BTreeSet::new();
        for index in 0..self.men.len() {
            let man = &self.men[index];
            let mut letters = man.symbol.trim_start_matches('+').chars();
            let is_letter = letters.next().is_some_and(|it| it.is_ascii_uppercase()) && letters.next().is_none();
            if is_letter && seen.insert(man.symbol.clone()) {
                continue;
            }
            let of_name = man.name.chars().filter(char::is_ascii_alphabetic).map(|it| it.to_ascii_uppercase());
            let letters: Vec<char> = of_name.chain('A'..='Z').collect();
            let plain = letters.iter().map(char::to_string);
            let marked = letters.iter().map(|letter| format!("{letter}'"));
            let Some(free) = plain.chain(marked).find(|symbol| !taken.contains(symbol)) else { continue };
            self.comments.push(format!(
                "The {} has the letter {free}, since {} is another man's or no letter.",
                man.name, man.symbol
            ));
            taken.insert(free.clone());
            self.men[index].symbol = free;
        }
    }

    fn free_name(&self, name: &str) -> String {
        let words = name.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
        let words = words.map(|word| word.trim_start_matches(|letter: char| !letter.is_ascii_alphabetic()));
        let plain = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ").to_ascii_lowercase();
        let plain = if plain.is_empty() { "man".to_owned() } else { plain };
        let is_free = |name: &String| self.men.iter().all(|man| man.name != *name);
        let numbered = (2..).map(|number| format!("{plain}-{number}"));
        std::iter::once(plain.clone()).chain(numbered).find(is_free).unwrap_or_default()
    }

    /// The squares where a side's men of a kind start.
    pub(crate) fn homes(&self, side: Side, man: usize) -> SquareSet {
        self.placed.iter().filter(|(_, placed)| **placed == (side, man)).map(|(square, _)| *square).collect()
    }

    /// The own ranks, from 1, where men of a kind start.
    fn home_ranks(&self, man: usize) -> BTreeSet<i32> {
        let of_side =
            |side| self.homes(side, man).iter().map(move |square| self.board.own_rank(side, square) + 1).collect();
        Side::ALL.into_iter().flat_map(|side| -> Vec<i32> { of_side(side) }).collect()
    }

    fn symbols(&self, men: impl IntoIterator<Item = usize>) -> String {
        any_of(men.into_iter().map(|man| self.men[man].symbol.as_str()))
    }

    /// Writes the long steps as a rule, or as first moves where a man can come back to where it started.
    fn write_long_steps(&mut self) {
        let mut lines: Vec<(String, Vec<usize>)> = Vec::new();
        let in_passing = self.men.iter().any(|man| man.translation.in_passing);
        for index in 0..self.men.len() {
            let man = self.men[index].clone();
            let ranks = self.home_ranks(index);
            let mut steps = Vec::new();
            let mut lost = man.translation.passes_at_first && in_passing;
            for step in &man.translation.long_steps {
                let tail = if in_passing && step.en_passant { ", en passant" } else { "" };
                let up_to = if step.up_to { "up to " } else { "" };
                let write =
                    |squares: i32, up_to: &str, from: &str| format!("{up_to}{squares} squares from {from}{tail}");
                match step.from {
                    Start::Anywhere => steps.push(write(step.squares.into(), up_to, "anywhere")),
                    Start::ToMiddle => {
                        let middle = i32::from(self.board.ranks()) / 2;
                        let long = (1..middle - 1).map(|rank| (rank, middle - rank));
                        steps.extend(long.map(|(rank, most)| {
                            write(most, if most > 2 { "up to " } else { "" }, &format!("own rank {rank}"))
                        }));
                    }
                    Start::Home { ahead } => match (ranks.len(), ranks.first()) {
                        (0, _) => {}
                        (1, Some(rank)) if man.translation.goes_forward => {
                            let ahead = if ahead { format!(" to {}", rank + 1) } else { String::new() };
                            steps.push(write(step.squares.into(), up_to, &format!("own rank {rank}{ahead}")));
                        }
                        _ => {
                            lost |= in_passing || ahead;
                            let text = format!("fmW{}", step.squares);
                            let first = translate::read(&text, self.dialect).map(|(_, first)| first.movement);
                            self.men[index].translation.first.extend(first.unwrap_or_default());
                        }
                    },
                }
            }
            if lost {
                let why = format!(
                    "captures in passing of the {}, which may come back to squares of its first move",
                    man.name
                );
                self.lose("i", man.place, why);
            }
            if !steps.is_empty() {
                let text = steps.join(", or ");
                match lines.iter_mut().find(|(known, _)| *known == text) {
                    Some((_, men)) => men.push(index),
                    None => lines.push((text, vec![index])),
                }
            }
        }
        let stepping: BTreeSet<usize> = lines.iter().flat_map(|(_, men)| men.iter().copied()).collect();
        let captors = (0..self.men.len()).filter(|&man| self.men[man].translation.in_passing);
        let (whole, part): (Vec<usize>, Vec<usize>) =
            captors.partition(|&man| self.men[man].translation.all_in_passing);
        for (text, men) in &lines {
            self.rules.push((format!("long step of {}", self.symbols(men.iter().copied())), text.clone()));
        }
        if !lines.is_empty() && in_passing && stepping != whole.iter().copied().collect() {
            match part.first() {
                Some(&man) if whole.is_empty() => {
                    self.lose("e", self.men[man].place, "captures in passing by some captures only");
                }
                _ => self.rules.push(("en passant".to_owned(), format!("by {}", self.symbols(whole)))),
            }
        }
    }

    /// Writes castling by the distances of a man's terms.
    fn write_castling(&mut self) {
        let kings: Vec<usize> =
            (0..self.men.len()).filter(|&man| !self.men[man].translation.castling.is_empty()).collect();
        let Some(&king) = kings.first() else { return };
        if kings.len() > 1 {
            return self.lose("O", self.men[king].place, "castling by several kinds of men");
        }
        let mut steps: Vec<u8> = self.men[king].translation.castling.iter().map(|castling| castling.0).collect();
        let next = self.men[king].translation.castling.iter().any(|castling| castling.1);
        steps.sort_unstable();
        let (least, most) = (steps.first().copied().unwrap_or_default(), steps.last().copied().unwrap_or_default());
        if usize::from(most - least) + 1 != steps.len() || least == 0 {
            return self.lose("O", self.men[king].place, "castling by distances with a gap");
        }
        let distance = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let write = |side: Side| -> Option<String> {
            let at = self.homes(side, king).iter().next().filter(|_| self.castling[side])?;
            let moved = |man: usize| self.shuffled.as_ref().is_some_and(|shuffle| shuffle.men.contains(&man));
            let (file, rank) = (self.board.file(at), self.board.rank(at));
            let wing = |step: i32| -> Vec<(Square, usize)> {
                let files = (1..i32::from(self.board.files())).map(|distance| file + step * distance);
                let squares = files.filter_map(|file| self.board.square(file, rank));
                let own = squares.filter_map(|it| Some((it, self.placed.get(&it).filter(|man| man.0 == side)?.1)));
                own.collect()
            };
            let wings = [1, -1].map(wing);
            // A king doesn't go beyond its partner.
            let is_far = |man: &(Square, usize)| (self.board.file(man.0) - file).abs() >= i32::from(least);
            let partner =
                |wing: &Vec<(Square, usize)>| wing.iter().rev().nth(usize::from(next)).copied().filter(is_far);
            let partners: Vec<(Square, usize)> = if moved(king) {
                self.rook_of_shuffle().map(|man| (at, man)).into_iter().collect()
            } else {
                wings.iter().filter_map(partner).collect()
            };
            let mut kinds: Vec<usize> = partners.iter().map(|partner| partner.1).collect();
            kinds.sort_unstable();
            kinds.dedup();
            if kinds.is_empty() {
                return None;
            }
            let nearest = |wing: &Vec<(Square, usize)>| wing.iter().find(|(_, man)| kinds.contains(man)).copied();
            let plain = moved(king) || wings.iter().all(|wing| nearest(wing) == partner(wing));
            let squares = || any_of(partners.iter().map(|(square, _)| self.board.name(*square)));
            let on = if plain { String::new() } else { format!(" on {}", squares().replace(", ", " or ")) };
            let (king, kinds) = (&self.men[king].symbol, self.symbols(kinds).replace(", ", " or "));
            Some(format!("{king} {distance} toward {kinds}{on}, {kinds} to the last square {king} crossed"))
        };
        let lines = PerSide::from_fn(write);
        if lines.white == lines.black {
            self.rules.extend(lines.white.map(|line| ("castling".to_owned(), line)));
        } else {
            let side_line = |(side, line): (Side, &Option<String>)| {
                Some((format!("{} castling", side.to_string().to_lowercase()), line.clone()?))
            };
            self.rules.extend(lines.iter().filter_map(side_line));
        }
    }

    /// The man between two of which a king that changes places castles: the one that stands at both ends.
    pub(crate) fn rook_of_shuffle(&self) -> Option<usize> {
        let shuffle = self.shuffled.as_ref()?;
        let king = self.men.iter().position(|man| !man.translation.castling.is_empty())?;
        let at = self.homes(Side::White, king).iter().next()?;
        let rank = self.board.rank(at);
        let ends = [0, i32::from(self.board.files()) - 1].map(|file| self.placed.get(&self.board.square(file, rank)?));
        match ends {
            [Some(one), Some(other)] if one == other && shuffle.men.contains(&one.1) => Some(one.1),
            _ => None,
        }
    }

    fn write_movement(&mut self) {
        let partly = |man: &Man| man.translation.in_passing && !man.translation.all_in_passing;
        for index in 0..self.men.len() {
            let man = self.men[index].clone();
            let first = movement_text(&man.translation.first, false);
            if !first.is_empty() && !self.home_ranks(index).is_empty() {
                self.men[index].properties.push(format!("also at first {}", translate::spelling("", first)));
            }
            let captures = man.translation.first_captures;
            let never_back = man.translation.goes_forward && self.home_ranks(index).len() == 1;
            if !captures.is_empty() && !never_back {
                self.lose("i", man.place, format!("captures by the first move of the {} alone", man.name));
            }
        }
        for index in 0..self.men.len() {
            let royal = self.men[index].translation.royal_captures.clone();
            if !royal.is_empty() {
                let symbol = self.men[index].symbol.clone();
                let only = self.men.iter().filter(|man| man.royal).count() == 1 && self.men[index].royal;
                if only {
                    self.rules.push(("opposition".to_owned(), format!("{symbol} and {symbol}, as {royal}")));
                } else {
                    self.lose("k", self.men[index].place, "captures of royal men only");
                }
            }
            let keeps = partly(&self.men[index]);
            let man = &self.men[index];
            let mut text = movement_text(&man.translation.movement, keeps);
            if man.translation.goes_forward {
                // Such a man never comes back to a square where one starts.
                for term in &man.translation.first_captures {
                    text.push('i');
                    text += &movement_text(std::slice::from_ref(term), keeps);
                }
            }
            let text = if text.is_empty() { "no movement".to_owned() } else { translate::spelling(&man.xbetza, text) };
            self.men[index].properties.insert(0, text);
            if self.men[index].royal {
                self.men[index].properties.insert(1, "royal".to_owned());
            }
        }
    }

    fn write_text(&self, losses: &[Loss]) -> String {
        let mut text = String::new();
        let name = self.source.name.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = name.split('.').next().unwrap_or_default().replace('"', "'");
        let title = title_case(stem.replace(['-', '_'], " ").trim());
        let title = if title.is_empty() { "Diagram".to_owned() } else { title };
        let mut line = |words: String| {
            // Writing to a string can't fail.
            let _ = writeln!(text, "{words}");
        };
        for loss in losses {
            line(format!("// Lost: {}: {}.", loss.parameter, loss.lost));
        }
        self.comments.iter().for_each(|comment| line(format!("// {comment}")));
        let holes: Vec<String> = self.board.holes().iter().map(|square| self.board.name(square)).collect();
        let holes = if holes.is_empty() { String::new() } else { format!(" without {}", holes.join(", ")) };
        let symmetric = self.men.iter().all(|man| is_symmetric(&man.properties));
        line(format!("game \"{title}\""));
        line(format!("board: {}x{}{holes}", self.board.files(), self.board.ranks()));
        line(format!("first: {}", self.first.to_string().to_lowercase()));
        line(format!("black: {} white", if symmetric { "mirrors" } else { "rotates" }));
        line("men".to_owned());
        for man in &self.men {
            line(format!("{} {}: {}", man.symbol, man.name, man.properties.join(", ")));
        }
        line("setup standard".to_owned());
        let letter = |side: Side, man: usize| {
            let symbol = &self.men[man].symbol;
            if side == Side::White { symbol.clone() } else { symbol.to_ascii_lowercase() }
        };
        for rank in (0..i32::from(self.board.ranks())).rev() {
            let cell = |file: i32| match self.board.square(file, rank) {
                None => "*".to_owned(),
                Some(square) => self.placed.get(&square).map_or(".".to_owned(), |&(side, man)| letter(side, man)),
            };
            line((0..i32::from(self.board.files())).map(cell).collect::<Vec<_>>().join(" "));
        }
        let hands: Vec<String> = self
            .hands
            .iter()
            .flat_map(|(side, men)| men.iter().map(move |&(man, count)| format!("{count} {}", letter(side, man))))
            .collect();
        if !hands.is_empty() {
            line(format!("hand: {}", hands.join(" ")));
        }
        if let Some(shuffle) = &self.shuffled {
            let ranks: BTreeSet<i32> = shuffle.men.iter().flat_map(|&man| self.home_ranks(man)).collect();
            let (first, last) = (ranks.first().copied().unwrap_or(1), ranks.last().copied().unwrap_or(1));
            let ranks = if first == last { first.to_string() } else { format!("{first} to {last}") };
            let mut value = format!("{} on own rank {ranks}", self.symbols(shuffle.men.iter().copied()));
            for &man in &shuffle.both_colours {
                let _ = write!(value, ", {} on both colours", self.men[man].symbol);
            }
            let king = shuffle.men.iter().find(|&&man| !self.men[man].translation.castling.is_empty());
            if let (Some(&king), Some(rook)) = (king, self.rook_of_shuffle()) {
                let _ = write!(value, ", {} between {}", self.men[king].symbol, self.men[rook].symbol);
            }
            line(format!("shuffled: {value}"));
        }
        line("rules".to_owned());
        let promotes = |man: usize| self.promotions.iter().any(|promotion| promotion.man == man);
        let is_pawn = |&man: &usize| {
            let moves = &self.men[man].translation;
            moves.goes_forward && (moves.in_passing || promotes(man))
        };
        let pawns: Vec<usize> = (0..self.men.len()).filter(is_pawn).collect();
        for (name, value) in &self.rules {
            line(format!("{name}: {value}"));
        }
        let mut promotions: Vec<(String, Vec<usize>)> = Vec::new();
        for promotion in &self.promotions {
            let value =
                format!("{}, to {}{}", promotion.on, self.symbols(promotion.to.iter().copied()), promotion.options);
            match promotions.iter_mut().find(|(known, _)| *known == value) {
                Some((_, men)) => men.push(promotion.man),
                None => promotions.push((value, vec![promotion.man])),
            }
        }
        for (value, men) in promotions {
            line(format!("promotion of {}: {value}", self.symbols(men)));
        }
        let moves = if pawns.is_empty() { String::new() } else { format!(" or move of {}", self.symbols(pawns)) };
        line(format!("progress: capture{moves}"));
        line("endings".to_owned());
        line("checkmated: loses".to_owned());
        if self.bared_loses {
            line("bared: loses".to_owned());
        }
        line(format!("stalemated: {}", if self.stalemate_loses { "loses" } else { "draw" }));
        if !self.drops && self.has("K", "K") && self.has("N", "N") && self.has("B", "B") {
            line("only K v K, K N v K, or K and B of one colour: draw".to_owned());
        }
        for (condition, result) in DRAWS {
            line(format!("{condition}: {result}"));
        }
        weakfish::format::format(&printable(&text))
    }

    fn has(&self, symbol: &str, movement: &str) -> bool {
        self.men.iter().any(|man| man.symbol == symbol && man.properties.first().is_some_and(|it| it == movement))
    }

    /// Writes the definition and checks it: it must be a game whose men move as their own movements say.
    pub(crate) fn finish(mut self) -> Result<Import, Report> {
        if !self.errors.is_empty() {
            self.errors.extend(self.loss_diagnostics());
            return Err(Report::new(self.source, self.errors));
        }
        self.share_out_letters();
        self.write_castling();
        self.write_long_steps();
        self.write_movement();
        self.comments.push("The draws are those of the base game: the text has none.".to_owned());
        let losses: Vec<Loss> = self.losses.iter().map(|(loss, _)| loss.clone()).collect();
        let definition = self.write_text(&losses);
        let checked = weakfish::check(&Source::new(self.source.name.as_str(), definition.as_str()), &BuiltIns);
        let whole = Span::at(0);
        let found =
            checked.report.diagnostics().find(|problem| problem.is_error()).map(|problem| problem.message.clone());
        let Some(game) = checked.game.filter(|_| found.is_none()) else {
            let message = format!("no game can be made of this: {}", found.unwrap_or_default());
            self.refuse(Code::DiagramLost, whole, message, "complete the text, or write the definition by hand");
            return Err(Report::new(self.source, self.errors));
        };
        let variant = game.variant();
        let kind = |man: &Man| Side::ALL.into_iter().find_map(|side| variant.kind_of_symbol(side, &man.symbol));
        let compared = |man| Some(Compared { kind: kind(man)?, terms: &man.terms });
        // First moves that are lost make a difference that is known.
        let first_lost = losses.iter().any(|loss| loss.parameter == "i");
        let is_known = |man: &&Man| first_lost && man.terms.iter().any(|term| term.initial > 0);
        let men: Vec<Compared<'_>> = self.men.iter().filter(|man| !is_known(man)).filter_map(compared).collect();
        if let Some((id, difference)) = find_difference(variant, self.dialect, &men) {
            let man = self.men.iter().find(|man| kind(man) == Some(id));
            let (name, xbetza) = man.map_or(("man", ""), |man| (man.name.as_str(), man.xbetza.as_str()));
            let message = format!("the movement `{xbetza}` of the {name} has no translation: {difference}");
            let place = man.map_or(whole, |man| man.place);
            self.refuse(Code::DiagramMovement, place, message, "write the movement in another way");
            return Err(Report::new(self.source, self.errors));
        }
        Ok(self.report(definition, losses))
    }

    fn loss_diagnostics(&self) -> Vec<Diagnostic> {
        let lost = |(loss, place): &(Loss, Span)| {
            let message = format!("`{}` can't be said: {}", loss.parameter, loss.lost);
            let lost = Diagnostic::error(Code::DiagramLost, *place, message).label("a definition has no words for it");
            lost.help("import without it, and say so in a comment: `--incomplete`")
        };
        self.losses.iter().map(lost).collect()
    }

    fn report(&self, definition: String, losses: Vec<Loss>) -> Import {
        let lost = Report::new(self.source, self.loss_diagnostics());
        Import { definition, losses, lost, warnings: Report::new(self.source, self.warnings.clone()) }
    }
}

/// Draws of games that go on without end.
const DRAWS: [(&str, &str); 4] = [
    ("75 moves without progress", "draw (75-moves)"),
    ("position 5 times", "draw (fivefold-repetition)"),
    ("50 moves without progress", "draw on claim (50-moves)"),
    ("position 3 times", "draw on claim (threefold-repetition)"),
];

/// Whether left and right are alike in the movement and the first move of a man.
fn is_symmetric(properties: &[String]) -> bool {
    let texts = properties.iter().map(|text| text.trim_start_matches("also at first "));
    texts.filter_map(|text| weakfish::betza::movement(text).0).all(|movement| movement.mirrored_in_files() == movement)
}
