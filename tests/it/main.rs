//! Every test that uses Weakfish from outside, in one binary: `tests/README.md` says which test catches what.

mod architecture;
mod betza;
mod book;
mod check;
mod cli;
mod diagnostics;
mod editors;
mod engine;
mod examples;
mod fairy_stockfish;
mod files;
mod format;
mod fuzz;
mod limits;
mod lsp;
mod model;
mod naive;
mod notation;
mod picture;
mod shell;
mod support;
mod syntax;
mod tools;
mod watch;
