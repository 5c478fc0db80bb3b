//! Arguments of calls. `engine.d.ts` is written from these types.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
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

/// Position: moves in machine notation from a setup or a FEN; from the first setup if neither is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct PositionRef {
    pub setup: Option<String>,
    pub fen: Option<String>,
    pub moves: Option<Vec<String>>,
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

/// Time on the clocks, in seconds.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchClock {
    pub white: f64,
    pub black: f64,
    #[serde(default)]
    pub white_increment: f64,
    #[serde(default)]
    pub black_increment: f64,
}

/// Limits of a search. Without any it runs until it is stopped.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Limits {
    pub seconds: Option<f64>,
    pub depth: Option<u32>,
    pub nodes: Option<f64>,
    pub clock: Option<SearchClock>,
    /// Playing strength, from 0, a beginner, to 20, full strength.
    pub level: Option<u8>,
    /// Number of best lines.
    pub lines: Option<usize>,
    /// Seed of the random choices of levels below 20.
    pub seed: Option<f64>,
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

/// A sentence about a man for the sheet of a game.
#[derive(Debug, Deserialize, Serialize)]
pub struct Remark {
    /// The index of the man among `Sheet.men`.
    pub man: u8,
    pub text: String,
}
