//! The commands: they alone read files, print and exit.
//!
//! Data goes to stdout, everything else to stderr. Exit codes: 0 done, 1 the input is wrong or games differ, 2 usage,
//! 130 interrupted.

mod analyze;
mod arguments;
mod bench;
mod betza;
mod check;
mod completions;
mod console;
mod contest;
mod crew;
mod diff;
mod draw;
mod explain;
mod fairy_stockfish;
mod fmt;
mod games;
mod interrupt;
mod kept;
mod load;
mod lsp;
mod man;
mod memory;
mod moves;
mod new;
mod paint;
mod paths;
mod perft;
mod play;
mod playtest;
mod progress;
mod protocol;
mod replay;
mod scores;
mod sheet;
mod show;
mod start;
mod stopwatch;
mod test;
mod tune;
mod uci;
mod watch;
mod web;
mod weights;
mod write;
mod xboard;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command, Exported, Imported};
use console::Console;
use load::Loader;

/// Does what the arguments say; the exit code says how it went.
pub(crate) fn run() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // A failure to print this can't be reported anywhere.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    arguments.color.write_global();
    let mut console = Console::new();
    let loader = Loader::new(&arguments.root);
    if let Err(failure) = load::read_input_once(&arguments.command.texts()) {
        return console.fail(failure);
    }
    let done = match arguments.command {
        Command::Games { json } => games::run(&mut console, json),
        Command::Check { paths, format, fix, watch } => {
            let each = |console: &mut Console| check::run(console, loader, &paths, format, fix);
            if watch { watch::watch(&mut console, &paths, &arguments.root, each) } else { each(&mut console) }
        }
        Command::Fmt { paths, check, diff } => fmt::run(&mut console, &paths, fmt::Wanted { check, diff }),
        Command::New { name, from, output, force } => {
            new::run(&mut console, loader, &name, from.as_deref(), output.as_deref(), force)
        }
        Command::Show { game, source: true, .. } => show::source(&mut console, &game),
        Command::Show { game, man, json, .. } => show::run(&mut console, loader, &game, man.as_deref(), json),
        Command::Diff { first, second, json } => diff::run(&mut console, loader, [&first, &second], json),
        Command::Draw { start, man: Some(man), output, .. } => {
            draw::man(&mut console, loader, &start.game, &man, output.as_deref())
        }
        Command::Draw { start, man: None, from, output } => {
            draw::position(&mut console, loader, &start, from.as_deref(), output.as_deref())
        }
        Command::Sheet { game, output } => sheet::run(&mut console, loader, &game, output.as_deref()),
        Command::Betza { string, json } => betza::run(&mut console, &string, json),
        Command::Moves { start, json } => moves::run(&mut console, loader, &start, json),
        Command::Perft { start, depth, divide, json, means } => {
            let form = perft::Form { divide, json };
            perft::run(&mut console, loader, &start, depth, form, &means)
        }
        Command::Bench { quick, threads } => bench::run(&mut console, quick, threads.get().into()),
        Command::Replay { game, file, setup, game_number, json } => {
            replay::run(&mut console, loader, &game, &file, setup.as_deref(), game_number, json)
        }
        Command::Import { from: Imported::FairyStockfish(games) } => fairy_stockfish::import(&mut console, &games),
        Command::Export { to: Exported::Pgn { game, file, setup } } => {
            replay::export_pgn(&mut console, loader, &game, &file, setup.as_deref())
        }
        Command::Export { to: Exported::FairyStockfish { game, incomplete } } => {
            fairy_stockfish::export(&mut console, loader, &game, incomplete)
        }
        Command::Explain { list: true, .. } => explain::list_codes(&mut console),
        Command::Explain { words: true, .. } => explain::list_words(&mut console),
        Command::Explain { word, .. } => explain::run(&mut console, &word),
        Command::Completions { shell } => completions::run(&mut console, shell),
        Command::Man { output } => man::run(&mut console, output.as_deref()),
        Command::Lsp { stdio: _ } => lsp::run(&mut console, loader),
        Command::Match(contest) => contest::run(&mut console, loader, &contest),
        Command::Analyze(analysis) => analyze::run(&mut console, loader, &analysis),
        Command::Play(arguments) => play::run(&mut console, loader, &arguments),
        Command::Web(arguments) => web::run(&mut console, &arguments),
        Command::Playtest(arguments) => playtest::run(&mut console, loader, &arguments),
        Command::Tune(tuning) => tune::run(&mut console, loader, &tuning),
        Command::Uci => uci::run(&mut console, loader),
        Command::Xboard { games } => xboard::run(&mut console, loader, &games),
        Command::Test { paths, filter, format, accept, watch } => {
            let wanted = test::Wanted { filter: filter.as_deref(), accept, format };
            let each = |console: &mut Console| test::run(console, loader, &paths, wanted);
            if watch { watch::watch(&mut console, &paths, &arguments.root, each) } else { each(&mut console) }
        }
    };
    match done.and_then(|()| console.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => console.fail(failure),
    }
}
