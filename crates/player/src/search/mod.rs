//! Looks for the best move, in any game that can be defined.
//!
//! A [`Searcher`] is made for a game and searches its positions. What it knows of the game are the rules, as the engine
//! executes them, and an [`Evaluator`] made from the definition.
//!
//! ```
//! use weakfish::model::SetupId;
//! use weakfish_player::search::{Limits, Score, Searcher, Unhurried};
//! use weakfish::{BuiltIns, builtin, load};
//!
//! let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
//! let position = weakfish::notation::fen::read(&game, SetupId(0), "k7/8/1K6/8/8/8/8/7R w - - 0 1").unwrap();
//! let mut searcher = Searcher::new(&game);
//! let mut limits = Limits::default();
//! limits.depth = Some(4);
//! let lines = searcher.search(&position, &limits, &Unhurried, &mut |_| ());
//! assert_eq!(lines[0].score, Score::Win(1));
//! ```

#![allow(clippy::cast_precision_loss, reason = "how much time and depth a move is worth is an estimate")]

mod clock;
mod exchange;
mod fences;
mod history;
mod level;
mod limits;
mod method;
mod order;
mod quiet;
mod report;
mod root;
mod score;
mod selfplay;
mod table;
mod threads;
mod tree;
mod worker;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use weakfish::engine::{Game, Position};
use crate::evaluation::{Evaluator, Weights};
pub use clock::Clock;
use fences::Fences;
use history::Histories;
pub use level::Level;
pub use limits::{Limits, Unhurried, Watch};
pub use method::Method;
use method::Reductions;
pub use report::{Line, Report};
pub use score::{Score, ScoreInfo};
pub use selfplay::{Played, QuickGame};
use table::Table;
use worker::Shared;

/// Searches positions of one game, and remembers from one search to the next what it has found out.
#[derive(Debug)]
pub struct Searcher {
    evaluator: Arc<Evaluator>,
    fences: Fences,
    table: Table,
    reductions: Reductions,
    method: Method,
    /// Of each thread.
    histories: Vec<Histories>,
}

impl Searcher {
    /// The memory for what is remembered, in bytes, as long as nothing else is wanted.
    pub const MEMORY: usize = 16 << 20;

    /// A searcher for a game of which nothing is known but its definition.
    pub fn new(game: &Game) -> Self {
        Self::with_weights(game, &Weights::from_definition(game))
    }

    /// A searcher that judges positions by these weights.
    pub fn with_weights(game: &Game, weights: &Weights) -> Self {
        Self {
            evaluator: Arc::new(Evaluator::new(game, weights)),
            fences: Fences::new(game),
            table: Table::new(Self::MEMORY),
            reductions: Reductions::new(),
            method: Method::PLAYING,
            histories: vec![Histories::new()],
        }
    }

    /// Searches in this way.
    pub fn set_method(&mut self, method: Method) {
        self.method = method;
        self.forget();
    }

    /// Uses about so many bytes to remember, and forgets what it knows. If the system has not so much, it uses less.
    pub fn set_memory(&mut self, bytes: usize) {
        self.table = Table::new(bytes);
        self.histories.fill_with(Histories::new);
    }

    /// Searches with so many threads, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        self.histories.resize_with(threads.max(1), Histories::new);
    }

    /// Forgets what earlier searches have found out.
    pub fn forget(&mut self) {
        self.table.clear();
        self.histories.fill_with(Histories::new);
    }

    /// What judges positions.
    pub fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// Searches a position of the searcher's game, reports each depth, and returns the best lines; none if the game is
    /// over or there is no move.
    ///
    /// However few nodes are allowed, one depth is finished. A search that runs out of time, or is stopped, returns what it
    /// has found, at least a legal move. With a single thread, and no limit of time, the same
    /// searches give the same results.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        watch: &dyn Watch,
        report: &mut dyn FnMut(&Report),
    ) -> Vec<Line> {
        if position.verdict().is_some() {
            return Vec::new();
        }
        self.table.age();
        let shared = Shared {
            evaluator: &self.evaluator,
            fences: &self.fences,
            table: &self.table,
            limits,
            method: self.method,
            reductions: &self.reductions,
            watch,
            nodes: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        };
        threads::search(&shared, position, &mut self.histories, report)
    }

    /// Searches as [`Searcher::search`] does, but no better than a level plays. The first line returned begins with
    /// the move that it chooses; of the others, those that it looked at, the best one is first.
    ///
    /// What is chosen by chance depends on the seed and the position. With a single thread and no limit of time, the same
    /// searches with the same seed choose the same moves. [`Level::FULL`] is a plain search, whatever the seed.
    ///
    /// ```
    /// use weakfish_player::search::{Level, Limits, Searcher, Unhurried};
    /// use weakfish::{BuiltIns, builtin, load};
    ///
    /// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    /// let mut searcher = Searcher::new(&game);
    /// let lines = searcher.search_at(Level::new(2), 1, &game.start(), &Limits::default(), &Unhurried, &mut |_| ());
    /// assert!(game.start().check_move(lines[0].moves[0]).is_ok());
    /// ```
    pub fn search_at(
        &mut self,
        level: Level,
        seed: u64,
        position: &Position,
        limits: &Limits,
        watch: &dyn Watch,
        report: &mut dyn FnMut(&Report),
    ) -> Vec<Line> {
        if level == Level::FULL || position.verdict().is_some() {
            return self.search(position, limits, watch, report);
        }
        let mut limits = limits.clone();
        level.restrict(&mut limits, position, seed);
        let mut lines = self.search(position, &limits, watch, report);
        let chosen = level.choose(&lines, position, seed, self.evaluator.unit());
        if let Some(before) = lines.get_mut(..=chosen) {
            before.rotate_right(1);
        }
        lines
    }
}
