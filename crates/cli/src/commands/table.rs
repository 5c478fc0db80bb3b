//! `weakfish table`: exact values of all positions of an ending.

use std::fmt::Write as _;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use weakfish::diagnostic::{Code, Diagnostic, did_you_mean};
use weakfish::engine::{Game, IllegalMove, Move, Position};
use weakfish::geometry::{PerSide, Side};
use weakfish::model::KindId;
use weakfish::notation::{fen, man_name, uci, write_move, write_moves};
use weakfish::prose::{all_of, any_of, capitalized, counted};
use weakfish::source::{Source, Span};
use weakfish_endgame::{
    Estimate, FileError, MakeError, Men, MenError, MenMistake, NotInTable, Omission, Options, Selection,
    SideStatistics, Statistics, Tables, Unsupported, Value, percent,
};
use weakfish_units::tasks::{Survey, SurveyTask};

use crate::commands::limits::{Comparison, FitData, LimitData};
use crate::commands::survey::{self, PrintedSurvey};
use crate::support::console::{self, Failure, Progress};
use crate::support::load::Loader;
use crate::support::start::{self, Start};
use crate::support::tablebase::{file_failure, max_memory, read_file};
use crate::support::{files, interrupt, origin, workers};

/// Arguments of `weakfish table`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) start: Start,
    /// The men, White's before `v` and Black's after it, such as `K R v K`, each perhaps with the state it stands in, as in
    /// `K B{ne} v K`; with a position, those of the position
    #[arg(index = 2, value_name = "MEN", num_args = 1.., required_unless_present_any = ["fen", "play", "survey"])]
    pub(crate) men: Vec<String>,
    /// Finds out which men win against a bare king, alone and in pairs; with a Betza string and no game, which endings a man
    /// that moves so wins in chess
    #[arg(long, value_name = "BETZA", num_args = 0..=1, default_missing_value = "",
        conflicts_with_all = ["men", "fen", "play", "list", "output", "tables"])]
    pub(crate) survey: Option<String>,
    /// Surveys the endings of a king and a man against a king and a man instead
    #[arg(long, requires = "survey")]
    pub(crate) duels: bool,
    /// Lists the positions that are won or lost after exactly so many plies, one of those that symmetries make of each
    /// other
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["fen", "play", "json"])]
    pub(crate) list: Option<u16>,
    /// Number of threads that generate moves
    #[arg(long, value_name = "T", default_value = "1")]
    pub(crate) threads: NonZero<u16>,
    /// Memory that the tables may take, in MiB; by default a quarter of the machine's memory
    #[arg(long, value_name = "MB")]
    pub(crate) memory: Option<NonZero<u32>>,
    /// Keep the tables in a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Take the tables from a file that `-o` has written; those that it has not are made
    #[arg(long, value_name = "FILE")]
    pub(crate) tables: Option<PathBuf>,
    /// The figures, or those of the position, as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl Arguments {
    /// Memory that the tables may take, in MiB.
    fn mebibytes(&self) -> u64 {
        memory_in_mebibytes(self.memory)
    }

    /// The men as one text, whether the shell has made one word of it or several.
    fn men_text(&self) -> Option<String> {
        Some(self.men.join(" ")).filter(|_| !self.men.is_empty())
    }
}

/// Memory in MiB that tables may take where the system does not say how much it has.
const DEFAULT_MEMORY: usize = 1024;

/// Most rows of the histogram of distances.
const MAX_ROWS: usize = 16;

/// Positions of each table that `weakfish table verify` compares with those that they lead to, for each side to move.
const VERIFIED: u64 = 5000;

/// The word in place of a game with which a file of tables is checked.
const VERIFY: &str = "verify";

/// Makes a table and prints what is asked for, or checks a file of tables.
pub(crate) fn run(loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    match arguments.men.as_slice() {
        [file] if arguments.start.game == VERIFY => verify(Path::new(file)),
        [] if arguments.survey.is_some() => survey(loader, arguments),
        _ => table(loader, arguments),
    }
}

/// Surveys the endings of a game, or those of a man in chess.
fn survey(loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    let (game, man) = surveyed_game(loader, &arguments.start.game, arguments.survey.as_deref())?;
    let setup = start::find_setup(&game, arguments.start.from.setup.as_deref())?;
    let tables = Tables::new(&game, setup).map_err(|reason| no_tables(&game, &arguments.start.game, reason))?;
    let survey = Survey::new(&game, setup, man, arguments.duels, arguments.mebibytes());
    PrintedSurvey { survey: &survey, threads: arguments.threads, json: arguments.json }.run(tables)
}

/// The game whose endings are surveyed, and the man that all of them have; with a Betza string, chess with such a man.
fn surveyed_game(loader: Loader<'_>, name: &str, string: Option<&str>) -> Result<(Game, Option<KindId>), Failure> {
    match string.filter(|string| !string.is_empty()) {
        None => Ok((loader.game_with_note(name)?, None)),
        Some(string) => survey::game_of_betza(loader, string),
    }
}

/// The task of a survey for work units, with its game.
pub(crate) fn unit_task(loader: Loader<'_>, arguments: &UnitArguments) -> Result<(Game, SurveyTask), Failure> {
    let UnitArguments { game: name, survey, duels, setup, memory } = arguments;
    let (game, man) = surveyed_game(loader, name, Some(survey))?;
    let found = start::find_setup(&game, setup.as_deref())?;
    start::refuse_drawn(&game, setup.as_deref())?;
    Tables::new(&game, found).map_err(|reason| no_tables(&game, name, reason))?;
    let mut task = SurveyTask::new(memory_in_mebibytes(*memory));
    task.setup.clone_from(setup);
    task.man = man.map(|man| game.variant().kind(man).symbol.clone());
    task.duels = *duels;
    Ok((game, task))
}

/// Arguments of a survey in work units.
#[derive(Args, Debug)]
pub(crate) struct UnitArguments {
    /// A built-in game, or the path of a .variant file
    pub(crate) game: String,
    /// Finds out which men win against a bare king, alone and in pairs; with a Betza string and no game, which endings a man
    /// that moves so wins in chess
    #[arg(long, value_name = "BETZA", num_args = 0..=1, default_missing_value = "", required = true)]
    survey: String,
    /// Surveys the endings of a king and a man against a king and a man instead
    #[arg(long)]
    duels: bool,
    /// The setup, by its name
    #[arg(long, value_name = "NAME")]
    setup: Option<String>,
    /// Memory that the tables of an ending may take, in MiB; by default a quarter of this machine's memory
    #[arg(long, value_name = "MB")]
    memory: Option<NonZero<u32>>,
}

/// Memory for tables, in MiB.
fn memory_in_mebibytes(wanted: Option<NonZero<u32>>) -> u64 {
    wanted.map_or_else(
        || workers::total_mebibytes().map_or(DEFAULT_MEMORY, |total| total / 4) as u64,
        |memory| u64::from(memory.get()),
    )
}

/// A failure by a game that has no exact tables.
fn no_tables(game: &Game, name: &str, reason: Unsupported) -> Failure {
    let help = "`weakfish analyze` searches positions of any game";
    let message = format!("no exact tables of {} can be made: {reason}", game.variant().title);
    Failure::argument("GAME", name, Code::CommandNoTable, message, "this game", help)
}

/// Checks the blocks and figures of a file, and some of its positions against those that they lead to.
fn verify(path: &Path) -> Result<(), Failure> {
    let bytes = read_file(path)?;
    let refused = |error: FileError| file_failure(path, &error);
    let (game, setup) = Tables::game_of(&bytes).map_err(refused)?;
    let mut tables = Tables::new(&game, setup).map_err(|_| refused(FileError::Unsupported))?;
    let men = tables.add_bytes(&bytes, max_memory()).map_err(refused)?;
    for men in tables.men_below(&men) {
        let compared = tables.verify(&men, VERIFIED, 1).map_err(refused)?;
        console::print(format_args!(
            "{}: {} follow from their moves",
            men.text(game.variant()),
            counted(compared, "value")
        ))?;
    }
    console::print(format_args!("{}, {}: sound", game.variant().title, men.text(game.variant())))?;
    console::print(format_args!("{}", origin::sentence(&game)))
}

/// Makes a table and prints what is asked for.
fn table(loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    let start = &arguments.start;
    let asked = start.from.fen.is_some() || start.from.play.is_some();
    let position = start.position(loader)?;
    let game = position.game();
    let setup = start::find_setup(game, start.from.setup.as_deref())?;
    let selection = match arguments.men_text() {
        Some(text) => read_selection(game, &text)?,
        None => Men::of(&position).into(),
    };
    let men = selection.men();
    let mut tables = Tables::new(game, setup).map_err(|reason| no_tables(game, &start.game, reason))?;
    let question = Question { arguments, game, selection: &selection, men, position: asked.then_some(&position) };
    if asked {
        question.require_no_states()?;
        question.require_in_table(&position)?;
    }
    if let Some(path) = &arguments.tables {
        tables.add_bytes(&read_file(path)?, max_memory()).map_err(|error| file_failure(path, &error))?;
    }
    let began = Instant::now();
    make(&question, &mut tables)?;
    if let Some((path, content)) = arguments.output.as_ref().zip(tables.to_bytes(men)) {
        files::write_atomically(path, &content)?;
    }
    if asked {
        return question.print_position(&tables, &position);
    }
    if let Some(plies) = arguments.list {
        return question.list(&tables, plies);
    }
    let statistics = tables.statistics_of(&selection).unwrap_or_default();
    let limits = question.comparison(&tables).limits(&statistics.to_move)?;
    if arguments.json {
        return console::print_json(&TableData {
            game: &start.game,
            men: selection.text(game.variant()),
            statistics: &statistics,
            limits,
            seconds: (began.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
        });
    }
    question.print_statistics(&tables, &statistics, &limits)
}

/// Statistics of a table as JSON.
#[derive(Serialize)]
struct TableData<'a> {
    game: &'a str,
    men: String,
    #[serde(flatten)]
    statistics: &'a Statistics,
    /// Limits of plies without progress that some win does not stay below.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    limits: Vec<LimitData>,
    seconds: f64,
}

/// Value of a position as JSON.
#[derive(Serialize)]
struct PositionData {
    fen: String,
    #[serde(flatten)]
    value: ValueData,
    /// Limits of plies without progress that some win of the men does not stay below.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    limits: Vec<FitData>,
    /// Best play to the end of the game, or until a rule about earlier positions forbids it; empty for a draw.
    line: Vec<String>,
    moves: Vec<MoveData>,
}

/// A move with its value for the player who makes it.
#[derive(Serialize)]
struct MoveData {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    value: ValueData,
}

/// A value, and the plies to the end of the game.
#[derive(Serialize)]
struct ValueData {
    value: &'static str,
    plies: Option<u16>,
}

impl From<Value> for ValueData {
    fn from(value: Value) -> Self {
        let word = match value {
            Value::Win(_) => "win",
            Value::Draw => "draw",
            Value::Loss(_) => "loss",
        };
        Self { value: word, plies: value.plies() }
    }
}

/// Reads the men of the command line, with states.
fn read_selection(game: &Game, text: &str) -> Result<Selection, Failure> {
    let variant = game.variant();
    Selection::parse(game, text).map_err(|MenError { mistake, start, end }| {
        let code =
            if matches!(mistake, MenMistake::UnknownMan(_)) { Code::CommandUnknownMan } else { Code::CommandMen };
        let word = text.get(start..end).unwrap_or_default();
        let meant: Vec<String> =
            Selection::respelled(game, text).iter().map(|spelled| format!("`{spelled}`")).collect();
        let (label, help) = match mistake {
            MenMistake::UnknownState(side, kind) => ("no state of this man", states_help(game, side, kind)),
            MenMistake::UnknownMan(_) if !meant.is_empty() => ("no such symbol", format!("write {}", any_of(&meant))),
            _ if !meant.is_empty() => ("these men", format!("write {}", any_of(&meant))),
            MenMistake::UnknownMan(side) => {
                let known = variant.kinds().filter(|(_, kind)| kind.sides[side]);
                let known: Vec<&str> = known.map(|(_, kind)| kind.symbol.as_str()).collect();
                ("no such symbol", did_you_mean(word, known))
            }
            MenMistake::TooManyMen => ("one too many", format!("a table has at most {} men", Men::MAX)),
            MenMistake::NoVersus | MenMistake::SecondVersus | MenMistake::NoMen => {
                ("these men", "write White's men, `v`, and Black's, such as `K R v K`".to_owned())
            }
        };
        let message = match mistake {
            MenMistake::UnknownMan(side) => format!("{side} has no man `{word}` in {}", variant.title),
            MenMistake::UnknownState(side, kind) => {
                format!("{side}'s {} never stands as `{word}` says", man_name(variant, kind))
            }
            MenMistake::NoVersus | MenMistake::SecondVersus | MenMistake::TooManyMen | MenMistake::NoMen => {
                format!("these are not the men of an ending: {mistake}")
            }
        };
        let problem = Diagnostic::error(code, Span::new(start, end), message).label(label).help(help);
        Failure::new(&Source::new("MEN", text), vec![problem])
    })
}

/// Says which states a side's men of a kind can stand in.
fn states_help(game: &Game, side: Side, kind: KindId) -> String {
    let infos = game.pieces().map(|piece| game.piece_info(piece));
    let states = infos.filter(|info| (info.side, info.kind) == (side, kind)).map(|info| info.state.to_string());
    let states: Vec<String> = states.filter(|state| !state.is_empty()).map(|state| format!("`{{{state}}}`")).collect();
    match states.as_slice() {
        [] => "it has neither facings nor modes: leave the braces out".to_owned(),
        [first, ..] if states.len() > 16 => format!("it has {} states, such as {first}", states.len()),
        _ => format!("its states are {}", any_of(&states)),
    }
}

/// The question of a command, and the tables it asks.
#[derive(Clone, Copy)]
struct Question<'a> {
    arguments: &'a Arguments,
    game: &'a Game,
    selection: &'a Selection,
    men: &'a Men,
    position: Option<&'a Position>,
}

/// Makes the tables, after saying what they take, and shows the progress.
fn make(question: &Question<'_>, tables: &mut Tables) -> Result<(), Failure> {
    let arguments = question.arguments;
    let memory = arguments.mebibytes();
    let estimate = tables.estimate(question.men, memory << 20).map_err(|error| question.failure(&error))?;
    if estimate.positions > 0 {
        console::eprint(question.plan(&estimate));
    }
    if estimate.memory >> 20 > memory {
        let message = format!("the tables take about {} MiB, and may take {memory}", estimate.memory >> 20);
        let help = "`--memory MB` allows more; fewer men take less";
        return Err(question.refused(Code::CommandNoMemory, message, "these men", help));
    }
    interrupt::install_handler();
    let mut progress = Progress::new();
    let options =
        Options { threads: NonZero::<usize>::from(arguments.threads), max_memory: memory << 20, keep_moves: true };
    let made = tables.make(question.men, &options, &mut |step| {
        let percent = 100 * step.done / step.total.max(1);
        progress.show(format_args!("table {} of {}: {percent} %", step.tables_done + 1, step.tables));
        !interrupt::was_interrupted()
    });
    progress.clear();
    match made {
        Err(MakeError::Interrupted) => {
            interrupt::fail_if_interrupted(|| "the table is not finished, and nothing of it is kept".to_owned())
        }
        made => made.map_err(|error| question.failure(&error)),
    }
}

impl Question<'_> {
    /// A failure about the men.
    fn refused(&self, code: Code, message: String, label: &str, help: &str) -> Failure {
        let (option, text) = match (self.arguments.men_text(), &self.arguments.start.from.fen) {
            (Some(men), _) => ("MEN", men),
            (None, Some(fen)) => ("--fen", fen.clone()),
            (None, None) => ("MEN", self.men.text(self.game.variant())),
        };
        Failure::argument(option, &text, code, message, label, help)
    }

    /// A failure to make a table.
    fn failure(&self, error: &MakeError) -> Failure {
        match error {
            MakeError::NoPosition => {
                let message = format!("{} has no legal position of these men", self.game.variant().title);
                self.refused(Code::CommandMen, message, "these men", &self.needed_royals())
            }
            MakeError::Memory(_) | MakeError::TooManyPositions | MakeError::EnPassant => {
                let help = "`--memory MB` allows more; fewer men take less";
                self.refused(Code::CommandNoMemory, error.to_string(), "these men", help)
            }
            MakeError::TooManyMoves
            | MakeError::TooLong
            | MakeError::Missing(_)
            | MakeError::Interrupted
            | MakeError::NoLimit
            | MakeError::NoTable => {
                self.refused(Code::CommandNoTable, error.to_string(), "these men", "fewer men have fewer positions")
            }
        }
    }

    /// Says which royal men a side must have.
    fn needed_royals(&self) -> String {
        let variant = self.game.variant();
        let royals = |side: Side| {
            let men =
                variant.setups.first().into_iter().flat_map(|setup| &setup.men).filter(move |man| man.side == side);
            let royals = men.map(|man| variant.kind(man.kind)).filter(|kind| kind.royal && kind.royalty.is_constant());
            royals.map(|kind| format!("`{}`", kind.symbol)).collect::<Vec<_>>()
        };
        let sides = Side::ALL.into_iter().map(|side| (side, royals(side))).filter(|(_, royals)| !royals.is_empty());
        let needed: Vec<String> = sides.map(|(side, royals)| format!("{side} has {}", all_of(royals))).collect();
        if needed.is_empty() { "men must have squares to stand on".to_owned() } else { needed.join(", ") }
    }

    /// The memory and time that the tables take.
    fn plan(&self, estimate: &Estimate) -> String {
        let others = match estimate.tables {
            0 | 1 => String::new(),
            tables => format!(" and {} that it leads to", counted(tables as u64 - 1, "table")),
        };
        let time = match estimate.seconds() {
            0 => "less than a second".to_owned(),
            seconds @ 1..120 => format!("about {}", counted(seconds, "second")),
            seconds => format!("about {} minutes", seconds / 60),
        };
        let men = self.men.text(self.game.variant());
        let (positions, memory) = (counted(estimate.positions, "position"), estimate.memory.div_ceil(1 << 20));
        format!("{men}{others}: up to {positions}, about {memory} MiB, {time}")
    }

    /// Comparison of wins with limits of plies without progress.
    fn comparison<'t>(&'t self, tables: &'t Tables) -> Comparison<'t> {
        let (threads, memory) = (self.arguments.threads, self.arguments.mebibytes() << 20);
        Comparison { tables, selection: self.selection, threads: NonZero::<usize>::from(threads), memory }
    }

    /// Refuses states of men beside a position.
    fn require_no_states(&self) -> Result<(), Failure> {
        if !self.selection.names_states() {
            return Ok(());
        }
        let message = "a position says itself in which states its men stand".to_owned();
        Err(self.refused(Code::CommandMen, message, "men with states", "leave the men out, or their braces"))
    }

    /// Refuses a position that no table can have.
    fn require_in_table(&self, position: &Position) -> Result<(), Failure> {
        let castles = Side::ALL.into_iter().any(|side| {
            let wings = [position.castling_rights(side), position.castled(side)];
            wings.into_iter().any(|wing| wing.first_file || wing.last_file)
        });
        let of_men = !position.unmoved().is_empty() || !position.once_a_game().is_empty();
        if castles || of_men { Err(self.not_in_table(&NotInTable::Rights)) } else { Ok(()) }
    }

    /// A failure to find a position in the tables.
    fn not_in_table(&self, error: &NotInTable) -> Failure {
        let text = self.position.map(fen::write).unwrap_or_default();
        let (message, help) = match error {
            NotInTable::Rights => (
                "no exact table has positions in which somebody may castle or has a first move".to_owned(),
                "leave the rights out",
            ),
            NotInTable::Men(men) => (
                format!("the position has the men {}", men.text(self.game.variant())),
                "name the men of the position, or none",
            ),
            NotInTable::Place => ("a man stands where no game leads it".to_owned(), "put it elsewhere"),
        };
        Failure::argument("position", &text, Code::CommandNoTable, message, "this position", help)
    }

    /// Prints the value of a position, the best line, and the value of each move.
    fn print_position(&self, tables: &Tables, position: &Position) -> Result<(), Failure> {
        let refused = |error: NotInTable| self.not_in_table(&error);
        let value = tables.value(position).map_err(refused)?;
        let line = tables.best_line(position).map_err(refused)?;
        let moves = tables.moves(position).map_err(refused)?;
        let limits = self.comparison(tables).of_position(position)?;
        if self.arguments.json {
            let mut along = position.clone();
            let mut texts = Vec::new();
            for &mv in &line {
                texts.push(uci::write(&along, mv));
                along.make(mv);
            }
            let moves = moves.iter().map(|&(mv, value)| MoveData { mv: uci::write(position, mv), value: value.into() });
            let (fen, moves) = (fen::write(position), moves.collect());
            return console::print_json(&PositionData { fen, value: value.into(), limits, line: texts, moves });
        }
        let turn = position.turn();
        if moves.is_empty() && position.verdict().is_some() {
            let outcome = position.outcome().map_or_else(String::new, |outcome| outcome.to_string());
            return console::print(format_args!("the game is over: {outcome}"));
        }
        console::print(format_args!("{} to move {}", capitalized(&turn.to_string()), in_words(value)))?;
        for limit in &limits {
            console::print(format_args!("  {}", limit.in_words()))?;
        }
        if value != Value::Draw {
            console::print(best_play(tables, position, &line))?;
        }
        let moves: Vec<(String, Value)> = moves.iter().map(|&(mv, value)| (write_move(position, mv), value)).collect();
        let width = moves.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
        for (text, value) in moves {
            console::print(format_args!("  {text:width$}  {}", in_words(value)))?;
        }
        Ok(())
    }

    /// Prints the positions that are decided after so many plies.
    fn list(&self, tables: &Tables, plies: u16) -> Result<(), Failure> {
        let mut printed = Ok(());
        for turn in Side::ALL {
            for value in [Value::Win(plies), Value::Loss(plies)] {
                tables.visit(self.selection, turn, value, &mut |position| {
                    printed = console::print(fen::write(position));
                    printed.is_ok()
                });
            }
        }
        printed
    }

    /// Prints the statistics of a table.
    fn print_statistics(&self, tables: &Tables, statistics: &Statistics, limits: &[LimitData]) -> Result<(), Failure> {
        let variant = self.game.variant();
        let board = variant.board;
        let mut page =
            format!("{}, {}, on {}x{}\n\n", variant.title, self.selection.text(variant), board.files(), board.ranks());
        page += &figures(&statistics.to_move);
        let _ = writeln!(page, "\nmutual zugzwang: {}", counted(statistics.zugzwangs, "arrangement"));
        let mut symmetries = tables.symmetries(self.men);
        symmetries.dedup();
        if !symmetries.is_empty() {
            let [white, black] = Side::ALL.map(|side| statistics.to_move[side].up_to_symmetry);
            let _ = writeln!(
                page,
                "symmetries: {}\nup to symmetry: {} with White to move, {} with Black",
                symmetries.join(", "),
                counted(white, "position"),
                counted(black, "position")
            );
        }
        let counts = tables.counts(self.men);
        if counts > 1 {
            let _ = writeln!(page, "each arrangement is counted with {counts} states of what the rules count");
        }
        for side in Side::ALL {
            let Some(plies) = statistics.to_move[side].longest_win else { continue };
            let Some(position) = tables.longest_win(self.selection, side).filter(|_| plies > 0) else { continue };
            let line = tables.best_line(&position).unwrap_or_default();
            let _ = writeln!(
                page,
                "\nlongest win, {side} to move: {}\n  {}\n  {}",
                counted(plies.into(), "ply"),
                fen::write(&position),
                best_play(tables, &position, &line)
            );
        }
        page += &histogram(&statistics.to_move);
        let left_out = left_out(&tables.omissions(), limits);
        if !left_out.is_empty() {
            let _ = write!(page, "\nnot part of the values:\n{left_out}");
        }
        console::print_page(&page)
    }
}

/// A line of best play as text; where a rule about earlier positions decides before it is at its end, with what the rule
/// says.
fn best_play(tables: &Tables, position: &Position, line: &[Move]) -> String {
    let moves = write_moves(position, line);
    let mut last = position.clone();
    for &mv in line {
        last.make(mv);
    }
    let best = tables.moves(&last).unwrap_or_default().first().map(|&(mv, _)| mv);
    match best.and_then(|mv| last.check_move(mv).err()) {
        None => moves,
        Some(over @ IllegalMove::GameOver(_)) => format!("{moves} … here {over}"),
        Some(reason) => format!("{moves} … here the best move is illegal: {reason}"),
    }
}

/// `wins in 31 plies`, of the side to move.
fn in_words(value: Value) -> String {
    match value {
        Value::Win(plies) => format!("wins in {}", counted(plies.into(), "ply")),
        Value::Draw => "draws".to_owned(),
        Value::Loss(plies) => format!("loses in {}", counted(plies.into(), "ply")),
    }
}

/// The numbers of positions as a table.
fn figures(to_move: &PerSide<SideStatistics>) -> String {
    let mut page = String::new();
    let heads = ["positions", "won", "drawn", "lost"];
    let _ = writeln!(
        page,
        "{:13} {:>12} {:>19} {:>19} {:>19}  longest win  longest loss",
        "", heads[0], heads[1], heads[2], heads[3]
    );
    for (side, figures) in to_move.iter() {
        let share = |count: u64| format!("{count} {:>6}", percent(count, figures.positions));
        let longest = |plies: Option<u16>| plies.map_or_else(|| "-".to_owned(), |plies| plies.to_string());
        let _ = writeln!(
            page,
            "{:13} {:>12} {:>19} {:>19} {:>19}  {:>11}  {:>12}",
            format!("{side} to move"),
            figures.positions,
            share(figures.wins),
            share(figures.draws),
            share(figures.losses),
            longest(figures.longest_win),
            longest(figures.longest_loss)
        );
    }
    page
}

/// The distances of wins and losses as rows of plies.
fn histogram(to_move: &PerSide<SideStatistics>) -> String {
    let lists = Side::ALL.map(|side| [&to_move[side].won_in, &to_move[side].lost_in]);
    let longest = lists.iter().flatten().map(|list| list.len()).max().unwrap_or(0);
    if longest == 0 {
        return String::new();
    }
    let step = longest.div_ceil(MAX_ROWS);
    let mut page = format!(
        "\n{:>9} {:>12} {:>12} {:>12} {:>12}\n",
        "plies", "white wins", "white loses", "black wins", "black loses"
    );
    for from in (0..longest).step_by(step) {
        let plies = if step == 1 { from.to_string() } else { format!("{from}-{}", from + step - 1) };
        let _ = write!(page, "{plies:>9}");
        for list in lists.iter().flatten() {
            let sum: u64 = list.iter().skip(from).take(step).sum();
            let _ = write!(page, " {sum:>12}");
        }
        page.push('\n');
    }
    page
}

/// The rules and endings on which the values don't depend, a line each.
fn left_out(omissions: &[Omission], limits: &[LimitData]) -> String {
    let mut page = String::new();
    for omission in omissions {
        let line = match omission {
            Omission::RepetitionIllegal => "repetition is forbidden".to_owned(),
            Omission::Repetition(label) => label.clone(),
            Omission::Quiet { plies, label, claimed, .. } => {
                let of_plies = |plies: u32| match limits.iter().find(|limit| limit.is_of(label, plies, *claimed)) {
                    Some(limit) => limit.in_words(),
                    None => "no win takes so long".to_owned(),
                };
                let claimed = if *claimed { ", by a claim" } else { "" };
                match plies {
                    None => format!("{label}{claimed}"),
                    Some(plies) => format!("{label}{claimed}: {}", of_plies(*plies)),
                }
            }
            Omission::MoveCount => "counts of moves while few men are left".to_owned(),
        };
        let _ = writeln!(page, "  {line}");
    }
    page
}
