//! First moves: movements that men have until they move for the first time, and how they lose them.

use std::ops::ControlFlow;

use super::visitor::MoveVisitor;
use super::{Core, Moves};
use crate::engine::bits::Bits;
use crate::engine::tables::PieceTable;
use crate::engine::{ManMove, MoveKind};
use crate::geometry::Square;

impl<const W: usize> Moves<'_, W> {
    /// The first moves of a man that go to other squares than its `usual` targets. Returns the squares they go to, by
    /// the movement alone.
    pub(super) fn visit_first_moves(
        &self,
        piece: &PieceTable<W>,
        from: Square,
        usual: Bits<W>,
        visitor: &mut impl MoveVisitor<W>,
    ) -> ControlFlow<(), Bits<W>> {
        let targets = self.core.first_move_targets(piece, from, self.safety.in_check) & !usual;
        if targets.is_empty() {
            return ControlFlow::Continue(targets);
        }
        let safe = self.safety.safe_targets(self.core, from, self.unopposed(piece, targets));
        if !safe.is_empty() {
            visitor.arrivals(self, piece, from, safe, MoveKind::Ordinary)?;
        }
        ControlFlow::Continue(targets)
    }
}

impl<const W: usize> Core<W> {
    /// Targets of a man's first move, if it still has one. As with its other moves, squares where it can capture en
    /// passant are excluded.
    pub(super) fn first_move_targets(&self, piece: &PieceTable<W>, from: Square, in_check: bool) -> Bits<W> {
        let first = piece.first_move.as_ref().filter(|first| !in_check || !first.unless_in_check);
        let Some(first) = first.filter(|_| self.status.unmoved.contains(from)) else { return Bits::EMPTY };
        let occupied = self.men.all();
        let targets =
            first.moves.targets(&self.tables.slides, from, occupied, || self.hurdles(piece, occupied)) & !occupied;
        if self.status.en_passant.is_empty() || self.status.series > 0 {
            return targets;
        }
        targets & !self.en_passant_targets(piece, from)
    }

    /// Whether a man could go to a square by its first move if it still had it, or were not in check.
    pub(super) fn lacks_first_move(&self, piece: &PieceTable<W>, from: Square, to: Square) -> bool {
        let occupied = self.men.all();
        piece.first_move.as_ref().filter(|_| self.men.at(to) == 0).is_some_and(|first| {
            first.moves.targets(&self.tables.slides, from, occupied, || self.hurdles(piece, occupied)).contains(to)
        })
    }

    /// Takes their first moves away from the men that a move takes from their squares, turns or captures, and from those
    /// at which it aims. Returns whether there were any. The men have been moved.
    #[inline(never)]
    pub(super) fn lose_first_moves(&mut self, man: ManMove) -> bool {
        let before = self.status.unmoved;
        let mut left = before & !(Bits::of(man.from) | Bits::of(man.to));
        let mut arrived = [Some(man.to), None];
        match man.kind {
            MoveKind::EnPassant { victim } => left &= !Bits::of(victim),
            MoveKind::Castling { partner_from, partner_to } => {
                left &= !Bits::of(partner_from);
                arrived[1] = Some(partner_to);
            }
            _ => {}
        }
        for square in arrived.into_iter().flatten() {
            left &= !self.aimed_at(square, left);
        }
        self.status.unmoved = left;
        left != before
    }

    /// The men among these that lose their first move because the man on a square aims at them.
    fn aimed_at(&self, from: Square, men: Bits<W>) -> Bits<W> {
        let aimer = self.piece_table(from);
        let loses = |&square: &Square| {
            let man = self.piece_table(square);
            let kinds = man.first_move.as_ref().map(|first| &first.until_aimed_at_by);
            man.side != aimer.side
                && kinds.is_some_and(|kinds| kinds.contains(&aimer.kind))
                && aimer.attacks(&self.tables.slides, from, square, Some(man.kind), Bits::of(square), Bits::EMPTY)
        };
        men.iter().filter(loses).collect()
    }
}
