//! Searches.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
pub struct Score {
    /// In hundredths of what a pawn is to orthodox chess.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub centipawns: Option<i32>,
    /// The moves until the game ends by force; negative if the side to move loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub mate: Option<i32>,
    /// The chance of the side to move, from 0 to 1, with a draw for half a win.
    pub chance: f64,
}

/// A line of play.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Line {
    /// In the notation of programs.
    pub moves: Vec<String>,
    /// In the notation of people.
    pub texts: Vec<String>,
    pub score: Score,
}

/// What a search has found so far.
#[derive(Clone, Debug, Default, Serialize, Tsify)]
pub struct Progress {
    /// The plies that it has looked ahead everywhere.
    pub depth: u32,
    /// The positions that it has looked at.
    pub nodes: u64,
    pub seconds: f64,
    /// The best lines, the best one first.
    pub lines: Vec<Line>,
}

/// What is left on the clocks, in seconds.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SearchClock {
    pub white: f64,
    pub black: f64,
    #[serde(default)]
    #[tsify(optional)]
    pub white_increment: f64,
    #[serde(default)]
    #[tsify(optional)]
    pub black_increment: f64,
}

/// What bounds a search. Without any limit it goes on until it is stopped.
#[derive(Clone, Debug, Default, Deserialize, Tsify)]
#[serde(default)]
pub struct Limits {
    #[tsify(optional)]
    pub seconds: Option<f64>,
    #[tsify(optional)]
    pub depth: Option<u32>,
    #[tsify(optional)]
    pub nodes: Option<f64>,
    #[tsify(optional)]
    pub clock: Option<SearchClock>,
    /// How strong to play, from 0, a beginner, to 20, all that the search can do.
    #[tsify(optional)]
    pub level: Option<u8>,
    /// The number of best lines to find.
    #[tsify(optional)]
    pub lines: Option<usize>,
    /// For levels below 20: what chance depends on.
    #[tsify(optional)]
    pub seed: Option<f64>,
}

/// What a search has found.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Found {
    /// The move to play; `null` if the game is over.
    #[serde(rename = "move")]
    #[tsify(type = "string | null")]
    pub chosen: Option<String>,
    /// The answer that is expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub ponder: Option<String>,
    /// The draw that it would claim instead, by what its ending is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub claim: Option<String>,
    pub progress: Progress,
}
