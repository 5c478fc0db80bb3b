//! The letters of men and the names of games that other programs have.

use weakfish::engine::{Move, Position};
use weakfish::notation::{read_move, uci};

use super::player::MatchGame;
use crate::matches::settings::EngineSettings;
use weakfish::builtin::ORTHODOX;

/// Likely name of the game in another program, whose name of orthodox chess is `orthodox`. A name from the settings is
/// taken unchanged.
pub(super) fn foreign_name(settings: &EngineSettings, played: &MatchGame, known: &[String], orthodox: &str) -> String {
    let own_name = played.name.as_str();
    match &settings.variant {
        Some(name) => name.clone(),
        None if own_name == ORTHODOX && !known.iter().any(|name| name == own_name) => orthodox.to_owned(),
        None => own_name.to_owned(),
    }
}

/// The letters of a program for our men.
#[derive(Clone, Debug, Default)]
pub(super) struct Letters(Vec<(char, char)>);

impl Letters {
    pub(super) fn new(settings: &EngineSettings) -> Self {
        Self(settings.letters.clone())
    }

    /// The letters of a program that writes the same placement as we do; `None` if it does not, or has states in letters.
    pub(super) fn compared(ours: &str, theirs: &str) -> Option<Self> {
        let ours = ours.split(' ').next().unwrap_or_default();
        let mut letters = Vec::new();
        for (our, their) in ours.chars().zip(theirs.chars()) {
            let is_man = our.is_ascii_alphabetic();
            if is_man && our.is_ascii_uppercase() == their.is_ascii_uppercase() && their.is_ascii_alphabetic() {
                letters.push((our.to_ascii_uppercase(), their.to_ascii_uppercase()));
            } else if is_man || our != their {
                return None;
            }
        }
        letters.sort_unstable();
        letters.dedup();
        let clash = |&(our, their): &(char, char)| letters.iter().filter(|it| it.0 == our || it.1 == their).count() > 1;
        (ours.len() == theirs.len() && !letters.iter().any(clash)).then_some(Self(letters))
    }

    /// The placement of a FEN with the letters that the program has for men.
    pub(super) fn foreign_fen(&self, fen: &str) -> String {
        let (placement, rest) = fen.split_once(' ').unwrap_or((fen, ""));
        let mut in_state = false;
        let letter = |char: char| {
            in_state = (in_state || char == '{') && char != '}';
            if in_state { char } else { self.there(char) }
        };
        format!("{} {rest}", placement.chars().map(letter).collect::<String>())
    }

    /// A move as the program writes it: only promotions name men.
    pub(super) fn foreign_move(&self, text: &str, mv: Move) -> String {
        match promotion(text) {
            Some((squares, letter)) if mv.man().is_some() => format!("{squares}{}", self.there(letter)),
            _ => text.to_owned(),
        }
    }

    /// A move as we write it.
    pub(super) fn own_move(&self, text: &str) -> String {
        let turned = self.0.iter().map(|&(ours, theirs)| (theirs, ours));
        match promotion(text) {
            Some((squares, letter)) => format!("{squares}{}", exchange(letter, turned)),
            None => text.to_owned(),
        }
    }

    fn there(&self, letter: char) -> char {
        exchange(letter, self.0.iter().copied())
    }
}

/// Castling as we write it; any other move as it is. Programs that speak to XBoard may write `O-O`, which it understands.
pub(super) fn own_castling(position: &Position, text: &str) -> String {
    let castles = matches!(text, "O-O" | "O-O-O" | "0-0" | "0-0-0");
    let read = castles.then(|| read_move(position, text).ok()).flatten();
    read.map_or_else(|| text.to_owned(), |mv| uci::write(position, mv))
}

/// The squares and the letter of a promotion, `e7e8` and `q`.
fn promotion(text: &str) -> Option<(&str, char)> {
    let letter = text.chars().last().filter(char::is_ascii_alphabetic)?;
    let squares = &text[..text.len() - 1];
    let mut kinds = squares.bytes().map(|byte| byte.is_ascii_digit()).collect::<Vec<_>>();
    kinds.dedup();
    let plain = squares.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (plain && kinds == [false, true, false, true]).then_some((squares, letter))
}

/// The mapped letter, in the same case.
fn exchange(letter: char, letters: impl IntoIterator<Item = (char, char)>) -> char {
    let found = letters.into_iter().find(|(from, _)| from.eq_ignore_ascii_case(&letter));
    match found {
        Some((_, to)) if letter.is_ascii_lowercase() => to.to_ascii_lowercase(),
        Some((_, to)) => to,
        None => letter,
    }
}

#[cfg(test)]
mod tests {
    use weakfish::model::SetupId;
    use weakfish::notation::fen;
    use weakfish::{BuiltIns, builtin, load};

    use super::*;

    #[test]
    fn only_promotions_end_with_a_letter() {
        assert_eq!(promotion("e7e8q"), Some(("e7e8", 'q')));
        assert_eq!(promotion("p10p11c"), Some(("p10p11", 'c')));
        for text in ["e2e4", "g5@nw", "end", "pass", "e8b8,a8c8", "stalemate", "", "q", "é", "e7e8@n"] {
            assert_eq!(promotion(text), None, "{text}");
        }
    }

    #[test]
    fn letters_are_exchanged_both_ways() {
        let letters = Letters(vec![('F', 'Q'), ('A', 'B')]);
        assert_eq!(letters.foreign_fen("rnafk{a}N w - - 0 1"), "rnbqk{a}N w - - 0 1");
        assert_eq!(letters.own_move("e7e8q"), "e7e8f");
    }

    #[test]
    fn letters_are_learned_from_the_same_placement() {
        let learned = Letters::compared("sclok/pp3/PP3 w - - 0 1", "sclzk/pp3/PP3").unwrap();
        assert_eq!((learned.own_move("c7c8z").as_str(), learned.there('o')), ("c7c8o", 'z'));
        for theirs in ["sclzk/pp3/PP2", "sclzk/pp3/PP3p", "sclZk/pp3/PP3", "scllk/pp3/PP3", "sclzk/pq3/PP3"] {
            assert!(Letters::compared("sclok/pp3/PP3", theirs).is_none(), "{theirs}");
        }
    }

    #[test]
    fn castling_may_be_written_in_signs() {
        let game = load(&builtin::source(ORTHODOX).unwrap(), &BuiltIns).unwrap();
        let position = fen::read(&game, SetupId(0), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        for (text, here) in [("O-O", "e1g1"), ("0-0-0", "e1c1"), ("e1g1", "e1g1"), ("a1a2", "a1a2")] {
            assert_eq!(own_castling(&position, text), here);
        }
        // An illegal move stays as it was written.
        assert_eq!(own_castling(&game.start(), "O-O"), "O-O");
    }
}
