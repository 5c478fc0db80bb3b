//! The part of the tree for the words of the user's own.

use crate::source::Spanned;

/// A word that names something: a setup, a region, a part of a man, a reason.
pub(crate) type Name = Spanned<String>;

/// A man's symbol as written everywhere but on boards: a capital letter, `+K` or `K'`.
pub(crate) type Symbol = Spanned<String>;
