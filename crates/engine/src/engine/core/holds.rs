//! Men that others hold still: they make no move and attack nothing.

use super::Core;
use super::attack::AttackView;
use crate::engine::bits::Bits;
use crate::geometry::{Side, Square};

impl<const W: usize> Core<W> {
    /// The men of a side that are held.
    #[inline(always)]
    pub(super) fn held(&self, side: Side) -> Bits<W> {
        if self.tables.features.holds { self.held_by(side, Bits::ALL) } else { Bits::EMPTY }
    }

    /// The men of a side that these men hold.
    #[inline(never)]
    pub(super) fn held_by(&self, side: Side, holders: Bits<W>) -> Bits<W> {
        let mut held = Bits::EMPTY;
        for table in &self.tables.holders {
            let groups = &table.held[side];
            let holders = self.men.of_group(table.group) & holders;
            if !holders.is_empty() && !groups.is_empty() {
                let near = holders.iter().fold(Bits::EMPTY, |near, holder| near | self.tables.adjacent[holder]);
                held |= near & self.men.of_groups(groups);
            }
        }
        held
    }

    /// The square of a man that holds the one on a square, if it is held.
    pub(super) fn holder_of(&self, man: Square) -> Option<Square> {
        let side = self.men.piece(man).map(|_| self.piece_table(man).side)?;
        let holds = |&near: &Square| self.held_by(side, Bits::of(near)).contains(man);
        self.tables.adjacent[man].iter().filter(|_| self.held(side).contains(man)).find(holds)
    }

    /// An attack view without the men of `by` that reach a square but attack no royal man there. These are held, or
    /// their capture would kill a royal man of their own, or they could not return home after it.
    #[inline(never)]
    pub(super) fn with_free_attackers(&self, square: Square, by: Side, view: AttackView<W>) -> AttackView<W> {
        // A held royal man dies like any other. So the men that would kill it are left out before it is.
        let view = if self.tables.features.deaths { self.without_suicidal(square, by, view) } else { view };
        let attackers = view.attackers & !self.held(by);
        if !self.tables.features.aftermath {
            return AttackView { attackers, ..view };
        }
        let captures = |&man: &Square| self.may_capture_from(man, square, view.occupied);
        AttackView { attackers: attackers.iter().filter(captures).collect(), ..view }
    }
}
