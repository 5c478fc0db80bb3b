use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Score;
use weakfish::engine::Move;

/// Principal variation with its score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Line {
    /// Score for the side to move at its beginning.
    pub score: Score,
    /// The moves, at least one.
    pub moves: Vec<Move>,
}

/// Result of an iteration of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Selective depth (`seldepth`): length of the longest line searched, in plies.
    pub longest: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
    /// Share of the transposition table in use (`hashfull`), in permille.
    pub full: u32,
    /// The best lines, the best one first.
    pub lines: Vec<Line>,
}
