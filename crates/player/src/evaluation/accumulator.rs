//! The part of an evaluation that is a sum over single men, updated incrementally by moves.

use super::{Evaluator, Tapered};
use weakfish::engine::{ManMove, Move, MoveKind, Piece, Position};
use weakfish::geometry::Square;

/// Sum over all men, each on its square. A search updates it with each move instead of computing it anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accumulator {
    /// Piece-square values of White's men minus those of Black's.
    pub(super) balance: Tapered,
    /// Material of all men, which determines the game phase.
    pub(super) material: i32,
}

impl Evaluator {
    /// Computes the sum over the men of a position.
    pub fn accumulate(&self, position: &Position) -> Accumulator {
        let mut sum = Accumulator::default();
        for (square, piece) in position.men() {
            self.update(&mut sum, piece, square, 1);
        }
        sum
    }

    /// Updates the sum by a legal move that is not yet made in this position.
    #[inline]
    pub fn accumulate_move(&self, before: Accumulator, position: &Position, mv: Move) -> Accumulator {
        let Move::Man(ManMove { from, to, piece, kind }) = mv else { return before };
        let mut sum = before;
        let mut remove = |square| {
            let removed = position.piece_at(square);
            if let Some(removed) = removed {
                self.update(&mut sum, removed, square, -1);
            }
            removed
        };
        remove(from);
        match kind {
            MoveKind::Stationary => {}
            MoveKind::EnPassant { victim } => _ = remove(victim),
            MoveKind::Castling { partner_from, partner_to } => {
                if let Some(partner) = remove(partner_from) {
                    self.update(&mut sum, partner, partner_to, 1);
                }
            }
            _ => _ = remove(to),
        }
        self.update(&mut sum, piece, to, 1);
        sum
    }

    #[inline]
    fn update(&self, sum: &mut Accumulator, piece: Piece, square: Square, sign: i32) {
        let entry = self.piece_square(piece, square);
        sum.balance += entry.value * sign;
        sum.material += entry.material * sign;
    }
}
