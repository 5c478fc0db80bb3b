//! `weakfish playtest`: plays a game against itself and says what its inventor would like to know.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use weakfish::engine::Game;
use weakfish_player::playtest::{Findings, PlaytestGame, Study};
use weakfish_player::search::Searcher;
use weakfish_units::tasks::{PlaytestTask, TABLE_TIME};

use crate::support::clock::parse_time;
use crate::support::console::{self, Failure, Progress};
use crate::support::load::Loader;
use crate::support::tablebase::TableOptions;
use crate::support::workers;
use crate::support::{files, interrupt, weights};

/// Default memory for tables in MiB, as work units have it.
const DEFAULT_TABLES: &str = "64";
const _: () = assert!(PlaytestTask::DEFAULT_MEBIBYTES == 64, "`DEFAULT_TABLES` is the same number");

/// Arguments of `weakfish playtest`.
#[derive(Args, Debug)]
#[command(mut_arg("mebibytes", |tables| tables.default_value(DEFAULT_TABLES)))]
pub(crate) struct Arguments {
    /// A built-in game, or the path of a .variant file
    pub(crate) game: String,
    #[command(flatten)]
    settings: Settings,
    /// End after so long, such as `90`, in seconds, `30m` or `1h`, with the games that have been played
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "4m")]
    time: Duration,
    /// How many games are played at once; by default as many as the machine has processors
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZero<u16>>,
    #[command(flatten)]
    tables: TableOptions,
    /// The figures as JSON
    #[arg(long)]
    json: bool,
    /// Write a page of HTML, too
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// What the games depend on.
#[derive(Args, Debug)]
pub(crate) struct Settings {
    /// How many games are played, of equals, of unequal players and by chance
    #[arg(long, value_name = "N", default_value = "2000")]
    games: NonZero<u32>,
    /// Positions that a player looks at for a move; a better one looks at four times as many
    #[arg(long, value_name = "N", default_value = "400")]
    nodes: NonZero<u32>,
    /// Plies after which a game is broken off
    #[arg(long, value_name = "N", default_value = "600")]
    max_plies: NonZero<u32>,
    /// Seed: equal seeds make equal games
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
}

impl Settings {
    /// The task, for weights of a hash.
    pub(crate) fn task(&self, tables: u32, weights: String) -> PlaytestTask {
        let mut task = PlaytestTask::new(self.games.get(), weights);
        (task.nodes, task.max_plies) = (self.nodes.get().into(), self.max_plies.get());
        (task.seed, task.tables) = (self.seed, tables);
        task
    }
}

/// Delay before the first intermediate figures.
const FIRST_FIGURES_DELAY: Duration = Duration::from_secs(8);

/// Plays the games and prints the findings.
pub(crate) fn run(loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    let html = ["html", "htm"];
    files::require_extension(
        arguments.html.as_deref(),
        "it is a page of HTML",
        &html,
        "a browser prints it, as a PDF, too",
    )?;
    let game = loader.game_with_note(&arguments.game)?;
    interrupt::install_handler();
    let weights = weights::load_for_game(&game, &arguments.game)?;
    let plan = arguments.settings.task(arguments.tables.mebibytes, String::new()).plan();
    let numbers: Vec<u32> = (0..arguments.settings.games.get()).collect();
    let mut trials = BTreeMap::new();
    let (began, mut progress, mut first) = (Instant::now(), Progress::new().limited(Some(arguments.time)), true);
    let tablebase = arguments.tables.open_within(&game, TABLE_TIME)?.report();
    let play = |searcher: &mut Searcher, number: u32| {
        searcher.set_tablebase(tablebase.clone());
        plan.play(searcher, &game, number.into())
    };
    workers::self_play((&game, &weights), arguments.concurrency, &numbers, play, &mut |number, trial| {
        trials.insert(number, trial);
        let text = format_args!("{} of {} games", trials.len(), numbers.len());
        progress.show_share(text, trials.len() as u64, numbers.len() as u64);
        if first && began.elapsed() >= FIRST_FIGURES_DELAY {
            first = false;
            progress.clear();
            let findings = findings(&game, &trials);
            console::eprint(format_args!("after {} games:", trials.len()));
            for section in findings.sections().iter().take(4) {
                console::eprint(format_args!("  {} {}", section.question, section.answer));
            }
        }
        Ok(began.elapsed() < arguments.time && !interrupt::was_interrupted())
    })?;
    progress.clear();
    let findings = findings(&game, &trials);
    if let Some(path) = &arguments.html {
        files::write_atomically(path, &findings.to_html())?;
    }
    if arguments.json {
        console::print_json(&findings)?;
    } else {
        console::print_page(&findings.to_text())?;
    }
    interrupt::fail_if_interrupted(|| {
        let next = interrupt::command_line("playtest", Some(arguments.settings.seed.wrapping_add(1)));
        format!(
            "{} of {} games were played; other games are those of the next seed: {next}",
            trials.len(),
            numbers.len()
        )
    })
}

/// Findings of the games in the order of their numbers, so that they don't depend on which ended first.
fn findings(game: &Game, trials: &BTreeMap<u32, PlaytestGame>) -> Findings {
    let mut study = Study::new(game);
    for trial in trials.values() {
        study.add(trial);
    }
    study.findings()
}
