//! The part of the tree for the words of the user's own.

pub(crate) use crate::model::Whose;
use crate::source::Spanned;

/// A word that names something: a setup, a region, a part of a man, a reason.
pub(crate) type Name = Spanned<String>;

/// A man's symbol as written everywhere but on boards: a capital letter, `+K` or `K'`.
pub(crate) type Symbol = Spanned<String>;

/// Kinds of men to choose from: `P or K`, `all men but K`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MenList {
    /// Whether the list names those that are not meant.
    pub(crate) all_but: bool,
    /// Men that are named; none at all where no list is written.
    pub(crate) symbols: Vec<Symbol>,
}

impl MenList {
    /// Whether no list is written.
    pub(crate) const fn is_empty(&self) -> bool {
        self.symbols.is_empty()
    }
}
