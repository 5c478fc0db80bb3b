//! `weakfish sheet`.

use std::path::Path;

use weakfish::rulebook::sheet::sheet;

use crate::support::console::Failure;
use crate::support::load::{self, Loader};
use crate::support::write;

/// Writes the page of a game.
pub(crate) fn run(loader: Loader<'_>, game: &str, to: Option<&Path>) -> Result<(), Failure> {
    let checked = loader.check(&load::source(game)?);
    match sheet(&checked) {
        Some(page) => write::output(to, &page),
        None => Ok(checked.into_game().map(drop)?),
    }
}
