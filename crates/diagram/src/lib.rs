//! Interactive Diagrams of the Chess Variant Pages, and the `setup` and `piece` lines of CECP: read and written.
//!
//! [`import_diagram`] and [`import_cecp`] make definitions. Each checks what it has made: the men of the game move as their own
//! notation says, by an evaluator of that notation. What a definition can't say is a [`Loss`], by the name of its parameter.
//! [`export()`] writes a game as a diagram.

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

mod cecp;
mod definition;
mod diagram;
mod evaluate;
mod export;
mod spell;
mod text;
mod translate;
mod xbetza;

use weakfish::Report;

pub use cecp::import_cecp;
pub use diagram::import_diagram;
pub use export::{Export, export, piece_movement};

/// A game of a diagram or of an engine as a definition.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Import {
    /// The text of the definition. Comments at its start list the losses.
    pub definition: String,
    /// The losses, in the order in which they were found. Without any, the men of the definition have the same moves.
    pub losses: Vec<Loss>,
    /// The losses as a report on the text.
    pub lost: Report,
    /// Warnings on parameters that were not read, and on rules that may be elsewhere.
    pub warnings: Report,
}

/// Something that the definition lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// The parameter, or the letter of `XBetza`.
    pub parameter: String,
    /// Description of the loss.
    pub lost: String,
}
