//! Games of Fairy-Stockfish: its configurations, read and written.
//!
//! The engine has built-in games, and reads others from a text of sections and keys (`variants.ini`). A [`Collection`]
//! holds the games of such a text and those that are built in, with all that they inherit, and makes definitions of
//! them. A rule that a definition can't express is a [`Loss`]. Without losses, the definition has the same moves and
//! the same ends.

// The library is pure and total.
#![deny(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::exit,
    clippy::expect_used,
    clippy::panic,
    clippy::todo,
    clippy::unimplemented,
    clippy::unreachable,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm
)]

mod betza;
mod collection;
mod drops;
mod export;
mod import;
mod men;
mod rules;
mod squares;
mod start;
mod values;

pub use collection::{Collection, KeyInfo, keys};
pub use export::{Export, export};
pub use import::{Import, Loss};
