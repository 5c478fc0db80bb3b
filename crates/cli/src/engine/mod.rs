//! What `weakfish uci` and `weakfish xboard` have in common: lines that come in while a search runs.
//!
//! A thread reads lines, another one searches, and this one answers.

mod bench;
mod search;
pub(crate) mod uci;
pub(crate) mod xboard;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufRead, Read};
use std::sync::LazyLock;
use std::sync::mpsc::{self, Sender};
use std::thread;

use weakfish::engine::{Move, Position};

use crate::support::console::Failure;
use crate::support::memory;
pub(crate) use bench::{Bench, BenchResult};
use search::Event;
pub(crate) use search::{EventSender, RunningSearch, SearchEvent, SearchSettings};

/// The name by which other programs know the orthodox game under UCI.
pub(crate) const CHESS: &str = "chess";

/// Largest transposition table in MiB, on systems that do not say how much memory is free.
const MAX_HASH: usize = 1 << 16;

/// Returns the largest transposition table in MiB: the memory that was free at the first call.
pub(crate) fn max_hash() -> usize {
    static FREE: LazyLock<usize> =
        LazyLock::new(|| memory::free_mebibytes().map_or(MAX_HASH, |free| free.max(DEFAULT_HASH)));
    *FREE
}

/// Default transposition table in MiB.
pub(crate) const DEFAULT_HASH: usize = 16;

/// The most threads.
pub(crate) const MAX_THREADS: usize = 256;

/// Protocol of an engine session.
pub(crate) trait Handler {
    /// Handles a line of input; returns whether the session continues.
    fn handle_line(&mut self, line: &str) -> Result<bool, Failure>;

    /// Handles an event of the running search.
    fn handle_event(&mut self, event: SearchEvent) -> Result<(), Failure>;

    /// The search that runs, if there is one.
    fn search(&mut self) -> &mut Option<RunningSearch>;
}

/// Runs until `quit` or the end of input.
pub(crate) fn run_session<S: Handler>(handler: impl FnOnce(EventSender) -> S) -> Result<(), Failure> {
    let (sender, receiver) = mpsc::channel();
    let input = sender.clone();
    // The thread ends with the program at the latest.
    thread::spawn(move || read_lines(&input));
    let mut handler = handler(EventSender::new(sender));
    // A benchmark is waited for even after the end of input.
    let mut ending = false;
    while let Ok(event) = receiver.recv() {
        let continues = match event {
            Event::Line(line) => handler.handle_line(&line)?,
            Event::End => {
                ending = true;
                true
            }
            Event::Search(id, event) => {
                if handler.search().as_ref().is_some_and(|search| search.id == id) {
                    handler.handle_event(event)?;
                }
                true
            }
        };
        if !continues || ending && !handler.search().as_ref().is_some_and(|search| search.awaited) {
            break;
        }
    }
    if let Some(mut search) = handler.search().take() {
        search.stop();
    }
    Ok(())
}

/// Sends the lines of standard input as events.
fn read_lines(sender: &Sender<Event>) {
    /// No line is longer: a game of many thousand moves.
    const MAX_LINE_BYTES: u64 = 1 << 22;
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        match input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        if sender.send(Event::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
            return;
        }
    }
    let _ = sender.send(Event::End);
}

/// Drops a large value, such as a transposition table, on another thread.
pub(crate) fn drop_in_background<T: Send + 'static>(value: T) {
    thread::spawn(move || drop(value));
}

/// An unpredictable seed.
pub(crate) fn seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Moves one after the other, each as `write` does in the position where it is made.
pub(crate) fn line_as_text(
    position: &Position,
    moves: &[Move],
    write: impl Fn(&Position, Move) -> String,
) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for &mv in moves {
        texts.push(write(&position, mv));
        if position.play(mv).is_err() {
            break;
        }
    }
    texts
}
