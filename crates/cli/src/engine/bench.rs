//! How fast the search is: positions that are the same each time, searched to the same depth.

use std::time::{Duration, Instant};

use weakfish::engine::{Game, Position};
use weakfish::model::SetupId;
use weakfish_player::evaluation::Weights;
use weakfish_player::search::{Limits, Searcher, Watch};

/// Settings of a search benchmark.
#[derive(Clone, Debug)]
pub(crate) struct Bench {
    /// In MiB.
    pub(crate) hash: usize,
    pub(crate) threads: usize,
    /// Evaluation weights.
    pub(crate) weights: Weights,
    /// Limits of each search.
    pub(crate) limits: Limits,
}

/// Result of a benchmark.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BenchResult {
    pub(crate) positions: usize,
    pub(crate) time: Duration,
    pub(crate) nodes: u64,
}

impl Bench {
    /// Default depth in plies: shallow enough for any game.
    pub(crate) const DEPTH: u32 = 7;

    /// Searches the positions; `None` if it was stopped.
    pub(super) fn run(&self, game: &Game, watch: &dyn Watch) -> Option<BenchResult> {
        let mut searcher = Searcher::with_weights(game, &self.weights);
        searcher.set_memory(self.hash << 20);
        searcher.set_threads(self.threads);
        let positions = positions(game);
        let began = Instant::now();
        let mut nodes = 0;
        for position in &positions {
            let mut searched = 0;
            let timed = Timed { began: Instant::now(), watch };
            searcher.search(position, &self.limits, &timed, &mut |report| searched = report.nodes);
            nodes += searched;
            if watch.must_stop() {
                return None;
            }
        }
        Some(BenchResult { positions: positions.len(), time: began.elapsed(), nodes })
    }
}

/// Clock that restarts for each position.
struct Timed<'w> {
    began: Instant,
    watch: &'w dyn Watch,
}

impl Watch for Timed<'_> {
    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    fn must_stop(&self) -> bool {
        self.watch.must_stop()
    }
}

/// The starts of a game, and what moves that look random lead to from there.
fn positions(game: &Game) -> Vec<Position> {
    /// A game with many setups is measured by the first ones.
    const SETUPS: usize = 4;
    const PLIES: [usize; 3] = [6, 14, 24];
    let mut found = Vec::new();
    let setups = game.variant().setups.len().min(SETUPS);
    for setup in 0..setups {
        let mut position = game.start_of(SetupId(setup as u8));
        found.push(position.clone());
        let mut word = setup as u64 + 1;
        for ply in 1..=PLIES[PLIES.len() - 1] {
            if position.outcome().is_some() {
                break;
            }
            let moves = position.legal_moves().to_vec();
            // Knuth's linear congruential generator, of which the high bits are good enough.
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let Some(&mv) = moves.get(((u128::from(word) * moves.len() as u128) >> 64) as usize) else { break };
            if position.play(mv).is_err() {
                break;
            }
            if PLIES.contains(&ply) && position.outcome().is_none() {
                found.push(position.clone());
            }
        }
    }
    found
}
