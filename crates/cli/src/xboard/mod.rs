//! `weakfish xboard`: plays for a program that speaks the Chess Engine Communication Protocol, version 2, as XBoard does.
//!
//! XBoard knows few games. Of the others it is told the board, a letter and a picture for each man, and the start; while
//! a man is in the air, it is told where it can go. `dialect` has the words for that, `session` the commands, `clock` how
//! long to think.

mod clock;
mod dialect;
mod game;
mod highlight;
mod session;

use super::console::Failure;
use super::load::Loader;
use super::protocol;
use session::Session;

/// Plays until the program at the other end quits. Besides the built-in games these can be played.
pub(super) fn run(loader: Loader<'_>, games: &[String]) -> Result<(), Failure> {
    protocol::run_session(|events| Session::new(loader, games, events))
}
