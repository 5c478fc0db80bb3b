//! `weakfish diff`.

use weakfish::rulebook::diff::diff;

use crate::support::console::{self, Failure};
use crate::support::load::Loader;

/// Prints what two games differ in; fails if they don't play alike.
pub(crate) fn run(loader: Loader<'_>, games: [&str; 2], json: bool) -> Result<(), Failure> {
    let diff = diff(&loader.game(games[0])?, &loader.game(games[1])?);
    if json {
        console::json(&diff)?;
    } else {
        console::changes(&diff.to_string())?;
        if diff.plays_alike() {
            console::note(format_args!("{} and {} play alike", games[0], games[1]));
        }
    }
    if diff.plays_alike() { Ok(()) } else { Err(Failure::Reported) }
}
