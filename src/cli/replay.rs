//! `weakfish replay`.

use serde::Serialize;
use weakfish::diagnostic::Report;
use weakfish::notation::{board_diagram, fen};
use weakfish::tools::replay::{self, Line, Replay};

use super::console::{Console, Failure};
use super::load::{self, Loader};
use super::{moves, start};

/// What a game text plays.
#[derive(Serialize)]
struct Played<'a> {
    /// Whether all of it could be played.
    complete: bool,
    lines: Vec<PlayedLine<'a>>,
}

/// A line of play.
#[derive(Serialize)]
struct PlayedLine<'a> {
    /// The position that it begins from.
    start: String,
    moves: Vec<&'a str>,
    /// The position at its end.
    fen: String,
    status: &'static str,
    reason: Option<String>,
}

/// Plays a game text through; prints the position and the outcome at its end, or all of it as JSON.
pub(super) fn run(
    console: &mut Console,
    loader: Loader<'_>,
    game: &str,
    file: &str,
    setup: Option<&str>,
    json: bool,
) -> Result<(), Failure> {
    let game = loader.game_with_note(console, game)?;
    let setup = start::setup(&game, setup)?;
    let source = load::file_or_input(file)?;
    let replay = replay::replay(&game, setup, &source.text);
    if json {
        let played = Played::of(&replay);
        console.line(serde_json::to_string(&played).map_err(std::io::Error::from)?)?;
    } else if let Some(line) = replay.last() {
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

impl<'a> Played<'a> {
    fn of(replay: &'a Replay) -> Self {
        let line = |line: &'a Line| PlayedLine {
            start: fen::write(&line.start),
            moves: line.plies.iter().map(|ply| ply.text.as_str()).collect(),
            fen: fen::write(&line.position),
            status: moves::status(line.outcome.as_ref()),
            reason: line.outcome.as_ref().map(|outcome| outcome.reason.to_string()),
        };
        Self { complete: replay.is_complete(), lines: replay.lines.iter().map(line).collect() }
    }
}
