//! `weakfish perft`.

use weakfish::notation::machine;

use super::arguments::Start;
use super::console::{Console, Failure};

/// Counts the sequences of so many plies.
pub(super) fn run(console: &mut Console, start: &Start, depth: u32, divide: bool) -> Result<(), Failure> {
    let position = start.position()?;
    if !divide || depth == 0 {
        return console.line(format_args!("Nodes searched: {}", position.perft(depth)));
    }
    let counts = position.divide(depth).into_iter();
    let mut counts: Vec<_> = counts.map(|(mv, nodes)| (machine::write(&position, mv), nodes)).collect();
    counts.sort();
    for (mv, nodes) in &counts {
        console.line(format_args!("{mv}: {nodes}"))?;
    }
    console.line(format_args!("Nodes searched: {}", counts.iter().map(|(_, nodes)| nodes).sum::<u64>()))
}
