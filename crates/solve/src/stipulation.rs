//! Stipulations as problemists write them: `#3`, `h#2.5`, `ser-h=7`.

use std::fmt;

use crate::problem::{Aim, Length, Problem, Stipulation};

/// Words before the aim. A longer one comes before those that it begins with.
const KINDS: [(&str, Stipulation); 8] = [
    ("ser-h", Stipulation::SeriesHelp),
    ("ser-", Stipulation::Series),
    ("semi-r", Stipulation::SemiReflex),
    ("hs", Stipulation::HelpSelf),
    ("h", Stipulation::Help),
    ("s", Stipulation::SelfMate),
    ("r", Stipulation::Reflex),
    ("", Stipulation::Direct),
];

/// Kinds and aims that are refused by their names.
const REFUSED: [(&str, &str); 25] = [
    ("pser-", "a parry series"),
    ("phser-", "a parry series"),
    ("reci-", "a reciprocal help problem"),
    ("exact-", "a problem without shorter solutions"),
    ("hr", "a help reflex problem"),
    ("ser-s", "a series selfmate"),
    ("ser-r", "a series reflex problem"),
    ("ser-dia", "a proof game in series"),
    ("dia", "a proof game, which `--to FEN` finds"),
    ("a=>b", "a game between two positions, which `--to FEN` finds"),
    ("==", "double stalemate"),
    ("##", "double mate"),
    ("#=", "mate or stalemate"),
    ("+", "check"),
    ("x", "a capture"),
    ("z", "a target square"),
    ("ct", "a circuit of a man"),
    ("<>", "an exchange of two men"),
    ("00", "castling"),
    ("ep", "a capture en passant"),
    ("~", "any move"),
    ("%", "a gain of material"),
    ("!", "a mate or stalemate of the side that moves"),
    ("k", "two men side by side"),
    ("c81", "a run of a man through the board"),
];

/// Reason why a stipulation can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StipulationError {
    /// It is known, but can't be solved; what it asks for, in words.
    Refused(&'static str),
    /// No problem of its kind has its length.
    Length(String),
    /// It is none.
    Unknown,
}

impl fmt::Display for StipulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(what) => write!(f, "it asks for {what}"),
            Self::Length(length) => write!(f, "`{length}` is no length of such a problem"),
            Self::Unknown => f.write_str("it has no known kind and aim"),
        }
    }
}

impl std::error::Error for StipulationError {}

impl Problem {
    /// Reads a stipulation such as `#2`, `h#2.5`, `ser-h=7`, `s#3`, `r#2` or `hs#3`.
    ///
    /// # Errors
    ///
    /// If it is none, or asks for what can't be solved.
    pub fn parse(text: &str) -> Result<Self, StipulationError> {
        let kinds = KINDS.iter().filter_map(|&(word, stipulation)| Some((text.strip_prefix(word)?, stipulation)));
        let aims = [("#", Aim::Win), ("=", Aim::Stalemate)];
        let mut found = kinds.flat_map(|(rest, stipulation)| {
            let aims = aims.iter().filter_map(move |&(sign, aim)| Some((rest.strip_prefix(sign)?, aim)));
            aims.map(move |(length, aim)| (length, aim, stipulation))
        });
        match found.find(|(length, ..)| length.starts_with(|first: char| first.is_ascii_digit())) {
            Some((text, aim, stipulation)) => match Length::parse(text) {
                Some(length) => Ok(Self { aim, stipulation, length }),
                None => Err(StipulationError::Length(text.to_owned())),
            },
            None => Err(refused(text).map_or(StipulationError::Unknown, StipulationError::Refused)),
        }
    }
}

/// What a stipulation asks for that can't be solved.
fn refused(text: &str) -> Option<&'static str> {
    let aims = || KINDS.iter().filter_map(|(kind, _)| text.strip_prefix(kind));
    REFUSED.iter().find(|(word, _)| aims().any(|aim| aim.starts_with(word))).map(|(_, what)| *what)
}
