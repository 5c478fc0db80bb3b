//! The sheet of a game: all lines in force, its own and those it inherits.
//!
//! Lines are kept as trees and read anew for every game, so that what is inherited follows the game's own
//! board, men and regions. A symbol in a line means what it meant in the text the line comes from: each
//! text has its own table from symbols to slots, and a man that takes the place of another takes its slot.

use std::collections::BTreeMap;

use crate::geometry::{PerSide, Side};
use crate::source::Span;
use crate::syntax::variant::ast::{AllMen, Ending, Fact, Man, RegionLine, RuleLine, SetupSection};

/// Which text a line comes from, counted from the oldest ancestor.
pub(super) type Generation = usize;

/// The number of a man on the sheet.
pub(super) type Slot = usize;

/// A line in force.
#[derive(Clone, Debug)]
pub(super) struct Held<T> {
    /// The line.
    pub(super) line: T,
    /// The text it comes from.
    pub(super) generation: Generation,
    /// The sides it is in force for.
    pub(super) sides: PerSide<bool>,
}

/// A man.
#[derive(Clone, Debug)]
pub(super) struct HeldMan {
    /// The line that makes him; its sides are those that have him.
    pub(super) held: Held<Man>,
    /// The line that has taken him out.
    pub(super) removed: Option<(Generation, Span)>,
}

/// All lines in force.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    /// The names of the texts, the oldest ancestor first.
    pub(super) texts: Vec<String>,
    /// The title of the game itself.
    pub(super) title: String,
    /// Facts; those that describe a game are its own only.
    pub(super) facts: Vec<Held<Fact>>,
    /// Men by slot.
    pub(super) men: Vec<HeldMan>,
    /// What each symbol means in each text, for each side.
    pub(super) symbols: Vec<PerSide<BTreeMap<String, Slot>>>,
    /// Properties of all men.
    pub(super) all_men: Vec<Held<AllMen>>,
    /// Regions.
    pub(super) regions: Vec<Held<RegionLine>>,
    /// The setups in force.
    pub(super) setups: Vec<Held<SetupSection>>,
    /// The setups that were in force in an ancestor and on which those of later texts may build.
    pub(super) older_setups: Vec<Held<SetupSection>>,
    /// Rules.
    pub(super) rules: Vec<Held<RuleLine>>,
    /// Endings in the order in which they are judged.
    pub(super) endings: Vec<Held<Ending>>,
}

/// Both sides, or the one that is said.
pub(super) fn sides(side: Option<Side>) -> PerSide<bool> {
    PerSide::from_fn(|each| side.is_none_or(|side| side == each))
}

/// Whether two lines are for a common side.
pub(super) fn overlap(a: PerSide<bool>, b: PerSide<bool>) -> bool {
    (a.white && b.white) || (a.black && b.black)
}

/// Takes `lines` out of force for the sides of a line that replaces them.
pub(super) fn retire<T>(lines: &mut Vec<Held<T>>, by: PerSide<bool>, replaced: impl Fn(&Held<T>) -> bool) {
    for held in lines.iter_mut().filter(|held| replaced(held)) {
        held.sides = PerSide::from_fn(|side| held.sides[side] && !by[side]);
    }
    lines.retain(|held| held.sides.white || held.sides.black);
}

impl Sheet {
    /// The text of the game itself.
    pub(super) fn own(&self) -> Generation {
        self.texts.len().saturating_sub(1)
    }

    /// What a symbol means in a text.
    pub(super) fn slot(&self, generation: Generation, side: Side, symbol: &str) -> Option<Slot> {
        self.symbols.get(generation)?[side].get(symbol).copied()
    }

    /// Adds a man with no symbol yet.
    pub(super) fn push_man(&mut self, held: Held<Man>) -> Slot {
        self.men.push(HeldMan { held, removed: None });
        self.men.len() - 1
    }

    /// Lets everything that meant one slot for a side mean another.
    pub(super) fn redirect(&mut self, side: Side, from: Slot, to: Slot) {
        for table in &mut self.symbols {
            for slot in table[side].values_mut().filter(|slot| **slot == from) {
                *slot = to;
            }
        }
    }

    /// Makes sure that a slot is of one side only, and gives that slot; what was the other side's stays so.
    pub(super) fn split(&mut self, slot: Slot, side: Side) -> Slot {
        if !self.men[slot].held.sides[!side] {
            return slot;
        }
        let mut copy = self.men[slot].clone();
        copy.held.sides[!side] = false;
        self.men[slot].held.sides[side] = false;
        self.men.push(copy);
        let new = self.men.len() - 1;
        self.redirect(side, slot, new);
        new
    }
}
