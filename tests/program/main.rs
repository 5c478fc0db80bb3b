//! Every test of the program, and of the packages for playing, for editors and for other programs' configurations, in
//! one binary: `tests/README.md` says which test catches what.

mod analyze;
mod book;
mod cli;
mod contest;
mod explanations;
mod fairy_stockfish;
mod fairy_stockfish_losses;
mod files;
mod hostile;
#[cfg(target_os = "linux")]
mod interrupt;
mod lsp;
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
mod watch;
mod web;
mod weights;
mod xboard;
