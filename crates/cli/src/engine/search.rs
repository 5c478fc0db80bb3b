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
    control: Arc<SearchControl>,
    thread: JoinHandle<Option<Searcher>>,
    pub(crate) position: Position,
    /// Whether the result must be held until `stop` or `ponderhit`.
    pub(crate) waits: bool,
    /// The result, until it may be played.
    pub(crate) result: Option<Vec<Line>>,
    /// Whether to wait for the result after the end of input.
    pub(super) awaited: bool,
    pub(super) id: u64,
}

impl RunningSearch {
    /// Begins a search.
    pub(crate) fn begin(
        mut searcher: Searcher,
        position: &Position,
        settings: SearchSettings,
        events: EventSender,
    ) -> Self {
        let SearchSettings { limits, level, seed, ponders, waits } = settings;
        let search = Self::spawn(position, ponders, events, move |start, control, events| {
            let mut report = |report: &Report| {
                let mut report = report.clone();
                report.elapsed = control.began.elapsed();
                events.send(SearchEvent::Report(report));
            };
            let lines = searcher.search_at(level, seed, &start, &limits, control, &mut report);
            events.send(SearchEvent::Done(lines));
            Some(searcher)
        });
        Self { waits, ..search }
    }

    /// Begins to count sequences.
    pub(crate) fn count(position: &Position, depth: u32, events: EventSender) -> Self {
        Self::spawn(position, false, events, move |mut start, control, events| {
            let moves = start.legal_moves().into_iter();
            let counts = moves.map(|mv| {
                let undo = start.make(mv);
                let sequences = sequences(&mut start, depth.saturating_sub(1), &control.stop);
                start.unmake(undo);
                Some((mv, sequences?))
            });
            events.send(SearchEvent::Counted(counts.collect()));
            None
        })
    }

    /// Begins to search positions that are always the same, one after another, to measure how fast that goes.
    pub(crate) fn bench(start: &Position, bench: Bench, events: EventSender) -> Self {
        let search = Self::spawn(start, false, events, move |start, control, events| {
            events.send(SearchEvent::BenchResult(bench.run(start.game(), control)));
            None
        });
        Self { awaited: true, ..search }
    }

    fn spawn(
        position: &Position,
        pondering: bool,
        events: EventSender,
        task: impl FnOnce(Position, &SearchControl, &EventSender) -> Option<Searcher> + Send + 'static,
    ) -> Self {
        let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(pondering));
        let control = Arc::new(SearchControl { began: Instant::now(), stop, pondering });
        let (shared, start, id) = (Arc::clone(&control), position.clone(), events.search);
        let thread = thread::spawn(move || task(start, &shared, &events));
        Self { control, thread, position: position.clone(), id, waits: false, result: None, awaited: false }
    }

    /// Stops the search; its result is sent as a [`SearchEvent`].
    pub(crate) fn stop(&mut self) {
        self.waits = false;
        self.control.stop.store(true, Relaxed);
    }

    /// The opponent has made the move that was expected.
    pub(crate) fn ponderhit(&mut self) {
        self.waits = false;
        self.control.pondering.store(false, Relaxed);
    }

    /// Waits for the search to end, and returns the searcher if it had one.
    pub(crate) fn end(self) -> Option<Searcher> {
        self.thread.join().ok().flatten()
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
