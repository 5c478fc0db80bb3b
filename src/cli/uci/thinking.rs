//! A search in a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use weakfish::engine::Position;
use weakfish::search::{Level, Limits, Line, Report, Searcher, Watch};

use super::event::{Event, Thought};

/// A word to a search that runs.
#[derive(Debug)]
struct Word {
    began: Instant,
    stop: AtomicBool,
    /// The opponent is still to move, so that the clock of this search does not run.
    pondering: AtomicBool,
}

impl Watch for Word {
    fn elapsed(&self) -> Duration {
        if self.pondering.load(Relaxed) { Duration::ZERO } else { self.began.elapsed() }
    }

    fn must_stop(&self) -> bool {
        self.stop.load(Relaxed)
    }
}

/// What to search.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) limits: Limits,
    pub(super) level: Level,
    /// What a weaker level chooses by.
    pub(super) seed: u64,
    /// The opponent is still to move.
    pub(super) ponders: bool,
    /// Nothing may be played before the program at the other end says so.
    pub(super) waits: bool,
}

/// A search that runs.
pub(super) struct Thinking {
    word: Arc<Word>,
    thread: Option<JoinHandle<Searcher>>,
    pub(super) position: Position,
    /// Nothing may be played before the program at the other end says so.
    pub(super) waits: bool,
    /// What has been found while it may not be played.
    pub(super) held: Option<Vec<Line>>,
}

impl Thinking {
    /// Begins a search.
    pub(super) fn begin(mut searcher: Searcher, position: Position, task: Task, sender: Sender<Event>) -> Self {
        let Task { limits, level, seed, ponders, waits } = task;
        let word = Word { began: Instant::now(), stop: AtomicBool::new(false), pondering: AtomicBool::new(ponders) };
        let word = Arc::new(word);
        let (watch, start) = (Arc::clone(&word), position.clone());
        let thread = thread::spawn(move || {
            let began = Instant::now();
            let mut report = |report: &Report| {
                let mut report = report.clone();
                report.elapsed = began.elapsed();
                let _ = sender.send(Event::Thought(Thought::Report(report)));
            };
            let lines = searcher.search_at(level, seed, &start, &limits, &*watch, &mut report);
            let _ = sender.send(Event::Thought(Thought::Done(lines)));
            searcher
        });
        Self { word, thread: Some(thread), position, waits, held: None }
    }

    /// Begins to count sequences.
    pub(super) fn count(searcher: Searcher, position: Position, depth: u32, sender: Sender<Event>) -> Self {
        let word = Word { began: Instant::now(), stop: AtomicBool::new(false), pondering: AtomicBool::new(false) };
        let word = Arc::new(word);
        let (watch, mut start) = (Arc::clone(&word), position.clone());
        let thread = thread::spawn(move || {
            let moves = start.legal_moves().into_iter();
            let counts = moves.map(|mv| {
                let undo = start.make(mv);
                let sequences = sequences(&mut start, depth.saturating_sub(1), &watch.stop);
                start.unmake(undo);
                Some((mv, sequences?))
            });
            let counts = counts.collect();
            let _ = sender.send(Event::Thought(Thought::Counted(counts)));
            searcher
        });
        Self { word, thread: Some(thread), position, waits: false, held: None }
    }

    /// Tells the search to stop; what it has found comes as a [`Thought`].
    pub(super) fn stop(&mut self) {
        self.waits = false;
        self.word.stop.store(true, Relaxed);
    }

    /// The opponent has made the move that was expected.
    pub(super) fn hit(&mut self) {
        self.waits = false;
        self.word.pondering.store(false, Relaxed);
    }

    /// Waits for the search to end, and returns the searcher.
    pub(super) fn end(mut self) -> Option<Searcher> {
        self.thread.take()?.join().ok()
    }
}

/// The number of sequences of so many plies; `None` if nobody waits for it any more.
fn sequences(position: &mut Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Relaxed) {
        return None;
    }
    if depth <= 2 {
        return Some(position.perft(depth));
    }
    let mut total: u64 = 0;
    for mv in position.legal_moves() {
        let undo = position.make(mv);
        let below = sequences(position, depth - 1, stop);
        position.unmake(undo);
        total = total.saturating_add(below?);
    }
    Some(total)
}
