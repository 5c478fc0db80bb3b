//! Loading evaluation weights.

use std::path::Path;

use weakfish::builtin;
use weakfish::engine::Game;
use weakfish_player::evaluation::{Origin, Weights, WeightsChoice, WeightsError};

use crate::support::console::{self, Failure};
use crate::support::interrupt::shell_quoted;
use crate::support::load::{self, STANDARD_INPUT};

/// File name extension of weights.
pub(crate) use weakfish_player::evaluation::WEIGHTS_EXTENSION as EXTENSION;

/// Loads the chosen weights of the game of a name.
pub(crate) fn load_chosen(choice: &WeightsChoice, game: &Game, name: &str) -> Result<Weights, Failure> {
    let own = builtin::resolve_alias(name).unwrap_or(name);
    let origin = match name {
        STANDARD_INPUT => Origin::Text,
        _ if builtin::source(own).is_some() => Origin::BuiltIn(own),
        path => Origin::File(Path::new(path)),
    };
    let weights = choice.load(game, origin, Path::is_file, |path| load::read_file(&path.to_string_lossy()));
    weights.map_err(|error| match error {
        WeightsError::File(failure) => failure,
        WeightsError::Text(report) => report.into(),
    })
}

/// Loads the weights tuned for the game of a name; without any, those that follow from the definition.
pub(crate) fn load_for_game(game: &Game, name: &str) -> Result<Weights, Failure> {
    load_chosen(&WeightsChoice::Tuned, game, name)
}

/// The command that tunes the game of a definition, unless it is tuned.
pub(crate) fn quick_tuning(definition: &Path) -> Option<String> {
    let path = definition.to_string_lossy().into_owned();
    let is_open = definition.is_file() && !definition.with_extension(EXTENSION).exists();
    is_open.then(|| shell_quoted(&["weakfish".to_owned(), "tune".to_owned(), path, "--quick".to_owned()]))
}

/// Prints the command that tunes a game which has been imported; `game` names it in a sentence.
pub(crate) fn offer_quick_tuning(definition: &Path, game: &str) -> Result<(), Failure> {
    match quick_tuning(definition) {
        Some(command) => console::print_message(format_args!(
            "Ten minutes of tuning can make Weakfish play {game} better: {command}"
        )),
        None => Ok(()),
    }
}
