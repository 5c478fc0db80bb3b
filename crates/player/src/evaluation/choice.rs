//! Choice of the weights of a game: tuned ones, those that follow from the definition, or a file.

use std::path::{Path, PathBuf};

use weakfish::builtin;
use weakfish::diagnostic::Report;
use weakfish::engine::Game;
use weakfish::source::Source;

use super::Weights;

/// File name extension of weights.
pub const WEIGHTS_EXTENSION: &str = "weights";

/// Choice of weights.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum WeightsChoice {
    /// Tuned weights of the game, or else the weights derived from the definition. Its text is empty.
    #[default]
    Tuned,
    /// Tuned weights without their network: `no-network`.
    NoNetwork,
    /// Weights derived from the definition: `definition`.
    Definition,
    /// The values of men alone, as they follow from the definition: `material`.
    Material,
    /// Weights in a file: any other text is its path.
    File(PathBuf),
}

impl From<&str> for WeightsChoice {
    fn from(text: &str) -> Self {
        match text {
            "" => Self::Tuned,
            "no-network" => Self::NoNetwork,
            "definition" => Self::Definition,
            "material" => Self::Material,
            path => Self::File(path.into()),
        }
    }
}

/// Origin of a game. It determines the place of tuned weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin<'a> {
    /// A built-in game, by its name or an alias: its weights are built in.
    BuiltIn(&'a str),
    /// A file: its weights are in the file beside it with the extension [`WEIGHTS_EXTENSION`].
    File(&'a Path),
    /// A text without a file: there are none.
    Text,
}

/// Failure to load weights.
#[derive(Clone, Debug)]
pub enum WeightsError<E> {
    /// The file can't be read.
    File(E),
    /// The text is no weights of the game.
    Text(Report),
}

impl WeightsChoice {
    /// Loads the chosen weights. `is_file` tests whether there is a file, and `read` reads one.
    ///
    /// # Errors
    ///
    /// If a file can't be read, or its text is no weights of the game.
    pub fn load<E>(
        &self,
        game: &Game,
        origin: Origin<'_>,
        is_file: impl FnOnce(&Path) -> bool,
        read: impl FnOnce(&Path) -> Result<Source, E>,
    ) -> Result<Weights, WeightsError<E>> {
        let parse = |source: &Source| Weights::read(game, source).map_err(WeightsError::Text);
        match self {
            Self::NoNetwork => Ok(Self::Tuned.load(game, origin, is_file, read)?.without_network()),
            Self::Definition => Ok(Weights::from_definition(game)),
            Self::Material => Ok(Weights::from_definition(game).material()),
            Self::File(path) => parse(&read(path).map_err(WeightsError::File)?),
            Self::Tuned => match origin {
                Origin::File(definition) => {
                    let path = definition.with_extension(WEIGHTS_EXTENSION);
                    if is_file(&path) {
                        return parse(&read(&path).map_err(WeightsError::File)?);
                    }
                    Ok(Weights::from_definition(game))
                }
                Origin::BuiltIn(name) => {
                    let name = builtin::resolve_alias(name).unwrap_or(name);
                    builtin::weights(name).map_or_else(|| Ok(Weights::from_definition(game)), |source| parse(&source))
                }
                Origin::Text => Ok(Weights::from_definition(game)),
            },
        }
    }
}
