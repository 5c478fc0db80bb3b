//! Compulsory moves: drops, captures, and classes of moves that come before all others.

use std::ops::ControlFlow;

use super::attack::CheckAndPins;
use super::generator::Compulsion;
use super::move_set::{Flow, Visit};
use super::{Core, MoveGenerator};
use crate::engine::{IllegalMove, Move, MoveKind};
use crate::model::CompulsoryMove;

impl<'a, const W: usize> MoveGenerator<'a, W> {
    /// The moves that are compulsory now: drops before classes of moves, in their order, and captures last. Passes, ends of series
    /// and finishing moves make nothing compulsory.
    #[inline(never)]
    pub(super) fn find_compulsion(core: &'a Core<W>, safety: CheckAndPins<W>) -> Compulsion {
        let moves = |compulsion: Compulsion| Self::with_compulsion(core, safety, compulsion);
        let classes = (0..core.compulsory_classes().len()).map(|class| Compulsion::Class(class as u8));
        let has_class = |class: Compulsion| moves(class).has_man_move() || moves(class).has_leaving_move();
        if core.tables.features.compulsory_drops && moves(Compulsion::Drops).has_drop() {
            Compulsion::Drops
        } else if let Some(class) = classes.into_iter().find(|class| has_class(*class)) {
            class
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

    /// The class of compulsory moves that is in force, by number: the player must make one of these.
    pub(super) fn compulsory_class(&self) -> Option<u8> {
        if let Compulsion::Class(class) = self.compulsion { Some(class) } else { None }
    }

    /// Whether a move is of the compulsory class in force, if there is one.
    #[inline]
    pub(super) fn is_of_compulsory_class(&self, mv: Move) -> bool {
        self.compulsory_class().is_none_or(|class| {
            self.core.compulsory_classes().get(usize::from(class)).is_none_or(|class| self.core.is_of_class(class, mv))
        })
    }

    /// Calls `visit` for each move of a man, with a man from the hand left behind if it may, until `visit` breaks.
    /// Whether the move is of the compulsory class is certain only once it has left a man.
    pub(super) fn each_move_to_leave_by(&self, visit: Visit) -> Flow {
        match self.compulsion {
            Compulsion::Class(_) => {
                Self::with_compulsion(self.core, self.safety, Compulsion::None).each_man_move(visit)
            }
            Compulsion::None | Compulsion::Captures | Compulsion::Drops => self.each_man_move(visit),
        }
    }

    /// Whether a man can leave another one from the hand behind.
    fn has_leaving_move(&self) -> bool {
        self.core.tables.features.leaves_men && self.each_leaving_move(&mut |_| ControlFlow::Break(())).is_break()
    }
}

impl<const W: usize> Core<W> {
    /// The classes of moves that come before others for the side to move.
    fn compulsory_classes(&self) -> &[Vec<CompulsoryMove>] {
        &self.tables.variant.rules.compulsory[self.status.turn]
    }

    /// Whether a move is of one of these sorts.
    fn is_of_class(&self, class: &[CompulsoryMove], mv: Move) -> bool {
        let mover = mv.man().map(|man| (man, self.kind_of(self.men.piece_index(man.from))));
        class.iter().any(|sort| match sort {
            CompulsoryMove::Check => self.gives_check(mv),
            CompulsoryMove::Capture => self.captured_square(mv).is_some(),
            CompulsoryMove::Promotion => {
                mover.is_some_and(|(man, kind)| man.leaves() && self.kind_of(man.piece.number()) != kind)
            }
            CompulsoryMove::Drop => mv.drop_move().is_some(),
            CompulsoryMove::MoveOf(kinds) => mover.is_some_and(|(_, kind)| kinds.contains(&kind)),
        })
    }

    /// The compulsory moves that come before a move, if nothing else forbids it. A move may be written without the
    /// man's new kind, or as another kind of move: then all moves between these squares are tested.
    pub(super) fn compulsion_fault(&self, mv: Move) -> Option<IllegalMove> {
        if !self.tables.features.compulsion {
            return None;
        }
        let moves = MoveGenerator::new(self);
        let fault = match moves.compulsion {
            Compulsion::None => return None,
            Compulsion::Captures => IllegalMove::CaptureCompulsory,
            Compulsion::Drops => IllegalMove::DropCompulsory,
            Compulsion::Class(class) => IllegalMove::Compulsory(class),
        };
        let free = MoveGenerator::with_compulsion(self, moves.safety, Compulsion::None);
        let has = |moves: &MoveGenerator<'_, W>, wanted: &dyn Fn(Move) -> bool| {
            moves.each_move(&mut |legal| if wanted(legal) { Flow::Break(()) } else { Flow::Continue(()) }).is_break()
        };
        let goes_this_way = |legal: Move| has_same_route(legal, mv);
        let forbids = has(&free, &|legal| legal == mv) || has(&free, &goes_this_way) && !has(&moves, &goes_this_way);
        forbids.then_some(fault)
    }
}

/// Whether a move takes the same man to the same square as another one, by its own movement.
fn has_same_route(mv: Move, other: Move) -> bool {
    let way = |mv: Move| {
        let man = mv.man().filter(|man| man.leaves() && man.left_behind().is_none())?;
        let by_itself = man.kind.castling().is_none() && man.kind != MoveKind::Finishing;
        by_itself.then_some((man.from, man.to))
    };
    way(mv).is_some() && way(mv) == way(other)
}
