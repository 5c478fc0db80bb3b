//! Answers of calls. `engine.d.ts` is written from these types.

use serde::{Deserialize, Serialize};
use weakfish_js_values::Claim;
use weakfish_player::search::{MoveValue, ReportedScore};
use weakfish_solve::{GamesReport, SolutionsReport};

/// Line of play.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// In machine notation.
    pub moves: Vec<String>,
    /// In the notation of people.
    pub texts: Vec<String>,
    pub score: ReportedScore,
}

#[derive(Debug, Serialize)]
pub struct Progress {
    /// Depth in plies.
    pub depth: u32,
    pub nodes: u64,
    pub seconds: f64,
    /// Best lines, the best one first.
    pub lines: Vec<Line>,
    /// Exact values of all legal moves, the best first, where a table of endings has the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<MoveValue>>,
}

/// Result of a search.
#[derive(Debug, Serialize)]
pub struct Found {
    /// Best move; `null` if the game is over.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Expected reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ponder: Option<String>,
    /// Draw or win to claim instead; its text is no sentence, but `a draw by repetition`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    pub progress: Progress,
}

/// A game of a playtest.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct PlayedGame {
    pub number: u32,
    /// Outcome as JSON; `null` for a game that was broken off.
    pub outcome: Option<String>,
    pub moves: String,
}

/// Progress of the tables of an ending.
#[derive(Debug, Serialize)]
pub struct TableProgress {
    /// Tables that are finished.
    pub made: usize,
    pub of: usize,
    /// Finished share of the present table, from 0 to 1.
    pub share: f64,
}

/// Answer of a solver: the solutions of each part of a problem, or the shortest games by ending.
#[derive(Debug, Serialize)]
pub struct Solved {
    pub solutions: Vec<SolutionsReport>,
    pub games: Vec<GamesReport>,
}
