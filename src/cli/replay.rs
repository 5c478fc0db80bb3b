//! `weakfish replay`.

use super::console::{Console, Failure};
use super::{load, start};

/// Plays a game's text through.
pub(super) fn run(_console: &mut Console, game: &str, _file: &str, setup: Option<&str>) -> Result<(), Failure> {
    let game = load::game(game)?;
    let _setup = start::setup(&game, setup)?;
    Err(Failure::Told)
}
