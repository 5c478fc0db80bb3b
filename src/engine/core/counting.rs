//! Counts of moves toward a limit that depends on the men left.

use super::Core;
use crate::engine::ManMove;
use crate::engine::tables::Occupant;
use crate::geometry::Side;
use crate::model::Count;

impl<const W: usize> Core<W> {
    /// Goes on counting after a move of `us`, whose turn may have passed with it, or begins to count.
    #[inline(never)]
    pub(super) fn update_count(&mut self, us: Side, moved: Option<(Occupant, ManMove)>, captured: Occupant) {
        let turn = self.status.turn;
        let promotes =
            moved.is_some_and(|(mover, man)| self.tables.occupant(man.piece.number()).group() != mover.group());
        if self.status.count_limit > 0 {
            self.status.counted = self.status.counted.saturating_add(1);
        }
        if captured.is_some() && turn != us && self.is_bare(us) {
            let kind = self.tables.infos[usize::from(captured.piece())].kind;
            let begins = |count: &Count| count.from_men && count.without.contains(&kind);
            if let Some((limit, from)) = self.count_for(us, begins) {
                // The player's next move continues the count from the number of men.
                (self.status.count_limit, self.status.counted) = (limit, from.saturating_sub(1));
            }
        }
        let anew = (captured.is_some() || promotes) && self.is_bare(turn);
        if (anew || self.status.count_limit == 0)
            && let Some((limit, from)) = self.count_for(turn, |_| true)
        {
            (self.status.count_limit, self.status.counted) = (limit, from);
        }
    }

    /// The limit of the count that a side's men call for, and where it begins, in plies.
    fn count_for(&self, side: Side, accepts: impl Fn(&Count) -> bool) -> Option<(u16, u16)> {
        let rules = &self.tables.variant.rules;
        let counts = if self.is_bare(side) { &rules.counting_when_bared } else { &rules.counting };
        let count = counts[side].as_ref().filter(|count| accepts(count))?;
        let few = count.most_men.is_none_or(|most| self.men.of_side(side).len() <= u32::from(most));
        let gone = || Side::ALL.into_iter().all(|side| self.men_of(side, Some(&count.without)).is_empty());
        if self.is_bare(!side) || !few || !gone() {
            return None;
        }
        let limit = count.limits.iter().find(|limit| {
            limit.against.as_ref().is_none_or(|men| self.men_of(!side, Some(&men.kinds)).len() >= u32::from(men.least))
        })?;
        let from = if count.from_men { 2 * self.men.all().len() as u16 } else { 0 };
        Some((2 * limit.moves, from))
    }

    /// Whether more has been counted than the limit allows.
    #[inline]
    pub(super) fn is_counted_out(&self) -> bool {
        self.status.count_limit > 0 && self.status.counted > self.status.count_limit
    }

    /// Whether a side has no men but royal ones.
    #[inline(always)]
    pub(super) fn is_bare(&self, side: Side) -> bool {
        (self.men.of_side(side) & !self.men_of_royal_kinds(side)).is_empty()
    }
}
