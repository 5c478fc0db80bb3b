//! How a position prints.

use std::fmt;

use super::{board_diagram, fen};
use crate::engine::Position;

/// The FEN, as [`fen::write`] has it.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load};
///
/// let start = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap().start();
/// assert_eq!(start.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// ```
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&fen::write(self))
    }
}

/// The board as it is drawn, and the FEN below.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let drawing = board_diagram::draw(self.game().variant(), &self.arrangement().men);
        write!(f, "{drawing}{self}")
    }
}
