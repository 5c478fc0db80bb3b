use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Score;
use weakfish::engine::Move;

/// A line of play, with what it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Line {
    /// What it is worth to the side to move at its beginning.
    pub score: Score,
    /// The moves, the first of which is the one to play. At least one.
    pub moves: Vec<Move>,
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The plies that are looked ahead everywhere.
    pub depth: u32,
    /// The plies of the longest line that was looked at.
    pub longest: u32,
    /// The positions that were looked at.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub full: u32,
    /// The best lines, the best one first.
    pub lines: Vec<Line>,
}
