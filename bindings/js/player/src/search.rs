//! Searches.

use std::cell::OnceCell;
use std::sync::Arc;
use std::time::Duration;

use js_sys::Function;
use wasm_bindgen::JsValue;
use weakfish::engine::{Claim, Position};
use weakfish::geometry::Side;
use weakfish_js_values::{self as values, Refusal, to_js};
use weakfish_player::search::{self, Clock, Level, Line, MoveValue, Score, Searcher, Tablebase, TablebaseBudget};

use crate::answers::{self, Found, Progress};
use crate::arguments::{Limits, SearchClock};
use crate::games::Compiled;
use crate::stopwatch::Stopwatch;

/// Size of the transposition table, in bytes.
const TABLE_BYTES: usize = 32 << 20;

/// Memory and time that exact tables of endings may take: enough for three men.
const TABLE_BUDGET: TablebaseBudget = TablebaseBudget { memory: 64 << 20, time: Duration::from_secs(3) };

/// Minimum time between two reports of a search.
const REPORT_INTERVAL: Duration = Duration::from_millis(50);

/// Searcher of a game, with its transposition table and its exact tables.
pub struct Searching {
    searcher: Searcher,
    tablebase: Option<Arc<Tablebase>>,
}

impl Searching {
    pub fn new(compiled: &Compiled) -> Self {
        let mut searcher = Searcher::with_weights(&compiled.game, &compiled.weights);
        searcher.set_hash_bytes(TABLE_BYTES);
        let tablebase = Tablebase::new(&compiled.game, TABLE_BUDGET).ok().map(Arc::new);
        searcher.set_tablebase(tablebase.clone());
        Self { searcher, tablebase }
    }

    /// Searches a position.
    pub fn search(
        &mut self,
        position: &Position,
        arguments: &Limits,
        on_progress: &Function,
        stop: &Function,
    ) -> Result<Found, Refusal> {
        let Self { searcher, tablebase } = self;
        let pawn_value = searcher.evaluator().pawn_value();
        let level = arguments.level.map_or(Level::FULL, Level::new);
        let limits = limits(arguments, position)?;
        let timer = Stopwatch::new(stop);
        let seed = arguments.seed.unwrap_or(1.0).to_bits();
        let (mut depth, mut nodes, mut reported) = (0, 0, None);
        // The search makes the tables; weaker levels have none.
        let values = OnceCell::<Option<Vec<MoveValue>>>::new();
        let find_values = || {
            let tablebase = tablebase.as_ref().filter(|_| level == Level::FULL)?;
            Some(tablebase.values(position)?.moves.iter().map(|rated| rated.reported(position)).collect())
        };
        let values = || values.get_or_init(find_values).clone();
        let lines = searcher.search_at_level(level, seed, position, &limits, &timer, &mut |report| {
            (depth, nodes) = (report.depth, report.nodes);
            if reported.is_none_or(|before| report.elapsed >= before + REPORT_INTERVAL) {
                reported = Some(report.elapsed);
                let lines = lines_of(position, pawn_value, &report.lines);
                let seconds = report.elapsed.as_secs_f64();
                if let Ok(now) = to_js(&Progress { depth, nodes, seconds, lines, values: values() }) {
                    // A listener that fails is no reason to stop.
                    let _ = on_progress.call1(&JsValue::UNDEFINED, now.as_ref());
                }
            }
        });
        let is_no_better = |claim: &Claim| lines.first().is_some_and(|line| line.score <= Score::of_claim(claim));
        let claim = position.claims().into_iter().next().filter(is_no_better);
        let claim = claim.map(|claim| values::Claim {
            name: claim.reason.to_string(),
            winner: claim.winner,
            text: claim.to_string(),
        });
        let seconds = search::SearchTimer::elapsed(&timer).as_secs_f64();
        let lines = lines_of(position, pawn_value, &lines);
        let [mv, ponder] = [0, 1].map(|ply: usize| lines.first().and_then(|line| line.moves.get(ply).cloned()));
        Ok(Found { mv, ponder, claim, progress: Progress { depth, nodes, seconds, lines, values: values() } })
    }
}

fn lines_of(position: &Position, pawn: i32, lines: &[Line]) -> Vec<answers::Line> {
    let line = |line: &Line| {
        let (moves, texts) = line.texts(position).into_iter().unzip();
        let mut at = position.clone();
        let side = |&mv| {
            let side = at.turn();
            at.make(mv);
            side
        };
        let sides = line.moves.iter().map(side).collect();
        answers::Line { moves, texts, sides, score: line.score.reported(position.game(), pawn) }
    };
    lines.iter().map(line).collect()
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
