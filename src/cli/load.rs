//! From the name of a game to the game: built-ins and files.

use std::path::Path;

use weakfish::builtin;
use weakfish::diagnostic::{Diagnostic, Report, nearest};
use weakfish::engine::Game;
use weakfish::model::Variant;
use weakfish::source::{Source, Span};

use super::console::Failure;

/// The text of a definition: a built-in's, or a file's.
pub(super) fn source(game: &str) -> Result<Source, Failure> {
    if let Some(source) = builtin::source(game) {
        return Ok(source);
    }
    let looks_like_a_path = game.ends_with(".variant") || game.contains(['/', '\\']);
    if looks_like_a_path || Path::new(game).exists() { text_file(game) } else { Err(unknown_game(game)) }
}

/// The text of a file.
pub(super) fn text_file(path: &str) -> Result<Source, Failure> {
    let refused = |code, message: String| {
        let problem = Diagnostic::error(code, Span::new(0, path.len()), message).label("this file");
        Failure::new(&Source::new("command line", path), vec![problem])
    };
    let bytes = std::fs::read(path)
        .map_err(|error| refused("command::unreadable-file", format!("can't read `{path}`: {error}")))?;
    String::from_utf8(bytes).map(|text| Source::new(path, text)).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        refused("command::not-utf8", format!("`{path}` is not UTF-8: byte {place} begins no character"))
    })
}

fn unknown_game(game: &str) -> Failure {
    let help = match nearest(game, builtin::names()) {
        Some(name) => format!("did you mean `{name}`?"),
        None => "`weakfish games` lists the built-in games; a path ends in `.variant`".to_owned(),
    };
    let problem =
        Diagnostic::error("command::unknown-game", Span::new(0, game.len()), format!("there is no game `{game}`"))
            .label("neither a built-in game nor a file")
            .help(help);
    Failure::new(&Source::new("command line", game), vec![problem])
}

/// A game's model, or everything that is wrong with its definition.
pub(super) fn variant(game: &str) -> Result<Variant, Failure> {
    let source = source(game)?;
    Err(Failure::from(Report::new(&source, Vec::new())))
}

/// A game, compiled.
pub(super) fn game(name: &str) -> Result<Game, Failure> {
    let variant = variant(name)?;
    Game::compile(variant).map_err(|error| {
        let problem = Diagnostic::error(
            "command::too-big",
            Span::new(0, name.len()),
            format!("`{name}` can't be compiled: {error:?}"),
        );
        Failure::new(&Source::new("command line", name), vec![problem])
    })
}
