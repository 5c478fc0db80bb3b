//! Tests of definitions: run as they are written, made of a game, and those that need no writing: laws and stored moves.

pub mod laws;
pub mod record_test;
pub mod runner;
pub mod stored_moves;

use crate::engine::Outcome;

/// An outcome as a test expects it: `white wins by checkmate`.
fn expectation(outcome: Option<&Outcome>) -> String {
    match outcome {
        None => "ongoing".to_owned(),
        Some(Outcome { winner: Some(side), reason }) => format!("{} wins by {reason}", side.to_string().to_lowercase()),
        Some(Outcome { winner: None, reason }) => format!("draw by {reason}"),
    }
}
