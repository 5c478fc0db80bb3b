//! Arguments of calls. `engine.d.ts` is written from these types.

use std::collections::BTreeMap;

use serde::Deserialize;
use weakfish::geometry::{PerSide, Side};

/// Name of a built-in game, or a text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Definition {
    BuiltIn(String),
    Text {
        text: String,
        /// Path of the text: `variants/mine.variant`.
        #[serde(default)]
        name: Option<String>,
        /// Texts of the files that it can extend, by their paths.
        #[serde(default)]
        files: Option<BTreeMap<String, String>>,
    },
}

/// Man put on a board by hand.
#[derive(Debug, Deserialize)]
pub struct BoardMan {
    pub square: String,
    pub side: Side,
    /// Name of its kind.
    pub man: String,
    /// Number of its state; 0 is the one at the start.
    #[serde(default)]
    pub state: usize,
}

/// Men put into a hand.
#[derive(Debug, Deserialize)]
pub struct HeldMan {
    /// Name of their kind.
    pub man: String,
    pub count: u16,
}

/// Board arranged by hand.
#[derive(Debug, Deserialize)]
pub struct Board {
    pub placed: Vec<BoardMan>,
    pub side: Side,
    /// Men in hand; none by default.
    #[serde(default)]
    pub hands: Option<PerSide<Vec<HeldMan>>>,
    /// Fields of a FEN after the side to move.
    #[serde(default)]
    pub rest: Option<String>,
    /// Setup that rules such as castling refer to; the first one by default.
    #[serde(default)]
    pub setup: Option<String>,
}

/// Leap of a drawn movement, from the middle.
#[derive(Debug, Deserialize)]
pub struct DrawnLeap {
    /// Files to the right.
    pub dx: i8,
    /// Ranks forward.
    pub dy: i8,
    /// Whether it may end on an empty square.
    pub moves: bool,
    /// Whether it may capture.
    pub captures: bool,
    /// Most leaps of a ride in that direction; any number by default.
    #[serde(default)]
    pub most: Option<u8>,
}

/// Base of a new definition: a built-in game or a FEN.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Base {
    pub game: Option<String>,
    pub fen: Option<String>,
}

/// `game` is a text that `replay` reads, for any game; `pgn` can't express some games.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordFormat {
    #[default]
    Game,
    Pgn,
}

/// End of a game by resignation, by agreement or on time.
#[derive(Debug, Deserialize)]
pub struct Ended {
    /// `null` for a draw.
    pub winner: Option<Side>,
    /// A word or two: `resignation`.
    pub reason: String,
}
