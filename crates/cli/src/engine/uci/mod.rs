//! `weakfish uci`: plays for a program that speaks the Universal Chess Interface, as Fairy-Stockfish extends it to other
//! games.
//!
//! Unknown commands are ignored, as the protocol demands; errors are printed as `info string`.

mod go;
mod options;
mod session;

use crate::engine;
use crate::support::console::Failure;
use crate::support::load::Loader;
use session::Session;

/// Runs the engine until `quit` or the end of input.
pub(crate) fn run(loader: Loader<'_>) -> Result<(), Failure> {
    engine::run_session(|events| Session::new(loader, events))
}
