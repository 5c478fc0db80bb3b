//! Alpha-beta search for any game that can be defined.
//!
//! A [`Searcher`] searches positions of one game. It uses only the rules, as the engine executes them, and an
//! [`Evaluator`] made from the definition.
//!
//! ```
//! use weakfish::model::SetupId;
//! use weakfish_player::search::{Limits, Score, Searcher, NoTimer};
//! use weakfish::{BuiltIns, builtin, load};
//!
//! let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
//! let position = weakfish::notation::fen::read(&game, SetupId(0), "k7/8/1K6/8/8/8/8/7R w - - 0 1").unwrap();
//! let mut searcher = Searcher::new(&game);
//! let mut limits = Limits::default();
//! limits.depth = Some(4);
//! let lines = searcher.search(&position, &limits, &NoTimer, &mut |_| ());
//! assert_eq!(lines[0].score, Score::Win(1));
//! ```

#![allow(clippy::cast_precision_loss, reason = "heuristics need no precision")]

mod exact;
mod level;
mod limits;
mod order;
mod root;
mod rules;
mod score;
mod selfplay;
mod table;
mod tablebase;
mod tree;
mod worker;

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

use crate::evaluation::{Evaluator, Weights};
use exact::Decision;
pub use exact::{Certainty, ExactMove, ExactValues, MoveValue};
pub use level::Level;
use limits::Reductions;
pub use limits::{Clock, Limits, Method, NoTimer, SearchTimer};
use rules::SearchRules;
pub use score::{Line, Report, ReportedScore, Score};
pub use selfplay::{SelfPlay, SelfPlayGame};
use table::TranspositionTable;
use tablebase::Reach;
pub use tablebase::{TableCache, TableRefusal, Tablebase, TablebaseBudget};
use weakfish::engine::{Game, Position};
use worker::{Histories, Shared};

/// Searches positions of one game; keeps the transposition table and histories from one search to the next.
#[derive(Debug)]
pub struct Searcher {
    evaluator: Arc<Evaluator>,
    rules: SearchRules,
    table: TranspositionTable,
    reductions: Reductions,
    method: Method,
    /// One for each thread.
    histories: Vec<Histories>,
    tablebase: Option<Arc<Tablebase>>,
}

impl Searcher {
    /// Default size of the transposition table, in bytes.
    pub const DEFAULT_HASH_BYTES: usize = 16 << 20;

    /// Makes a searcher with the weights that follow from the definition of the game.
    pub fn new(game: &Game) -> Self {
        Self::with_weights(game, &Weights::from_definition(game))
    }

    /// Makes a searcher with these evaluation weights.
    pub fn with_weights(game: &Game, weights: &Weights) -> Self {
        Self {
            evaluator: Arc::new(Evaluator::new(game, weights)),
            rules: SearchRules::new(game),
            table: TranspositionTable::new(Self::DEFAULT_HASH_BYTES),
            reductions: Reductions::new(),
            method: Method::PLAYING,
            histories: vec![Histories::new()],
            tablebase: None,
        }
    }

    /// Sets the search method, and clears table and histories.
    pub fn set_method(&mut self, method: Method) {
        self.method = method;
        self.clear();
    }

    /// Sets the size of the transposition table in bytes, and clears it. If the allocation fails, a smaller one is used.
    pub fn set_hash_bytes(&mut self, bytes: usize) {
        self.table = TranspositionTable::new(bytes);
        self.histories.fill_with(Histories::new);
    }

    /// Sets the number of threads, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        self.histories.resize_with(threads.max(1), Histories::new);
    }

    /// Sets the exact tables of endings that searches probe, which must be of the searcher's game; by default none.
    pub fn set_tablebase(&mut self, tablebase: Option<Arc<Tablebase>>) {
        self.tablebase = tablebase;
    }

    /// The exact tables of endings that searches probe.
    pub fn tablebase(&self) -> Option<&Tablebase> {
        self.tablebase.as_deref()
    }

    /// Clears transposition table and histories.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.fill_with(Histories::new);
    }

    /// The static evaluation.
    pub fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// Searches a position of the searcher's game, reports each depth, and returns the best lines; none if the game is
    /// over or there is no move.
    ///
    /// Depth 1 is always finished, beyond any node limit. A search that runs out of time, or is stopped, returns its
    /// best lines so far, at least a legal move. With a single thread and no time limit, equal searches give equal
    /// results.
    ///
    /// If the tables of [`Searcher::set_tablebase`] have the position, they give the lines, each to the end of the game,
    /// and nothing is searched. Elsewhere they are probed in the tree. Tables that are missing are made first.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        timer: &dyn SearchTimer,
        report: &mut dyn FnMut(&Report),
    ) -> Vec<Line> {
        if position.verdict().is_some() {
            return Vec::new();
        }
        let reach = self.find_reach(position, limits, timer);
        let mut restricted = None;
        if let Some(reach) = &reach {
            let static_eval = self.evaluator.evaluate(position, self.evaluator.accumulate(position));
            match exact::decide(reach, position, limits, static_eval) {
                Some(Decision::Lines(lines)) => {
                    let length = lines.first().map_or(1, |line| line.moves.len()) as u32;
                    let nodes = position.legal_moves().count() as u64;
                    let elapsed = timer.elapsed();
                    report(&Report {
                        depth: length,
                        seldepth: length,
                        nodes,
                        elapsed,
                        hashfull: 0,
                        lines: lines.clone(),
                    });
                    return lines;
                }
                Some(Decision::Moves(moves)) => restricted = Some(Limits { moves, ..limits.clone() }),
                None => {}
            }
        }
        let mut lines =
            self.search_tree(position, restricted.as_ref().unwrap_or(limits), timer, reach.as_ref(), report);
        if let Some(reach) = &reach {
            for line in lines.iter_mut().filter(|line| line.score.end().is_some()) {
                let mut end = position.clone();
                for &mv in &line.moves {
                    end.make(mv);
                }
                exact::extend_line(reach, &mut end, &mut line.moves);
            }
        }
        lines
    }

    /// The tables that a search may probe, if the position is near any. Those that are missing are made, within half of the
    /// time that the search has.
    fn find_reach(&self, position: &Position, limits: &Limits, timer: &dyn SearchTimer) -> Option<Reach> {
        let tablebase = self.tablebase.as_ref()?;
        let limit = limits.hard_time.into_iter().chain(limits.soft_time).min();
        let time = limit.map_or(Duration::MAX, |limit| limit / 2);
        let threads = NonZero::new(self.histories.len()).unwrap_or(NonZero::<usize>::MIN);
        tablebase.within_reach(position, time, threads, &mut |_| !timer.must_stop() && timer.elapsed() <= time)
    }

    /// Searches the tree.
    fn search_tree(
        &mut self,
        position: &Position,
        limits: &Limits,
        timer: &dyn SearchTimer,
        reach: Option<&Reach>,
        report: &mut dyn FnMut(&Report),
    ) -> Vec<Line> {
        self.table.age();
        let shared = Shared {
            reach: reach.filter(|_| self.method.selective),
            counter_margin: reach
                .map_or(rules::COUNTER_MARGIN, |reach| reach.counter_margin.max(rules::COUNTER_MARGIN)),
            evaluator: &self.evaluator,
            rules: &self.rules,
            table: &self.table,
            limits,
            method: self.method,
            reductions: &self.reductions,
            timer,
            nodes: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        };
        root::search_lazy_smp(&shared, position, &mut self.histories, report)
    }

    /// Searches as [`Searcher::search`] does, but at the strength of a level. The first line returned begins with the chosen
    /// move; the others, best first, are the lines that it was chosen from.
    ///
    /// Random choices depend on the seed and the position. With a single thread and no time limit, equal searches with
    /// equal seeds choose the same moves. [`Level::FULL`] is a plain search and ignores the seed. Other levels probe no
    /// tables of endings.
    ///
    /// ```
    /// use weakfish_player::search::{Level, Limits, Searcher, NoTimer};
    /// use weakfish::{BuiltIns, builtin, load};
    ///
    /// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    /// let mut searcher = Searcher::new(&game);
    /// let lines = searcher.search_at_level(Level::new(2), 1, &game.start(), &Limits::default(), &NoTimer, &mut |_| ());
    /// assert!(game.start().check_move(lines[0].moves[0]).is_ok());
    /// ```
    pub fn search_at_level(
        &mut self,
        level: Level,
        seed: u64,
        position: &Position,
        limits: &Limits,
        timer: &dyn SearchTimer,
        report: &mut dyn FnMut(&Report),
    ) -> Vec<Line> {
        if level == Level::FULL || position.verdict().is_some() {
            return self.search(position, limits, timer, report);
        }
        let mut limits = limits.clone();
        level.restrict(&mut limits, position, seed);
        let mut lines = self.search_tree(position, &limits, timer, None, report);
        let chosen = level.choose_line(&lines, position, seed, self.evaluator.pawn_value());
        if let Some(before) = lines.get_mut(..=chosen) {
            before.rotate_right(1);
        }
        lines
    }
}
