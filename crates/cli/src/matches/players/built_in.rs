//! Weakfish as a player, in this process.

use std::time::{Duration, Instant};

use weakfish::notation::uci;
use weakfish_player::evaluation::Weights;
use weakfish_player::search::{Clock, Level, Limits, Searcher, Watch};

use super::player::{Budget, Choice, Fault, MatchGame, Player, Record};
use crate::matches::settings::{BuiltInOption, EngineSettings};
use crate::support::interrupt;

/// The name of Weakfish with these settings.
pub(super) fn name(settings: &EngineSettings) -> String {
    settings.name.clone().unwrap_or_else(|| format!("Weakfish {}", env!("CARGO_PKG_VERSION")))
}

/// Part of the time for a move that is not searched.
const OVERHEAD: Duration = Duration::from_millis(10);

/// A searcher that plays.
pub(super) struct BuiltIn {
    searcher: Searcher,
    level: Level,
    seed: u64,
}

impl BuiltIn {
    pub(super) fn new(settings: &EngineSettings, played: &MatchGame) -> Self {
        let definition = || Weights::from_definition(&played.game);
        let weights = settings.weights.clone().unwrap_or_else(definition);
        let mut searcher = Searcher::with_weights(&played.game, &weights);
        if let Some(mebibytes) = settings.own(BuiltInOption::Hash) {
            searcher.set_memory(mebibytes << 20);
        }
        searcher.set_threads(settings.own(BuiltInOption::Threads).unwrap_or(1));
        Self { searcher, level: settings.level(), seed: 0 }
    }
}

impl Player for BuiltIn {
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        self.searcher.forget();
        self.seed = seed;
        Ok(())
    }

    fn choose(&mut self, record: &Record, budget: &Budget) -> Result<Choice, Fault> {
        let position = &record.position;
        let mut limits = Limits::default();
        (limits.depth, limits.nodes) = (budget.bounds.depth, budget.bounds.nodes);
        if let Some((left, increment)) = budget.clock(position.turn()) {
            Clock::new(left, increment).limit(&mut limits);
        }
        if let Some(time) = budget.bounds.time {
            // To stop takes some time, too.
            let time = time.saturating_sub(OVERHEAD.min(time / 10));
            limits.hard_time = Some(limits.hard_time.map_or(time, |hard| hard.min(time)));
        }
        let watch = Stopwatch { began: Instant::now(), timeout: budget.timeout };
        let lines = self.searcher.search_at(self.level, self.seed, position, &limits, &watch, &mut |_| ());
        let elapsed = watch.elapsed();
        let mv = lines.first().and_then(|line| line.moves.first());
        let mv = mv.ok_or(Fault::NoMove)?;
        Ok(Choice { text: uci::write(position, *mv), elapsed })
    }
}

/// Ends a search at the limit of timeout, or by an interrupt.
struct Stopwatch {
    began: Instant,
    timeout: Duration,
}

impl Watch for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    fn must_stop(&self) -> bool {
        self.began.elapsed() > self.timeout || interrupt::came()
    }
}
