//! `weakfish perft`.

use serde::Serialize;
use weakfish::diagnostic::Code;
use weakfish::engine::{Game, Perft, PerftTable, Position};
use weakfish::notation::uci;

use crate::arguments::Resources;
use crate::support::console::{self, Failure};
use crate::support::load::Loader;
use crate::support::memory;
use crate::support::start::Start;

/// Output of a count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    /// The counts for every first move.
    pub(crate) divide: bool,
    /// All as JSON.
    pub(crate) json: bool,
}

/// A count.
#[derive(Serialize)]
struct Count {
    depth: u32,
    nodes: u64,
    /// Counts for each first move, with `--divide`.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<First>>,
}

/// The count for a first move.
#[derive(Serialize)]
struct First {
    #[serde(rename = "move")]
    mv: String,
    nodes: u64,
}

/// Counts the sequences of `depth` plies.
pub(crate) fn run(
    loader: Loader<'_>,
    start: &Start,
    depth: u32,
    output: Output,
    resources: &Resources,
) -> Result<(), Failure> {
    let position = start.position(loader)?;
    if let Some(sequences) = long_count(&position, depth, resources) {
        console::note(format_args!(
            "perft {depth} is a count of about {sequences:.0e} sequences, which takes long; Ctrl-C ends it"
        ));
    }
    let table = resources.hash.map(|size| table(position.game(), size.get())).transpose()?;
    let mut perft = Perft::new(depth).threads(resources.threads.get().into()).bulk(!resources.no_bulk);
    if let Some(table) = &table {
        perft = perft.table(table);
    }
    let mut count = Count { depth, nodes: 0, divide: None };
    if output.divide && depth > 0 {
        let counts = perft.divide(&position).into_iter();
        let mut counts: Vec<_> = counts.map(|(mv, nodes)| First { mv: uci::write(&position, mv), nodes }).collect();
        counts.sort_by(|one, other| one.mv.cmp(&other.mv));
        count.nodes = counts.iter().fold(0, |sum: u64, first| sum.saturating_add(first.nodes));
        count.divide = Some(counts);
    } else {
        count.nodes = perft.count(&position);
    }
    check_total(depth, count.nodes)?;
    if output.json {
        return console::json(&count);
    }
    for First { mv, nodes } in count.divide.iter().flatten() {
        console::line(format_args!("{mv}: {nodes}"))?;
    }
    console::line(format_args!("Nodes searched: {}", count.nodes))
}

/// Refuses an overflowed total: counts saturate at `u64::MAX`.
fn check_total(depth: u32, nodes: u64) -> Result<(), Failure> {
    if nodes < u64::MAX {
        return Ok(());
    }
    let (code, message) = (Code::CommandTooMany, "more sequences than can be counted");
    let help = format!("fewer plies have fewer sequences; the limit is {}", u64::MAX);
    Err(Failure::argument("N", &depth.to_string(), code, message, "in plies", help))
}

/// The sequences that a count of one thread finds in about a minute.
const A_MINUTE: f64 = 1e10;

/// The number of sequences, estimated from the first plies, if to count them takes more than a minute or so.
///
/// With a table the time depends on how many positions differ, which the first plies do not show.
fn long_count(position: &Position, depth: u32, resources: &Resources) -> Option<f64> {
    const COUNTED: u32 = 3;
    let deeper = depth.checked_sub(COUNTED + 1)? + 1;
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    let [first, last] = [1, COUNTED].map(|plies| Perft::new(plies).count(position) as f64);
    if last == 0.0 {
        return None;
    }
    let growth = (last / first).powf(1.0 / f64::from(COUNTED - 1));
    let sequences = last * growth.powf(f64::from(deeper));
    (resources.hash.is_none() && sequences > A_MINUTE * f64::from(resources.threads.get())).then_some(sequences)
}

/// A table of this size.
fn table(game: &Game, mebibytes: usize) -> Result<PerftTable, Failure> {
    let refused = |message: String, help: String| {
        Failure::argument("--hash", &mebibytes.to_string(), Code::CommandNoMemory, message, "in MiB", help)
    };
    // Many systems promise memory that they do not have, and end the program when it is used.
    if let Some(free) = memory::free_mebibytes().filter(|&free| free < mebibytes) {
        let help = format!("about {free} MiB are free; a smaller table counts the same, only slower");
        return Err(refused(format!("there is no memory for a table of {mebibytes} MiB"), help));
    }
    PerftTable::new(game, mebibytes)
        .map_err(|error| refused(error.to_string(), "a smaller table counts the same, only slower".to_owned()))
}
