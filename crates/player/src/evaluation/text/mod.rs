//! Text format of weights.
//!
//! ```text
//! weights of "Chess"
//! board 8x8
//! tempo 10
//!
//! P pawn reaches 1.61
//!   value 82 94
//!   promotion 12.5 60
//!   squares at the beginning
//!     0 0 0 0 0 0 0 0
//!     …
//! ```
//!
//! Numbers are centipawns: one for the opening and one for the endgame, or a single one for both. Missing weights are 0.
//! `//` begins a comment. Piece-square tables are seen from the owner's side, the farthest rank first.

mod read;
mod write;

use super::mobility::Mobility;
use weakfish::engine::Game;
use weakfish::model::KindId;

/// Decimal places of mobilities.
const MOBILITY_DIGITS: usize = 2;

/// Mean mobility of a kind as text, by which weights are matched to the men that they were made for.
fn reach(game: &Game, mobility: &Mobility, kind: KindId) -> String {
    format!("{:.MOBILITY_DIGITS$}", mobility.of_kind(game, kind).0)
}

/// Headings of the piece-square tables for the opening and the endgame.
const SQUARES: [&str; 2] = ["squares at the beginning", "squares at the end"];
