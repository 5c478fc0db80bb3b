//! `weakfish moves` and `weakfish perft`.

use std::num::NonZero;

use clap::Args;
use serde::Serialize;
use weakfish::diagnostic::Code;
use weakfish::engine::{Game, Outcome, Perft, PerftTable, Position};
use weakfish::geometry::Side;
use weakfish::notation::{Dialect, fen, uci};
use weakfish_units::tasks::{PerftCount, PerftTask};

use crate::support::console::{self, Failure};
use crate::support::load::{self, Loader};
use crate::support::start::{self, Start, parse_dialect};
use crate::support::workers;

/// Dialect in which positions are written.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct WrittenAs {
    /// The dialect in which positions are written: `weakfish`, `fairy-stockfish` or `sfen`
    #[arg(long = "as", value_name = "NAME", value_parser = parse_dialect)]
    written_as: Option<Dialect>,
}

impl WrittenAs {
    /// Writes a position in this dialect.
    pub(crate) fn write(self, position: &Position) -> Result<String, Failure> {
        let dialect = self.written_as.unwrap_or_default();
        fen::write_as(position, dialect).map_err(|reason| {
            let message = format!("the position can't be written as {dialect}: {reason}");
            let help = "leave `--as` out, and it is written as Weakfish does";
            Failure::argument("--as", &dialect.to_string(), Code::CommandNoDialect, message, "of this position", help)
        })
    }
}

/// State of a position as JSON: FEN, status and reason of the end.
#[derive(Serialize)]
pub(crate) struct State {
    fen: String,
    status: &'static str,
    reason: Option<String>,
}

/// State, legal moves and claims of a position as JSON.
#[derive(Serialize)]
struct Listing {
    #[serde(flatten)]
    state: State,
    moves: Vec<String>,
    claims: Vec<String>,
}

/// Lists the legal moves.
pub(crate) fn list(loader: Loader<'_>, start: &Start, written: WrittenAs, json: bool) -> Result<(), Failure> {
    if start.from.play.as_deref() == Some(load::STANDARD_INPUT) {
        let first = start.before_play(loader)?;
        return list_each_line(&first, start.from.dialect, written, json);
    }
    let position = start.position(loader)?;
    let listing = Listing::of(&position, written)?;
    if json {
        return console::print_json(&listing);
    }
    if written.written_as.is_some() {
        console::eprint(format_args!("position: {}", listing.state.fen));
    }
    for mv in &listing.moves {
        console::print(mv)?;
    }
    console::eprint(format_args!("status: {}", listing.state.status));
    if let Some(reason) = &listing.state.reason {
        console::eprint(format_args!("reason: {reason}"));
    }
    if !listing.claims.is_empty() {
        console::eprint(format_args!("claims: {}", listing.claims.join(" ")));
    }
    Ok(())
}

/// Lists the moves of many positions, each given by a line of standard input: the moves that lead to it.
fn list_each_line(first: &Position, chosen: Option<Dialect>, written: WrittenAs, json: bool) -> Result<(), Failure> {
    for line in load::stdin_lines() {
        let mut position = first.clone();
        start::play_moves(&mut position, &line?, chosen)?;
        let listing = Listing::of(&position, written)?;
        if json {
            console::print_json(&listing)?;
        } else {
            console::print(listing.moves.join(" "))?;
        }
    }
    Ok(())
}

impl State {
    pub(crate) fn of(position: &Position) -> Self {
        Self::with_outcome(position, position.outcome().as_ref())
    }

    /// The state with its position in a dialect.
    pub(crate) fn written_as(self, position: &Position, written: WrittenAs) -> Result<Self, Failure> {
        Ok(Self { fen: written.write(position)?, ..self })
    }

    /// The state of a position that is over by this outcome.
    pub(crate) fn with_outcome(position: &Position, outcome: Option<&Outcome>) -> Self {
        let reason = outcome.map(|outcome| outcome.reason.to_string());
        Self { fen: fen::write(position), status: status(outcome), reason }
    }
}

impl Listing {
    fn of(position: &Position, written: WrittenAs) -> Result<Self, Failure> {
        let moves = uci::legal_moves(position).into_iter().map(|(text, _)| text).collect();
        let state = State::of(position).written_as(position, written)?;
        Ok(Self { state, moves, claims: claims(position) })
    }
}

/// Draw claims that are available.
pub(crate) fn claims(position: &Position) -> Vec<String> {
    position.claims().into_iter().map(|claim| claim.reason.to_string()).collect()
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

/// Arguments of `weakfish perft`.
#[derive(Args, Debug)]
pub(crate) struct PerftArguments {
    #[command(flatten)]
    pub(crate) start: Start,
    /// How many plies
    #[arg(value_name = "N")]
    pub(crate) depth: u32,
    /// Counts for every first move alone
    #[arg(long)]
    pub(crate) divide: bool,
    /// The count as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// How many threads share the work
    #[arg(long, value_name = "T", default_value = "1")]
    pub(crate) threads: NonZero<u16>,
    /// How many MiB a table of positions already counted may take; without it there is none
    #[arg(long, value_name = "MB")]
    pub(crate) hash: Option<NonZero<usize>>,
    /// Play the moves of the last ply, too, instead of counting them
    #[arg(long)]
    pub(crate) no_bulk: bool,
}

/// Perft: counts the sequences of `depth` plies.
pub(crate) fn perft(loader: Loader<'_>, arguments: &PerftArguments) -> Result<(), Failure> {
    let PerftArguments { start, depth, divide, json, threads, hash, no_bulk } = arguments;
    let depth = *depth;
    let position = start.position(loader)?;
    if depth > PerftTask::MAX_DEPTH {
        let message = format!("a count of sequences has at most {} plies", PerftTask::MAX_DEPTH);
        let help = "fewer plies have fewer sequences, and even those of 20 are rarely counted to the end";
        return Err(Failure::argument("N", &depth.to_string(), Code::CommandTooMany, message, "in plies", help));
    }
    if let Some(sequences) = estimate_long_perft(&position, arguments) {
        let number =
            if sequences.is_finite() { format!("about {sequences:.0e}") } else { "more than 1e308".to_owned() };
        console::eprint(format_args!(
            "perft {depth} is a count of {number} sequences, which takes long; Ctrl-C ends it"
        ));
    }
    let table = hash.map(|size| allocate_table(position.game(), size.get())).transpose()?;
    let mut perft = Perft::new(depth).threads(threads.get().into()).bulk(!no_bulk);
    if let Some(table) = &table {
        perft = perft.table(table);
    }
    let count = PerftCount::of(&position, depth, &perft, *divide);
    // Counts saturate.
    if count.is_saturated() {
        let (code, message) = (Code::CommandTooMany, "more sequences than can be counted");
        let help = format!("fewer plies have fewer sequences; the limit is {}", u64::MAX);
        return Err(Failure::argument("N", &depth.to_string(), code, message, "in plies", help));
    }
    if *json {
        return console::print_json(&count);
    }
    console::print_page(&count.to_text())
}

/// Perft nodes that one thread counts in about a minute.
const NODES_PER_MINUTE: f64 = 1e10;

/// Node count estimated from the branching factor of the first plies, if perft would take more than about a minute.
///
/// With a table the time depends on how many positions differ, which the first plies do not show.
fn estimate_long_perft(position: &Position, arguments: &PerftArguments) -> Option<f64> {
    const COUNTED: u32 = 3;
    let deeper = arguments.depth.checked_sub(COUNTED + 1)? + 1;
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    let [first, last] = [1, COUNTED].map(|plies| Perft::new(plies).count(position) as f64);
    if last == 0.0 {
        return None;
    }
    let growth = (last / first).powf(1.0 / f64::from(COUNTED - 1));
    let sequences = last * growth.powf(f64::from(deeper));
    (arguments.hash.is_none() && sequences > NODES_PER_MINUTE * f64::from(arguments.threads.get())).then_some(sequences)
}

/// Allocates a perft table of this size.
fn allocate_table(game: &Game, mebibytes: usize) -> Result<PerftTable, Failure> {
    let refused = |message: String, help: String| {
        Failure::argument("--hash", &mebibytes.to_string(), Code::CommandNoMemory, message, "in MiB", help)
    };
    // Many systems promise memory that they do not have, and end the program when it is used.
    if let Some(free) = workers::free_mebibytes().filter(|&free| free < mebibytes) {
        let help = format!("about {free} MiB are free; a smaller table counts the same, only slower");
        return Err(refused(format!("there is no memory for a table of {mebibytes} MiB"), help));
    }
    PerftTable::new(game, mebibytes)
        .map_err(|error| refused(error.to_string(), "a smaller table counts the same, only slower".to_owned()))
}
