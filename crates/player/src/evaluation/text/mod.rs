//! Weights as a text that people read, change and keep.
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
//! Numbers are hundredths of a pawn: one at the beginning of a game, and one where hardly any men are left, or a single one
//! for both. What is not there is 0. `//` begins a comment. The squares stand as their owner sees them, the farthest rank
//! first.

mod read;
mod write;

use super::mobility::Mobility;
use weakfish::engine::Game;
use weakfish::model::KindId;

/// The digits behind the point of how far a man reaches.
const DIGITS: usize = 2;

/// How many squares a kind reaches on average, as it is written: by that weights know the men that they were made for.
fn reach(game: &Game, mobility: &Mobility, kind: KindId) -> String {
    format!("{:.DIGITS$}", mobility.of_kind(game, kind).0)
}

/// The headings of the squares, for the two numbers of a weight.
const SQUARES: [&str; 2] = ["squares at the beginning", "squares at the end"];
