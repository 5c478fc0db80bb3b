//! The legal moves as sets of squares, and one of them at random.

use super::attack::CheckAndPins;
use super::generate::{Compulsion, EachMove, Flow, MoveVisitor, Selection};
use super::{Core, MoveGenerator};
use crate::engine::bits::Bits;
use crate::engine::tables::{KindGroup, PieceTable};
use crate::engine::{ManMove, Move, MoveKind, MoveSets, MoveShape};
use crate::geometry::Square;
use crate::random::SplitMix64;

/// Adds moves to sets. Not for positions where moves must be tried; see [`MoveGenerator::needs_legality_test`].
struct SetCollector<'a>(&'a mut MoveSets);

impl SetCollector<'_> {
    fn push(&mut self, mv: ManMove) -> Flow {
        self.0.push(Move::Man(mv));
        Flow::Continue(())
    }
}

impl<const W: usize> MoveVisitor<W> for SetCollector<'_> {
    #[inline(always)]
    fn plain_moves(&mut self, moves: &MoveGenerator<W>, from: Square, to: Bits<W>) -> Flow {
        if to.is_empty() {
            return Flow::Continue(());
        }
        if let Some(piece) = moves.core.men.piece(from) {
            self.0.push_moves(ManMove::new(from, from, piece, MoveKind::Ordinary), to.to_set(), to.len());
        }
        Flow::Continue(())
    }

    fn arrivals(
        &mut self,
        moves: &MoveGenerator<W>,
        piece: &PieceTable<W>,
        from: Square,
        to: Bits<W>,
        kind: MoveKind,
    ) -> Flow {
        if to.intersects(piece.changes_in) || moves.arrivals_need_trial(piece, to, kind) {
            return EachMove(&mut |mv| self.push(mv)).arrivals(moves, piece, from, to, kind);
        }
        if let Some(piece) = moves.core.men.piece(from) {
            self.0.push_moves(ManMove::new(from, from, piece, kind), to.to_set(), to.len());
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn shifted(
        &mut self,
        moves: &MoveGenerator<W>,
        piece: &PieceTable<W>,
        offset: i32,
        to: Bits<W>,
        kind: MoveKind,
    ) -> Flow {
        let Some(first) = to.first() else { return Flow::Continue(()) };
        if to.intersects(piece.changes_in) || moves.arrivals_need_trial(piece, to, kind) {
            return EachMove(&mut |mv| self.push(mv)).shifted(moves, piece, offset, to, kind);
        }
        let from = Square::new((first.index() as i32 - offset) as u8);
        if let Some(piece) = moves.core.men.piece(from) {
            self.0.push_shifted(ManMove::new(from, first, piece, kind), offset, to.to_set(), to.len());
        }
        Flow::Continue(())
    }

    fn stationary(&mut self, moves: &MoveGenerator<W>, kind_group: &KindGroup<W>, men: Bits<W>) -> Flow {
        EachMove(&mut |mv| self.push(mv)).stationary(moves, kind_group, men)
    }

    fn single(&mut self, moves: &MoveGenerator<W>, mv: ManMove) -> Flow {
        EachMove(&mut |mv| self.push(mv)).single(moves, mv)
    }
}

impl<const W: usize> Core<W> {
    /// Adds the legal moves in a selection to sets; none once the game is decided.
    #[inline(never)]
    pub(crate) fn collect_legal(&self, selection: Selection, sets: &mut MoveSets) {
        if self.is_decided() {
            return;
        }
        let moves = MoveGenerator::new(self);
        if selection != Selection::All || moves.needs_legality_test() {
            return moves.collect_by_trial(selection, sets);
        }
        let _ = moves.visit_man_moves(&mut SetCollector(sets));
        let any = !sets.is_empty();
        let _ = moves.each_extra_move(any, &mut |mv| {
            sets.push(mv);
            Flow::Continue(())
        });
    }
}

/// Candidates that are tried before all legal moves are found: in check most of them are illegal.
const TRIES: u32 = 4;

// Most moves leave royal men safe. To make one at random it is faster to choose among all that the movements of the men have and
// to choose again if one is illegal, than to find out about all of them. Every legal move keeps the same chance.

impl<const W: usize> Core<W> {
    /// Adds moves to sets among which are all legal ones, each once, and returns whether all of them are legal.
    #[inline(never)]
    pub(crate) fn collect_candidates(&self, sets: &mut MoveSets) -> bool {
        let moves = MoveGenerator::with_compulsion(self, CheckAndPins::unrestricted(), Compulsion::None);
        if !self.tables.features.legal_if_safe || moves.needs_legality_test() {
            self.collect_legal(Selection::All, sets);
            return true;
        }
        if self.is_decided() {
            return true;
        }
        let _ = moves.visit_man_moves(&mut SetCollector(sets));
        self.royals(self.status.turn).is_empty()
    }

    /// Whether a move is legal that [`Self::collect_candidates`] has added without being sure.
    #[inline]
    pub(crate) fn confirms(&self, mv: Move) -> bool {
        let Move::Man(man) = mv else { return true };
        match man.kind.shape() {
            MoveShape::EnPassant { .. } => true,
            // The squares that the king crosses are safe.
            MoveShape::Castling { .. } => !self.is_in_check(self.status.turn),
            MoveShape::ToSquare | MoveShape::InPlace => self.leaves_royals_safe(man.from, man.to, Bits::EMPTY),
        }
    }

    /// Chooses one of the legal moves, each with the same chance; none once the game is decided. The sets are only memory.
    #[inline(never)]
    pub(crate) fn choose(&self, random: &mut SplitMix64, sets: &mut MoveSets) -> Option<Move> {
        // By a multiplication, which takes less time than a division.
        let mut any = |sets: &MoveSets| sets.get(((u128::from(random.next()) * sets.len() as u128) >> 64) as usize);
        sets.clear();
        if self.collect_candidates(sets) {
            return any(sets);
        }
        for _ in 0..TRIES {
            let candidate = any(sets)?;
            if self.confirms(candidate) {
                return Some(candidate);
            }
        }
        sets.clear();
        self.collect_legal(Selection::All, sets);
        any(sets)
    }
}

impl<const W: usize> MoveGenerator<'_, W> {
    /// Adds the legal moves in a selection to sets, each after a trial where one is needed.
    #[inline(never)]
    fn collect_by_trial(&self, selection: Selection, sets: &mut MoveSets) {
        let _ = self.each_selected_move(selection, &mut |mv| {
            sets.push(mv);
            Flow::Continue(())
        });
    }
}
