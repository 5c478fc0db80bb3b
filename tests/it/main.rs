//! Every test that uses the library from outside, in one binary: `tests/README.md` says which test catches what.

mod architecture;
mod betza;
mod check;
mod diagnostics;
mod dialects;
mod editors;
mod engine;
mod examples;
mod format;
mod geometry;
mod model;
mod notation;
mod packages;
mod pgn;
mod picture;
mod replay;
mod rulebook;
mod starter;
mod supply_chain;
mod syntax;
mod testing;
mod texts;
mod types;
