//! `weakfish perft`.

use weakfish::diagnostic::{Code, Diagnostic};
use weakfish::engine::{Game, Perft, PerftTable};
use weakfish::notation::uci;
use weakfish::source::{Source, Span};

use super::arguments::{Means, Start};
use super::console::{Console, Failure};

/// Counts the sequences of so many plies.
pub(super) fn run(
    console: &mut Console,
    start: &Start,
    depth: u32,
    divide: bool,
    means: &Means,
) -> Result<(), Failure> {
    let position = start.position()?;
    let table = means.hash.map(|size| table(position.game(), size.get())).transpose()?;
    let mut perft = Perft::new(depth).threads(means.threads.get().into()).bulk(!means.no_bulk);
    if let Some(table) = &table {
        perft = perft.table(table);
    }
    if !divide || depth == 0 {
        return console.line(total(depth, perft.count(&position))?);
    }
    let counts = perft.divide(&position).into_iter();
    let mut counts: Vec<_> = counts.map(|(mv, nodes)| (uci::write(&position, mv), nodes)).collect();
    counts.sort();
    let total = total(depth, counts.iter().fold(0, |sum: u64, (_, nodes)| sum.saturating_add(*nodes)))?;
    for (mv, nodes) in &counts {
        console.line(format_args!("{mv}: {nodes}"))?;
    }
    console.line(total)
}

/// The line of a total, if it is one: the greatest number stands for all beyond it too.
fn total(depth: u32, nodes: u64) -> Result<String, Failure> {
    if nodes < u64::MAX {
        return Ok(format!("Nodes searched: {nodes}"));
    }
    let text = depth.to_string();
    let problem =
        Diagnostic::error(Code::CommandTooMany, Span::new(0, text.len()), "more sequences than can be counted")
            .label("so many plies")
            .help(format!("fewer plies have fewer sequences; the limit is {}", u64::MAX));
    Err(Failure::new(&Source::new("N", text), vec![problem]))
}

/// A table of so many MiB.
fn table(game: &Game, mebibytes: usize) -> Result<PerftTable, Failure> {
    PerftTable::new(game, mebibytes).map_err(|error| {
        let text = mebibytes.to_string();
        let problem = Diagnostic::error(Code::CommandNoMemory, Span::new(0, text.len()), error.to_string())
            .label("so many MiB")
            .help("a smaller table counts the same, only slower");
        Failure::new(&Source::new("--hash", text), vec![problem])
    })
}
