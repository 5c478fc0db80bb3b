use serde::{Deserialize, Serialize};

use super::Piece;
use crate::geometry::Square;

/// A complete move: the man, its target, and its state afterwards.
///
/// Two moves are equal exactly if they have the same effect, and [`uci::write`](crate::notation::uci::write) gives
/// different texts for any two legal moves of a position.
///
/// Squares and pieces are numbers that depend on the compiled game, also in a serialized move. To store moves, use
/// their text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Move {
    /// A man moves.
    Man(ManMove),
    /// No man moves, and the turn passes to the opponent.
    Pass,
    /// The player ends a series by choice.
    EndSeries,
    /// The player claims a stalemate inside a series that could also be ended.
    ClaimStalemate,
}

/// A move of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ManMove {
    /// The square where the man stands before the move.
    pub from: Square,
    /// The square where it stands afterwards.
    pub to: Square,
    /// The man as it arrives, perhaps promoted, turned or flipped.
    pub piece: Piece,
    /// Special effects of the move.
    pub kind: MoveKind,
}

/// Special effects of the move of a man, if it does more than go to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum MoveKind {
    /// None: the man goes to an empty square or captures on it.
    Ordinary,
    /// A long step, which may allow a capture en passant.
    LongStep,
    /// A turn or a flip: the man stays on its square.
    Stationary,
    /// A move to any square, legal because it ends the game.
    Finishing,
    /// Captures a man on another square.
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
}

impl Move {
    /// The move of a man; `None` for the others.
    pub const fn man(self) -> Option<ManMove> {
        match self {
            Self::Man(man) => Some(man),
            _ => None,
        }
    }

    /// The square that a man moves from.
    pub fn from(self) -> Option<Square> {
        self.man().map(|man| man.from)
    }

    /// The square that a man moves to.
    pub fn to(self) -> Option<Square> {
        self.man().map(|man| man.to)
    }

    /// The man as it stands after the move.
    pub fn piece(self) -> Option<Piece> {
        self.man().map(|man| man.piece)
    }

    /// Special effects of the move of a man; `None` for a move that no man makes.
    pub fn kind(self) -> Option<MoveKind> {
        self.man().map(|man| man.kind)
    }
}

impl From<ManMove> for Move {
    fn from(man: ManMove) -> Self {
        Self::Man(man)
    }
}

impl ManMove {
    /// Whether a man leaves its square: this one, or the partner of a castling king that stays where it is.
    #[inline]
    pub(super) fn leaves(self) -> bool {
        self.from != self.to || matches!(self.kind, MoveKind::Castling { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::Move;

    #[test]
    fn a_move_fits_into_a_word() {
        assert_eq!(size_of::<Move>(), 8);
        assert_eq!(size_of::<Option<Move>>(), 8);
    }
}
