//! Perft and search.

use std::cell::OnceCell;
use std::sync::Arc;
use std::time::Duration;

use js_sys::Function;
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use weakfish::builtin;
use weakfish::engine::{Claim, Perft, Position};
use weakfish::geometry::Side;
use weakfish::notation::uci;
use weakfish_endgame::Value as ExactValue;
use weakfish_player::evaluation::Weights;
use weakfish_player::search::{
    self, Certainty, Clock, ExactMove, Level, Line, Score, Searcher, Tablebase, TablebaseBudget,
};

use crate::arguments::{Limits, SearchClock};
use crate::definitions::Compiled;
use crate::stopwatch::Stopwatch;
use crate::values::{Refusal, to_js, without_nulls};

/// Size of the transposition table, in bytes.
const TABLE_BYTES: usize = 32 << 20;

/// Memory and time that exact tables of endings may take: enough for three men.
const TABLE_BUDGET: TablebaseBudget = TablebaseBudget { memory: 64 << 20, time: Duration::from_secs(3) };

/// Minimum time between two reports of a search.
const REPORT_INTERVAL: Duration = Duration::from_millis(50);

/// Perft divide: counts the sequences of moves for each first move.
pub fn perft(position: &Position, depth: u32) -> Value {
    let counted = Perft::new(depth).divide(position);
    let mut counts: Vec<(String, u64)> =
        counted.into_iter().map(|(mv, nodes)| (uci::write(position, mv), nodes)).collect();
    counts.sort();
    let nodes = if depth == 0 { 1 } else { counts.iter().map(|(_, nodes)| nodes).sum() };
    let divide: Value = counts.into_iter().map(|(mv, nodes)| json!({ "move": mv, "nodes": nodes })).collect();
    json!({ "nodes": nodes, "divide": divide })
}

/// Searcher of the game that was searched last, with its transposition table and its exact tables.
#[derive(Default)]
pub struct Searching {
    last: Option<Last>,
}

struct Last {
    /// The id of the game.
    id: u64,
    searcher: Searcher,
    tablebase: Option<Arc<Tablebase>>,
}

impl Searching {
    fn of_game(&mut self, compiled: &Compiled) -> &mut Last {
        // The old tables are freed before there are new ones.
        self.last.take_if(|last| last.id != compiled.id);
        self.last.get_or_insert_with(|| {
            let mut searcher = Searcher::with_weights(&compiled.game, &weights(compiled));
            searcher.set_hash_bytes(TABLE_BYTES);
            let tablebase = Tablebase::new(&compiled.game, TABLE_BUDGET).ok().map(Arc::new);
            searcher.set_tablebase(tablebase.clone());
            Last { id: compiled.id, searcher, tablebase }
        })
    }

    /// Searches a position.
    pub fn search(
        &mut self,
        compiled: &Compiled,
        position: &Position,
        arguments: &Limits,
        on_progress: &Function,
        stop: &Function,
    ) -> Result<Value, Refusal> {
        let Last { searcher, tablebase, .. } = self.of_game(compiled);
        let tablebase = tablebase.clone();
        let pawn_value = searcher.evaluator().pawn_value();
        let level = arguments.level.map_or(Level::FULL, Level::new);
        let limits = limits(arguments, position)?;
        let timer = Stopwatch::new(stop);
        let seed = arguments.seed.unwrap_or(1.0).to_bits();
        let (mut depth, mut nodes, mut reported) = (0, 0, None);
        // The search makes the tables; weaker levels have none.
        let values = OnceCell::new();
        let find_values = || {
            let tablebase = tablebase.as_ref().filter(|_| level == Level::FULL)?;
            Some(move_values(position, &tablebase.values(position)?.moves))
        };
        let values = || values.get_or_init(find_values).clone();
        let lines = searcher.search_at_level(level, seed, position, &limits, &timer, &mut |report| {
            (depth, nodes) = (report.depth, report.nodes);
            if reported.is_none_or(|before| report.elapsed >= before + REPORT_INTERVAL) {
                reported = Some(report.elapsed);
                let mut now = progress(position, pawn_value, (depth, nodes), report.elapsed, &report.lines);
                now["values"] = json!(values());
                let now = without_nulls(now);
                if let Ok(now) = to_js(&now) {
                    // A listener that fails is no reason to stop.
                    let _ = on_progress.call1(&JsValue::UNDEFINED, &now);
                }
            }
        });
        let is_no_better = |claim: &Claim| lines.first().is_some_and(|line| line.score <= Score::of_claim(claim));
        let claim = position.claims().into_iter().next().filter(is_no_better);
        let claim =
            claim.map(|claim| json!({ "name": claim.reason, "winner": claim.winner, "text": claim.to_string() }));
        let elapsed = search::SearchTimer::elapsed(&timer);
        let mut progress = progress(position, pawn_value, (depth, nodes), elapsed, &lines);
        progress["values"] = json!(values());
        let progress = without_nulls(progress);
        let [best, ponder] = [0, 1].map(|ply: usize| progress["lines"][0]["moves"][ply].clone());
        let mut found = without_nulls(json!({ "ponder": ponder, "claim": claim, "progress": progress }));
        found["move"] = best;
        Ok(found)
    }
}

fn progress(position: &Position, pawn: i32, (depth, nodes): (u32, u64), elapsed: Duration, lines: &[Line]) -> Value {
    let line = |line: &Line| {
        let (moves, texts): (Vec<_>, Vec<_>) = line.texts(position).into_iter().unzip();
        json!({ "moves": moves, "texts": texts, "score": line.score.reported(position.game(), pawn) })
    };
    let lines: Value = lines.iter().map(line).collect();
    json!({ "depth": depth, "nodes": nodes, "seconds": elapsed.as_secs_f64(), "lines": lines })
}

/// The exact values of moves for the player who makes them, the best first.
fn move_values(position: &Position, moves: &[ExactMove]) -> Value {
    let of_move = |rated: &ExactMove| {
        let word = match rated.value {
            ExactValue::Win(_) => "win",
            ExactValue::Draw => "draw",
            ExactValue::Loss(_) => "loss",
        };
        // Nothing is known of the length of a win that must keep within a limit of moves without progress.
        let plies = rated.value.plies().filter(|_| rated.certainty != Certainty::Winner);
        let mate = plies.map(|plies| Score::mate_distance(position.game(), plies));
        let (mv, certain) = (uci::write(position, rated.mv), rated.certainty != Certainty::Open);
        without_nulls(json!({ "move": mv, "value": word, "mate": mate, "certain": certain }))
    };
    moves.iter().map(of_move).collect()
}

/// Returns the tuned weights of a built-in game, or those that follow from the definition.
fn weights(compiled: &Compiled) -> Weights {
    let tuned = compiled.built_in.as_deref().and_then(builtin::weights);
    let read = tuned.and_then(|source| Weights::read(&compiled.game, &source).ok());
    read.unwrap_or_else(|| Weights::from_definition(&compiled.game))
}

fn limits(arguments: &Limits, position: &Position) -> Result<search::Limits, Refusal> {
    let duration = |seconds: f64| {
        let duration = Duration::try_from_secs_f64(seconds);
        duration.map_err(|_| Refusal::new(format!("{seconds} is no number of seconds")))
    };
    let mut limits = search::Limits::default();
    if let Some(SearchClock { white, black, white_increment, black_increment }) = arguments.clock {
        let (left, increment) = match position.turn() {
            Side::White => (white, white_increment),
            Side::Black => (black, black_increment),
        };
        Clock::new(duration(left.max(0.0))?, duration(increment)?).set_time_limits(&mut limits);
    }
    if let Some(seconds) = arguments.seconds {
        let most = duration(seconds)?;
        limits.hard_time = Some(limits.hard_time.map_or(most, |other| other.min(most)));
    }
    limits.depth = arguments.depth;
    limits.nodes = arguments.nodes.map(|nodes| nodes.max(1.0) as u64);
    limits.lines = arguments.lines.unwrap_or(1);
    Ok(limits)
}
