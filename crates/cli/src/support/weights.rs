//! Loading evaluation weights.

use std::path::Path;

use weakfish::builtin;
use weakfish::engine::Game;
use weakfish_player::evaluation::{Origin, Weights, WeightsChoice, WeightsError};

use crate::support::console::Failure;
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
