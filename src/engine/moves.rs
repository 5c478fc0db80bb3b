use super::Piece;
use crate::geometry::Square;

/// A complete move: what goes where, and what it is afterwards.
///
/// Two moves are equal exactly if they have the same effect, and machine notation distinguishes any two legal
/// moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The square of the man that moves; a1 for moves of no man.
    pub from: Square,
    /// The square where it stands afterwards.
    pub to: Square,
    /// The man as it stands there, perhaps promoted, turned or flipped. `None` for moves of no man.
    pub piece: Option<Piece>,
    /// What it does other than moving the man.
    pub kind: MoveKind,
}

/// What a move does other than moving a man to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MoveKind {
    /// Nothing: the man moves to an empty square or captures what stands there.
    Ordinary,
    /// A long step, which may allow a capture en passant.
    LongStep,
    /// Captures a man that stands on another square.
    EnPassant {
        /// The square of the captured man.
        victim: Square,
    },
    /// Castling, written as the king's move.
    Castling {
        /// The square the partner leaves.
        partner_from: Square,
        /// The square where the partner lands.
        partner_to: Square,
    },
    /// A turn or a flip: a move on the man's own square.
    Stationary,
    /// A move of any man to any square, legal because it ends the game.
    Finishing,
    /// A pass. No man moves.
    Pass,
    /// Ends a series by choice. No man moves.
    EndSeries,
    /// Claims a stalemate inside a series that could also be ended. No man moves.
    ClaimStalemate,
}
