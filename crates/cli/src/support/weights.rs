//! From the name of a game to the weights by which its positions are judged.

use std::path::Path;

use weakfish::builtin;
use weakfish::engine::Game;
use weakfish::source::Source;
use weakfish_player::evaluation::Weights;

use crate::support::console::Failure;
use crate::support::load::{self, STANDARD_INPUT};

/// The ending of files of weights.
pub(crate) const ENDING: &str = "weights";

/// Choice of weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum WeightsOf<'a> {
    /// Those tuned for the game, if there are any.
    #[default]
    Game,
    /// Those derived from the definition.
    Definition,
    /// Piece values alone, derived from the definition.
    Material,
    /// A file.
    File(&'a str),
}

impl<'a> WeightsOf<'a> {
    /// Parses `definition`, `material`, or the path of a file.
    pub(crate) fn named(text: &'a str) -> Self {
        match text {
            "" => Self::Game,
            "definition" => Self::Definition,
            "material" => Self::Material,
            path => Self::File(path),
        }
    }

    /// The weights, for the game of a name.
    pub(crate) fn load(self, game: &Game, name: &str) -> Result<Weights, Failure> {
        match self {
            Self::Game => of_game(game, name),
            Self::Definition => Ok(Weights::from_definition(game)),
            Self::Material => Ok(Weights::from_definition(game).material()),
            Self::File(path) => read(game, &load::text_file(path)?),
        }
    }
}

/// The weights of a game in a text.
pub(crate) fn read(game: &Game, source: &Source) -> Result<Weights, Failure> {
    Weights::read(game, source).map_err(|report| Failure::Reports(vec![report]))
}

/// The weights that were made for a game: those of a built-in one, or those in the file beside its definition. Without
/// any, those that follow from the definition.
pub(crate) fn of_game(game: &Game, name: &str) -> Result<Weights, Failure> {
    if let Some(source) = builtin::weights(name) {
        return read(game, &source);
    }
    let path = Path::new(name).with_extension(ENDING);
    if name != STANDARD_INPUT && builtin::source(name).is_none() && path.is_file() {
        return read(game, &load::text_file(&path.to_string_lossy())?);
    }
    Ok(Weights::from_definition(game))
}
