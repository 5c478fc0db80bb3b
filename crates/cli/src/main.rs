//! The commands: they alone read files, print and exit.
//!
//! Data goes to stdout, everything else to stderr. Exit codes: 0 done, 1 the input is wrong or games differ, 2 usage,
//! 130 interrupted.

#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

mod arguments;
mod commands;
mod engine;
mod help;
mod lsp;
mod matches;
mod play;
mod support;

use std::process::ExitCode;

use clap::FromArgMatches;

use crate::arguments::{Arguments, Command, Exported, Imported};
use crate::commands::{
    analyze, complete, definitions, diagrams, explain, fairy_stockfish, games, moves, playtest, replay, shell, solve,
    table, test, train, tune, units, web,
};
use crate::engine::uci;
#[cfg(feature = "xboard")]
use crate::engine::xboard;
use crate::support::load::Loader;
use crate::support::{console, load};

/// Parses the arguments, runs the command and returns the exit code.
fn main() -> ExitCode {
    let parsed = help::command_line().try_get_matches();
    let parsed =
        parsed.and_then(|matches| Ok((Arguments::from_arg_matches(&matches)?, arguments::file_arguments(&matches))));
    let (arguments, texts) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            console::print_usage(&error);
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    arguments.color.write_global();
    let roots = &arguments.root;
    let loader = Loader::new(roots);
    if let Err(failure) = load::read_input_once(&texts) {
        return console::print_failure(failure);
    }
    let done = match arguments.command {
        Command::Games { json } => games::list(json),
        Command::Check(arguments) => definitions::check(loader, &arguments),
        Command::Fmt(arguments) => definitions::fmt(&arguments),
        Command::New(arguments) => definitions::new(loader, &arguments),
        Command::Show(arguments) => games::show(loader, &arguments),
        Command::Diff { first, second, json } => games::compare(loader, [&first, &second], json),
        Command::Draw(arguments) => games::draw(loader, &arguments),
        Command::Sheet { game, characters, output } => games::write_sheet(loader, &game, characters, output.as_deref()),
        Command::Betza { string, json } => explain::explain_betza(&string, json),
        Command::Moves { start, written, json } => moves::list(loader, &start, written, json),
        Command::Perft(arguments) => moves::perft(loader, &arguments),
        Command::Replay(arguments) => replay::run(loader, &arguments),
        Command::Import { from: Imported::FairyStockfish(games) } => fairy_stockfish::import(&games),
        Command::Import { from: Imported::Diagram(game) } => diagrams::import(&game),
        Command::Import { from: Imported::Xboard { lines, as_meant } } => diagrams::import_cecp(&lines, as_meant),
        Command::Export { to: Exported::Diagram { game, incomplete } } => diagrams::export(loader, &game, incomplete),
        Command::Export { to: Exported::Pgn { game, file, setup } } => {
            replay::export_pgn(loader, &game, &file, setup.as_deref())
        }
        Command::Export { to: Exported::FairyStockfish { game, incomplete } } => {
            fairy_stockfish::export(loader, &game, incomplete)
        }
        Command::Explain { list: true, .. } => explain::list_codes(),
        Command::Explain { words: true, .. } => explain::list_words(),
        Command::Explain { word, .. } => explain::run(&word),
        Command::Completions { shell } => shell::completions(shell),
        Command::Complete { words } => complete::run(&words),
        Command::Man { output } => shell::manual(output.as_deref()),
        Command::Lsp { stdio: _ } => lsp::run(loader),
        Command::Match(contest) => matches::run(loader, &contest),
        Command::Analyze(analysis) => analyze::run(loader, &analysis),
        Command::Play(arguments) => play::run(loader, &arguments),
        Command::Web(arguments) => web::run(&arguments),
        Command::Playtest(arguments) => playtest::run(loader, &arguments),
        Command::Tune(tuning) if tuning.quick => tune::quick::run(loader, &tuning),
        Command::Tune(tuning) => tune::run(loader, &tuning),
        Command::Train(training) => train::run(loader, &training),
        Command::Units(arguments) => units::run(loader, &arguments),
        Command::Work(arguments) => units::work::run(&arguments),
        Command::Merge(arguments) => units::merge::run(&arguments),
        Command::Table(arguments) => table::run(loader, &arguments),
        Command::Solve(arguments) if arguments.asks_for_help() => shell::help("solve"),
        Command::Solve(arguments) => solve::run(loader, &arguments),
        Command::Uci { tables } => uci::run(loader, &tables),
        #[cfg(feature = "xboard")]
        Command::Xboard { games, tables } => xboard::run(loader, &games, &tables),
        Command::Test(arguments) => test::run(loader, &arguments),
    };
    match done.and_then(|()| console::flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => console::print_failure(failure),
    }
}
