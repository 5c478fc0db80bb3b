//! Searches on a thread of their own, and the events that they send.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use weakfish::engine::{Move, Position};
use weakfish_player::search::{Level, Limits, Line, Report, Searcher, Watch};

use super::BenchResult;
use super::bench::Bench;

/// An event of the main loop.
pub(super) enum Event {
    /// A line of input.
    Line(String),
    /// End of input.
    End,
    /// A report of the search with this id.
    Search(u64, SearchEvent),
}

/// A report of the search thread.
pub(crate) enum SearchEvent {
    /// An intermediate result, after each depth.
    Report(Report),
    /// The final result.
    Done(Vec<Line>),
    /// Perft counts after each legal move; `None` if the count was stopped.
    Counted(Option<Vec<(Move, u64)>>),
    /// The result of a benchmark; `None` if it was stopped.
    BenchResult(Option<BenchResult>),
}

/// Event sender, tagged with the search id so that events of cancelled searches are dropped.
#[derive(Clone)]
pub(crate) struct EventSender {
    sender: Sender<Event>,
    pub(super) search: u64,
}

impl EventSender {
    pub(super) fn new(sender: Sender<Event>) -> Self {
        Self { sender, search: 0 }
    }

    /// A sender for the next search.
    pub(crate) fn next(&mut self) -> Self {
        self.search += 1;
        self.clone()
    }

    /// Sends an event. After the end of the session nothing receives it.
    pub(super) fn send(&self, event: SearchEvent) {
        let _ = self.sender.send(Event::Search(self.search, event));
    }
}

/// Shared stop and ponder flags of a running search.
#[derive(Debug)]
struct SearchControl {
    began: Instant,
    stop: AtomicBool,
    /// Whether the opponent is still to move: our clock does not run.
    pondering: AtomicBool,
}

impl SearchControl {
    fn new(pondering: bool) -> Self {
        Self { began: Instant::now(), stop: AtomicBool::new(false), pondering: AtomicBool::new(pondering) }
    }
}

impl Watch for SearchControl {
    fn elapsed(&self) -> Duration {
        if self.pondering.load(Relaxed) { Duration::ZERO } else { self.began.elapsed() }
    }

    fn must_stop(&self) -> bool {
        self.stop.load(Relaxed)
    }
}

/// Settings of a search.
#[derive(Clone, Debug)]
pub(crate) struct SearchSettings {
    pub(crate) limits: Limits,
    pub(crate) level: Level,
    /// Seed of the choice at weaker levels.
    pub(crate) seed: u64,
    /// The opponent is still to move.
    pub(crate) ponders: bool,
    /// Whether the result must be held until `stop` or `ponderhit`.
    pub(crate) waits: bool,
}

/// A search that runs.
pub(crate) struct RunningSearch {
    word: Arc<SearchControl>,
    thread: Option<JoinHandle<Option<Searcher>>>,
    pub(crate) position: Position,
    /// Whether the result must be held until `stop` or `ponderhit`.
    pub(crate) waits: bool,
    /// The result, until it may be played.
    pub(crate) result: Option<Vec<Line>>,
    awaited: bool,
    id: u64,
}

/// Description of the work of a search thread.
struct SearchInfo {
    position: Position,
    id: u64,
    waits: bool,
    awaited: bool,
}

impl RunningSearch {
    /// Begins a search.
    pub(crate) fn begin(
        mut searcher: Searcher,
        position: &Position,
        task: SearchSettings,
        events: EventSender,
    ) -> Self {
        let SearchSettings { limits, level, seed, ponders, waits } = task;
        let start = position.clone();
        let about = SearchInfo { position: start.clone(), id: events.search, waits, awaited: false };
        Self::spawn(about, SearchControl::new(ponders), move |word| {
            let began = Instant::now();
            let mut report = |report: &Report| {
                let mut report = report.clone();
                report.elapsed = began.elapsed();
                events.send(SearchEvent::Report(report));
            };
            let lines = searcher.search_at(level, seed, &start, &limits, word, &mut report);
            events.send(SearchEvent::Done(lines));
            Some(searcher)
        })
    }

    /// Begins to count sequences.
    pub(crate) fn count(position: &Position, depth: u32, events: EventSender) -> Self {
        let mut start = position.clone();
        let about = SearchInfo { position: start.clone(), id: events.search, waits: false, awaited: false };
        Self::spawn(about, SearchControl::new(false), move |word| {
            let moves = start.legal_moves().into_iter();
            let counts = moves.map(|mv| {
                let undo = start.make(mv);
                let sequences = sequences(&mut start, depth.saturating_sub(1), &word.stop);
                start.unmake(undo);
                Some((mv, sequences?))
            });
            events.send(SearchEvent::Counted(counts.collect()));
            None
        })
    }

    /// Begins to search positions that are always the same, one after another, to measure how fast that goes.
    pub(crate) fn bench(start: &Position, bench: Bench, events: EventSender) -> Self {
        let game = start.game().clone();
        let about = SearchInfo { position: start.clone(), id: events.search, waits: false, awaited: true };
        Self::spawn(about, SearchControl::new(false), move |word| {
            events.send(SearchEvent::BenchResult(bench.run(&game, word)));
            None
        })
    }

    fn spawn(
        about: SearchInfo,
        word: SearchControl,
        task: impl FnOnce(&SearchControl) -> Option<Searcher> + Send + 'static,
    ) -> Self {
        let word = Arc::new(word);
        let shared = Arc::clone(&word);
        let thread = thread::spawn(move || task(&shared));
        let SearchInfo { position, id, waits, awaited } = about;
        Self { word, thread: Some(thread), position, id, waits, result: None, awaited }
    }

    /// Stops the search; its result is sent as a [`SearchEvent`].
    pub(crate) fn stop(&mut self) {
        self.waits = false;
        self.word.stop.store(true, Relaxed);
    }

    /// The opponent has made the move that was expected.
    pub(crate) fn ponderhit(&mut self) {
        self.waits = false;
        self.word.pondering.store(false, Relaxed);
    }

    /// The search id.
    pub(super) fn id(&self) -> u64 {
        self.id
    }

    /// Whether to wait for the result after the end of input.
    pub(super) fn awaited(&self) -> bool {
        self.awaited
    }

    /// Waits for the search to end, and returns the searcher if it had one.
    pub(crate) fn end(mut self) -> Option<Searcher> {
        self.thread.take()?.join().ok().flatten()
    }
}

/// Perft; `None` if it was stopped.
fn sequences(position: &mut Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Relaxed) {
        return None;
    }
    // On the largest boards even two plies take long.
    let at_once = if position.game().variant().board.len() > 128 { 1 } else { 2 };
    if depth <= at_once {
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
