//! Answers of calls. `engine.d.ts` is written from these types.

use serde::{Deserialize, Serialize};
use weakfish::geometry::Side;
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
    /// Sides that make them.
    pub sides: Vec<Side>,
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

/// A move of a game with its judgement.
#[derive(Debug, Serialize)]
pub struct Judged {
    /// Number of moves before it.
    pub ply: usize,
    /// Number of the move: `3.`, or `3...` if the other side begins the game.
    pub number: String,
    pub side: Side,
    /// In machine notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// In the notation of people.
    pub text: String,
    /// Score before the move, as White sees it: `+0.35`, `1-0 in 3`.
    pub score_before: String,
    /// White's winning chance before the move, from 0 to 1, with a draw for half a win.
    pub chance_before: f64,
    /// Score after the move.
    pub score: String,
    /// White's winning chance after the move.
    pub chance: f64,
    /// The winning chances that the move loses, from 0 to 1.
    pub loss: f64,
    /// `??`, `?` or `?!`; empty if the move is not bad.
    pub sign: String,
    /// What a bad move misses or allows, and the better line.
    pub remark: Option<String>,
    /// The same, and how the move changes the score.
    pub comment: Option<String>,
    /// The best line before the move, in machine notation.
    pub better: Vec<String>,
    /// Statistics of White's moves that are judged so far, in words.
    pub white: String,
    /// Those of Black's.
    pub black: String,
}

/// A game that is played for tuning.
#[derive(Debug, Serialize)]
pub struct SelfPlayed {
    /// Score of White, in hundredths of a point.
    pub score: u8,
    /// Winner and moves.
    pub text: String,
}

/// Weights fitted to games.
#[derive(Debug, Serialize)]
pub struct Tuned {
    /// Number of games.
    pub games: usize,
    /// Root mean square error of the winning chances that the definition's weights predict, in games that the fit does not use.
    pub initial_loss: f64,
    /// That of the fitted weights.
    pub loss: f64,
    /// The men that have a value.
    pub men: Vec<TunedMan>,
    /// Text of the weights, as `weakfish tune` writes it.
    pub weights: String,
}

/// Values of a man in pawns, each at the beginning and at the end of a game.
#[derive(Debug, Serialize)]
pub struct TunedMan {
    pub symbol: String,
    pub name: String,
    /// Values that follow from the definition.
    pub before: [f64; 2],
    /// Fitted values.
    pub after: [f64; 2],
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
