//! The keys of configurations, for the documentation.

use super::collection::Collection;
use super::game::names;
use super::rules::{KEYS, Key, Rules};

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
    let built_in = Collection::built_in();
    let letters = built_in.game("chess").map(|game| game.letters.clone()).unwrap_or_default();
    let rules = Rules::default();
    let info = |key: &Key| KeyInfo {
        names: names(key),
        kind: key.kind,
        default: rules.written(key.name, &letters),
        lost: key.lost,
    };
    KEYS.iter().map(info).collect()
}
