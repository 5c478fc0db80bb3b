//! What `weakfish uci` and `weakfish xboard` have in common: lines that come in while a search runs.
//!
//! A thread reads lines, another one searches, and this one answers.

mod bench;
mod event;
mod thinking;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufRead, Read};
use std::sync::LazyLock;
use std::sync::mpsc::{self, Sender};
use std::thread;

use weakfish::engine::{Move, Position};

use super::console::{Console, Failure};
use super::memory;
pub(super) use bench::{Bench, Benched};
use event::Event;
pub(super) use event::{Thought, Thoughts};
pub(super) use thinking::{Task, Thinking};

/// The name by which other programs know the orthodox game under UCI.
pub(super) const CHESS: &str = "chess";

/// Largest transposition table in MiB, on systems that do not say how much memory is free.
const MAX_HASH: usize = 1 << 16;

/// Returns the largest transposition table in MiB: the memory that was free at the first call.
pub(super) fn max_hash() -> usize {
    static FREE: LazyLock<usize> =
        LazyLock::new(|| memory::free_mebibytes().map_or(MAX_HASH, |free| free.max(DEFAULT_HASH)));
    *FREE
}

/// The memory for a transposition table if nothing else is wanted, in MiB.
pub(super) const DEFAULT_HASH: usize = 16;

/// The most threads.
pub(super) const MAX_THREADS: usize = 256;

/// One end of a conversation.
pub(super) trait Speaker {
    /// Handles a line of input; returns whether the session continues.
    fn obey(&mut self, console: &mut Console, line: &str) -> Result<bool, Failure>;

    /// Tells what a search has to say.
    fn tell(&mut self, console: &mut Console, thought: Thought) -> Result<(), Failure>;

    /// The search that runs, if there is one.
    fn thinking(&mut self) -> &mut Option<Thinking>;
}

/// Answers until the program at the other end says goodbye, or says no more.
pub(super) fn converse<S: Speaker>(console: &mut Console, speaker: impl FnOnce(Thoughts) -> S) -> Result<(), Failure> {
    let (sender, receiver) = mpsc::channel();
    let input = sender.clone();
    // The thread ends with the program at the latest.
    thread::spawn(move || read_lines(&input));
    let mut speaker = speaker(Thoughts::new(sender));
    // A benchmark is waited for even after the end of input.
    let mut ending = false;
    while let Ok(event) = receiver.recv() {
        let goes_on = match event {
            Event::Line(line) => speaker.obey(console, &line)?,
            Event::End => {
                ending = true;
                true
            }
            Event::Thought(search, thought) => {
                if speaker.thinking().as_ref().is_some_and(|thinking| thinking.number() == search) {
                    speaker.tell(console, thought)?;
                }
                true
            }
        };
        console.flush()?;
        if !goes_on || ending && !speaker.thinking().as_ref().is_some_and(Thinking::is_awaited) {
            break;
        }
    }
    if let Some(mut thinking) = speaker.thinking().take() {
        thinking.stop();
    }
    Ok(())
}

/// Sends the lines of standard input as events.
fn read_lines(sender: &Sender<Event>) {
    /// No line is longer: a game of many thousand moves.
    const LONGEST: u64 = 1 << 22;
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        if sender.send(Event::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
            return;
        }
    }
    let _ = sender.send(Event::End);
}

/// Forgets something that takes time to forget, such as a large table, while other things are done.
pub(super) fn forget_aside<T: Send + 'static>(something: T) {
    thread::spawn(move || drop(something));
}

/// An unpredictable seed.
pub(super) fn chance() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Moves one after the other, each as `write` does in the position where it is made.
pub(super) fn line_as_text(
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
