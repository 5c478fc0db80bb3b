//! `weakfish uci`: plays for a program that speaks the Universal Chess Interface, as Fairy-Stockfish extends it to other
//! games.
//!
//! Unknown commands are ignored, as the protocol demands; errors are printed as `info string`.

use std::num::NonZero;
use std::time::Duration;

use weakfish::builtin;
use weakfish::diagnostic::Report as Diagnostics;
use weakfish::engine::{Game, ManMove, Move, MoveKind, Position};
use weakfish::geometry::Side;
use weakfish::model::SetupId;
use weakfish::notation::{board_diagram, fen, uci};
use weakfish_player::evaluation::Weights;
use weakfish_player::search::{Clock, Level, Limits, Line, Report, Score, Searcher};

use crate::engine::{
    self, Bench, BenchResult, CHESS, DEFAULT_HASH, EventSender, Handler, MAX_THREADS, RunningSearch, SearchEvent,
    SearchSettings, drop_in_background, line_as_text, max_hash, seed,
};
use crate::support::console::{self, Failure};
use crate::support::load::{Loader, STANDARD_INPUT};
use crate::support::weights;

/// Runs the engine until `quit` or the end of input.
pub(crate) fn run(loader: Loader<'_>) -> Result<(), Failure> {
    engine::run_session(|events| Session::new(loader, events))
}

/// The last `position` command.
struct PositionCommand {
    place: String,
    /// The moves played so far.
    moves: Vec<String>,
}

impl PositionCommand {
    /// Whether a `position` command extends this one.
    fn is_continued_by(&self, place: &[&str], moves: &[&str]) -> bool {
        self.place == place.join(" ")
            && moves.len() >= self.moves.len()
            && self.moves.iter().zip(moves).all(|(one, other)| one == other)
    }
}

/// State of a UCI session.
struct Session<'a> {
    loader: Loader<'a>,
    events: EventSender,
    options: Options,
    game: Option<Game>,
    /// Whether loading the game or the setup failed, which has been reported.
    refused: bool,
    position: Option<Position>,
    last: Option<PositionCommand>,
    searcher: Option<Searcher>,
    search: Option<RunningSearch>,
    /// Seed of the choice at weaker levels in this game.
    seed: u64,
}

impl Handler for Session<'_> {
    fn handle_line(&mut self, line: &str) -> Result<bool, Failure> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return Ok(true) };
        match command {
            "quit" => return Ok(false),
            "stop" | "ponderhit" => {
                let react = if command == "stop" { RunningSearch::stop } else { RunningSearch::ponderhit };
                self.search.iter_mut().for_each(react);
                self.play_result()?;
            }
            "isready" => {
                if self.search.is_none() {
                    self.prepare()?;
                }
                console::line("readyok")?;
            }
            "uci" => self.identify()?,
            _ if self.search.is_some() => {
                console::line("info string a search runs; `stop` ends it")?;
            }
            "setoption" => self.set_option(rest)?,
            "ucinewgame" => {
                self.seed = seed();
                self.forget();
            }
            "position" => self.set_position(rest)?,
            "go" => self.go(rest)?,
            "d" => self.show()?,
            "eval" => self.evaluate()?,
            "bench" => self.bench(rest)?,
            _ => console::line(format_args!("info string unknown command `{command}`"))?,
        }
        Ok(true)
    }

    fn handle_event(&mut self, event: SearchEvent) -> Result<(), Failure> {
        let Some(search) = &mut self.search else { return Ok(()) };
        match event {
            SearchEvent::Report(report) => print_info(&search.position, &report, &self.options),
            SearchEvent::Done(lines) => {
                search.result = Some(lines);
                self.play_result()
            }
            SearchEvent::Counted(counts) => {
                let last = print_perft(&search.position, counts, self.options.spelling());
                self.search = None;
                last
            }
            SearchEvent::BenchResult(benched) => {
                self.search = None;
                print_bench(benched)
            }
        }
    }

    fn search(&mut self) -> &mut Option<RunningSearch> {
        &mut self.search
    }
}

impl<'a> Session<'a> {
    fn new(loader: Loader<'a>, events: EventSender) -> Self {
        let options = Options::default();
        Self {
            loader,
            events,
            options,
            game: None,
            refused: false,
            position: None,
            last: None,
            searcher: None,
            search: None,
            seed: seed(),
        }
    }

    fn identify(&self) -> Result<(), Failure> {
        console::line(format_args!("id name Weakfish {}", env!("CARGO_PKG_VERSION")))?;
        console::line("id author the Weakfish authors")?;
        for option in self.options.declarations() {
            console::line(option)?;
        }
        console::line("uciok")
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), Failure> {
        let Some((name, value)) = name_and_value(words) else {
            return console::line("info string write `setoption name NAME value VALUE`");
        };
        match self.options.set(&name, &value) {
            Ok(Changed::Game) => {
                (self.game, self.position, self.last, self.searcher) = (None, None, None, None);
                self.refused = false;
                self.options.setup.clear();
                self.prepare()?;
                self.describe_game()
            }
            Ok(Changed::Setup) => {
                (self.position, self.last) = (None, None);
                self.refused = false;
                self.prepare()
            }
            Ok(Changed::Means) => {
                drop_in_background(self.searcher.take());
                Ok(())
            }
            Ok(Changed::Forgotten) => {
                self.forget();
                Ok(())
            }
            Ok(Changed::Search) => Ok(()),
            Err(problem) => console::line(format_args!("info string {problem}")),
        }
    }

    /// Forgets what earlier searches have found out.
    fn forget(&mut self) {
        /// In MiB: what can be written over in a moment.
        const SMALL: usize = 64;
        if self.options.hash > SMALL {
            drop_in_background(self.searcher.take());
        } else if let Some(searcher) = &mut self.searcher {
            searcher.forget();
        }
    }

    /// Loads the game, sets up its start and makes a searcher, if that has not been done.
    fn prepare(&mut self) -> Result<(), Failure> {
        if self.refused {
            return Ok(());
        }
        self.refused = true;
        if self.game.is_none() {
            let name = self.options.game_name();
            if name == STANDARD_INPUT {
                return console::line("info string standard input is for commands; name a game or a file");
            }
            match self.loader.game(name) {
                Ok(game) => self.game = Some(game),
                Err(Failure::Reports(reports)) => return print_diagnostics(&reports),
                Err(other) => return Err(other),
            }
        }
        let Some(game) = &self.game else { return Ok(()) };
        if self.position.is_none() {
            let Some(setup) = setup(game, &self.options.setup) else {
                let names: Vec<_> = game.variant().setups.iter().map(|setup| setup.name.as_str()).collect();
                return console::line(format_args!("info string the game has the setups {}", names.join(", ")));
            };
            self.position = Some(game.start_of(setup));
        }
        self.refused = false;
        if self.searcher.is_none() {
            let weights = weights_of(game, &self.options)?;
            let mut searcher = Searcher::with_weights(game, &weights);
            searcher.set_memory(self.options.hash << 20);
            searcher.set_threads(self.options.threads);
            self.searcher = Some(searcher);
        }
        Ok(())
    }

    /// Tells what a program must know to show a game that it does not know, as Fairy-Stockfish does.
    fn describe_game(&self) -> Result<(), Failure> {
        let (Some(game), Some(position)) = (&self.game, &self.position) else { return Ok(()) };
        let board = game.variant().board;
        console::line(format_args!(
            "info string variant {} files {} ranks {} pocket 0 template fairy startpos {}",
            self.options.variant,
            board.files(),
            board.ranks(),
            fen::write(position)
        ))
    }

    /// `position startpos|fen … moves …`.
    fn set_position(&mut self, words: &[&str]) -> Result<(), Failure> {
        self.prepare()?;
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (place, moves) = words.split_at(end);
        let moves = moves.get(1..).unwrap_or_default();
        // GUIs send the whole game before each move; the known part is not played again.
        let is_continued_by =
            self.last.as_ref().is_some_and(|last| last.is_continued_by(place, moves)) && self.position.is_some();
        if !is_continued_by {
            let Some(start) = self.place(place)? else { return Ok(()) };
            self.position = Some(start);
            self.last = Some(PositionCommand { place: place.join(" "), moves: Vec::new() });
        }
        let (Some(position), Some(last)) = (&mut self.position, &mut self.last) else { return Ok(()) };
        for &word in &moves[last.moves.len()..] {
            let Some(mv) = uci::find(position, word) else {
                return console::line(format_args!("info string the move `{word}` is illegal"));
            };
            if position.play(mv).is_err() {
                return console::line(format_args!("info string the game is over before `{word}`"));
            }
            last.moves.push(word.to_owned());
        }
        Ok(())
    }

    /// The position that moves are played from.
    fn place(&self, place: &[&str]) -> Result<Option<Position>, Failure> {
        let Some(game) = &self.game else { return Ok(None) };
        let Some(setup) = setup(game, &self.options.setup) else { return Ok(None) };
        match place {
            ["startpos", ..] => Ok(Some(game.start_of(setup))),
            ["fen", fields @ ..] => match fen::read(game, setup, &fields.join(" ")) {
                Ok(position) => Ok(Some(position)),
                Err(error) => {
                    let reasons: Vec<_> = error.diagnostics().iter().map(|problem| problem.message.clone()).collect();
                    console::line(format_args!("info string {}", reasons.join("; ")))?;
                    Ok(None)
                }
            },
            _ => {
                console::line("info string write `position startpos` or `position fen FEN`, then `moves …`")?;
                Ok(None)
            }
        }
    }

    fn go(&mut self, words: &[&str]) -> Result<(), Failure> {
        self.prepare()?;
        let Some(position) = &self.position else { return console::line("bestmove (none)") };
        let mut go = Go::read(words, position, self.options.overhead);
        go.limits.lines = self.options.lines;
        if let Some(depth) = go.perft {
            self.search = Some(RunningSearch::count(position, depth.max(1), self.events.next()));
            return Ok(());
        }
        let Some(searcher) = self.searcher.take() else { return Ok(()) };
        let seed = if self.options.seed == 0 { self.seed } else { self.options.seed };
        let task = SearchSettings {
            limits: go.limits,
            level: self.options.strength(),
            seed,
            ponders: go.ponders,
            waits: go.infinite || go.ponders,
        };
        self.search = Some(RunningSearch::begin(searcher, position, task, self.events.next()));
        Ok(())
    }

    /// Prints the best move if the result need not be held.
    fn play_result(&mut self) -> Result<(), Failure> {
        let Some(search) = &mut self.search else { return Ok(()) };
        if search.waits {
            return Ok(());
        }
        let Some(lines) = search.result.take() else { return Ok(()) };
        let line = lines
            .first()
            .map(|line: &Line| line_as_text(&search.position, &line.moves, self.options.spelling()))
            .unwrap_or_default();
        self.searcher = self.search.take().and_then(RunningSearch::end);
        match line.as_slice() {
            [] => console::line("bestmove (none)"),
            [best] => console::line(format_args!("bestmove {best}")),
            [best, expected, ..] => console::line(format_args!("bestmove {best} ponder {expected}")),
        }
    }

    /// `bench HASH THREADS LIMIT depth|nodes|movetime`: measures the search of the game.
    fn bench(&mut self, words: &[&str]) -> Result<(), Failure> {
        self.prepare()?;
        let Some(position) = &self.position else { return Ok(()) };
        let read = |index: usize| words.get(index).and_then(|word| number(word)).filter(|&number| number > 0);
        let count = |index, otherwise: usize, most| {
            read(index).map_or(otherwise, |count| usize::try_from(count).map_or(most, |count| count.min(most)))
        };
        let mut limits = Limits::default();
        let limit = read(2).map(|limit| limit as u64);
        match words.get(3).copied().unwrap_or("depth") {
            "nodes" => limits.nodes = Some(limit.unwrap_or(100_000)),
            "movetime" => limits.hard_time = Some(Duration::from_millis(limit.unwrap_or(1000))),
            "depth" => limits.depth = Some(limit.map_or(Bench::DEPTH, |depth| depth.try_into().unwrap_or(u32::MAX))),
            other => {
                return console::line(format_args!(
                    "info string `bench HASH THREADS LIMIT` is bounded by `depth`, `nodes` or `movetime`, not `{other}`"
                ));
            }
        }
        let weights = weights_of(position.game(), &self.options)?;
        let bench =
            Bench { hash: count(0, DEFAULT_HASH, max_hash()), threads: count(1, 1, MAX_THREADS), weights, limits };
        self.search = Some(RunningSearch::bench(position, bench, self.events.next()));
        Ok(())
    }

    fn show(&mut self) -> Result<(), Failure> {
        self.prepare()?;
        let Some(position) = &self.position else { return Ok(()) };
        let arrangement = position.arrangement();
        console::page(&board_diagram::draw(position.game().variant(), &arrangement.men))?;
        console::line(format_args!("\nFen: {}", fen::write(position)))?;
        if let Some(outcome) = position.outcome() {
            console::line(format_args!("Outcome: {outcome}"))?;
        }
        Ok(())
    }

    fn evaluate(&mut self) -> Result<(), Failure> {
        self.prepare()?;
        let (Some(position), Some(searcher)) = (&self.position, &self.searcher) else { return Ok(()) };
        let evaluator = searcher.evaluator();
        let worth = evaluator.evaluate(position, evaluator.accumulate(position));
        console::line(format_args!("Evaluation: {} ({})", Score::Worth(worth), position.turn()))
    }
}

/// The setup of a name; the first one if it is empty.
fn setup(game: &Game, name: &str) -> Option<SetupId> {
    if name.is_empty() { Some(SetupId::default()) } else { game.variant().setup_named(name) }
}

fn print_perft(
    position: &Position,
    counts: Option<Vec<(Move, u64)>>,
    write: fn(&Position, Move) -> String,
) -> Result<(), Failure> {
    let Some(counts) = counts else { return console::line("info string the count was stopped") };
    let mut total: u64 = 0;
    for (mv, nodes) in counts {
        total = total.saturating_add(nodes);
        console::line(format_args!("{}: {nodes}", write(position, mv)))?;
    }
    console::line(format_args!("\nNodes searched: {total}\n"))
}

fn print_bench(benched: Option<BenchResult>) -> Result<(), Failure> {
    let Some(BenchResult { positions, time, nodes }) = benched else {
        return console::line("info string the measurement was stopped");
    };
    let speed = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    console::line(format_args!("Positions       : {positions}"))?;
    console::line(format_args!("Total time (ms) : {}", time.as_millis()))?;
    console::line(format_args!("Nodes searched  : {nodes}"))?;
    console::line(format_args!("Nodes/second    : {speed}"))
}

/// The evaluation weights; those derived from the definition if the file is wrong.
fn weights_of(game: &Game, options: &Options) -> Result<Weights, Failure> {
    match weights::chosen(&options.weights, game, options.game_name()) {
        Err(Failure::Reports(reports)) => {
            print_diagnostics(&reports)?;
            Ok(Weights::from_definition(game))
        }
        other => other,
    }
}

fn print_diagnostics(reports: &[Diagnostics]) -> Result<(), Failure> {
    for report in reports {
        for line in report.to_string().lines() {
            console::line(format_args!("info string {line}"))?;
        }
    }
    Ok(())
}

/// Prints an `info` line for each of the best lines.
fn print_info(position: &Position, report: &Report, options: &Options) -> Result<(), Failure> {
    let speed = u128::from(report.nodes) * 1_000_000 / report.elapsed.as_micros().max(1);
    for (index, line) in report.lines.iter().take(options.lines).enumerate() {
        let score = match line.score {
            Score::Worth(worth) => format!("cp {worth}"),
            Score::Win(plies) => format!("mate {}", plies.div_ceil(2)),
            Score::Loss(plies) => format!("mate -{}", plies.div_ceil(2)),
        };
        console::line(format_args!(
            "info depth {} seldepth {} multipv {} score {score} nodes {} nps {speed} hashfull {} time {} pv {}",
            report.depth,
            report.longest.max(report.depth),
            index + 1,
            report.nodes,
            report.full,
            report.elapsed.as_millis(),
            line_as_text(position, &line.moves, options.spelling()).join(" ")
        ))?;
    }
    Ok(())
}

/// The most lines.
const MAX_LINES: usize = 256;

/// Values of the options.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Options {
    /// The game: the name of a built-in one, or the path of a definition.
    variant: String,
    /// Paths of more definitions to choose from.
    paths: Vec<String>,
    /// The setup; empty for the first.
    setup: String,
    /// In MiB.
    hash: usize,
    threads: usize,
    lines: usize,
    overhead: Duration,
    level: Level,
    /// Whether castling is written as the king's capture of its partner, as for shuffled setups.
    is_chess960: bool,
    /// Whether `UCI_Elo` sets the strength instead of `Skill Level`.
    by_elo: bool,
    elo: i32,
    /// Seed of the choice at weaker levels; 0 for an unpredictable one.
    seed: u64,
    /// File of evaluation weights; empty for those tuned for the game.
    weights: String,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            variant: CHESS.to_owned(),
            paths: Vec::new(),
            setup: String::new(),
            hash: DEFAULT_HASH,
            threads: 1,
            lines: 1,
            overhead: Duration::from_millis(10),
            level: Level::FULL,
            is_chess960: false,
            by_elo: false,
            elo: *Level::ELO.end(),
            seed: 0,
            weights: String::new(),
        }
    }
}

/// Effect of setting an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Changed {
    /// Which game is played.
    Game,
    /// The start position.
    Setup,
    /// The searcher: memory, threads, weights.
    Means,
    /// Settings of the next search, or nothing.
    Search,
    /// The transposition table is cleared.
    Forgotten,
}

impl Options {
    /// Our name of the game, or the path of its definition.
    fn game_name(&self) -> &str {
        builtin::named_elsewhere(&self.variant).unwrap_or(&self.variant)
    }

    /// The `option` lines in reply to `uci`.
    fn declarations(&self) -> Vec<String> {
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get).max(MAX_THREADS);
        let names = builtin::aliases().map(|(name, _)| name).chain(builtin::names()).map(str::to_owned);
        let games: Vec<String> = names.chain(self.paths.iter().cloned()).collect();
        let games = games.join(" var ");
        vec![
            format!("option name Hash type spin default {DEFAULT_HASH} min 1 max {}", max_hash()),
            format!("option name Threads type spin default 1 min 1 max {threads}"),
            "option name Clear Hash type button".to_owned(),
            "option name Ponder type check default false".to_owned(),
            format!("option name MultiPV type spin default 1 min 1 max {MAX_LINES}"),
            "option name Move Overhead type spin default 10 min 0 max 5000".to_owned(),
            format!("option name UCI_Variant type combo default {CHESS} var {games}"),
            "option name UCI_Chess960 type check default false".to_owned(),
            format!("option name Skill Level type spin default {} min 0 max {}", Level::MAX, Level::MAX),
            "option name UCI_LimitStrength type check default false".to_owned(),
            format!(
                "option name UCI_Elo type spin default {} min {} max {}",
                Level::ELO.end(),
                Level::ELO.start(),
                Level::ELO.end()
            ),
            "option name Skill Seed type spin default 0 min 0 max 2147483647".to_owned(),
            "option name VariantPath type string default <empty>".to_owned(),
            "option name Setup type string default <empty>".to_owned(),
            "option name EvalFile type string default <empty>".to_owned(),
        ]
    }

    /// Sets an option; what is wrong with it, if it can't be set.
    fn set(&mut self, given: &str, value: &str) -> Result<Changed, String> {
        let number = |least: usize, most: usize| {
            let number = value.parse::<usize>().map_err(|_| format!("{given} must be a number, not `{value}`"))?;
            Ok::<usize, String>(number.clamp(least, most))
        };
        let switch = || match value.to_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("{given} must be `true` or `false`, not `{value}`")),
        };
        let text = if value == "<empty>" { "" } else { value };
        let name = given.to_lowercase();
        match name.as_str() {
            "hash" => self.hash = number(1, max_hash())?,
            "threads" => self.threads = number(1, MAX_THREADS)?,
            "multipv" => self.lines = number(1, MAX_LINES)?,
            "move overhead" => self.overhead = Duration::from_millis(number(0, 5000)? as u64),
            "skill level" => self.level = Level::new(number(0, Level::MAX.into())? as u8),
            "uci_limitstrength" => self.by_elo = switch()?,
            "uci_chess960" => self.is_chess960 = switch()?,
            "uci_elo" => self.elo = number(0, 10_000)? as i32,
            "skill seed" => self.seed = number(0, 0x7fff_ffff)? as u64,
            // Whether to ponder is decided by the program that sends `go ponder`.
            "clear hash" | "ponder" | "uci_analysemode" => {}
            "uci_variant" => text.clone_into(&mut self.variant),
            "variantpath" => self.paths = text.split(':').filter(|path| !path.is_empty()).map(str::to_owned).collect(),
            "setup" => text.clone_into(&mut self.setup),
            "evalfile" => text.clone_into(&mut self.weights),
            _ => return Err(format!("there is no option `{given}`; `uci` lists them")),
        }
        Ok(match name.as_str() {
            "uci_variant" => Changed::Game,
            "setup" => Changed::Setup,
            "hash" | "threads" | "evalfile" => Changed::Means,
            "clear hash" => Changed::Forgotten,
            _ => Changed::Search,
        })
    }
}

impl Options {
    /// How moves are written.
    fn spelling(&self) -> fn(&Position, Move) -> String {
        if self.is_chess960 { with_capture_of_partner } else { uci::write }
    }

    /// How strong to play.
    fn strength(&self) -> Level {
        if self.by_elo { Level::of_elo(self.elo) } else { self.level }
    }
}

/// Writes a castling as the king's capture of its partner, which is always read; other moves as they are.
fn with_capture_of_partner(position: &Position, mv: Move) -> String {
    match mv {
        Move::Man(ManMove { from, kind: MoveKind::Castling { partner_from, .. }, .. }) => {
            let board = position.game().variant().board;
            board.name(from) + &board.name(partner_from)
        }
        _ => uci::write(position, mv),
    }
}

/// The name and the value of `setoption name … value …`.
fn name_and_value<'t>(words: &[&'t str]) -> Option<(String, String)> {
    let words = words.strip_prefix(&["name"])?;
    let end = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    let (name, value): (&[&'t str], &[&'t str]) = words.split_at(end);
    Some((name.join(" "), value.get(1..).unwrap_or_default().join(" ")))
}

/// A parsed `go` command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Go {
    limits: Limits,
    /// The opponent is still to move.
    ponders: bool,
    /// Nothing is played before `stop`.
    infinite: bool,
    /// Not a search, but a count of sequences.
    perft: Option<u32>,
}

impl Go {
    /// Parses the words after `go`; unknown ones are ignored.
    fn read(words: &[&str], position: &Position, overhead: Duration) -> Self {
        let mut go = Self::default();
        let mut times = [None; 2];
        let mut increments = [Duration::ZERO; 2];
        let (mut moves_to_go, mut move_time) = (None, None);
        let mut rest = words.iter().copied().peekable();
        while let Some(word) = rest.next() {
            let mut number = || rest.next_if(|word| number(word).is_some()).and_then(number);
            let small = |number: Option<i64>| number.map(|number| number.clamp(0, i64::from(u32::MAX)) as u32);
            let time = |number: Option<i64>| Duration::from_millis(number.unwrap_or(0).max(0) as u64);
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponders = true,
                "depth" => go.limits.depth = small(number()),
                "nodes" => go.limits.nodes = number().map(|number| number.max(1) as u64),
                // Moves of the side to move, converted to plies.
                "mate" => go.limits.mate = small(number()).map(|moves| moves.saturating_mul(2).saturating_sub(1)),
                "perft" => go.perft = small(number()).or(Some(1)),
                "movetime" => move_time = Some(time(number())),
                "wtime" => times[Side::White.index()] = Some(time(number())),
                "btime" => times[Side::Black.index()] = Some(time(number())),
                "winc" => increments[Side::White.index()] = time(number()),
                "binc" => increments[Side::Black.index()] = time(number()),
                "movestogo" => moves_to_go = small(number()).filter(|&moves| moves > 0),
                "searchmoves" => {
                    while let Some(mv) = rest.peek().and_then(|word| uci::find(position, word)) {
                        go.limits.moves.push(mv);
                        rest.next();
                    }
                }
                _ => {}
            }
        }
        let side = position.turn().index();
        if let Some(left) = times[side] {
            let mut clock = Clock::new(left, increments[side]);
            (clock.moves_to_go, clock.overhead) = (moves_to_go, overhead);
            clock.limit(&mut go.limits);
        }
        if let Some(time) = move_time {
            let time = time.saturating_sub(overhead).max(Duration::from_millis(1));
            (go.limits.soft_time, go.limits.hard_time) = (None, Some(time));
        }
        go
    }
}

/// A number, or the nearest one that there is room for.
fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(word.parse().unwrap_or(if word.starts_with('-') { i64::MIN } else { i64::MAX }))
}
