//! Options of drops by the men around the square: the words for the values of `enclosingDrop`, and the options that the
//! engine lacks.

use weakfish::model::DropRule;

use crate::values::Enclosing;

/// The words for a value of `enclosingDrop`, with `flips` for the men that drops turn over; `None` without the key or
/// without words for it.
pub(crate) const fn words(enclosing: Enclosing, flips: Enclosing) -> Option<&'static str> {
    match (enclosing, flips) {
        (Enclosing::Ataxx, _) => Some("next to own men"),
        (Enclosing::Snort, _) => Some("not orthogonally next to enemy men"),
        (Enclosing::Reversi, Enclosing::Reversi) => Some("only to convert"),
        _ => None,
    }
}

/// Option of a drop rule without a key: a test for it, and the name of the loss.
type Lack = (fn(&DropRule) -> bool, &'static str);

/// The options of a rule that no export has, in the order in which they are reported.
pub(crate) const LACKING: [Lack; 4] = [
    (|rule| rule.unlimited, "drops of men that are not in hand"),
    (|rule| !rule.beside.is_empty(), "drops that depend on the men next to the square"),
    (|rule| rule.converting, "drops that must make others change sides"),
    (|rule| !rule.first_on.is_empty(), "squares on which men are dropped first"),
];
