//! The commands: they alone read files, print and exit.
//!
//! Data goes to stdout, everything else to stderr. Exit codes: 0 done, 1 the input is wrong or games differ, 2 usage,
//! 130 interrupted.

mod arguments;
mod commands;
mod engine;
mod lsp;
mod matches;
mod play;
mod support;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command, Exported, Imported};
use commands::{
    analyze, bench, betza, check, completions, diff, draw, explain, fairy_stockfish, fmt, games, manual, moves, new,
    perft, playtest, replay, sheet, show, test, tune, web,
};
use engine::{uci, xboard};
use support::load::Loader;
use support::{console, load, watch};

/// Does what the arguments say; the exit code says how it went.
fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // A failure to print this can't be reported anywhere.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    arguments.color.write_global();
    let loader = Loader::new(&arguments.root);
    if let Err(failure) = load::read_input_once(&arguments.command.texts()) {
        return console::fail(failure);
    }
    let done = match arguments.command {
        Command::Games { json } => games::run(json),
        Command::Check { paths, format, fix, watch } => {
            let each = || check::run(loader, &paths, format, fix);
            if watch { watch::watch(&paths, &arguments.root, each) } else { each() }
        }
        Command::Fmt { paths, check, diff } => fmt::run(&paths, fmt::Mode { check, diff }),
        Command::New { name, from, output, force } => {
            new::run(loader, &name, from.as_deref(), output.as_deref(), force)
        }
        Command::Show { game, source: true, .. } => show::source(&game),
        Command::Show { game, man, json, .. } => show::run(loader, &game, man.as_deref(), json),
        Command::Diff { first, second, json } => diff::run(loader, [&first, &second], json),
        Command::Draw { start, man: Some(man), output, .. } => draw::man(loader, &start.game, &man, output.as_deref()),
        Command::Draw { start, man: None, from, output } => {
            draw::position(loader, &start, from.as_deref(), output.as_deref())
        }
        Command::Sheet { game, output } => sheet::run(loader, &game, output.as_deref()),
        Command::Betza { string, json } => betza::run(&string, json),
        Command::Moves { start, json } => moves::run(loader, &start, json),
        Command::Perft { start, depth, divide, json, resources } => {
            let output = perft::Output { divide, json };
            perft::run(loader, &start, depth, output, &resources)
        }
        Command::Bench { quick, threads } => bench::run(quick, threads.get().into()),
        Command::Replay { game, file, setup, game_number, json } => {
            replay::run(loader, &game, &file, setup.as_deref(), game_number, json)
        }
        Command::Import { from: Imported::FairyStockfish(games) } => fairy_stockfish::import(&games),
        Command::Export { to: Exported::Pgn { game, file, setup } } => {
            replay::export_pgn(loader, &game, &file, setup.as_deref())
        }
        Command::Export { to: Exported::FairyStockfish { game, incomplete } } => {
            fairy_stockfish::export(loader, &game, incomplete)
        }
        Command::Explain { list: true, .. } => explain::list_codes(),
        Command::Explain { words: true, .. } => explain::list_words(),
        Command::Explain { word, .. } => explain::run(&word),
        Command::Completions { shell } => completions::run(shell),
        Command::Man { output } => manual::run(output.as_deref()),
        Command::Lsp { stdio: _ } => lsp::run(loader),
        Command::Match(contest) => matches::run(loader, &contest),
        Command::Analyze(analysis) => analyze::run(loader, &analysis),
        Command::Play(arguments) => play::run(loader, &arguments),
        Command::Web(arguments) => web::run(&arguments),
        Command::Playtest(arguments) => playtest::run(loader, &arguments),
        Command::Tune(tuning) => tune::run(loader, &tuning),
        Command::Uci => uci::run(loader),
        Command::Xboard { games } => xboard::run(loader, &games),
        Command::Test { paths, filter, format, accept, watch } => {
            let wanted = test::Wanted { filter: filter.as_deref(), accept, format };
            let each = || test::run(loader, &paths, wanted);
            if watch { watch::watch(&paths, &arguments.root, each) } else { each() }
        }
    };
    match done.and_then(|()| console::flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => console::fail(failure),
    }
}
