//! `weakfish perft`.

use weakfish::notation::machine;

use super::arguments::Start;
use super::console::{Console, Failure};

/// Counts the sequences of so many plies.
pub(super) fn run(console: &mut Console, start: &Start, depth: u32, divide: bool) -> Result<(), Failure> {
    let position = start.position()?;
    let Some(rest) = depth.checked_sub(1).filter(|_| divide) else {
        return console.line(format_args!("Nodes searched: {}", position.perft(depth)));
    };
    let mut nodes = 0;
    for (text, mv) in machine::legal_moves(&position) {
        let mut next = position.clone();
        if next.play(mv).is_ok() {
            let count = next.perft(rest);
            nodes += count;
            console.line(format_args!("{text}: {count}"))?;
        }
    }
    console.line(format_args!("Nodes searched: {nodes}"))
}
