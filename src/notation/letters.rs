//! Letters that a text uses for men in another way than the game does.

use crate::geometry::Side;

/// What a text's own letters stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Letters(Vec<Letter>);

/// One letter of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Whose men it is for; `None` is both.
    pub side: Option<Side>,
    /// The symbol in the text, in capitals.
    pub written: String,
    /// The symbol in the game, in capitals.
    pub means: String,
}

impl Letters {
    /// Adds a letter; a later one replaces an earlier one.
    pub fn add(&mut self, letter: Letter) {
        self.0.insert(0, letter);
    }

    /// The game's symbol for a symbol of the text, both in capitals. A letter for one side goes before one for both.
    pub fn meaning<'a>(&'a self, side: Side, written: &'a str) -> &'a str {
        let of = |wanted: Option<Side>| self.0.iter().find(|letter| letter.side == wanted && letter.written == written);
        of(Some(side)).or_else(|| of(None)).map_or(written, |letter| &letter.means)
    }

    /// Whether the text uses the game's own letters.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
