use std::fmt;

/// A reason why a variant cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompileError {
    /// The men have more states than the tables can hold.
    TooManyStates {
        /// The number of states found. There may be more: those of one kind are listed only until they are too many.
        found: usize,
        /// The highest number allowed.
        max: usize,
    },
    /// A movement has too many paths from one square.
    TooManyPaths,
    /// An id in the model refers to nothing, or a required list is empty. The checker never makes such a model.
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
