//! Weakfish as a player and as an adviser.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use weakfish::engine::{Game, Position};
use weakfish_player::evaluation::Weights;
use weakfish_player::search::{Clock, Level, Limits, Line, Searcher};

use super::arguments::Arguments;
use super::clocks::Clocks;
use crate::engine::seed;
use crate::support::interrupt::Stopwatch;
use crate::support::progress::Progress;

/// The time for a move or an advice, where nothing else bounds it.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(2);

/// Weakfish as a player and as an adviser.
pub(super) struct Engine {
    searcher: Searcher,
    pub(super) level: Level,
    /// The number of the level, as it was given.
    pub(super) number: u8,
    seed: u64,
    nodes: Option<u64>,
    time: Option<Duration>,
    /// Set by Ctrl-C.
    interrupted: Arc<AtomicBool>,
}

impl Engine {
    pub(super) fn new(game: &Game, weights: &Weights, arguments: &Arguments, interrupted: Arc<AtomicBool>) -> Self {
        let nodes = arguments.nodes.map(std::num::NonZero::get);
        let (number, seed) = (arguments.level, arguments.seed.unwrap_or_else(seed));
        let (searcher, level) = (Searcher::with_weights(game, weights), Level::new(number));
        Self { searcher, level, number, seed, nodes, time: arguments.time, interrupted }
    }

    pub(super) fn set_level(&mut self, number: u8) {
        (self.number, self.level) = (number, Level::new(number));
    }

    /// Value of a pawn relative to orthodox chess, in centipawns.
    pub(super) fn unit(&self) -> i32 {
        self.searcher.evaluator().unit()
    }

    /// Whether Ctrl-C has been pressed since this was asked last.
    pub(super) fn was_interrupted(&self) -> bool {
        self.interrupted.swap(false, Relaxed)
    }

    /// The line that Weakfish plays at its level; `None` if the game is over.
    pub(super) fn choose(&mut self, position: &Position, clocks: Option<&Clocks>) -> Option<Line> {
        self.search(self.level, position, clocks)
    }

    /// The best line at full strength. Ctrl-C only ends the search.
    pub(super) fn advise(&mut self, position: &Position) -> Option<Line> {
        let line = self.search(Level::FULL, position, None);
        self.was_interrupted();
        line
    }

    fn search(&mut self, level: Level, position: &Position, clocks: Option<&Clocks>) -> Option<Line> {
        let mut limits = Limits::default();
        limits.nodes = self.nodes;
        if let Some(clocks) = clocks {
            Clock::new(clocks.left(position.turn()), clocks.setting.increment).limit(&mut limits);
        }
        if let Some(time) = self.time {
            limits.hard_time = Some(limits.hard_time.map_or(time, |other| other.min(time)));
        }
        if level == Level::FULL && limits == Limits::default() {
            limits.hard_time = Some(DEFAULT_MOVE_TIME);
        }
        self.interrupted.store(false, Relaxed);
        let watch = Stopwatch::stopped_by(Arc::clone(&self.interrupted));
        let mut progress = Progress::new();
        let lines = self.searcher.search_at(level, self.seed, position, &limits, &watch, &mut |found| {
            progress.show(format_args!("thinking, {} plies ahead; Ctrl-C stops it", found.depth));
        });
        progress.clear();
        lines.into_iter().next()
    }
}
