//! `weakfish sheet`.

use std::path::Path;

use weakfish::rulebook::sheet::sheet;

use super::console::{Console, Failure};
use super::load::{self, Loader};
use super::write;

/// Writes the page of a game.
pub(super) fn run(console: &mut Console, loader: Loader<'_>, game: &str, to: Option<&Path>) -> Result<(), Failure> {
    let checked = loader.check(&load::source(game)?);
    match sheet(&checked) {
        Some(page) => write::output(console, to, &page),
        None => checked.into_game().map(drop).map_err(|refused| Failure::Reports(refused.reports)),
    }
}
