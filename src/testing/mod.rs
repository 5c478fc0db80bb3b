//! Tests of definitions.
//!
//! [`runner`] runs those that are written in a definition, [`record_test`] writes one from a game that was played. [`laws`]
//! and [`stored_moves`] test a definition without a line in it.

pub mod laws;
pub mod record_test;
pub mod runner;
pub mod stored_moves;

use crate::engine::{Claim, Outcome};

/// An outcome as a test expects it: `white wins by checkmate`, `white wins 0.75 by stalemate`.
fn expectation(outcome: Option<&Outcome>) -> String {
    match outcome {
        None => "ongoing".to_owned(),
        Some(Outcome { winner: Some(side), worth, reason }) => {
            let worth = if worth.is_full() { String::new() } else { format!(" {worth}") };
            format!("{} wins{worth} by {reason}", side.to_string().to_lowercase())
        }
        Some(Outcome { winner: None, reason, .. }) => format!("draw by {reason}"),
    }
}

/// The words of `expect:` for a result that can be claimed.
fn claim_expectation(claim: &Claim) -> String {
    match expectation(Some(&claim.outcome())).split_once(" by ") {
        Some((result, reason)) => format!("{result} on claim by {reason}"),
        None => "draw on claim".to_owned(),
    }
}
