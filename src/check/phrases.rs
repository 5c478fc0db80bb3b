//! Lines in the words of the language, for messages.

use crate::geometry::{PerSide, Side};
use crate::prose;

/// `White`, `Black` or `neither side`, `both sides`.
pub(super) fn sides(sides: PerSide<bool>) -> &'static str {
    match (sides.white, sides.black) {
        (true, true) => "both sides",
        (true, false) => "White",
        (false, true) => "Black",
        (false, false) => "neither side",
    }
}

/// A symbol as it is drawn for a side.
pub(super) fn drawn(side: Side, symbol: &str) -> String {
    match side {
        Side::White => symbol.to_owned(),
        Side::Black => symbol.to_lowercase(),
    }
}

/// Several things as `a, b or c`, each in backquotes.
pub(super) fn one_of<T: AsRef<str>>(things: &[T]) -> String {
    prose::any_of(prose::quoted(things))
}

/// Several things as `a, b and c`, each in backquotes.
pub(super) fn all_of<T: AsRef<str>>(things: &[T]) -> String {
    prose::all_of(prose::quoted(things))
}
