//! The games of a match, several at once.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, mpsc};
use std::thread;

use weakfish::dice::mix;

use super::arbiter::{self, Ended, Terms};
use super::openings::Opening;
use super::players::{self, Played, Player};
use super::record::Summary;
use super::settings::{Bounds, EngineSettings};
use crate::console::Failure;

/// The two players of a thread.
pub(super) type Couple = [Box<dyn Player>; 2];

/// A match.
pub(super) struct Tournament {
    pub(super) played: Played,
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
    /// Plays games by their numbers. Each is told when it has ended; no more are begun once `tell` says so or fails.
    /// An interrupt breaks off those that are being played.
    pub(super) fn run(
        &self,
        games: &[usize],
        first: Couple,
        tell: &mut dyn FnMut(Summary, &Ended) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        let (next, enough) = (AtomicUsize::new(0), AtomicBool::new(false));
        let hired = Mutex::new(Some(first));
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..self.concurrency.min(games.len()) {
                let sender = sender.clone();
                let (next, enough, hired) = (&next, &enough, &hired);
                scope.spawn(move || {
                    let first = hired.lock().ok().and_then(|mut couple| couple.take());
                    let mut couple = first.unwrap_or_else(|| {
                        self.engines.each_ref().map(|engine| players::hire_again(engine, &self.played))
                    });
                    while let Some(&game) = games.get(next.fetch_add(1, Relaxed)).filter(|_| !enough.load(Relaxed)) {
                        let Some(ended) = self.play(game, &mut couple) else { break };
                        if sender.send(ended).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut done = Ok(());
            for (summary, ended) in receiver {
                match tell(summary, &ended) {
                    Ok(true) => {}
                    Ok(false) => enough.store(true, Relaxed),
                    Err(failure) => {
                        done = Err(failure);
                        break;
                    }
                }
            }
            enough.store(true, Relaxed);
            done
        })
    }

    fn play(&self, game: usize, couple: &mut Couple) -> Option<(Summary, Ended)> {
        let [first, second] = couple;
        let (opening, first_is_white) = (&self.openings[(game - 1) / 2], game % 2 == 1);
        let [one, other] = self.bounds;
        let seed = mix(self.seed ^ mix(game as u64));
        let ended = if first_is_white {
            arbiter::play(opening, &mut [first.as_mut(), second.as_mut()], [one, other], self.terms, seed)
        } else {
            arbiter::play(opening, &mut [second.as_mut(), first.as_mut()], [other, one], self.terms, seed)
        }?;
        let Ended { winner, cause, reason, detail, record } = ended.clone();
        let white = if first_is_white { 1 } else { 2 };
        Some((Summary { game, white, winner, cause, reason, detail, plies: record.moves.len() }, ended))
    }
}
