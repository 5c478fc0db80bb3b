//! `weakfish replay`.

use std::io::Read;

use weakfish::diagnostic::{Code, Diagnostic, Report};
use weakfish::notation::{board_diagram, fen};
use weakfish::source::{Source, Span};
use weakfish::tools::replay;

use super::console::{Console, Failure};
use super::{load, moves, start};

/// Plays a game's text through; tells the position and the outcome it came to.
pub(super) fn run(console: &mut Console, game: &str, file: &str, setup: Option<&str>) -> Result<(), Failure> {
    let game = load::game(game)?;
    let setup = start::setup(&game, setup)?;
    let source = if file == "-" { standard_input()? } else { load::text_file(file)? };
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

fn standard_input() -> Result<Source, Failure> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().read_to_end(&mut bytes).map_err(|error| error.to_string());
    let text = read.and_then(|_| String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned()));
    text.map(|text| Source::new("standard input", text)).map_err(|error| {
        let problem = Diagnostic::error(
            Code::CommandUnreadableFile,
            Span::new(0, 1),
            format!("can't read standard input: {error}"),
        );
        Failure::new(&Source::new("command line", "-"), vec![problem])
    })
}
