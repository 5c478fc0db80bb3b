//! Engine sessions, shared by `weakfish uci` and `weakfish xboard`: event loop, search thread, `go perft` and `bench`.
//!
//! A thread reads lines, another one searches, and this one answers.

mod mate;
pub(crate) mod uci;
#[cfg(feature = "xboard")]
pub(crate) mod xboard;

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, LazyLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use weakfish::diagnostic;
use weakfish::engine::{Game, Move, Position};
use weakfish::model::{Captured, SetupId};
use weakfish_player::evaluation::Weights;
use weakfish_player::search::{Level, Limits, Line, Report, SearchTimer, Searcher};

use crate::support::console::{self, Failure};
use crate::support::interrupt::Stopwatch;
use crate::support::seed::random_seed;
use crate::support::tablebase::{self, TableMaker, TableOptions};
use crate::support::{load, workers};

/// The name by which other programs know the orthodox game under UCI.
pub(crate) const CHESS: &str = "chess";

/// Largest transposition table in MiB, on systems that do not say how much memory is free.
const MAX_HASH: usize = 1 << 16;

/// Returns the largest transposition table in MiB: the memory that was free at the first call.
fn max_hash() -> usize {
    static FREE: LazyLock<usize> =
        LazyLock::new(|| workers::free_mebibytes().map_or(MAX_HASH, |free| free.max(DEFAULT_HASH)));
    *FREE
}

/// Default transposition table in MiB.
const DEFAULT_HASH: usize = 16;

/// The most threads.
const MAX_THREADS: usize = 256;

/// Protocol of an engine session.
trait Protocol {
    /// Handles a line of input; returns whether the session continues.
    fn handle_line(&mut self, line: &str) -> Result<bool, Failure>;

    /// Handles an intermediate result of the running search.
    fn handle_report(&mut self, report: Report) -> Result<(), Failure>;

    /// Sends the best move once the search is done, unless it is held for `stop` or `ponderhit`.
    fn send_best_move(&mut self) -> Result<(), Failure>;

    /// The runner of the session's searches.
    fn runner(&mut self) -> &mut SearchRunner;
}

/// Main loop of an engine: passes lines of input and events of the search to a protocol, until `quit` or the
/// end of input.
fn run_session<P: Protocol>(tables: &TableOptions, protocol: impl FnOnce(SearchRunner) -> P) -> Result<(), Failure> {
    let (sender, receiver) = mpsc::channel();
    let input = sender.clone();
    // The thread ends with the program at the latest.
    thread::spawn(move || read_lines(&input));
    let mut protocol = protocol(SearchRunner::new(sender, tables.clone()));
    // A count, and the result of a search that is stopped, are waited for even after the end of input.
    let mut ending = false;
    let mut waiting = VecDeque::new();
    let mut leave_at: Option<Instant> = None;
    loop {
        let event = match leave_at {
            None => receiver.recv().ok(),
            Some(at) => receiver.recv_timeout(at.saturating_duration_since(Instant::now())).ok(),
        };
        let Some(event) = event else { break };
        match event {
            Event::Line(_) if ending => {}
            Event::Line(line) => waiting.push_back(line),
            Event::End => ending = true,
            // Of a search that was given up nothing is wanted any more.
            Event::Search(id, _) if id != protocol.runner().id || protocol.runner().running.is_none() => {}
            Event::Search(_, SearchEvent::Report(report)) => protocol.handle_report(report)?,
            Event::Search(_, SearchEvent::Done(lines)) => {
                if let Some(search) = &mut protocol.runner().running {
                    search.result = Some(lines);
                }
                protocol.send_best_move()?;
            }
            Event::Search(_, SearchEvent::Output(text)) => {
                protocol.runner().running = None;
                console::print_text(&text)?;
            }
        }
        while let Some(line) = waiting.front() {
            // A count goes on to its end, so that it can stand in a script before `quit`.
            if protocol.runner().is_counting() && line.trim() != "stop" {
                break;
            }
            let goes_on = protocol.handle_line(line)?;
            waiting.pop_front();
            if !goes_on {
                waiting.clear();
                ending = true;
                leave_at = Some(Instant::now() + MAX_QUIT_TIME);
            }
        }
        if ending && waiting.is_empty() {
            // Nobody is left who could end a search.
            if !protocol.runner().is_counting() {
                protocol.runner().stop();
                protocol.send_best_move()?;
            }
            if protocol.runner().running.is_none() {
                break;
            }
        }
    }
    protocol.runner().stop();
    Ok(())
}

/// Time for the result of a search that `quit` stops: user interfaces wait no longer.
const MAX_QUIT_TIME: Duration = Duration::from_secs(1);

/// Sends the lines of standard input as events.
fn read_lines(sender: &Sender<Event>) {
    /// No line is longer: a game of many thousand moves.
    const MAX_LINE_BYTES: u64 = 1 << 22;
    let mut input = io::stdin().lock();
    while let Some(line) = load::next_line(&mut input, MAX_LINE_BYTES) {
        if sender.send(Event::Line(line)).is_err() {
            return;
        }
    }
    let _ = sender.send(Event::End);
}

/// Prints the diagnostics of texts, each line with a prefix.
fn print_diagnostics(prefix: &str, reports: &[diagnostic::Report]) -> Result<(), Failure> {
    for line in reports.iter().map(ToString::to_string).collect::<String>().lines() {
        console::print(format_args!("{prefix} {line}"))?;
    }
    Ok(())
}

/// Names of games of XBoard and Fairy-Stockfish by their rules for men in hand and promoted forms, a [`Parent`] each.
const PARENT_NAMES: &str = include_str!("parents.txt");

/// Rules for men in hand and promoted forms, for which XBoard and Fairy-Stockfish have the name of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parent {
    /// Nothing is in hand.
    Plain,
    /// A man in hand is left behind by one that moves.
    LeftBehind,
    /// Captured men are dropped, and promote to forms of their own.
    PromotedForms,
    /// Captured men are dropped.
    CapturedMen,
    /// Men in hand are dropped that were not captured.
    OtherMen,
}

impl Parent {
    /// The rules of a game.
    pub(crate) fn of(game: &Game) -> Self {
        let (variant, drops) = (game.variant(), &game.facts().drops);
        let foreign = variant.letters.iter().map(|letter| &letter.written);
        let mut symbols = variant.kinds.iter().map(|kind| &kind.symbol).chain(foreign);
        let is_captured_to_hand = variant.kinds.iter().any(|kind| matches!(kind.captured, Captured::ToHand { .. }));
        match (drops.left_behind, drops.hands) {
            (true, _) => Self::LeftBehind,
            (false, false) => Self::Plain,
            (false, true) if symbols.any(|symbol| symbol.starts_with('+')) => Self::PromotedForms,
            (false, true) if is_captured_to_hand => Self::CapturedMen,
            (false, true) => Self::OtherMen,
        }
    }

    /// The name of the game.
    pub(crate) fn name(self) -> &'static str {
        PARENT_NAMES.lines().nth(self as usize).unwrap_or_default()
    }
}

/// Writes the moves of a principal variation, each by `write` in the position where it is made.
pub(crate) fn write_pv(position: &Position, moves: &[Move], write: impl Fn(&Position, Move) -> String) -> Vec<String> {
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
enum Event {
    /// A line of input.
    Line(String),
    /// End of input.
    End,
    /// An event of the search with this number.
    Search(u64, SearchEvent),
}

enum SearchEvent {
    /// An intermediate result, after each depth.
    Report(Report),
    /// The final result.
    Done(Vec<Line>),
    /// Output of a finished perft or bench.
    Output(String),
}

/// Shared stop and ponder flags of a running search.
#[derive(Debug)]
struct SearchControl {
    began: Instant,
    stop: Arc<AtomicBool>,
    /// Whether the opponent is still to move: our clock does not run.
    pondering: AtomicBool,
}

impl SearchTimer for SearchControl {
    /// Zero while the program ponders, so that no limit ends the search. After `ponderhit` the time spent pondering counts as well,
    /// since the moves found in that time are kept.
    fn elapsed(&self) -> Duration {
        if self.pondering.load(Relaxed) { Duration::ZERO } else { self.began.elapsed() }
    }

    fn must_stop(&self) -> bool {
        self.stop.load(Relaxed)
    }
}

/// Settings of a search.
#[derive(Clone, Debug)]
struct SearchSettings {
    limits: Limits,
    level: Level,
    /// Seed of the choice at weaker levels.
    seed: u64,
    /// The opponent is still to move.
    ponders: bool,
    /// Whether the result must be held until `stop` or `ponderhit`.
    holds_result: bool,
}

/// A search that runs.
struct RunningSearch {
    control: Arc<SearchControl>,
    thread: JoinHandle<Option<Searcher>>,
    position: Position,
    /// Whether the result must be held until `stop` or `ponderhit`.
    holds_result: bool,
    /// The result, until it may be played.
    result: Option<Vec<Line>>,
    /// Whether it is a count or a benchmark: further lines wait until it is done.
    is_count: bool,
}

/// Runs the searches of a session, one at a time on a thread, and keeps the searcher with its hash table.
struct SearchRunner {
    sender: Sender<Event>,
    /// Number of the search that runs, or of the last one.
    id: u64,
    running: Option<RunningSearch>,
    searcher: Option<Searcher>,
    /// Size of the transposition table in MiB.
    hash: usize,
    threads: usize,
    /// Exact tables that searches probe.
    tables: TableOptions,
    /// Makes tables while searches with a limit of time run.
    table_maker: Option<TableMaker>,
    /// The reason that was told last why a table was not made.
    told: Option<String>,
    /// Seed of the choice at weaker levels in this game.
    seed: u64,
}

impl SearchRunner {
    fn new(sender: Sender<Event>, tables: TableOptions) -> Self {
        let seed = random_seed();
        let (hash, threads) = (DEFAULT_HASH, 1);
        let (table_maker, told) = (None, None);
        Self { sender, id: 0, running: None, searcher: None, hash, threads, tables, table_maker, told, seed }
    }

    /// Makes the searcher, if there is none. What is wrong with files of tables is printed, each line with the prefix.
    fn prepare(
        &mut self,
        game: &Game,
        prefix: &str,
        weights: impl FnOnce() -> Result<Weights, Failure>,
    ) -> Result<(), Failure> {
        if self.searcher.is_none() && self.running.is_none() {
            let mut searcher = workers::make_searcher(game, &weights()?, self.hash << 20, self.threads);
            let (tablebase, failures) = match self.tables.open(game) {
                Ok(opened) => (opened.tablebase, opened.failures),
                Err(failure) => (None, vec![failure]),
            };
            for failure in failures {
                if let Failure::Reports(reports) = failure {
                    print_diagnostics(prefix, &reports)?;
                }
            }
            self.table_maker = tablebase.as_ref().map(TableMaker::start);
            searcher.set_tablebase(tablebase);
            self.searcher = Some(searcher);
        }
        Ok(())
    }

    /// Starts a search on a thread, with the prepared searcher.
    fn start_search(&mut self, position: &Position, settings: SearchSettings) {
        let Some(mut searcher) = self.searcher.take() else { return };
        let SearchSettings { limits, level, seed, ponders, holds_result } = settings;
        if let Some(maker) = &self.table_maker {
            let is_timed = limits.soft_time.or(limits.hard_time).is_some();
            if is_timed && level == Level::FULL { maker.follow(position) } else { maker.pause() }
        }
        self.spawn(position, ponders, move |start, control, send| {
            let mut report = |report: &Report| {
                let mut report = report.clone();
                report.elapsed = control.began.elapsed();
                send(SearchEvent::Report(report));
            };
            let moves = limits.mate.filter(|_| asks_for_mate_alone(&limits)).map(|plies| plies.div_ceil(2));
            let found = moves.and_then(|moves| mate::shortest_win(&start, moves, &|| !control.must_stop()));
            if let Some((line, nodes)) = found {
                report(&Report::of_line(&line, nodes, control.began.elapsed()));
                send(SearchEvent::Done(vec![line]));
                return Some(searcher);
            }
            let lines = searcher.search_at_level(level, seed, &start, &limits, control, &mut report);
            send(SearchEvent::Done(lines));
            Some(searcher)
        });
        self.running.iter_mut().for_each(|search| search.holds_result = holds_result);
    }

    /// Starts perft divide on a thread; `write` writes the root moves.
    fn start_perft(&mut self, position: &Position, depth: u32, write: fn(&Position, Move) -> String) {
        self.spawn(position, false, move |mut start, control, send| {
            let (mut text, mut total) = (String::new(), 0_u64);
            for mv in start.legal_moves() {
                let name = write(&start, mv);
                let undo = start.make(mv);
                let counted = interruptible_perft(&mut start, depth.saturating_sub(1), &control.stop);
                start.unmake(undo);
                let Some(nodes) = counted else {
                    send(SearchEvent::Output("info string the count was stopped\n".to_owned()));
                    return None;
                };
                total = total.saturating_add(nodes);
                let _ = writeln!(text, "{name}: {nodes}");
            }
            send(SearchEvent::Output(format!("{text}\nNodes searched: {total}\n\n")));
            None
        });
        self.running.iter_mut().for_each(|search| search.is_count = true);
    }

    /// Starts the search benchmark on a fixed set of positions, which prints nodes per second.
    fn start_bench(&mut self, start: &Position, (hash, threads): (usize, usize), weights: Weights, limits: Limits) {
        self.spawn(start, false, move |start, control, send| {
            let mut searcher = workers::make_searcher(start.game(), &weights, hash << 20, threads);
            let positions = bench_positions(start.game());
            let (began, mut nodes) = (Instant::now(), 0);
            for position in &positions {
                let mut searched = 0;
                let watch = Stopwatch::stopped_by(Arc::clone(&control.stop));
                searcher.search(position, &limits, &watch, &mut |report| searched = report.nodes);
                nodes += searched;
                if control.must_stop() {
                    send(SearchEvent::Output("info string the measurement was stopped\n".to_owned()));
                    return None;
                }
            }
            let (positions, time) = (positions.len(), began.elapsed());
            send(SearchEvent::Output(format!(
                "Positions       : {positions}\nTotal time (ms) : {}\nNodes searched  : {nodes}\nNodes/second    : {}\n",
                time.as_millis(),
                nodes_per_second(nodes, time)
            )));
            None
        });
        self.running.iter_mut().for_each(|search| search.is_count = true);
    }

    /// Runs a task on a thread of its own, which sends events with the number of this search.
    fn spawn(
        &mut self,
        position: &Position,
        pondering: bool,
        task: impl FnOnce(Position, &SearchControl, &dyn Fn(SearchEvent)) -> Option<Searcher> + Send + 'static,
    ) {
        self.id += 1;
        let (stop, pondering) = (Arc::default(), AtomicBool::new(pondering));
        let control = Arc::new(SearchControl { began: Instant::now(), stop, pondering });
        let (shared, start, sender, id) = (Arc::clone(&control), position.clone(), self.sender.clone(), self.id);
        let thread = thread::spawn(move || {
            // After the end of the session nothing receives it.
            task(start, &shared, &|event| drop(sender.send(Event::Search(id, event))))
        });
        let position = position.clone();
        self.running =
            Some(RunningSearch { control, thread, position, holds_result: false, result: None, is_count: false });
    }

    /// Whether a count or a benchmark runs.
    fn is_counting(&self) -> bool {
        self.running.as_ref().is_some_and(|search| search.is_count)
    }

    /// Stops the running search; its result comes as an event.
    fn stop(&mut self) {
        if let Some(search) = &mut self.running {
            search.holds_result = false;
            search.control.stop.store(true, Relaxed);
        }
    }

    /// Handles `ponderhit`: the opponent has made the expected move, and our clock runs.
    fn ponderhit(&mut self) {
        if let Some(search) = &mut self.running {
            search.holds_result = false;
            search.control.pondering.store(false, Relaxed);
        }
    }

    /// Takes the position and the result of the finished search, unless it is held.
    fn take_result(&mut self) -> Option<(Position, Vec<Line>)> {
        let search = self.running.take_if(|search| !search.holds_result && search.result.is_some())?;
        self.searcher = search.thread.join().ok().flatten();
        Some((search.position, search.result.unwrap_or_default()))
    }

    /// Says why the last search had no table of the men of its position, once.
    fn table_refusal(&mut self, position: &Position) -> Option<String> {
        let text = tablebase::refusal_text(self.searcher.as_ref()?.tablebase()?, position)?;
        (self.told.replace(text.clone()).as_ref() != Some(&text)).then_some(text)
    }

    /// Drops the searcher, so that the next one is made with the present hash size, threads and weights.
    fn drop_searcher(&mut self) {
        let searcher = self.searcher.take();
        self.table_maker = None;
        // To free a large table takes long.
        thread::spawn(move || drop(searcher));
    }

    /// Clears the hash table: what earlier searches have stored.
    fn clear_hash(&mut self) {
        /// In MiB: what can be written over in a moment.
        const SMALL: usize = 64;
        if self.hash > SMALL {
            self.drop_searcher();
        } else if let Some(searcher) = &mut self.searcher {
            searcher.clear();
        }
    }
}

/// Whether a search has no other limit than a win in so many moves.
fn asks_for_mate_alone(limits: &Limits) -> bool {
    let mut others = limits.clone();
    others.mate = None;
    others.lines = 0;
    others == Limits::default() && limits.lines <= 1
}

/// Search speed in nodes per second.
fn nodes_per_second(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1_000_000 / time.as_micros().max(1)
}

/// Perft that ends early if the stop flag is set; `None` then.
fn interruptible_perft(position: &mut Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Relaxed) {
        return None;
    }
    // On the largest boards even two plies take long.
    let uninterrupted_depth = if position.game().variant().board.len() > 128 { 1 } else { 2 };
    if depth <= uninterrupted_depth {
        return Some(position.perft(depth));
    }
    let mut total: u64 = 0;
    for mv in position.legal_moves() {
        let undo = position.make(mv);
        let nodes = interruptible_perft(position, depth - 1, stop);
        position.unmake(undo);
        total = total.saturating_add(nodes?);
    }
    Some(total)
}

/// Positions of the search benchmark: starts of a game, and positions after random moves.
fn bench_positions(game: &Game) -> Vec<Position> {
    /// A game with many setups is measured by the first ones.
    const SETUPS: usize = 4;
    const PLIES: [usize; 3] = [6, 14, 24];
    let mut positions = Vec::new();
    let setups = game.variant().setups.len().min(SETUPS);
    for setup in 0..setups {
        let mut position = game.start_of(SetupId(setup as u8));
        positions.push(position.clone());
        let mut random = setup as u64 + 1;
        for ply in 1..=PLIES[PLIES.len() - 1] {
            if position.outcome().is_some() {
                break;
            }
            let moves = position.legal_moves().to_vec();
            // Knuth's linear congruential generator, of which the high bits are good enough.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let Some(&mv) = moves.get(((u128::from(random) * moves.len() as u128) >> 64) as usize) else { break };
            if position.play(mv).is_err() {
                break;
            }
            if PLIES.contains(&ply) && position.outcome().is_none() {
                positions.push(position.clone());
            }
        }
    }
    positions
}
