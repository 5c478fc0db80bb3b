//! Every test of the program, and of the packages for playing, for editors and for other programs' configurations, in
//! one binary: `tests/README.md` says which test catches what.

mod analyze;
mod book;
mod cache;
mod cli;
mod contest;
mod diagrams;
mod explanations;
mod fairy_stockfish;
mod fairy_stockfish_losses;
mod files;
mod hostile;
mod interrupt;
mod lsp;
mod network;
mod pictures;
mod play;
mod playtest;
mod review;
mod search;
mod shell;
mod solve;
mod statistics;
mod times;
mod tune;
mod uci;
mod units;
mod web;
mod weights;
mod written;
#[cfg(feature = "xboard")]
mod xboard;

/// The commands that `weakfish --help` lists. Each is set off by two blanks, and the rest of what is said of it by more.
fn listed_commands(help: &str) -> impl Iterator<Item = &str> {
    let (list, _) = help.split_once("Options:\n").expect("options behind the commands");
    let rows = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    rows.filter_map(|row| row.split_whitespace().next())
}
