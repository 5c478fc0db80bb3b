//! Compulsory moves: drops and captures.

use super::attack::CheckAndPins;
use super::generator::Compulsion;
use super::move_set::Flow;
use super::{Core, MoveGenerator};
use crate::engine::{IllegalMove, Move, MoveKind};

impl<'a, const W: usize> MoveGenerator<'a, W> {
    /// The moves that are compulsory now: drops before captures. Passes, ends of series and finishing moves make nothing compulsory.
    #[inline(never)]
    pub(super) fn find_compulsion(core: &'a Core<W>, safety: CheckAndPins<W>) -> Compulsion {
        let moves = |compulsion: Compulsion| Self::with_compulsion(core, safety, compulsion);
        if core.tables.features.compulsory_drops && moves(Compulsion::Drops).has_drop() {
            Compulsion::Drops
        } else if core.captures_are_compulsory() && moves(Compulsion::Captures).has_man_move() {
            Compulsion::Captures
        } else {
            Compulsion::None
        }
    }

    /// Whether only captures are legal.
    #[inline(always)]
    pub(super) fn captures_only(&self) -> bool {
        self.compulsion == Compulsion::Captures
    }

    /// Whether only drops of the men that must be dropped are legal.
    #[inline(always)]
    pub(super) fn drops_only(&self) -> bool {
        self.compulsion == Compulsion::Drops
    }
}

impl<const W: usize> Core<W> {
    /// The compulsory moves that come before a move, if nothing else forbids it. Of a man's way that is written without what the man
    /// becomes there, or as another kind of move, that is asked of all moves that go this way.
    pub(super) fn compulsion_fault(&self, mv: Move) -> Option<IllegalMove> {
        if !self.tables.features.compulsion {
            return None;
        }
        let moves = MoveGenerator::new(self);
        let fault = match moves.compulsion {
            Compulsion::None => return None,
            Compulsion::Captures => IllegalMove::CaptureCompulsory,
            Compulsion::Drops => IllegalMove::DropCompulsory,
        };
        let free = MoveGenerator::with_compulsion(self, moves.safety, Compulsion::None);
        let has = |moves: &MoveGenerator<'_, W>, wanted: &dyn Fn(Move) -> bool| {
            moves.each_move(&mut |legal| if wanted(legal) { Flow::Break(()) } else { Flow::Continue(()) }).is_break()
        };
        let goes_this_way = |legal: Move| goes_like(legal, mv);
        let forbids = has(&free, &|legal| legal == mv) || has(&free, &goes_this_way) && !has(&moves, &goes_this_way);
        forbids.then_some(fault)
    }
}

/// Whether a move takes the same man to the same square as another one, by its own movement.
fn goes_like(mv: Move, other: Move) -> bool {
    let way = |mv: Move| {
        let man = mv.man().filter(|man| man.leaves() && man.left_behind().is_none())?;
        let by_itself = man.kind.castling().is_none() && man.kind != MoveKind::Finishing;
        by_itself.then_some((man.from, man.to))
    };
    way(mv).is_some() && way(mv) == way(other)
}
