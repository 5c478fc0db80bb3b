//! Worker threads for games of a match and for self-play; free memory.

use std::num::NonZero;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc;
use std::thread;

use weakfish::engine::Game;
use weakfish_player::evaluation::Weights;
use weakfish_player::search::Searcher;
use weakfish_units::tasks::self_play_searcher;

use crate::support::console::Failure;

/// Runs jobs on worker threads, each with a state of its own.
///
/// Results are passed to `report` on this thread as they come. No more jobs are begun once `report` returns false or
/// fails; a worker whose job returns nothing ends. Returns whether all jobs were done.
pub(crate) fn run_jobs<W, T: Send>(
    threads: usize,
    jobs: &[u32],
    state: impl Fn() -> W + Sync,
    job: impl Fn(&mut W, u32) -> Option<T> + Sync,
    report: &mut dyn FnMut(u32, T) -> Result<bool, Failure>,
) -> Result<bool, Failure> {
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.min(jobs.len()) {
            let (sender, next, stop, state, job) = (sender.clone(), &next, &stop, &state, &job);
            scope.spawn(move || {
                let mut state = state();
                while let Some(&number) = jobs.get(next.fetch_add(1, Relaxed)).filter(|_| !stop.load(Relaxed)) {
                    let Some(result) = job(&mut state, number) else { break };
                    if sender.send((number, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let (mut outcome, mut finished) = (Ok(true), 0);
        for (number, result) in receiver {
            finished += 1;
            if outcome.is_ok() {
                outcome = report(number, result);
            }
            stop.fetch_or(!matches!(outcome, Ok(true)), Relaxed);
        }
        outcome.map(|_| finished == jobs.len())
    })
}

/// Makes a searcher with a transposition table of so many bytes.
pub(crate) fn make_searcher(game: &Game, weights: &Weights, bytes: usize, threads: usize) -> Searcher {
    let mut searcher = Searcher::with_weights(game, weights);
    searcher.set_hash_bytes(bytes);
    searcher.set_threads(threads);
    searcher
}

/// Plays the self-play games of these numbers with one searcher per thread, by default on all processors.
pub(crate) fn self_play<T: Send>(
    (game, weights): (&Game, &Weights),
    threads: Option<NonZero<u16>>,
    numbers: &[u32],
    play: impl Fn(&mut Searcher, u32) -> T + Sync,
    report: &mut dyn FnMut(u32, T) -> Result<bool, Failure>,
) -> Result<bool, Failure> {
    let processors = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = threads.map_or_else(processors, |threads| threads.get().into());
    let state = || self_play_searcher(game, weights);
    run_jobs(threads, numbers, state, |searcher, number| Some(play(searcher, number)), report)
}

/// Free memory in MiB, on systems that report it as Linux does.
pub(crate) fn free_mebibytes() -> Option<usize> {
    // A container may have less than the system.
    let used = || number_in("/sys/fs/cgroup/memory.current");
    let container = container_limit().and_then(|max| Some(max.saturating_sub(used()?)));
    meminfo("MemAvailable:").into_iter().chain(container.map(|bytes| bytes >> 20)).min()
}

/// Memory of the machine or of the container in MiB, on systems that report it as Linux does.
pub(crate) fn total_mebibytes() -> Option<usize> {
    meminfo("MemTotal:").into_iter().chain(container_limit().map(|bytes| bytes >> 20)).min()
}

/// A number of `/proc/meminfo` in MiB.
fn meminfo(name: &str) -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.split_whitespace().next()?.parse::<usize>().ok()? >> 10)
}

/// The memory that a container may use, in bytes.
fn container_limit() -> Option<usize> {
    number_in("/sys/fs/cgroup/memory.max")
}

/// The number that a file holds.
fn number_in(path: &str) -> Option<usize> {
    std::fs::read_to_string(path).ok()?.trim().parse().ok()
}
