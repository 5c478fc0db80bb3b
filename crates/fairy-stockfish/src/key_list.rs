//! The list of all keys, for people.

use super::game::names;
use super::men::{Letters, Man};
use super::rules::{KEYS, Rules};

/// A key of a configuration of Fairy-Stockfish.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeyInfo {
    /// The names by which it is given: for the whole game, for both sides, or for one.
    pub names: Vec<String>,
    /// Type of its values, in words.
    pub kind: &'static str,
    /// The value that a game has without it.
    pub default: String,
    /// Description of the loss where a definition can't express the value.
    pub lost: &'static str,
}

/// All keys of rules; those of men, which give them letters, are not among them.
pub fn keys() -> Vec<KeyInfo> {
    let mut letters = Letters::none();
    let usual = [
        (Man::PAWN, 'p'),
        (Man::KNIGHT, 'n'),
        (Man::BISHOP, 'b'),
        (Man::ROOK, 'r'),
        (Man::QUEEN, 'q'),
        (Man::KING, 'k'),
    ];
    for (man, letter) in usual {
        letters.set(man, letter);
    }
    let rules = Rules::default();
    let info = |key: &super::rules::Key| KeyInfo {
        names: names(key),
        kind: key.kind,
        default: rules.written(key.name, &letters),
        lost: key.lost,
    };
    KEYS.iter().map(info).collect()
}
