//! Betza strings: what they mean, how they are spelt, and how they are refused.

mod corpus;
mod directions;
mod drawn;
mod laws;
mod lowering;
mod mistakes;
mod pages;
mod stockfish;

use weakfish::betza::{self, Targets, targets};
use weakfish::diagnostic::Diagnostic;
use weakfish::model::Movement;

/// The movement of a string that has to have one.
fn movement(text: &str) -> Movement {
    let (movement, diagnostics) = betza::movement(text);
    movement.unwrap_or_else(|| panic!("{text} is refused: {diagnostics:?}"))
}

/// The squares that a string reaches.
fn reached(text: &str) -> Targets {
    targets(&movement(text))
}

/// Where a string leads without regard to how, sorted.
fn squares(text: &str) -> Vec<(i32, i32)> {
    let Targets { moves, captures, .. } = reached(text);
    let mut all: Vec<_> = moves.into_iter().chain(captures).map(|[x, y]| (x, y)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// `code@start..end` of every diagnostic, in order of place.
fn codes(diagnostics: &[Diagnostic]) -> Vec<String> {
    let mut sorted: Vec<_> = diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| (diagnostic.span(), diagnostic.code));
    let code = |diagnostic: &&Diagnostic| {
        let name = diagnostic.code.as_str().strip_prefix("betza::").unwrap_or("?");
        format!("{name}@{}..{}", diagnostic.span().start, diagnostic.span().end)
    };
    sorted.iter().map(code).collect()
}
