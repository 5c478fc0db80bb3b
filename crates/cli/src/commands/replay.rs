//! `weakfish replay` and `weakfish export pgn`.

use std::path::Path;

use clap::Args;
use serde::Serialize;
use weakfish::Move;
use weakfish::diagnostic::{Code, Diagnostic};
use weakfish::notation::{Dialect, board_diagram, pgn, replay};
use weakfish::source::{Source, Span};

use crate::commands::moves::{self, State, WrittenAs};
use crate::matches::record;
use crate::support::console::{self, Failure};
use crate::support::load::{self, Loader};
use crate::support::{files, start};

/// Arguments of `weakfish replay`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// A built-in game, or the path of a .variant file
    pub(crate) game: String,
    /// The text of the game
    pub(crate) file: String,
    /// The setup it starts from
    #[arg(long, value_name = "NAME")]
    pub(crate) setup: Option<String>,
    /// Only this game of a file that `weakfish match` has written
    #[arg(long = "game", value_name = "N")]
    pub(crate) game_number: Option<usize>,
    /// The dialect of positions and moves in the text: `weakfish`, `fairy-stockfish`, `sfen` or `iccs`; without it, any
    #[arg(long, value_name = "NAME", value_parser = start::parse_dialect)]
    pub(crate) dialect: Option<Dialect>,
    #[command(flatten)]
    pub(crate) written: WrittenAs,
    /// Every line of play with its moves, its last position and its outcome as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A replayed game text as JSON.
#[derive(Serialize)]
struct GameData<'a> {
    /// Whether the whole text could be played.
    complete: bool,
    lines: Vec<LineData<'a>>,
}

/// A line of play.
#[derive(Serialize)]
struct LineData<'a> {
    /// The position that it begins from.
    start: String,
    moves: Vec<&'a str>,
    /// The position at its end.
    #[serde(flatten)]
    end: State,
}

/// Replays a game text; prints the final position and outcome, or everything as JSON.
pub(crate) fn run(loader: Loader<'_>, arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { game, file, setup, game_number, dialect, written, json } = arguments;
    let game = loader.game_with_note(game)?;
    let start = start::find_start(&game, setup.as_deref())?;
    let (source, replay) = if let &Some(number) = game_number {
        let source = Source::new(file, files::read_log(Path::new(file))?);
        let block = record::find_game(&source.text, number).ok_or_else(|| unknown_game_number_error(number))?;
        let mut replay = replay::replay_in(start.clone(), start.setup(), block.1, *dialect);
        replay.diagnostics = replay.diagnostics.into_iter().map(|mistake| mistake.shifted(block.0)).collect();
        (source, replay)
    } else {
        let source = load::read_game_text(file)?;
        let replay = replay::replay_in(start.clone(), start.setup(), &source.text, *dialect);
        (source, replay)
    };
    if *json {
        let lines = replay.lines.iter().map(|line| {
            let end = State::with_outcome(&line.position, line.outcome.as_ref());
            Ok(LineData {
                start: written.write(&line.start)?,
                moves: line.plies.iter().map(|ply| ply.text.as_str()).collect(),
                end: end.written_as(&line.position, *written)?,
            })
        });
        console::print_json(&GameData {
            complete: replay.is_complete(),
            lines: lines.collect::<Result<_, Failure>>()?,
        })?;
    } else if let Some(line) = replay.last() {
        console::print_drawing(&board_diagram::draw_position(&line.position))?;
        console::print(written.write(&line.position)?)?;
        let status = moves::status(line.outcome.as_ref());
        let reason = line.outcome.as_ref().map_or_else(String::new, |outcome| format!(" by {}", outcome.reason));
        console::print(format_args!("{status}{reason}"))?;
    }
    start::require_complete(&source, replay).map(drop)
}

/// Error for a game number that a file of a match does not have.
fn unknown_game_number_error(number: usize) -> Failure {
    let (code, message) = (Code::CommandNoSuchGame, "the file has no such game");
    let help = "`weakfish match` numbers the games that it stores with `--save`";
    Failure::argument("--game", &number.to_string(), code, message, "its number", help)
}

/// Error for a game that PGN can't express.
pub(crate) fn pgn_error(name: &str, reasons: Vec<String>) -> Failure {
    let problem = |reason: String| {
        let place = Span::new(0, name.len());
        let unsayable = Diagnostic::error(Code::CommandNoPgn, place, format!("PGN can't say this game: {reason}"));
        unsayable.label("of this game").help("`weakfish replay --json` prints the moves of any game")
    };
    Failure::new(&Source::new("command line", name), reasons.into_iter().map(problem).collect())
}

/// Prints the lines of a game text as games in PGN.
pub(crate) fn export_pgn(loader: Loader<'_>, name: &str, file: &str, setup: Option<&str>) -> Result<(), Failure> {
    let game = loader.game_with_note(name)?;
    let unsayable = |reasons| pgn_error(name, reasons);
    let reasons = pgn::unsupported_features(game.variant());
    if !reasons.is_empty() {
        return Err(unsayable(reasons));
    }
    let start = start::find_start(&game, setup)?;
    let source = load::read_game_text(file)?;
    let replay = replay::replay_from(start.clone(), start.setup(), &source.text);
    for (number, line) in start::require_complete(&source, replay)?.iter().enumerate() {
        let moves: Vec<Move> = line.plies.iter().map(|ply| ply.mv).collect();
        let text = pgn::write(&[], &line.start, &moves, line.outcome.as_ref()).map_err(unsayable)?;
        console::print_text(&if number > 0 { format!("\n{text}") } else { text })?;
    }
    Ok(())
}
