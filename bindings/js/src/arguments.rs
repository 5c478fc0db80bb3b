//! Arguments of calls, as `engine.d.ts` declares them.

use std::collections::BTreeMap;

use serde::Deserialize;
use weakfish::geometry::{PerSide, Side};

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Definition {
    BuiltIn(String),
    Text { text: String, name: Option<String>, files: Option<BTreeMap<String, String>> },
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct PositionRef {
    pub setup: Option<String>,
    pub fen: Option<String>,
    pub moves: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
pub struct BoardMan {
    pub square: String,
    pub side: Side,
    pub man: String,
    #[serde(default)]
    pub state: usize,
}

#[derive(Debug, Deserialize)]
pub struct HeldMan {
    pub man: String,
    pub count: u16,
}

#[derive(Debug, Deserialize)]
pub struct Board {
    pub placed: Vec<BoardMan>,
    pub side: Side,
    pub hands: Option<PerSide<Vec<HeldMan>>>,
    pub rest: Option<String>,
    pub setup: Option<String>,
}

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

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Limits {
    pub seconds: Option<f64>,
    pub depth: Option<u32>,
    pub nodes: Option<f64>,
    pub clock: Option<SearchClock>,
    pub level: Option<u8>,
    pub lines: Option<usize>,
    pub seed: Option<f64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Base {
    pub game: Option<String>,
    pub fen: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordFormat {
    #[default]
    Game,
    Pgn,
}

#[derive(Debug, Deserialize)]
pub struct Ended {
    pub winner: Option<Side>,
    pub reason: String,
}
