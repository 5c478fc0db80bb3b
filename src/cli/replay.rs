//! `weakfish replay`.

use weakfish::diagnostic::Report;
use weakfish::notation::{board_diagram, fen};
use weakfish::tools::replay;

use super::console::{Console, Failure};
use super::load::{self, Loader};
use super::{moves, start};

/// Plays a game text through; prints the position and the outcome at its end.
pub(super) fn run(
    console: &mut Console,
    loader: Loader<'_>,
    game: &str,
    file: &str,
    setup: Option<&str>,
) -> Result<(), Failure> {
    let game = loader.game(game)?;
    let setup = start::setup(&game, setup)?;
    let source = load::file_or_input(file)?;
    let replay = replay::replay(&game, setup, &source.text);
    if let Some(line) = replay.last() {
        console.page(&board_diagram::draw(game.variant(), &line.position.arrangement().men))?;
        console.line(fen::write(&line.position))?;
        let status = moves::status(line.outcome.as_ref());
        let reason = line.outcome.as_ref().map_or_else(String::new, |outcome| format!(" by {}", outcome.reason));
        console.line(format_args!("{status}{reason}"))?;
    }
    console.flush()?;
    let complete = replay.is_complete();
    if !replay.diagnostics.is_empty() {
        console.report(&Report::new(&source, replay.diagnostics));
    }
    if complete { Ok(()) } else { Err(Failure::Told) }
}
