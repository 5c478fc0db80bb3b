//! All lines of a game that are in force: its own, and those it inherits.
//!
//! Lines are kept as trees and read again for every game, so that inherited lines apply to the game's own board, men
//! and regions. A symbol in a line keeps the meaning that it has in the text of that line: each text has its own table
//! from symbols to *slots*, and a man that replaces another takes its slot.

use std::collections::BTreeMap;

use crate::geometry::{PerSide, Side};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{
    AllMen, Ending, Fact, MovementText, Name, Property, RegionLine, RuleLine, SetupSection, Symbol,
};

/// One of the texts that extend each other, counted from the oldest ancestor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub(crate) u8);

impl FileId {
    /// The number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of a man among all men that the texts have ever had.
pub(super) type Slot = usize;

/// A line in force.
#[derive(Clone, Debug)]
pub(super) struct InForce<T> {
    /// The line.
    pub(super) line: T,
    /// The text it comes from.
    pub(super) file: FileId,
    /// The sides it is in force for.
    pub(super) sides: PerSide<bool>,
}

/// The line of a man that moves.
#[derive(Clone, Debug)]
pub(super) struct ManLine {
    /// The symbol.
    pub(super) symbol: Symbol,
    /// The name.
    pub(super) name: Name,
    /// The movement.
    pub(super) movement: MovementText,
    /// The properties.
    pub(super) properties: Vec<Spanned<Property>>,
}

impl ManLine {
    /// The symbol after `instead of`: of the inherited man that this one replaces in setups and rules.
    pub(super) fn replaces(&self) -> Option<&Symbol> {
        self.properties.iter().find_map(|property| match &property.value {
            Property::InsteadOf(symbol) => Some(symbol),
            _ => None,
        })
    }
}

/// A man that one of the texts defines.
#[derive(Clone, Debug)]
pub(super) struct ManInForce {
    /// The line; its sides are those that have the man.
    pub(super) man: InForce<ManLine>,
    /// The line that removed the man.
    pub(super) removed: Option<(FileId, Span)>,
}

/// All lines in force.
#[derive(Clone, Debug, Default)]
pub(super) struct LinesInForce {
    /// The title of the game itself.
    pub(super) title: String,
    /// The facts. Those that describe a game, such as its inventor, are not inherited.
    pub(super) facts: Vec<InForce<Fact>>,
    /// Men by slot.
    pub(super) men: Vec<ManInForce>,
    /// The meaning of each symbol in each text, for each side.
    pub(super) symbols: Vec<PerSide<BTreeMap<String, Slot>>>,
    /// Properties of all men.
    pub(super) all_men: Vec<InForce<AllMen>>,
    /// Regions.
    pub(super) regions: Vec<InForce<RegionLine>>,
    /// The setups in force.
    pub(super) setups: Vec<InForce<SetupSection>>,
    /// The setups of ancestors that are no longer in force, but from which others may be made.
    pub(super) older_setups: Vec<InForce<SetupSection>>,
    /// Rules.
    pub(super) rules: Vec<InForce<RuleLine>>,
    /// The endings, in the order in which they are tested.
    pub(super) endings: Vec<InForce<Ending>>,
}

/// The side that is named, or both.
pub(super) fn sides(side: Option<&Spanned<Side>>) -> PerSide<bool> {
    PerSide::from_fn(|each| side.is_none_or(|side| side.value == each))
}

/// One side.
pub(super) fn only(side: Side) -> PerSide<bool> {
    PerSide::from_fn(|each| each == side)
}

/// Whether two lines are for a common side.
pub(super) fn overlap(a: PerSide<bool>, b: PerSide<bool>) -> bool {
    (a.white && b.white) || (a.black && b.black)
}

/// Removes `lines` for the sides of a line that replaces them.
pub(super) fn retire<T>(lines: &mut Vec<InForce<T>>, by: PerSide<bool>, replaced: impl Fn(&InForce<T>) -> bool) {
    for line in lines.iter_mut().filter(|line| replaced(line)) {
        line.sides = PerSide::from_fn(|side| line.sides[side] && !by[side]);
    }
    lines.retain(|line| line.sides.white || line.sides.black);
}

impl LinesInForce {
    /// The text of the game itself.
    pub(super) fn own(&self) -> FileId {
        FileId(self.symbols.len().saturating_sub(1) as u8)
    }

    /// The meaning of a symbol in a text.
    pub(super) fn slot(&self, file: FileId, side: Side, symbol: &str) -> Option<Slot> {
        self.symbols.get(file.index())?[side].get(symbol).copied()
    }

    /// Adds a man that has no symbol yet.
    pub(super) fn push_man(&mut self, man: InForce<ManLine>) -> Slot {
        self.men.push(ManInForce { man, removed: None });
        self.men.len() - 1
    }

    /// Replaces one slot by another for a side, wherever symbols mean it.
    pub(super) fn redirect(&mut self, side: Side, from: Slot, to: Slot) {
        for table in &mut self.symbols {
            for slot in table[side].values_mut().filter(|slot| **slot == from) {
                *slot = to;
            }
        }
    }

    /// Makes a slot that belongs to one side only, and returns it. The other side keeps its own.
    pub(super) fn split(&mut self, slot: Slot, side: Side) -> Slot {
        if !self.men[slot].man.sides[!side] {
            return slot;
        }
        let mut copy = self.men[slot].clone();
        copy.man.sides[!side] = false;
        self.men[slot].man.sides[side] = false;
        self.men.push(copy);
        let new = self.men.len() - 1;
        self.redirect(side, slot, new);
        new
    }
}
