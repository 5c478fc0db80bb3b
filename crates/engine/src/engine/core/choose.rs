//! A legal move at random.

use super::attack::CheckAndPins;
use super::generator::Compulsion;
use super::move_set::Collector;
use super::move_set::Selection;
use super::{Core, MoveGenerator};
use crate::engine::bits::Bits;
use crate::engine::{Move, MoveSets, MoveShape};
use crate::random::SplitMix64;

/// Candidates that are tried before all legal moves are found: in check most of them are illegal.
const TRIES: u32 = 4;

// Most moves leave royal men safe. So a random move is chosen among all pseudo-legal moves, and again if it is illegal.
// That is faster than testing all of them. Every legal move keeps the same chance.

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
        let _ = moves.visit_man_moves(&mut Collector(sets));
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
        // A multiplication takes less time than a division.
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
