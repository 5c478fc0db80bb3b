//! `weakfish xboard`: plays for a program that speaks the Chess Engine Communication Protocol, version 2, as XBoard does.
//!
//! XBoard knows few games. It is sent the board, a letter and a picture for each man, and the start of the others, and the
//! target squares of a lifted man. `dialect` translates, `game` has the position and the clock, `session` the commands.

mod dialect;
mod game;
mod session;

use crate::engine;
use crate::support::console::Failure;
use crate::support::load::Loader;
use session::Session;

/// Runs the engine until `quit` or the end of input; `games` are offered besides the built-in ones.
pub(crate) fn run(loader: Loader<'_>, games: &[String]) -> Result<(), Failure> {
    engine::run_session(|events| Session::new(loader, games, events))
}
