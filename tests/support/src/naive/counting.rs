//! Counts of moves while few men are left.

use weakfish::geometry::Side;
use weakfish::model::{Count, KindId};

use super::{Man, Position};

impl Position {
    /// Goes on with the count of the position before, or begins one; `lost` are the men that the
    /// move between them took off the board.
    pub(super) fn count_from(&mut self, before: &Self, lost: &[Man]) {
        self.counted = before.counted.map(|(plies, limit)| (plies + 1, limit));
        let rules = &self.game.variant.rules;
        let (mover, turn) = (before.turn, self.turn);
        let promoted = before.all_kinds(mover) != self.all_kinds(mover);
        if mover != turn
            && let Some(count) = &rules.counting_when_bared[mover]
            && self.is_bared_by(count, mover)
            && count.from_men
            && lost.iter().any(|man| count.without.contains(&man.kind))
            && let Some((plies, limit)) = self.first_count(count, mover)
        {
            self.counted = Some((plies - 1, limit));
        }
        if let Some(count) = rules.counting_when_bared[turn].as_ref().filter(|count| self.is_bare_by(count, turn)) {
            let begins = self.counted.is_none() || !lost.is_empty() || promoted;
            if let Some(first) = self.first_count(count, turn).filter(|_| begins && self.is_bared_by(count, turn)) {
                self.counted = Some(first);
            }
        } else if self.counted.is_none() {
            let nobody = |count: &&Count| !self.is_bare_by(count, turn) && !self.is_bare_by(count, !turn);
            let count = rules.counting[turn].as_ref().filter(nobody);
            self.counted = count.and_then(|count| self.first_count(count, turn));
        }
    }

    /// The kinds of a side's men as a count takes them.
    fn counted_kinds(&self, count: &Count, side: Side) -> Vec<KindId> {
        if count.on_board { self.men(side).map(|(_, man)| man.kind).collect() } else { self.all_kinds(side) }
    }

    fn is_bared_by(&self, count: &Count, side: Side) -> bool {
        self.is_bare_by(count, side) && !self.is_bare_by(count, !side)
    }

    fn is_bare_by(&self, count: &Count, side: Side) -> bool {
        self.counted_kinds(count, side).into_iter().all(|kind| self.game.variant.kind(kind).royal)
    }

    /// The plies from which a count begins for a side and to which it goes, if the men allow it.
    fn first_count(&self, count: &Count, side: Side) -> Option<(u32, u32)> {
        let all = || Side::ALL.into_iter().flat_map(|side| self.counted_kinds(count, side));
        if all().any(|kind| count.without.contains(&kind)) {
            return None;
        }
        if count.most_men.is_some_and(|most| self.counted_kinds(count, side).len() > usize::from(most)) {
            return None;
        }
        for limit in &count.limits {
            let fits = match &limit.against {
                None => true,
                Some(men) => {
                    let found = self.counted_kinds(count, !side).into_iter().filter(|kind| men.kinds.contains(kind));
                    found.count() >= usize::from(men.least)
                }
            };
            if fits {
                let from = if count.from_men { 2 * all().count() as u32 } else { 0 };
                return Some((from, 2 * u32::from(limit.moves)));
            }
        }
        None
    }
}
