//! The games of a match, several at once.

use std::sync::Mutex;

use weakfish::random::mix;

use super::arbiter::{self, FinishedGame, Terms};
use super::openings::Opening;
use super::players::{self, MatchGame, Player};
use super::record::Summary;
use super::settings::{Bounds, EngineSettings};
use crate::support::console::Failure;
use crate::support::workers;

/// The two players of a thread.
pub(super) type Engines = [Box<dyn Player>; 2];

/// A match.
pub(super) struct Tournament {
    pub(super) played: MatchGame,
    pub(super) engines: [EngineSettings; 2],
    pub(super) bounds: [Bounds; 2],
    /// One for each pair of games.
    pub(super) openings: Vec<Opening>,
    pub(super) terms: Terms,
    /// Seed of engines that play by chance.
    pub(super) seed: u64,
    /// How many games are played at once.
    pub(super) concurrency: usize,
}

impl Tournament {
    /// Plays the games of these numbers and passes each to `report`; stops early once `report` returns false or fails.
    ///
    /// After an interrupt the running games are abandoned.
    pub(super) fn run(
        &self,
        games: &[u32],
        first: Engines,
        report: &mut dyn FnMut(&Summary, &FinishedGame) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        let first = Mutex::new(Some(first));
        let engines = || {
            let first = first.lock().ok().and_then(|mut engines| engines.take());
            first.unwrap_or_else(|| self.engines.each_ref().map(|engine| players::restart(engine, &self.played)))
        };
        let play = |engines: &mut Engines, game| self.play(game as usize, engines);
        let report = &mut |_, (summary, ended): (Summary, FinishedGame)| report(&summary, &ended);
        workers::run(self.concurrency, games, engines, play, report).map(drop)
    }

    fn play(&self, game: usize, engines: &mut Engines) -> Option<(Summary, FinishedGame)> {
        let (opening, first_is_white) = (&self.openings[(game - 1) / 2], game % 2 == 1);
        let [first, second] = engines;
        let (mut players, mut bounds): ([&mut dyn Player; 2], _) = ([first.as_mut(), second.as_mut()], self.bounds);
        if !first_is_white {
            players.reverse();
            bounds.reverse();
        }
        let seed = mix(self.seed ^ mix(game as u64));
        let ended = arbiter::play(opening, &mut players, bounds, self.terms, seed)?;
        let FinishedGame { winner, cause, reason, detail, record } = ended.clone();
        let white = if first_is_white { 1 } else { 2 };
        Some((Summary { game, white, winner, cause, reason, detail, plies: record.moves.len() }, ended))
    }
}
