use super::Piece;
use crate::geometry::Square;

/// A move, complete: what goes where and what it is afterwards.
///
/// Two moves are the same exactly if they have the same effect, and the machine notation of a position's
/// moves tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The square of the man that moves; a1 for moves of no man.
    pub from: Square,
    /// The square where it then stands.
    pub to: Square,
    /// The man as it then stands there: promoted, turned or flipped perhaps. `None` for moves of no man.
    pub piece: Option<Piece>,
    /// What kind of move it is.
    pub kind: MoveKind,
}

/// What a move does besides taking a man to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MoveKind {
    /// Nothing: it moves to an empty square or captures what stands there.
    Ordinary,
    /// A long step, which may be answered en passant.
    LongStep,
    /// Captures a man that stands elsewhere.
    EnPassant {
        /// Where the captured man stands.
        victim: Square,
    },
    /// A castling, written as the king's move.
    Castling {
        /// Where the partner comes from.
        partner_from: Square,
        /// Where the partner lands.
        partner_to: Square,
    },
    /// A turn or a flip.
    Stationary,
    /// A move of any man to anywhere that stands because it ends the game.
    Finishing,
    /// A move of no man.
    Pass,
    /// Ends a series by choice.
    EndSeries,
    /// Claims a stalemate in a series that may also be ended.
    ClaimStalemate,
}
