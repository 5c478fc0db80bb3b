use std::fmt;

/// A reason why a variant can't be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompileError {
    /// Men have more states than the tables can hold.
    TooManyStates {
        /// How many they have.
        found: usize,
        /// How many there may be.
        max: usize,
    },
    /// A movement has too many ways to go from one square.
    TooManyPaths,
    /// An id in the model names nothing, or a list that needs something is empty; only a model that no checker made
    /// can be so.
    Incomplete,
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyStates { found, max } => {
                write!(f, "the men have {found} states in all, and no more than {max} fit")
            }
            Self::TooManyPaths => f.write_str("a movement has too many ways to go from one square"),
            Self::Incomplete => f.write_str("the model refers to something that is not in it"),
        }
    }
}

impl std::error::Error for CompileError {}
