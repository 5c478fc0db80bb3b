//! Games of Fairy-Stockfish: its configurations, read and written.
//!
//! The engine has built-in games, and reads others from a text of sections and keys (`variants.ini`).
//! A [`Collection`] holds the games of such a text and those that are built in, with all that they inherit, and makes
//! definitions of them. A rule that a definition can't say is named as a [`Loss`]; where nothing is lost, the
//! definition has the same moves and the same ends.

mod betza;
mod collection;
mod counting;
mod export;
mod game;
mod import;
mod ini;
mod key_list;
mod men;
mod rules;
mod squares;
mod start;
mod values;

pub use collection::Collection;
pub use export::{Export, export};
pub use import::{Import, Loss};
pub use key_list::{KeyInfo, keys};
