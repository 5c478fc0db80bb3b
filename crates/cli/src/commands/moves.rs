//! `weakfish moves`.

use serde::Serialize;
use weakfish::engine::{Outcome, Position};
use weakfish::geometry::Side;
use weakfish::notation::{fen, uci};

use crate::support::console::{self, Failure};
use crate::support::load::{self, Loader};
use crate::support::start;
use crate::support::start::Start;

/// A position and what can be done in it.
#[derive(Serialize)]
struct Listing {
    fen: String,
    status: &'static str,
    reason: Option<String>,
    moves: Vec<String>,
    claims: Vec<String>,
}

/// Lists the legal moves.
pub(crate) fn run(loader: Loader<'_>, start: &Start, json: bool) -> Result<(), Failure> {
    if start.play.as_deref() == Some(load::STANDARD_INPUT) {
        let first = start.before_play(loader)?;
        return each_line(&first, json);
    }
    let position = start.position(loader)?;
    let listing = Listing::of(&position);
    if json {
        return console::json(&listing);
    }
    for mv in &listing.moves {
        console::line(mv)?;
    }
    console::note(format_args!("status: {}", listing.status));
    if let Some(reason) = &listing.reason {
        console::note(format_args!("reason: {reason}"));
    }
    if !listing.claims.is_empty() {
        console::note(format_args!("claims: {}", listing.claims.join(" ")));
    }
    Ok(())
}

/// Lists the moves of many positions, each given by a line of standard input: the moves that lead to it.
fn each_line(first: &Position, json: bool) -> Result<(), Failure> {
    for line in load::standard_lines() {
        let mut position = first.clone();
        start::play(&mut position, &line?)?;
        let listing = Listing::of(&position);
        if json {
            console::json(&listing)?;
        } else {
            console::line(listing.moves.join(" "))?;
        }
    }
    Ok(())
}

impl Listing {
    fn of(position: &Position) -> Self {
        let outcome = position.outcome();
        Self {
            fen: fen::write(position),
            status: status(outcome.as_ref()),
            moves: uci::legal_moves(position).into_iter().map(|(text, _)| text).collect(),
            claims: position.claims().into_iter().map(|claim| claim.reason.to_string()).collect(),
            reason: outcome.map(|outcome| outcome.reason.to_string()),
        }
    }
}

/// `ongoing`, `white wins`, `black wins` or `draw`.
pub(crate) fn status(outcome: Option<&Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.winner) {
        None => "ongoing",
        Some(Some(Side::White)) => "white wins",
        Some(Some(Side::Black)) => "black wins",
        Some(None) => "draw",
    }
}
