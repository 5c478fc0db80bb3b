//! `weakfish uci`: plays for a program that speaks the Universal Chess Interface, as Fairy-Stockfish extends it to other
//! games.
//!
//! Unknown commands are ignored, as the protocol demands; errors are printed as `info string`.

use std::fmt::Display;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use weakfish::builtin;
use weakfish::engine::{Game, ManMove, Move, MoveKind, Position, UnknownStart};
use weakfish::geometry::Side;
use weakfish::notation::{Dialect, board_diagram, fen, read_moves, write_fairy_move, write_from_zero};
use weakfish_player::evaluation::Weights;
use weakfish_player::search::{Clock, Level, Limits, Report, Score};

use crate::engine::{
    self, CHESS, DEFAULT_HASH, MAX_THREADS, Parent, Protocol, SearchRunner, SearchSettings, max_hash, nodes_per_second,
    write_pv,
};
use crate::support::console::{self, Failure};
use crate::support::load::{Loader, STANDARD_INPUT};
use crate::support::seed::random_seed;
use crate::support::tablebase::{MAX_MEBIBYTES, TableOptions};
use crate::support::weights;

/// Largest value of the option `MultiPV`.
const MAX_MULTI_PV: usize = 256;

/// Default depth of a benchmark in plies: shallow enough for any game.
const BENCH_DEPTH: u32 = 7;

/// Why `UCI_Chess960` changes nothing.
const NO_CHESS960: &str =
    "the castling of this game is not known for other arrays, so that UCI_Chess960 changes nothing";

/// Runs the engine until `quit` or the end of input.
pub(crate) fn run(loader: Loader<'_>, tables: &TableOptions) -> Result<(), Failure> {
    engine::run_session(tables, |searches| Session {
        loader,
        runner: searches,
        default_tables: tables.clone(),
        options: Options::default(),
        game: None,
        any_array: None,
        load_failed: false,
        position: None,
        refused: false,
        last: None,
        ranks_from_zero: false,
        noted: None,
    })
}

/// Option values, without hash size and threads.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Options {
    /// The game: the name of a built-in one, or the path of a definition.
    variant: String,
    /// Paths of more definitions to choose from.
    paths: Vec<String>,
    /// The setup; empty for the first.
    setup: String,
    multi_pv: usize,
    overhead: Duration,
    level: Level,
    /// Whether games begin from any array, and castling is written as the king's capture of its partner.
    is_chess960: bool,
    /// Whether `UCI_Elo` sets the strength instead of `Skill Level`.
    limit_strength: bool,
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
            multi_pv: 1,
            overhead: Duration::from_millis(10),
            level: Level::FULL,
            is_chess960: false,
            limit_strength: false,
            elo: *Level::ELO.end(),
            seed: 0,
            weights: String::new(),
        }
    }
}

impl Options {
    /// Our name of the game, or the path of its definition.
    fn game_name(&self) -> &str {
        builtin::resolve_name(&self.variant).unwrap_or(&self.variant)
    }
}

/// An option: its name, its values, and what stores a number (0 or 1 for a switch) or a text.
type UciOption = (&'static str, OptionType, fn(&mut Session<'_>, usize, &str));

/// Type of a UCI option with its default and range.
enum OptionType {
    /// A number: the default, the least and the most.
    Spin(usize, usize, usize),
    Check,
    String,
    Button,
    /// The name of a game.
    Combo,
}

/// All options in the order in which they are declared; `tables` are the defaults of the command line.
fn options(tables: &TableOptions) -> [UciOption; 17] {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get).max(MAX_THREADS);
    let level = Level::MAX.into();
    let [least_elo, most_elo] = [Level::ELO.start(), Level::ELO.end()].map(|&elo| elo as usize);
    [
        ("Hash", OptionType::Spin(DEFAULT_HASH, 1, max_hash()), |session, number, _| session.runner.hash = number),
        ("Threads", OptionType::Spin(1, 1, threads), |session, number, _| {
            session.runner.threads = number.min(MAX_THREADS);
        }),
        ("Clear Hash", OptionType::Button, |session, _, _| session.runner.clear_hash()),
        // Whether to ponder is decided by the program that sends `go ponder`.
        ("Ponder", OptionType::Check, |_, _, _| ()),
        ("MultiPV", OptionType::Spin(1, 1, MAX_MULTI_PV), |session, number, _| session.options.multi_pv = number),
        ("Move Overhead", OptionType::Spin(10, 0, 5000), |session, number, _| {
            session.options.overhead = Duration::from_millis(number as u64);
        }),
        ("UCI_Variant", OptionType::Combo, |session, _, text| text.clone_into(&mut session.options.variant)),
        ("UCI_Chess960", OptionType::Check, |session, number, _| session.options.is_chess960 = number == 1),
        ("Skill Level", OptionType::Spin(level, 0, level), |session, number, _| {
            session.options.level = Level::new(number as u8);
        }),
        ("UCI_LimitStrength", OptionType::Check, |session, number, _| session.options.limit_strength = number == 1),
        ("UCI_Elo", OptionType::Spin(most_elo, least_elo, most_elo), |session, number, _| {
            session.options.elo = number as i32;
        }),
        ("Skill Seed", OptionType::Spin(0, 0, 0x7fff_ffff), |session, number, _| session.options.seed = number as u64),
        ("VariantPath", OptionType::String, |session, _, text| {
            session.options.paths = text.split(':').filter(|path| !path.is_empty()).map(str::to_owned).collect();
        }),
        ("Setup", OptionType::String, |session, _, text| text.clone_into(&mut session.options.setup)),
        ("EvalFile", OptionType::String, |session, _, text| text.clone_into(&mut session.options.weights)),
        ("Tables", OptionType::Spin(tables.mebibytes as usize, 0, MAX_MEBIBYTES as usize), |session, number, _| {
            session.runner.tables.mebibytes = number as u32;
        }),
        ("TablePath", OptionType::String, |session, _, text| {
            session.runner.tables.path = Some(text).filter(|text| !text.is_empty()).map(PathBuf::from);
        }),
    ]
}

/// State of a UCI session.
struct Session<'a> {
    loader: Loader<'a>,
    runner: SearchRunner,
    /// Options given on the command line.
    default_tables: TableOptions,
    options: Options,
    game: Option<Game>,
    /// The game as it is played from any array, if `UCI_Chess960` is set and its rules say how.
    any_array: Option<Game>,
    /// Whether loading the game or the setup failed (already reported).
    load_failed: bool,
    position: Option<Position>,
    /// Whether the last `position` command was refused: no position is played then, and least of all the one before.
    refused: bool,
    /// The last `position` command: its base (`startpos` or `fen …`), and the moves played so far.
    last: Option<(String, Vec<String>)>,
    /// Whether the moves of that command number ranks from 0; those that are sent do then.
    ranks_from_zero: bool,
    /// The notation of other programs that was noted last.
    noted: Option<&'static str>,
}

impl Protocol for Session<'_> {
    fn handle_line(&mut self, line: &str) -> Result<bool, Failure> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return Ok(true) };
        match command {
            "quit" => return Ok(false),
            "stop" | "ponderhit" => {
                if command == "stop" {
                    self.runner.stop();
                } else {
                    self.runner.ponderhit();
                }
                self.send_best_move()?;
            }
            "isready" => {
                if self.runner.running.is_none() {
                    self.ensure_loaded()?;
                }
                console::print("readyok")?;
            }
            "uci" => self.identify()?,
            // A search that runs has a position of its own.
            "position" => self.set_position(rest)?,
            _ if self.runner.running.is_some() => {
                console::print("info string a search runs; `stop` ends it")?;
            }
            "setoption" => self.set_option(rest)?,
            "ucinewgame" => {
                self.runner.seed = random_seed();
                self.runner.clear_hash();
            }
            "go" => self.go(rest)?,
            "d" => self.print_board()?,
            "eval" => self.print_eval()?,
            "bench" => self.bench(rest)?,
            // Nothing is printed for debugging, and nobody need register.
            "debug" | "register" => {}
            _ => console::print(format_args!("info string unknown command `{command}`"))?,
        }
        Ok(true)
    }

    /// Prints an `info` line for each of the best lines.
    fn handle_report(&mut self, report: Report) -> Result<(), Failure> {
        let Some(search) = &self.runner.running else { return Ok(()) };
        for (index, line) in report.lines.iter().take(self.options.multi_pv).enumerate() {
            let score = match line.score {
                Score::Centipawns(worth) => format!("cp {worth}"),
                Score::Win(plies) => format!("mate {}", plies.div_ceil(2)),
                Score::Loss(plies) => format!("mate -{}", plies.div_ceil(2)),
            };
            console::print(format_args!(
                "info depth {} seldepth {} multipv {} score {score} nodes {} nps {} hashfull {} time {} pv {}",
                report.depth,
                report.seldepth.max(report.depth),
                index + 1,
                report.nodes,
                nodes_per_second(report.nodes, report.elapsed),
                report.hashfull,
                report.elapsed.as_millis(),
                write_pv(&search.position, &line.moves, self.move_writer()).join(" ")
            ))?;
        }
        Ok(())
    }

    fn send_best_move(&mut self) -> Result<(), Failure> {
        let Some((position, lines)) = self.runner.take_result() else { return Ok(()) };
        if let Some(reason) = self.runner.table_refusal(&position) {
            console::print(format_args!("info string {reason}; the option Tables sets the memory"))?;
        }
        let moves = lines.first().map(|line| line.moves.as_slice()).unwrap_or_default();
        match write_pv(&position, moves, self.move_writer()).as_slice() {
            [] => console::print("bestmove (none)"),
            [best] => console::print(format_args!("bestmove {best}")),
            [best, expected, ..] => console::print(format_args!("bestmove {best} ponder {expected}")),
        }
    }

    fn runner(&mut self) -> &mut SearchRunner {
        &mut self.runner
    }
}

impl Session<'_> {
    /// Handles `uci`: prints name, authors and options.
    fn identify(&self) -> Result<(), Failure> {
        console::print(format_args!("id name Weakfish {}", env!("CARGO_PKG_VERSION")))?;
        console::print("id author the Weakfish authors")?;
        for (name, values, _) in options(&self.default_tables) {
            let kind = match values {
                OptionType::Spin(default, least, most) => format!("spin default {default} min {least} max {most}"),
                OptionType::Check => "check default false".to_owned(),
                OptionType::String => "string default <empty>".to_owned(),
                OptionType::Button => "button".to_owned(),
                OptionType::Combo => {
                    let names = builtin::aliases().map(|(name, _)| name).chain(builtin::names()).map(str::to_owned);
                    let games: Vec<String> = names.chain(self.options.paths.iter().cloned()).collect();
                    format!("combo default {CHESS} var {}", games.join(" var "))
                }
            };
            console::print(format_args!("option name {name} type {kind}"))?;
        }
        console::print("uciok")
    }

    /// Handles `setoption name NAME value VALUE`.
    fn set_option(&mut self, words: &[&str]) -> Result<(), Failure> {
        let Some(words) = words.strip_prefix(&["name"]) else {
            return console::print("info string write `setoption name NAME value VALUE`");
        };
        let end = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let (given, value) = (words[..end].join(" "), words.get(end + 1..).unwrap_or_default().join(" "));
        let Some((name, values, set)) =
            options(&self.default_tables).into_iter().find(|(name, ..)| name.eq_ignore_ascii_case(&given))
        else {
            // Whether a person looks on makes no difference here.
            if given.eq_ignore_ascii_case("UCI_AnalyseMode") {
                return Ok(());
            }
            return console::print(format_args!("info string there is no option `{given}`; `uci` lists them"));
        };
        let wrong = |what| console::print(format_args!("info string {given} must be {what}, not `{value}`"));
        let number = match values {
            OptionType::Spin(_, least, most) => match value.parse::<usize>() {
                Ok(number) => number.clamp(least, most),
                Err(_) => return wrong("a number"),
            },
            // Whether to ponder is not a setting of ours.
            OptionType::Check if given.eq_ignore_ascii_case("Ponder") => 0,
            OptionType::Check => match value.to_lowercase().as_str() {
                "true" => 1,
                "false" => 0,
                _ => return wrong("`true` or `false`"),
            },
            OptionType::String | OptionType::Button | OptionType::Combo => 0,
        };
        set(self, number, if value == "<empty>" { "" } else { &value });
        match name {
            "UCI_Variant" => {
                self.options.setup.clear();
                (self.game, self.runner.searcher) = (None, None);
                self.reset_position()?;
                self.describe_game()?;
            }
            "UCI_Chess960" if self.any_array.is_some() != self.options.is_chess960 => {
                let (last, refused) = (self.last.take(), self.refused);
                (self.game, self.runner.searcher) = (None, None);
                self.reset_position()?;
                if refused {
                    (self.position, self.refused) = (None, true);
                } else if let Some((base, played)) = last {
                    let command = format!("{base} moves {}", played.join(" "));
                    self.set_position(&command.split_whitespace().collect::<Vec<_>>())?;
                }
            }
            "Setup" => self.reset_position()?,
            "Hash" | "Threads" | "EvalFile" | "Tables" | "TablePath" => self.runner.drop_searcher(),
            _ => {}
        }
        Ok(())
    }

    /// Resets the position after another game or setup was chosen.
    fn reset_position(&mut self) -> Result<(), Failure> {
        (self.position, self.last, self.load_failed, self.refused) = (None, None, false, false);
        self.ensure_loaded()
    }

    /// Forgets the position after a `position` command that was refused.
    fn refuse_position(&mut self, reason: impl Display) -> Result<(), Failure> {
        (self.position, self.last, self.refused) = (None, None, true);
        console::print(format_args!("info string {reason}"))
    }

    /// Function that writes a move.
    fn move_writer(&self) -> fn(&Position, Move) -> String {
        // Other programs write castling so in games from shuffled arrays, with or without the option.
        let is_shuffled = self.position.as_ref().is_some_and(|position| {
            let setups = &position.game().variant().setups;
            setups.get(position.setup().index()).is_some_and(|setup| setup.shuffle.is_some())
        });
        match (self.any_array.is_some() || is_shuffled, self.ranks_from_zero) {
            (true, _) => write_chess960,
            (false, true) => write_from_zero,
            (false, false) => write_fairy_move,
        }
    }

    /// Loads the game, sets up its start and makes a searcher, if that has not been done.
    fn ensure_loaded(&mut self) -> Result<(), Failure> {
        if self.load_failed {
            return Ok(());
        }
        self.load_failed = true;
        if self.game.is_none() {
            let name = self.options.game_name();
            if name == STANDARD_INPUT {
                return console::print("info string standard input is for commands; name a game or a file");
            }
            let game = match self.loader.game(name) {
                Ok(game) => game,
                Err(Failure::Reports(reports)) => return engine::print_diagnostics("info string", &reports),
                Err(other) => return Err(other),
            };
            self.any_array = None;
            if self.options.is_chess960 {
                let any_array = game.variant().with_any_array().and_then(|variant| Game::compile(variant).ok());
                if any_array.is_none() {
                    console::print(format_args!("info string {NO_CHESS960}"))?;
                }
                self.any_array = any_array;
            }
            self.game = Some(game);
        }
        let Some(game) = &self.game else { return Ok(()) };
        if self.position.is_none() && !self.refused {
            match self.find_start(game) {
                Ok(start) => self.position = Some(start),
                Err(UnknownStart::NoSetup) => {
                    let names: Vec<_> = game.variant().setups.iter().map(|setup| setup.name.as_str()).collect();
                    return console::print(format_args!("info string the game has the setups {}", names.join(", ")));
                }
                Err(reason) => return console::print(format_args!("info string {reason}")),
            }
        }
        self.load_failed = false;
        let played = self.any_array.as_ref().unwrap_or(game);
        self.runner.prepare(played, "info string", || load_weights(played, &self.options))
    }

    /// Finds a position to begin from by the option `Setup`: the name of a setup or the number of an array, or nothing for
    /// the first setup.
    fn find_start(&self, game: &Game) -> Result<Position, UnknownStart> {
        let setup = self.options.setup.as_str();
        let start = if setup.is_empty() { game.start() } else { game.start_named(setup)? };
        // The same position of the game that is played.
        let any_array = self.any_array.as_ref().and_then(|played| played.position(&start.arrangement()).ok());
        Ok(any_array.unwrap_or(start))
    }

    /// Prints `info string variant …`, by which a GUI can show an unknown game, as Fairy-Stockfish does.
    fn describe_game(&self) -> Result<(), Failure> {
        let (Some(game), Some(position)) = (&self.game, &self.position) else { return Ok(()) };
        let board = game.variant().board;
        console::print(format_args!(
            "info string variant {} files {} ranks {} pocket {} template {} startpos {}",
            self.options.variant,
            board.files(),
            board.ranks(),
            Side::ALL.map(|side| game.variant().kinds_in_hand(side).len()).into_iter().max().unwrap_or_default(),
            Parent::of(game).name(),
            fen::write_as(position, Dialect::FairyStockfish).unwrap_or_else(|_| fen::write(position))
        ))
    }

    /// Handles `position startpos|fen … moves …`.
    fn set_position(&mut self, words: &[&str]) -> Result<(), Failure> {
        self.ensure_loaded()?;
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (start_words, moves) = words.split_at(end);
        let moves = moves.get(1..).unwrap_or_default();
        // GUIs send the whole game before each move; the known part is not played again.
        let continues = self.last.as_ref().is_some_and(|(last_base, played)| {
            *last_base == start_words.join(" ") && moves.get(..played.len()).is_some_and(|known| known == played)
        });
        if !continues || self.position.is_none() {
            match self.parse_position(start_words) {
                Ok(start) => {
                    (self.position, self.last) = (Some(start), Some((start_words.join(" "), Vec::new())));
                    self.ranks_from_zero = false;
                }
                Err(Some(reason)) => return self.refuse_position(reason),
                // The reason has been printed.
                Err(None) => return Ok(()),
            }
            self.refused = false;
        }
        let (Some(position), Some((_, played))) = (&mut self.position, &mut self.last) else { return Ok(()) };
        let dialect = self.ranks_from_zero.then_some(Dialect::Iccs);
        let read = match read_moves(position, &moves[played.len()..], dialect) {
            Ok(read) => read,
            Err((index, reason)) => {
                let word = moves[played.len() + index];
                return self.refuse_position(format_args!("the move `{word}` is illegal: {}", reason.message));
            }
        };
        if read.ranks_from_zero != self.ranks_from_zero && !played.is_empty() {
            // No game numbers its ranks in both ways.
            let word = moves[played.len()];
            return self.refuse_position(format_args!("the move `{word}` is illegal"));
        }
        for &mv in &read.moves {
            position.make(mv);
        }
        if read.is_ambiguous && played.is_empty() {
            console::print("info string with ranks counted from 0 these moves are legal, too; they are read from 1")?;
        }
        *played = moves.iter().map(|&word| word.to_owned()).collect();
        self.ranks_from_zero = read.ranks_from_zero;
        if read.notation.is_some() && read.notation != self.noted {
            self.noted = read.notation;
            let notation = read.notation.unwrap_or_default();
            console::print(format_args!("info string moves are read as {notation}"))?;
        }
        Ok(())
    }

    /// Parses `startpos` or `fen FEN` of a `position` command; the error is the reason, unless there is no game.
    fn parse_position(&self, base: &[&str]) -> Result<Position, Option<String>> {
        let game = self.game.as_ref().ok_or(None)?;
        let start = self.find_start(game).map_err(|_| None)?;
        match base {
            ["startpos"] => Ok(start),
            ["fen" | "sfen", ..] => fen::read(start.game(), start.setup(), &base.join(" ")).map_err(|error| {
                let reasons: Vec<_> = error.diagnostics().iter().map(|problem| problem.message.as_str()).collect();
                Some(reasons.join("; "))
            }),
            _ => Err(Some("write `position startpos` or `position fen FEN`, then `moves …`".to_owned())),
        }
    }

    /// Handles `go`: starts a search, or perft.
    fn go(&mut self, words: &[&str]) -> Result<(), Failure> {
        self.ensure_loaded()?;
        let Some(position) = &self.position else { return console::print("bestmove (none)") };
        let Options { multi_pv, overhead, level, limit_strength, elo, seed, .. } = self.options;
        let mut go = GoCommand::parse(words, position, overhead);
        go.limits.lines = multi_pv;
        if !go.unknown.is_empty() {
            console::print(format_args!("info string `go` knows no {}", go.unknown.join(" ")))?;
        }
        if !go.refused.is_empty() {
            console::print(format_args!("info string no legal moves: {}", go.refused.join(" ")))?;
            // Without any of the moves that are asked for, a search would answer with another one.
            if go.limits.moves.is_empty() {
                return console::print("bestmove (none)");
            }
        }
        if let Some(depth) = go.perft {
            self.runner.start_perft(position, depth.max(1), self.move_writer());
            return Ok(());
        }
        let settings = SearchSettings {
            limits: go.limits,
            level: if limit_strength { Level::of_elo(elo) } else { level },
            seed: if seed == 0 { self.runner.seed } else { seed },
            ponders: go.ponders,
            holds_result: go.infinite || go.ponders,
        };
        self.runner.start_search(position, settings);
        Ok(())
    }

    /// Handles `bench HASH THREADS LIMIT depth|nodes|movetime`: measures the search of the game.
    fn bench(&mut self, words: &[&str]) -> Result<(), Failure> {
        self.ensure_loaded()?;
        let Some(position) = &self.position else { return Ok(()) };
        let positive_number =
            |index: usize| words.get(index).and_then(|word| parse_saturating(word)).filter(|&number| number > 0);
        let count = |index, default: usize, maximum| {
            positive_number(index)
                .map_or(default, |count| usize::try_from(count).map_or(maximum, |count| count.min(maximum)))
        };
        let mut limits = Limits::default();
        let limit = positive_number(2).map(|limit| limit as u64);
        match words.get(3).copied().unwrap_or("depth") {
            "nodes" => limits.nodes = Some(limit.unwrap_or(100_000)),
            "movetime" => limits.hard_time = Some(Duration::from_millis(limit.unwrap_or(1000))),
            "depth" => limits.depth = Some(limit.map_or(BENCH_DEPTH, |depth| depth.try_into().unwrap_or(u32::MAX))),
            other => {
                return console::print(format_args!(
                    "info string `bench HASH THREADS LIMIT` is bounded by `depth`, `nodes` or `movetime`, not `{other}`"
                ));
            }
        }
        let weights = load_weights(position.game(), &self.options)?;
        let resources = (count(0, DEFAULT_HASH, max_hash()), count(1, 1, MAX_THREADS));
        self.runner.start_bench(position, resources, weights, limits);
        Ok(())
    }

    /// Handles `d`: prints the board, the FEN and the outcome.
    fn print_board(&mut self) -> Result<(), Failure> {
        self.ensure_loaded()?;
        let Some(position) = &self.position else { return Ok(()) };
        console::print_text(&board_diagram::draw_position(position))?;
        console::print(format_args!("\nFen: {}", fen::write(position)))?;
        if let Some(outcome) = position.outcome() {
            console::print(format_args!("Outcome: {outcome}"))?;
        }
        Ok(())
    }

    /// Handles `eval`: prints the static evaluation.
    fn print_eval(&mut self) -> Result<(), Failure> {
        self.ensure_loaded()?;
        let (Some(position), Some(searcher)) = (&self.position, &self.runner.searcher) else { return Ok(()) };
        let evaluator = searcher.evaluator();
        let worth = evaluator.evaluate(position, evaluator.accumulate(position));
        console::print(format_args!("Evaluation: {} ({})", Score::Centipawns(worth), position.turn()))
    }
}

/// Loads the evaluation weights; those derived from the definition if the file is wrong.
fn load_weights(game: &Game, options: &Options) -> Result<Weights, Failure> {
    match weights::load_chosen(&options.weights.as_str().into(), game, options.game_name()) {
        Err(Failure::Reports(reports)) => {
            engine::print_diagnostics("info string", &reports)?;
            Ok(Weights::from_definition(game))
        }
        other => other,
    }
}

/// Writes castling in Chess960 style, as king takes rook; other moves as [`write_fairy_move`] does.
fn write_chess960(position: &Position, mv: Move) -> String {
    if let Move::Man(ManMove { from, kind: MoveKind::Castling { partner_from, .. }, mark, .. }) = mv
        && mark.is_none()
    {
        let board = position.game().variant().board;
        return board.name(from) + &board.name(partner_from);
    }
    write_fairy_move(position, mv)
}

/// A parsed `go` command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct GoCommand {
    limits: Limits,
    /// The opponent is still to move.
    ponders: bool,
    /// Nothing is played before `stop`.
    infinite: bool,
    /// Not a search, but a count of sequences.
    perft: Option<u32>,
    /// Words after `searchmoves` that are no legal moves.
    refused: Vec<String>,
    /// Words that mean nothing.
    unknown: Vec<String>,
}

/// Words of `go`, where a list of moves ends.
const GO_WORDS: [&str; 14] = [
    "infinite",
    "ponder",
    "depth",
    "nodes",
    "mate",
    "perft",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "byoyomi",
    "movestogo",
    "searchmoves",
];

impl GoCommand {
    /// Parses the words after `go`; unknown ones are ignored.
    fn parse(words: &[&str], position: &Position, overhead: Duration) -> Self {
        let mut go = Self::default();
        let mut times = [None; 2];
        let mut increments = [Duration::ZERO; 2];
        let (mut moves_to_go, mut move_time, mut byoyomi) = (None, None, None);
        let mut rest = words.iter().copied().peekable();
        while let Some(word) = rest.next() {
            let mut number = || rest.next_if(|word| parse_saturating(word).is_some()).and_then(parse_saturating);
            let saturated = |number: Option<i64>| number.map(|number| number.clamp(0, i64::from(u32::MAX)) as u32);
            let time = |number: Option<i64>| Duration::from_millis(number.unwrap_or(0).max(0) as u64);
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponders = true,
                "depth" => go.limits.depth = saturated(number()),
                "nodes" => go.limits.nodes = number().map(|number| number.max(1) as u64),
                // Moves of the side to move, converted to plies.
                "mate" => go.limits.mate = saturated(number()).map(|moves| moves.saturating_mul(2).saturating_sub(1)),
                "perft" => go.perft = saturated(number()).or(Some(1)),
                "movetime" => move_time = Some(time(number())),
                "wtime" => times[Side::White.index()] = Some(time(number())),
                "btime" => times[Side::Black.index()] = Some(time(number())),
                "winc" => increments[Side::White.index()] = time(number()),
                "binc" => increments[Side::Black.index()] = time(number()),
                "movestogo" => moves_to_go = saturated(number()).filter(|&moves| moves > 0),
                "searchmoves" => {
                    while let Some(word) = rest.next_if(|word| !GO_WORDS.contains(word)) {
                        match read_moves(position, &[word], None) {
                            Ok(read) => go.limits.moves.extend(read.moves),
                            Err(_) => go.refused.push(word.to_owned()),
                        }
                    }
                }
                // Shogi's time for each move behind the main time.
                "byoyomi" => byoyomi = Some(time(number())),
                _ => go.unknown.push(word.to_owned()),
            }
        }
        let side = position.turn().index();
        if let Some(byoyomi) = byoyomi {
            increments[side] = increments[side].max(byoyomi);
            move_time = move_time.or(Some(byoyomi).filter(|_| times[side].is_none_or(|left| left.is_zero())));
        }
        if let Some(left) = times[side].filter(|_| move_time.is_none()) {
            let mut clock = Clock::new(left, increments[side]);
            (clock.moves_to_go, clock.overhead) = (moves_to_go, overhead);
            clock.set_time_limits(&mut go.limits);
        }
        if let Some(time) = move_time {
            let time = time.saturating_sub(overhead).max(Duration::from_millis(1));
            (go.limits.soft_time, go.limits.hard_time) = (None, Some(time));
        }
        go
    }
}

/// Parses an integer, saturating at the limits of `i64`.
fn parse_saturating(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(word.parse().unwrap_or(if word.starts_with('-') { i64::MIN } else { i64::MAX }))
}
