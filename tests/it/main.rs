//! Every test that uses Weakfish from outside, in one binary: `tests/README.md` says which test catches what.

mod analyze;
mod architecture;
mod betza;
mod book;
mod check;
mod cli;
mod contest;
mod diagnostics;
mod editors;
mod engine;
mod examples;
mod fairy_stockfish;
mod files;
mod format;
mod hostile;
#[cfg(target_os = "linux")]
mod interrupt;
mod lsp;
mod model;
mod naive;
mod notation;
mod picture;
mod play;
mod playtest;
mod search;
mod shell;
mod supply_chain;
mod support;
mod syntax;
mod tools;
mod tune;
mod uci;
mod watch;
mod web;
mod weights;
mod xboard;
