//! From the name of a game to the game: built-ins and files.

use std::path::Path;

use weakfish::check::{Checked, Resolver};
use weakfish::diagnostic::{Code, Diagnostic, Report, nearest};
use weakfish::engine::Game;
use weakfish::source::{Source, Span};
use weakfish::{BuiltIns, builtin};

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
        .map_err(|error| refused(Code::CommandUnreadableFile, format!("can't read `{path}`: {error}")))?;
    String::from_utf8(bytes).map(|text| Source::new(path, text)).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        refused(Code::CommandNotUtf8, format!("`{path}` is not UTF-8: byte {place} begins no character"))
    })
}

fn unknown_game(game: &str) -> Failure {
    let help = match nearest(game, builtin::names()) {
        Some(name) => format!("did you mean `{name}`?"),
        None => "`weakfish games` lists the built-in games; a path ends in `.variant`".to_owned(),
    };
    let problem =
        Diagnostic::error(Code::CommandUnknownGame, Span::new(0, game.len()), format!("there is no game `{game}`"))
            .label("neither a built-in game nor a file")
            .help(help);
    Failure::new(&Source::new("command line", game), vec![problem])
}

/// Finds the texts that others extend: built-ins, and files beside them.
struct Files;

impl Resolver for Files {
    fn built_in(&self, name: &str) -> Option<Source> {
        BuiltIns.built_in(name)
    }

    fn built_in_names(&self) -> Vec<String> {
        BuiltIns.built_in_names()
    }

    fn beside(&self, from: &Source, path: &str) -> Result<Source, String> {
        let path = Path::new(&from.name).with_file_name(path);
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        Ok(Source::new(path.to_string_lossy(), text))
    }
}

/// A definition, checked and compiled.
pub(super) fn check(source: &Source) -> Checked {
    weakfish::check(source, &Files)
}

/// The reports that say something of a definition: those on texts it extends only if they have errors.
pub(super) fn reports(checked: &Checked) -> impl Iterator<Item = &Report> {
    let bases = checked.base_reports.iter().filter(|report| report.errors() > 0);
    bases.chain(Some(&checked.report).filter(|report| !report.is_empty()))
}

/// A game, or everything that is wrong with its definition.
pub(super) fn game(name: &str) -> Result<Game, Failure> {
    check(&source(name)?).into_game().map_err(|refused| Failure::Reports(refused.reports))
}
