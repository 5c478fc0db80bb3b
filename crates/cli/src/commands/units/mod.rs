//! `weakfish units`, `weakfish work` and `weakfish merge`: long work for many machines.

pub(crate) mod merge;
pub(crate) mod work;

use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::builder::ArgPredicate;
use clap::{Args, Subcommand};
use weakfish::diagnostic::Code;
use weakfish_units::tasks::{PerftTask, PlaytestTask};
use weakfish_units::{Content, Plan, Store, Task};

use crate::commands::{playtest, survey, table, tune};
use crate::matches;
use crate::support::console::{self, Failure};
use crate::support::load::{self, Loader, STANDARD_INPUT};
use crate::support::start::{self, StartOptions};
use crate::support::tablebase::MAX_MEBIBYTES;
use crate::support::{files, weights};

/// Arguments of `weakfish units`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    task: TaskArguments,
}

/// How a task is cut.
#[derive(Args, Debug)]
struct Cut {
    /// How many units are made, at most as many as the work has items
    #[arg(short = 'n', long = "units", value_name = "N", default_value = "100")]
    units: NonZero<u32>,
    /// Name the definition, weights and openings by their hashes, and write them into this folder; `weakfish work` and
    /// `weakfish merge` read them there
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
}

/// The tasks.
#[derive(Debug, Subcommand)]
enum TaskArguments {
    /// Counts the sequences of N plies from a position; an item is a sequence of the first plies
    Perft {
        /// A built-in game, or the path of a .variant file
        game: String,
        #[command(flatten)]
        from: StartOptions,
        /// How many plies
        #[arg(value_name = "N")]
        depth: u32,
        /// Counts for every first move alone
        #[arg(long)]
        divide: bool,
        #[command(flatten)]
        cut: Cut,
    },
    /// Plays a match of two settings of Weakfish, limited by nodes or depth; an item is a game
    Match {
        /// A built-in game, or the path of a .variant file
        game: String,
        #[command(flatten)]
        settings: matches::Settings,
        #[command(flatten)]
        cut: Cut,
    },
    /// Plays a draft against itself; an item is a game
    Playtest {
        /// A built-in game, or the path of a .variant file
        game: String,
        #[command(flatten)]
        settings: playtest::Settings,
        /// Memory for exact tables of endings in MiB; 0 makes none
        #[arg(long, value_name = "MB", default_value_t = PlaytestTask::DEFAULT_MEBIBYTES,
            value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_MEBIBYTES)))]
        tables: u32,
        #[command(flatten)]
        cut: Cut,
    },
    /// Plays games for `weakfish tune`, those of the first round that is not complete; an item is a game
    ///
    /// What `weakfish merge` prints belongs at the end of the file of games beside the output. With the same arguments this
    /// command then makes the units of the next round, and `weakfish tune` writes the weights.
    Tune {
        #[command(flatten)]
        settings: tune::Settings,
        #[command(flatten)]
        cut: Cut,
    },
    /// Surveys endings, or takes a census of mating men; an item is an ending
    ///
    /// The table of one ending can't be cut into units, since the value of each position follows from others.
    #[command(mut_arg("game", |game| {
        game.index(1)
            .required(false)
            .default_value_ifs(["survey", "census"].map(|option| (option, ArgPredicate::IsPresent, survey::NO_GAME)))
    }))]
    Table {
        #[command(flatten)]
        settings: table::UnitArguments,
        #[command(flatten)]
        cut: Cut,
    },
}

/// Prints the units of a task.
pub(crate) fn run(loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    let (plan, cut) = match &arguments.task {
        TaskArguments::Perft { game, from, depth, divide, cut } => {
            (plan_perft(loader, game, from, (*depth, *divide), cut.units)?, cut)
        }
        TaskArguments::Match { game: name, settings, cut } => {
            let game = loader.game_with_note(name)?;
            let (task, texts) = matches::unit_task(&game, name, settings)?;
            (Plan::new(Task::Match(Box::new(task)), &game, texts)?, cut)
        }
        TaskArguments::Tune { settings, cut } => {
            let Some((game, task, weights)) = tune::unit_task(loader, settings)? else { return Ok(()) };
            (Plan::new(Task::Tune(task), &game, vec![weights])?, cut)
        }
        TaskArguments::Table { settings, cut } => {
            let (game, task) = table::unit_task(loader, settings)?;
            (Plan::new(task, &game, Vec::new())?, cut)
        }
        TaskArguments::Playtest { game: name, settings, tables, cut } => {
            let game = loader.game_with_note(name)?;
            let weights = Content::new(weights::load_for_game(&game, name)?.to_text(&game));
            let task = settings.task(*tables, weights.hash.clone());
            (Plan::new(Task::Playtest(task), &game, vec![weights])?, cut)
        }
    };
    if let Some(folder) = &cut.store {
        write_store(folder, plan.contents())?;
    }
    let units = plan.cut(cut.units);
    if units.len() < cut.units.get() as usize {
        console::eprint(format_args!("{} units: the work has no more items", units.len()));
    }
    for unit in units {
        console::print_json_text(&if cut.store.is_some() { unit.to_short_line() } else { unit.to_line() })?;
    }
    Ok(())
}

/// The plan of a count.
fn plan_perft(
    loader: Loader<'_>,
    game: &str,
    from: &StartOptions,
    (depth, divide): (u32, bool),
    units: NonZero<u32>,
) -> Result<Arc<Plan>, Failure> {
    let before = from.before_play(loader, game)?;
    start::refuse_drawn(before.game(), from.setup.as_deref())?;
    let mut position = before.clone();
    let mut task = PerftTask::new(depth);
    if let Some(text) = &from.play {
        task.moves = start::machine_moves(&before, text)?;
        start::play_moves(&mut position, &task.moves.join(" "), None)?;
    }
    task.divide = divide;
    task.setup.clone_from(&from.setup);
    task.fen = from.fen.clone().filter(|text| !start::is_start_position(text));
    task.split_for(&position, units.get());
    Ok(Plan::new(Task::Perft(task), before.game(), Vec::new())?)
}

/// A folder with texts named by their hashes.
#[derive(Clone, Debug, Default)]
struct FolderStore(Option<PathBuf>);

/// Digits of a hash.
const HASH_DIGITS: usize = 32;

/// The largest text of a unit.
const MAX_TEXT_BYTES: usize = 1 << 26;

impl Store for FolderStore {
    fn text(&self, hash: &str) -> Option<String> {
        // Other names could lead out of the folder.
        let is_hash = hash.len() == HASH_DIGITS && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        let folder = self.0.as_deref().filter(|_| is_hash)?;
        String::from_utf8(load::read_at_most(&folder.join(hash), MAX_TEXT_BYTES).ok()?).ok()
    }
}

/// Writes texts into a folder, which is made if it is not there.
fn write_store<'c>(folder: &Path, contents: impl Iterator<Item = &'c Content>) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| {
        let message = format!("can't make the folder `{}`: {error}", folder.display());
        Failure::file(folder, Code::CommandUnwritableFile, message, "check the path, and that you may write there")
    })?;
    for content in contents {
        files::write_atomically(folder.join(&content.hash), content.text.as_deref().unwrap_or_default())?;
    }
    Ok(())
}

/// The largest line that is read, in bytes.
const MAX_LINE_BYTES: u64 = 1 << 28;

/// Lines of a file or of standard input, each with its line end.
fn lines(path: &str) -> Result<impl Iterator<Item = io::Result<String>> + use<>, Failure> {
    let input: Box<dyn Read + Send> = if path == STANDARD_INPUT {
        Box::new(io::stdin())
    } else {
        let file = fs::File::open(path).map_err(|error| {
            let message = format!("can't read `{path}`: {error}");
            Failure::file(path, Code::CommandUnreadableFile, message, "check the path and that you may read the file")
        })?;
        Box::new(file)
    };
    let mut reader = BufReader::new(input);
    Ok(std::iter::from_fn(move || {
        let mut bytes = Vec::new();
        match reader.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes) {
            Ok(0) => None,
            // What is no UTF-8 is no JSON either, and reported as such.
            Ok(_) => Some(Ok(String::from_utf8_lossy(&bytes).into_owned())),
            Err(error) => Some(Err(error)),
        }
    }))
}

/// The name of an input in diagnostics.
fn shown_name(path: &str) -> &str {
    if path == STANDARD_INPUT { "standard input" } else { path }
}

/// A failure to read an input.
fn read_failure(path: &str, error: &io::Error) -> Failure {
    let message = format!("can't read `{}`: {error}", shown_name(path));
    Failure::file(path, Code::CommandUnreadableFile, message, "check the path and that you may read the file")
}
