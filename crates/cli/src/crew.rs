//! Quick games of the engine against itself, several at once.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use weakfish::engine::Game;
use weakfish_player::evaluation::Weights;
use weakfish_player::search::Searcher;

use super::console::Failure;

/// The bytes that a quick game may remember positions in: few, since they are cleared for each game.
const MEMORY: usize = 1 << 20;

/// A pool of self-play workers, one searcher per thread.
#[derive(Clone, Copy)]
pub(super) struct Crew<'a> {
    pub(super) game: &'a Game,
    pub(super) weights: &'a Weights,
    /// Number of workers; by default that of the processors.
    pub(super) at_once: Option<NonZero<u16>>,
}

impl Crew<'_> {
    /// Plays the games of these numbers and passes each result to `report`; stops early once `report` returns false or
    /// fails. Returns whether all were played.
    pub(super) fn play<T: Send>(
        self,
        numbers: &[u32],
        play: impl Fn(&mut Searcher, u32) -> T + Sync,
        tell: &mut dyn FnMut(u32, T) -> Result<bool, Failure>,
    ) -> Result<bool, Failure> {
        let (next, enough) = (AtomicUsize::new(0), AtomicBool::new(false));
        let processors = || thread::available_parallelism().map_or(1, NonZero::get);
        let at_once = self.at_once.map_or_else(processors, |many| many.get().into());
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..at_once.min(numbers.len()) {
                let (sender, next, enough, play) = (sender.clone(), &next, &enough, &play);
                scope.spawn(move || {
                    let mut searcher = Searcher::with_weights(self.game, self.weights);
                    searcher.set_memory(MEMORY);
                    while let Some(&number) = numbers.get(next.fetch_add(1, Relaxed)).filter(|_| !enough.load(Relaxed))
                    {
                        if sender.send((number, play(&mut searcher, number))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let (mut done, mut told) = (Ok(true), 0);
            for (number, game) in receiver {
                told += 1;
                if matches!(done, Ok(true)) {
                    done = tell(number, game);
                }
                enough.fetch_or(!matches!(done, Ok(true)), Relaxed);
            }
            done.map(|_| told == numbers.len())
        })
    }
}

/// Reads `30m`, `90s`, `1h`.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let units = [('h', 3600), ('m', 60), ('s', 1)];
    let read = units.into_iter().find_map(|(unit, seconds)| {
        let number: u64 = text.strip_suffix(unit)?.trim().parse().ok()?;
        number.checked_mul(seconds).filter(|&seconds| seconds > 0)
    });
    read.map(Duration::from_secs).ok_or_else(|| "write a time such as `30m`, `90s` or `1h`".to_owned())
}
