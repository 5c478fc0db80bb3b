//! How moves change what is added up man by man.

use super::{Accumulator, Evaluator};
use weakfish::engine::{ManMove, Move, MoveKind, Piece, Position};
use weakfish::geometry::Square;

impl Evaluator {
    /// The sum over the men of a position.
    pub fn accumulate(&self, position: &Position) -> Accumulator {
        let mut sum = Accumulator::default();
        for (square, piece) in position.men() {
            self.add(&mut sum, piece, square);
        }
        sum
    }

    /// The sum after a legal move that is not yet made in this position.
    #[inline]
    pub fn accumulate_move(&self, before: Accumulator, position: &Position, mv: Move) -> Accumulator {
        let Move::Man(ManMove { from, to, piece, kind }) = mv else { return before };
        let mut sum = before;
        if let Some(mover) = position.piece_at(from) {
            self.remove(&mut sum, mover, from);
        }
        match kind {
            MoveKind::Stationary => {}
            MoveKind::EnPassant { victim } => {
                if let Some(captured) = position.piece_at(victim) {
                    self.remove(&mut sum, captured, victim);
                }
            }
            MoveKind::Castling { partner_from, partner_to } => {
                if let Some(partner) = position.piece_at(partner_from) {
                    self.remove(&mut sum, partner, partner_from);
                    self.add(&mut sum, partner, partner_to);
                }
            }
            _ => {
                if let Some(captured) = position.piece_at(to) {
                    self.remove(&mut sum, captured, to);
                }
            }
        }
        self.add(&mut sum, piece, to);
        sum
    }

    #[inline]
    fn add(&self, sum: &mut Accumulator, piece: Piece, square: Square) {
        let man = self.man(piece, square);
        sum.balance += man.worth;
        sum.material += man.material;
    }

    #[inline]
    fn remove(&self, sum: &mut Accumulator, piece: Piece, square: Square) {
        let man = self.man(piece, square);
        sum.balance -= man.worth;
        sum.material -= man.material;
    }
}
