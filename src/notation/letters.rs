//! Letters that a text uses for men and the game doesn't.

use std::collections::BTreeMap;

use crate::geometry::{PerSide, Side};

/// The meanings of a text's own letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Letters {
    /// By the symbol in the text: the game's symbol for both sides.
    both: BTreeMap<String, String>,
    /// By side, and by the symbol in the text: the game's symbol for this side.
    one_side: PerSide<BTreeMap<String, String>>,
}

/// One letter of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Letter {
    /// The side whose men it is for; `None` is both.
    pub(crate) side: Option<Side>,
    /// The symbol in the text, in capitals.
    pub(crate) written: String,
    /// The symbol in the game, in capitals.
    pub(crate) means: String,
}

impl Letters {
    /// Adds a letter; a later one replaces an earlier one.
    pub(crate) fn add(&mut self, letter: Letter) {
        let Letter { side, written, means } = letter;
        match side {
            None => self.both.insert(written, means),
            Some(side) => self.one_side[side].insert(written, means),
        };
    }

    /// The game's symbol for a symbol of the text, both in capitals. A letter for one side takes precedence.
    pub(crate) fn meaning<'a>(&'a self, side: Side, written: &'a str) -> &'a str {
        let of_side = self.one_side[side].get(written);
        of_side.or_else(|| self.both.get(written)).map_or(written, String::as_str)
    }
}
