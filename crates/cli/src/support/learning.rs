//! What `weakfish tune` and `weakfish train` learn from self-play games, and the test whether it makes the player stronger.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use weakfish::engine::{Game, Position};
use weakfish_player::evaluation::{Evaluator, Network, NetworkTraining, TrainingOptions, Weights};
use weakfish_player::matches::{MatchReport, MatchScore};
use weakfish_player::playtest::{Sprt, SprtResult};
use weakfish_units::tasks::StoredGame;

use crate::matches;
use crate::support::console::{self, Failure, Progress};
use crate::support::interrupt;

/// Settings of the training of a network.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NetworkSettings {
    /// Passes over all positions.
    pub(crate) epochs: u32,
    pub(crate) seed: u64,
    pub(crate) concurrency: Option<NonZero<u16>>,
}

/// Trains a network that corrects weights on games from the start. If the weights have a network, the new one may go on from it.
/// `None` if no network predicts the games held back better than the weights alone, or after an interrupt.
pub(crate) fn train_network<'g>(
    start: &Position,
    weights: &Weights,
    games: impl ExactSizeIterator<Item = &'g StoredGame>,
    settings: &NetworkSettings,
) -> Option<Network> {
    let evaluator = Evaluator::new(start.game(), &weights.clone().without_network());
    let mut training = NetworkTraining::new(start.game(), &evaluator);
    let count = games.len();
    for game in games {
        let points = f32::from(game.score) / 100.0;
        training.add_game(start, (&game.moves, &game.quiet, &game.scores), points, &evaluator);
    }
    console::eprint(format_args!("{count} games, {} positions to learn from", training.positions()));
    let mut options = TrainingOptions::default();
    (options.epochs, options.seed) = (settings.epochs, settings.seed);
    options.threads = match settings.concurrency {
        Some(threads) => threads.into(),
        None => thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN),
    };
    let mut progress = Progress::new();
    let present = weights.network.as_deref();
    let epochs = options.epochs * if present.is_some() { 2 } else { 1 };
    let network = training.train(&options, present, &mut |epoch, loss| {
        progress.show_share(format_args!("epoch {epoch}: loss {loss:.4}"), epoch.into(), epochs.into());
        !interrupt::was_interrupted()
    });
    progress.clear();
    let network = network.filter(|_| !interrupt::was_interrupted())?;
    let [before, after] = training.losses(&network, &options);
    console::eprint(format_args!("validation loss {after:.4} (without the network {before:.4})"));
    if let Some(present) = present {
        let [_, present] = training.losses(present, &options);
        console::eprint(format_args!("the present network has a loss of {present:.4}"));
    }
    // A training that finds nothing ends with a network without effect.
    (after < before).then_some(network)
}

/// Weights with a network.
pub(crate) fn with_network(weights: &Weights, network: Network) -> Weights {
    let mut corrected = weights.clone();
    corrected.network = Some(Arc::new(network));
    corrected
}

/// A sequential test of weights against others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WeightsTest {
    pub(crate) hypotheses: Sprt,
    /// Nodes searched for a move.
    pub(crate) nodes: NonZero<u64>,
    pub(crate) max_games: NonZero<u32>,
    /// Seed of the openings.
    pub(crate) seed: u64,
    pub(crate) concurrency: Option<NonZero<u16>>,
}

impl WeightsTest {
    /// Plays until the test is decided, `has_time` returns false, or an interrupt. The result counts for the first weights.
    pub(crate) fn play(
        &self,
        game: &Game,
        weights: [Weights; 2],
        bound: Option<Duration>,
        has_time: impl Fn() -> bool,
    ) -> Result<(MatchScore, SprtResult), Failure> {
        let mut score = MatchScore::default();
        let mut progress = Progress::new().limited(bound);
        let settings = (self.nodes, self.max_games, self.seed, self.concurrency);
        matches::play_weights(game, weights, settings, &mut |summary| {
            score.add(summary);
            progress.show_share(
                format_args!("test: {}", score.wdl_text()),
                score.games() as u64,
                self.max_games.get().into(),
            );
            let is_open = self.hypotheses.result(&score.pentanomial) == SprtResult::Continue;
            Ok(is_open && has_time() && !interrupt::was_interrupted())
        })?;
        progress.clear();
        let decision = self.hypotheses.result(&score.pentanomial);
        Ok((score, decision))
    }

    /// Prints the score of a test.
    pub(crate) fn print(&self, game: &Game, names: [&str; 2], score: &MatchScore) -> Result<(), Failure> {
        let names = names.map(str::to_owned);
        let limits = format!("{} nodes a move", self.nodes);
        let report = MatchReport { title: &game.variant().title, names: &names, limits, test: Some(self.hypotheses) };
        console::print_page(&report.text(score))
    }
}
