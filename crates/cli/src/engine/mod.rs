//! What `weakfish uci` and `weakfish xboard` have in common: lines that come in while a search runs.
//!
//! A thread reads lines, another one searches, and this one answers.

pub(crate) mod uci;
pub(crate) mod xboard;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufRead, Read};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, LazyLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use weakfish::engine::{Game, Move, Position};
use weakfish::model::SetupId;
use weakfish_player::evaluation::Weights;
use weakfish_player::search::{Level, Limits, Line, Report, Searcher, Watch};

use crate::support::console::Failure;
use crate::support::workers;

/// The name by which other programs know the orthodox game under UCI.
pub(crate) const CHESS: &str = "chess";

/// Largest transposition table in MiB, on systems that do not say how much memory is free.
const MAX_HASH: usize = 1 << 16;

/// Returns the largest transposition table in MiB: the memory that was free at the first call.
pub(crate) fn max_hash() -> usize {
    static FREE: LazyLock<usize> =
        LazyLock::new(|| workers::free_mebibytes().map_or(MAX_HASH, |free| free.max(DEFAULT_HASH)));
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

/// Settings of a search benchmark.
#[derive(Clone, Debug)]
pub(crate) struct Bench {
    /// In MiB.
    pub(crate) hash: usize,
    pub(crate) threads: usize,
    /// Evaluation weights.
    pub(crate) weights: Weights,
    /// Limits of each search.
    pub(crate) limits: Limits,
}

/// Result of a benchmark.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BenchResult {
    pub(crate) positions: usize,
    pub(crate) time: Duration,
    pub(crate) nodes: u64,
}

impl Bench {
    /// Default depth in plies: shallow enough for any game.
    pub(crate) const DEPTH: u32 = 7;

    /// Searches the positions; `None` if it was stopped.
    pub(super) fn run(&self, game: &Game, watch: &dyn Watch) -> Option<BenchResult> {
        let mut searcher = Searcher::with_weights(game, &self.weights);
        searcher.set_memory(self.hash << 20);
        searcher.set_threads(self.threads);
        let positions = positions(game);
        let began = Instant::now();
        let mut nodes = 0;
        for position in &positions {
            let mut searched = 0;
            let timed = Timed { began: Instant::now(), watch };
            searcher.search(position, &self.limits, &timed, &mut |report| searched = report.nodes);
            nodes += searched;
            if watch.must_stop() {
                return None;
            }
        }
        Some(BenchResult { positions: positions.len(), time: began.elapsed(), nodes })
    }
}

/// Clock that restarts for each position.
struct Timed<'w> {
    began: Instant,
    watch: &'w dyn Watch,
}

impl Watch for Timed<'_> {
    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    fn must_stop(&self) -> bool {
        self.watch.must_stop()
    }
}

/// The starts of a game, and what moves that look random lead to from there.
fn positions(game: &Game) -> Vec<Position> {
    /// A game with many setups is measured by the first ones.
    const SETUPS: usize = 4;
    const PLIES: [usize; 3] = [6, 14, 24];
    let mut found = Vec::new();
    let setups = game.variant().setups.len().min(SETUPS);
    for setup in 0..setups {
        let mut position = game.start_of(SetupId(setup as u8));
        found.push(position.clone());
        let mut word = setup as u64 + 1;
        for ply in 1..=PLIES[PLIES.len() - 1] {
            if position.outcome().is_some() {
                break;
            }
            let moves = position.legal_moves().to_vec();
            // Knuth's linear congruential generator, of which the high bits are good enough.
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let Some(&mv) = moves.get(((u128::from(word) * moves.len() as u128) >> 64) as usize) else { break };
            if position.play(mv).is_err() {
                break;
            }
            if PLIES.contains(&ply) && position.outcome().is_none() {
                found.push(position.clone());
            }
        }
    }
    found
}
