//! Counting and searching.

use std::time::Duration;

use js_sys::Function;
use tsify::Tsify;
use wasm_bindgen::JsValue;
use weakfish::builtin;
use weakfish::engine::{Perft as Count, Position};
use weakfish_player::evaluation::Weights;
use weakfish::geometry::Side;
use weakfish::model::Variant;
use weakfish::notation::{uci, write_move};
use weakfish_player::search::{self, Clock, Level, Searcher, Watch};

use crate::definitions::Compiled;
use crate::refusal::Refusal;
use crate::types::{Divided, Found, Limits, Line, Perft, Progress, Score, SearchClock};
use crate::watch::Stopwatch;

/// What a search remembers, in bytes.
const MEMORY: usize = 32 << 20;

/// Reports come no oftener than this, but for the first.
const BETWEEN_REPORTS: Duration = Duration::from_millis(50);

/// Counts sequences of moves.
pub fn perft(position: &Position, depth: u32) -> Perft {
    let counted = Count::new(depth).divide(position);
    let mut divide: Vec<Divided> =
        counted.iter().map(|&(mv, nodes)| Divided { name: uci::write(position, mv), nodes }).collect();
    divide.sort_by(|one, other| one.name.cmp(&other.name));
    let nodes = if depth == 0 { 1 } else { divide.iter().map(|divided| divided.nodes).sum() };
    Perft { nodes, divide }
}

/// The search of the game that was searched last, with what it remembers.
#[derive(Default)]
pub struct Searching {
    last: Option<(u64, Searcher)>,
}

impl Searching {
    fn searcher(&mut self, compiled: &Compiled) -> &mut Searcher {
        if self.last.as_ref().is_none_or(|(id, _)| *id != compiled.id) {
            let mut searcher = Searcher::with_weights(&compiled.game, &weights(compiled));
            searcher.set_memory(MEMORY);
            self.last = Some((compiled.id, searcher));
        }
        &mut self.last.get_or_insert_with(|| (compiled.id, Searcher::new(&compiled.game))).1
    }

    /// Searches a position.
    pub fn search(
        &mut self,
        compiled: &Compiled,
        position: &Position,
        asked: &Limits,
        progress: &Function,
        stop: &Function,
    ) -> Result<Found, Refusal> {
        let searcher = self.searcher(compiled);
        let unit = searcher.evaluator().unit();
        let level = asked.level.map_or(Level::FULL, Level::new);
        let limits = limits(asked, position)?;
        let watch = Stopwatch::new(stop);
        let mut last = Progress::default();
        let mut told: Option<Duration> = None;
        let seed = asked.seed.unwrap_or(1.0).to_bits();
        let lines = searcher.search_at(level, seed, position, &limits, &watch, &mut |report| {
            last = Progress {
                depth: report.depth,
                nodes: report.nodes,
                seconds: report.elapsed.as_secs_f64(),
                lines: Vec::new(),
            };
            if told.is_none_or(|before| report.elapsed >= before + BETWEEN_REPORTS) {
                told = Some(report.elapsed);
                let lines = report.lines.iter().map(|line| shown(position, line, unit)).collect();
                let now = Progress { lines, ..last.clone() };
                if let Ok(now) = now.into_js() {
                    // A listener that fails is no reason to stop.
                    let _ = progress.call1(&JsValue::UNDEFINED, now.as_ref());
                }
            }
        });
        last.seconds = watch.elapsed().as_secs_f64();
        last.lines = lines.iter().map(|line| shown(position, line, unit)).collect();
        let is_no_win = lines.first().is_some_and(|line| line.score <= search::Score::Worth(0));
        let claim = position.claims().into_iter().next().filter(|_| is_no_win);
        let name = |mv: Option<&String>| mv.cloned();
        let first = last.lines.first();
        Ok(Found {
            chosen: first.and_then(|line| name(line.moves.first())),
            ponder: first.and_then(|line| name(line.moves.get(1))),
            claim: claim.map(|claim| claim.reason.to_string()),
            progress: last,
        })
    }
}

/// The weights that were made for a game, or those that follow from its definition.
fn weights(compiled: &Compiled) -> Weights {
    let made = compiled.built_in.as_deref().and_then(builtin::weights);
    let read = made.and_then(|source| Weights::read(&compiled.game, &source).ok());
    read.unwrap_or_else(|| Weights::from_definition(&compiled.game))
}

fn limits(asked: &Limits, position: &Position) -> Result<search::Limits, Refusal> {
    let duration = |seconds: f64| {
        let duration = Duration::try_from_secs_f64(seconds);
        duration.map_err(|_| Refusal::new(format!("{seconds} is no number of seconds")))
    };
    let mut limits = search::Limits::default();
    if let Some(SearchClock { white, black, white_increment, black_increment }) = asked.clock {
        let (left, increment) = match position.turn() {
            Side::White => (white, white_increment),
            Side::Black => (black, black_increment),
        };
        Clock::new(duration(left.max(0.0))?, duration(increment)?).limit(&mut limits);
    }
    if let Some(seconds) = asked.seconds {
        let most = duration(seconds)?;
        limits.hard_time = Some(limits.hard_time.map_or(most, |other| other.min(most)));
    }
    limits.depth = asked.depth;
    limits.nodes = asked.nodes.map(|nodes| nodes.max(1.0) as u64);
    limits.lines = asked.lines.unwrap_or(1);
    Ok(limits)
}

/// A line as JavaScript sees it.
fn shown(position: &Position, line: &search::Line, unit: i32) -> Line {
    let mut at = position.clone();
    let (mut moves, mut texts) = (Vec::new(), Vec::new());
    for &mv in &line.moves {
        moves.push(uci::write(&at, mv));
        texts.push(write_move(&at, mv));
        at.make(mv);
    }
    Line { moves, texts, score: score(position.game().variant(), line.score, unit) }
}

fn score(variant: &Variant, score: search::Score, unit: i32) -> Score {
    let series = Side::ALL.iter().any(|&side| variant.rules.series[side].is_some());
    // Where turns have several moves, plies can't be told as moves.
    let moves = |plies: u16| i32::from(if series { plies } else { plies.div_ceil(2) });
    let mut told = Score { centipawns: None, mate: None, chance: score.chance(unit) };
    match score {
        search::Score::Worth(worth) => told.centipawns = Some(worth * 100 / unit.max(1)),
        search::Score::Win(plies) => told.mate = Some(moves(plies)),
        search::Score::Loss(plies) => told.mate = Some(-moves(plies)),
    }
    told
}
