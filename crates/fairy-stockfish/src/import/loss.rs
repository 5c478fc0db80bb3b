//! A rule that a definition can't express.

/// A rule of a game that its definition lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// The key of the configuration, such as `pieceDrops`.
    pub key: String,
    /// Its value in the game, perhaps inherited.
    pub value: String,
    /// Description of the loss, in a sentence.
    pub lost: String,
}
