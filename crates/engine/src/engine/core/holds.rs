//! Men that others hold still: they make no move and attack nothing.

use super::Core;
use super::attack::AttackView;
use crate::engine::bits::Bits;
use crate::engine::tables::HolderTable;
use crate::geometry::{Side, Square};

impl<const W: usize> Core<W> {
    /// The men of a side that are held.
    #[inline(always)]
    pub(super) fn held(&self, side: Side) -> Bits<W> {
        if self.tables.features.holds { self.held_among(side, self.occupied()) } else { Bits::EMPTY }
    }

    /// The men of a side that are held if only these squares are occupied.
    #[inline(never)]
    pub(super) fn held_among(&self, side: Side, occupied: Bits<W>) -> Bits<W> {
        let held_by = |table| self.held_by(table, side, occupied, occupied);
        self.tables.holders.iter().fold(Bits::EMPTY, |held, table| held | held_by(table))
    }

    /// The men of a side that those of a table hold, as far as these stand on certain squares.
    fn held_by(&self, table: &HolderTable, side: Side, on: Bits<W>, occupied: Bits<W>) -> Bits<W> {
        let groups = &table.held[side];
        let holders = self.men.of_group(table.group) & on;
        if holders.is_empty() || groups.is_empty() {
            return Bits::EMPTY;
        }
        let reach = |holder| {
            if table.attacked {
                self.captures_from(self.piece_table(holder), holder, occupied)
            } else {
                self.tables.adjacent[holder]
            }
        };
        holders.iter().fold(Bits::EMPTY, |near, holder| near | reach(holder)) & self.men.of_groups(groups)
    }

    /// The square of a man that holds the one on a square, if it is held.
    pub(super) fn holder_of(&self, man: Square) -> Option<Square> {
        let side = self.men.piece(man).map(|_| self.piece_table(man).side)?;
        let occupied = self.occupied();
        let holds = |&at: &Square| {
            let holds = |table| self.held_by(table, side, Bits::of(at), occupied).contains(man);
            self.tables.holders.iter().any(holds)
        };
        occupied.iter().find(holds)
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
