//! Rules about check that sets of squares cannot judge: royal men whose number counts, moves that may not give check,
//! own check within a series, check evasion without flight.
//!
//! Games with such a rule try every move: it is made on a copy, and the copy is looked at.

use super::attack::Afterwards;
use super::{Core, Moves};
use crate::engine::bits::Bits;
use crate::engine::tables::{CastlingWay, Wing};
use crate::engine::{IllegalMove, ManMove, Move};
use crate::geometry::{Side, Square};
use crate::model::{CheckRule, Royalty};

impl<const W: usize> Core<W> {
    /// [`Self::royals`] where their number counts.
    #[inline(never)]
    pub(super) fn royals_by_number(&self, side: Side) -> Bits<W> {
        let mut royals = Bits::EMPTY;
        for &(group, royalty) in &self.tables.royalties[side] {
            let men = self.men.of_group(group);
            let counts = match royalty {
                Royalty::Always => true,
                Royalty::WhenLeft(number) => men.len() <= u32::from(number),
                Royalty::Together => false,
            };
            if counts {
                royals |= men;
            }
        }
        let together = self.royals_together(side);
        if together.several() { royals } else { royals | together }
    }

    /// The men of a side that are royal together.
    fn royals_together(&self, side: Side) -> Bits<W> {
        let together = self.tables.royalties[side].iter().filter(|(_, royalty)| *royalty == Royalty::Together);
        together.fold(Bits::EMPTY, |men, &(group, _)| men | self.men.of_group(group))
    }

    /// The men of a side that are royal together, if there are several and all are attacked.
    #[inline(always)]
    pub(super) fn royals_together_attacked(&self, side: Side) -> Bits<W> {
        if self.tables.features.royalty_varies { self.attacked_together(side) } else { Bits::EMPTY }
    }

    #[inline(never)]
    fn attacked_together(&self, side: Side) -> Bits<W> {
        let together = self.royals_together(side);
        let checked = together.several() && together.iter().all(|square| self.is_attacked_now(square, side));
        if checked { together } else { Bits::EMPTY }
    }

    /// Whether the player to move may leave its own royal men attacked by a move that does not end its turn.
    #[inline]
    pub(super) fn may_leave_own_check(&self) -> bool {
        self.tables.features.own_check_by_trial
            && self.tables.variant.rules.own_check_in_series[self.status.turn]
            && self.series_rule().is_some()
    }

    /// The rule about check that a move breaks, if the game has such rules.
    pub(super) fn check_fault_if_any(&self, mv: ManMove) -> Option<IllegalMove> {
        if self.tables.features.check_rules { self.check_fault(mv.into()) } else { None }
    }

    /// The rule about check that a move breaks, if it is legal otherwise.
    pub(super) fn check_fault(&self, mv: Move) -> Option<IllegalMove> {
        let us = self.status.turn;
        let rules = &self.tables.variant.rules;
        if rules.no_flight[us] && self.is_flight(mv) {
            return Some(IllegalMove::Flight);
        }
        let given = if self.checks_are_free { CheckRule::Allowed } else { rules.check[us] };
        if given == CheckRule::Allowed && !self.tables.features.own_check_by_trial {
            return None;
        }
        let mut then = self.lean_copy(false, false);
        let last = self.series_bounds().is_none_or(|(_, most)| self.status.series + 1 >= most);
        then.make(mv);
        if let Some(fault) = self.own_check_fault_in(&then, mv) {
            return Some(fault);
        }
        if mv.man().is_none() || given == CheckRule::Allowed || !then.is_in_check(!us) {
            return None;
        }
        let allowed = match given {
            CheckRule::Allowed => true,
            CheckRule::Forbidden => false,
            CheckRule::OnlyLastOfSeries => last,
            CheckRule::OnlyToCheckmate => {
                then.checks_are_free = true;
                then.status.turn != us && !Moves::new(&then).any()
            }
        };
        (!allowed).then_some(IllegalMove::GivesCheck)
    }

    /// Whether a move leaves a royal man of its own side attacked, where that is judged by the position it makes.
    pub(super) fn own_check_fault(&self, mv: Move) -> Option<IllegalMove> {
        let mut then = self.copy_without_keys();
        then.make(mv);
        self.own_check_fault_in(&then, mv)
    }

    /// The rule about own check that a move breaks, where `then` is the position after it.
    fn own_check_fault_in(&self, then: &Self, mv: Move) -> Option<IllegalMove> {
        let us = self.status.turn;
        if !self.tables.features.own_check_by_trial || then.status.turn == us && self.may_leave_own_check() {
            return None;
        }
        let royal = then.attacked_royal(us)?;
        let before = mv.man().filter(|man| man.to == royal).map_or(royal, |man| man.from);
        Some(IllegalMove::RoyalAttacked(before))
    }

    /// Whether a royal man leaves its square although its side is in check, and does not capture the only checker.
    fn is_flight(&self, mv: Move) -> bool {
        let flees = |man: &ManMove| man.leaves() && self.piece_table(man.from).royal;
        if mv.man().as_ref().is_none_or(|x| !flees(x)) {
            return false;
        }
        let checkers = self.checkers();
        let captured = self.captured(mv).map_or(Bits::EMPTY, Bits::of);
        !checkers.is_empty() && checkers != captured
    }

    /// [`Self::castles_safely`] where the safety of royal men needs a trial. The square where the king lands is judged
    /// after the castling.
    pub(super) fn castles_safely_by_trial(&self, wing: &Wing<W>, way: &CastlingWay<W>) -> bool {
        let us = self.status.turn;
        let kind = self.piece_table(wing.king).kind;
        let others = self.men.all() & !Bits::of(wing.king);
        let crossed = way.path & !Bits::of(way.king_to) & !Bits::of(wing.king);
        crossed.iter().all(|square| {
            let then = Afterwards { occupied: others | Bits::of(square), attackers: self.men.of_side(!us) };
            self.is_safe_with_king_on(wing.king, square) && !self.is_watched(us, kind, square, then)
        })
    }

    /// Whether the side to move would not be in check if its king stood on another square, instead of what stands
    /// there.
    fn is_safe_with_king_on(&self, king: Square, square: Square) -> bool {
        let mut there = self.copy_without_keys();
        let occupant = there.men.lift(king);
        there.men.lift(square);
        there.men.drop(square, occupant);
        !there.is_in_check(self.status.turn)
    }
}
