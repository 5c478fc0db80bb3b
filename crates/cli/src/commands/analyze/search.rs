//! Searches of positions with the same limits.

use std::num::NonZero;
use std::time::Duration;

use weakfish::engine::{Game, Position};
use weakfish_player::evaluation::Weights;
use weakfish_player::search::{Limits, Line, Score, Searcher};

use super::arguments::Arguments;
use crate::support::interrupt::Stopwatch;

/// A search with the same bounds for each position.
pub(crate) struct Analyzer {
    searcher: Searcher,
    limits: Limits,
}

/// Analysis of a position.
#[derive(Clone, Debug)]
pub(crate) struct Analysis {
    /// Score for the side to move.
    pub(crate) score: Score,
    /// The best lines; none if the game is over.
    pub(crate) lines: Vec<Line>,
    /// Search depth, and positions searched.
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

impl Analyzer {
    /// A search with the limits of the arguments, or `otherwise` as its time.
    pub(crate) fn new(game: &Game, weights: &Weights, arguments: &Arguments, otherwise: Duration) -> Self {
        let mut searcher = Searcher::with_weights(game, weights);
        searcher.set_memory(arguments.hash.get().saturating_mul(1 << 20));
        searcher.set_threads(arguments.threads.get().into());
        let mut limits = Limits::default();
        limits.depth = arguments.depth.map(NonZero::get);
        limits.nodes = arguments.nodes.map(NonZero::get);
        limits.hard_time = arguments.time;
        if limits == Limits::default() {
            limits.hard_time = Some(otherwise);
        }
        limits.lines = arguments.lines.get().into();
        Self { searcher, limits }
    }

    /// Value of a pawn relative to orthodox chess, in centipawns.
    pub(crate) fn unit(&self) -> i32 {
        self.searcher.evaluator().unit()
    }

    /// Analyses a position; calls `report` after each depth.
    pub(crate) fn analyze(&mut self, position: &Position, report: &mut dyn FnMut(u32)) -> Analysis {
        let (mut depth, mut nodes) = (0, 0);
        let lines = self.searcher.search(position, &self.limits, &Stopwatch::new(), &mut |analysis| {
            (depth, nodes) = (analysis.depth, analysis.nodes);
            report(depth);
        });
        let score = lines.first().map_or_else(|| final_score(position), |line| line.score);
        Analysis { score, lines, depth, nodes }
    }
}

/// Score of a finished game for the side to move.
fn final_score(position: &Position) -> Score {
    match position.outcome().and_then(|outcome| outcome.winner) {
        None => Score::Worth(0),
        Some(winner) if winner == position.turn() => Score::Win(0),
        Some(_) => Score::Loss(0),
    }
}
