//! Loading evaluation weights.

use std::path::Path;

use weakfish::builtin;
use weakfish::engine::Game;
use weakfish_player::evaluation::Weights;

use crate::support::console::Failure;
use crate::support::load::{self, STANDARD_INPUT};

/// File name extension of weights.
pub(crate) const EXTENSION: &str = "weights";

/// Loads weights by choice: `definition`, `material` for piece values alone, both derived from the definition, or the path of a
/// file; without a choice those made for the game of a name.
pub(crate) fn load_chosen(choice: &str, game: &Game, name: &str) -> Result<Weights, Failure> {
    match choice {
        "" => load_for_game(game, name),
        "definition" => Ok(Weights::from_definition(game)),
        "material" => Ok(Weights::from_definition(game).material()),
        path => Ok(Weights::read(game, &load::read_file(path)?)?),
    }
}

/// Loads the weights tuned for a game: those of a built-in one, or those in the file beside its definition. Without
/// any, those that follow from the definition.
pub(crate) fn load_for_game(game: &Game, name: &str) -> Result<Weights, Failure> {
    if let Some(source) = builtin::weights(name) {
        return Ok(Weights::read(game, &source)?);
    }
    let path = Path::new(name).with_extension(EXTENSION);
    if name != STANDARD_INPUT && builtin::source(name).is_none() && path.is_file() {
        return Ok(Weights::read(game, &load::read_file(&path.to_string_lossy())?)?);
    }
    Ok(Weights::from_definition(game))
}
