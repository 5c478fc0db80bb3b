//! `weakfish table`: exact values of all positions of an ending.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use weakfish::diagnostic::Code;
use weakfish::engine::{Game, Position};
use weakfish::geometry::Side;
use weakfish::notation::fen;
use weakfish::prose::counted;
use weakfish::source::Source;
use weakfish_endgame::{
    Estimate, FileError, MakeError, Men, MenError, NotInTable, Options, Progress as TableProgress, Selection, Tables,
    Unsupported, Value, require_no_rights,
};
use weakfish_units::Task;
use weakfish_units::tasks::{CensusTask, Survey, SurveyTask};

use crate::commands::census;
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
    /// The men, White's before `v` and Black's after it, such as `K R v K` or `KRvK`, each perhaps with the state it stands
    /// in, as in `K B{ne} v K`; with a position, those of the position
    #[arg(index = 2, value_name = "MEN", num_args = 1.., required_unless_present_any = ["fen", "play", "survey", "census"])]
    pub(crate) men: Vec<String>,
    /// Finds out which men of a game win against a bare king, alone and in pairs; with a Betza string and no game, which endings
    /// a man that moves so wins in chess
    #[arg(long, value_name = "BETZA", num_args = 0..=1, default_missing_value = "",
        conflicts_with_all = ["men", "fen", "play", "list", "output", "tables"])]
    pub(crate) survey: Option<String>,
    /// Surveys the endings of a king and a man against a king and a man instead
    #[arg(long, requires = "survey")]
    pub(crate) duels: bool,
    /// Finds out which leapers and one-step men mate a bare king on square boards of these sides
    #[arg(long, value_name = "SIDES", num_args = 0..=1, default_missing_value = census::DEFAULT_SIDES,
        value_parser = census::parse_sides,
        conflicts_with_all = ["men", "fen", "play", "list", "output", "tables", "survey", "setup"])]
    pub(crate) census: Option<[u8; 2]>,
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

/// Positions of each table that `weakfish table verify` compares with those that they lead to, for each side to move.
const VERIFIED: u64 = 5000;

/// The word in place of a game with which a file of tables is checked.
const VERIFY: &str = "verify";

/// Makes a table and prints what is asked for, or checks a file of tables.
pub(crate) fn run(loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    match arguments.men.as_slice() {
        [file] if arguments.start.game == VERIFY => verify(Path::new(file)),
        [] if arguments.survey.is_some() => survey(loader, arguments),
        [] if arguments.census.is_some() => census(arguments),
        _ => table(loader, arguments),
    }
}

/// Surveys the endings of a game, or those of a man in chess.
fn survey(loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    let (game, man) = survey::surveyed_game(loader, &arguments.start.game, arguments.survey.as_deref())?;
    let setup = start::find_setup(&game, arguments.start.from.setup.as_deref())?;
    let name = if arguments.start.game == survey::NO_GAME { arguments.survey.as_ref() } else { None };
    let name = name.unwrap_or(&arguments.start.game);
    let tables = Tables::new(&game, setup).map_err(|reason| no_tables(&game, name, reason))?;
    let survey = Survey::new(&game, setup, man, arguments.duels, arguments.mebibytes());
    PrintedSurvey { survey: &survey, threads: arguments.threads, json: arguments.json }.run(tables)
}

/// Takes a census of mating men.
fn census(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.start.game != survey::NO_GAME {
        return Err(census::game_refused(&arguments.start.game));
    }
    let task = CensusTask::new(arguments.census.unwrap_or(CensusTask::DEFAULT_BOARDS), arguments.mebibytes());
    census::run(&task, arguments.threads, arguments.json)
}

/// The task of a survey or a census for work units, with its game.
pub(crate) fn unit_task(loader: Loader<'_>, arguments: &UnitArguments) -> Result<(Game, Task), Failure> {
    let UnitArguments { game: name, survey, census, duels, setup, memory } = arguments;
    if let Some(boards) = census {
        if name != survey::NO_GAME {
            return Err(census::game_refused(name));
        }
        return Ok((census::base_game(loader)?, Task::Census(CensusTask::new(*boards, memory_in_mebibytes(*memory)))));
    }
    let (game, man) = survey::surveyed_game(loader, name, survey.as_deref())?;
    let found = start::find_setup(&game, setup.as_deref())?;
    start::refuse_drawn(&game, setup.as_deref())?;
    Tables::new(&game, found).map_err(|reason| no_tables(&game, name, reason))?;
    let mut task = SurveyTask::new(memory_in_mebibytes(*memory));
    task.setup.clone_from(setup);
    task.man = man.map(|man| game.variant().kind(man).symbol.clone());
    task.duels = *duels;
    Ok((game, Task::Survey(task)))
}

/// Arguments of a survey in work units.
#[derive(Args, Debug)]
pub(crate) struct UnitArguments {
    /// A built-in game, or the path of a .variant file
    pub(crate) game: String,
    /// Finds out which men win against a bare king, alone and in pairs; with a Betza string and no game, which endings a man
    /// that moves so wins in chess
    #[arg(long, value_name = "BETZA", num_args = 0..=1, default_missing_value = "",
        required_unless_present = "census")]
    survey: Option<String>,
    /// Finds out which leapers and one-step men mate a bare king on square boards of these sides
    #[arg(long, value_name = "SIDES", num_args = 0..=1, default_missing_value = census::DEFAULT_SIDES,
        value_parser = census::parse_sides, conflicts_with_all = ["survey", "duels", "setup"])]
    census: Option<[u8; 2]>,
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
        console::print_message(format_args!(
            "{}: {} follow from their moves",
            men.text(game.variant()),
            counted(compared, "value")
        ))?;
    }
    console::print_message(format_args!("{}, {}: sound", game.variant().title, men.text(game.variant())))?;
    console::print_message(origin::sentence(&game))
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
        require_no_rights(&position).map_err(|error| question.not_in_table(&error))?;
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
    let report = question.compared(|options, observer| tables.report(&start.game, &selection, options, observer))?;
    if arguments.json {
        return console::print_json(&report.took(began.elapsed()));
    }
    console::print_page(&report.page(&tables, &selection))
}

/// Reads the men of the command line, with states.
fn read_selection(game: &Game, text: &str) -> Result<Selection, Failure> {
    let refused = |error: MenError| Failure::new(&Source::new("MEN", text), vec![error.diagnostic(game, text)]);
    Selection::parse(game, text).map_err(refused)
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
    let memory = question.arguments.mebibytes();
    let estimate = tables.estimate(question.men, memory << 20).map_err(|error| question.failure(&error))?;
    if estimate.positions > 0 {
        console::eprint(estimate.sentence(&question.men.text(question.game.variant())));
    }
    if let Some(message) = estimate.refusal(memory) {
        return Err(question.refused(Code::CommandNoMemory, message, "these men", Estimate::MEMORY_HELP));
    }
    interrupt::install_handler();
    let mut progress = Progress::new();
    // Positions of the tables before the present one, and its number and size.
    let (mut before, mut present) = (0, (0, 0));
    let made = tables.make(question.men, &question.options(), &mut |step| {
        if step.tables_done != present.0 {
            before += present.1;
        }
        present = (step.tables_done, step.total);
        let text = format_args!("table {} of {}", step.tables_done + 1, step.tables);
        progress.show_share(text, before + step.done, estimate.positions);
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
        let (code, message, help) = error.explain(self.game.variant());
        self.refused(code, message, "these men", &help)
    }

    /// Options of the making of tables.
    fn options(&self) -> Options {
        let threads = NonZero::<usize>::from(self.arguments.threads);
        Options { threads, max_memory: self.arguments.mebibytes() << 20, keep_moves: true }
    }

    /// Compares wins with limits, and shows the progress.
    fn compared<T>(
        &self,
        compare: impl FnOnce(&Options, &mut dyn FnMut(TableProgress) -> bool) -> Result<T, MakeError>,
    ) -> Result<T, Failure> {
        let mut progress = Progress::new();
        let found = compare(&self.options(), &mut |step| {
            let percent = 100 * step.done / step.total.max(1);
            progress.show(format_args!("progress, table {} of {}: {percent} %", step.tables_done + 1, step.tables));
            !interrupt::was_interrupted()
        });
        progress.clear();
        if matches!(found, Err(MakeError::Interrupted)) {
            interrupt::fail_if_interrupted(|| "the wins have not been compared with the limits".to_owned())?;
        }
        found.map_err(|error| self.failure(&error))
    }

    /// Refuses states of men beside a position.
    fn require_no_states(&self) -> Result<(), Failure> {
        if !self.selection.names_states() {
            return Ok(());
        }
        let message = "a position says itself in which states its men stand".to_owned();
        Err(self.refused(Code::CommandMen, message, "men with states", "leave the men out, or their braces"))
    }

    /// A failure to find a position in the tables.
    fn not_in_table(&self, error: &NotInTable) -> Failure {
        let text = self.position.map(fen::write).unwrap_or_default();
        let (message, help) = error.explain(self.game.variant());
        Failure::argument("position", &text, Code::CommandNoTable, message, "this position", help)
    }

    /// Prints the value of a position, the best line, and the value of each move.
    fn print_position(&self, tables: &Tables, position: &Position) -> Result<(), Failure> {
        let mut report = tables.position_report(position).map_err(|error| self.not_in_table(&error))?;
        report.limits =
            self.compared(|options, observer| tables.limits_at(self.selection, position, options, observer))?;
        if self.arguments.json { console::print_json(&report) } else { console::print_message(report) }
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
}
