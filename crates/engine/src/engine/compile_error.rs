//! Why a variant cannot be compiled.

use std::fmt;

use crate::model::{InvalidModel, KindId};

/// A reason why a variant cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompileError {
    /// The men have more states than the tables can hold.
    TooManyStates {
        /// The number of states found. There may be more: those of one kind are listed only until they are too many.
        found: usize,
        /// The highest number allowed.
        max: usize,
    },
    /// The movements have more ways to go than the tables can hold.
    TooManyPaths {
        /// The kind whose movements need the most room.
        kind: KindId,
    },
    /// The model is none that a game can have. The checker never makes such a model.
    Invalid(InvalidModel),
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyStates { found, max } => {
                write!(f, "the men have {found} states in all, and no more than {max} fit")
            }
            Self::TooManyPaths { .. } => f.write_str("the movements have more ways to go than the tables can hold"),
            Self::Invalid(errors) => errors.fmt(f),
        }
    }
}

impl std::error::Error for CompileError {}
