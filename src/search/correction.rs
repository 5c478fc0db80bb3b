//! By how much positions alike were worth more or less than they looked: *correction history*
//! (<https://www.chessprogramming.org/Static_Evaluation_Correction_History>).

use super::history::Slot;
use super::score::Number;
use crate::geometry::Side;

/// Places for structures; beyond that, structures share them.
const STRUCTURES: usize = 1 << 14;
/// Places for the moves before.
const MOVES: usize = 1 << 10;

/// One hundredth of a pawn in the tables.
const GRAIN: i32 = 128;
/// No correction is more than this, in hundredths of a pawn.
const MOST: i32 = 100;

/// What positions are alike by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Likeness {
    pub(super) turn: Side,
    /// The men that promote, and where they stand.
    pub(super) structure: u64,
    /// The move before.
    pub(super) before: Slot,
}

/// The corrections of one thread.
#[derive(Debug)]
pub(super) struct Corrections {
    structures: Box<[i16]>,
    moves: Box<[i16]>,
}

impl Corrections {
    pub(super) fn new() -> Self {
        Self { structures: vec![0; 2 * STRUCTURES].into(), moves: vec![0; 2 * MOVES].into() }
    }

    /// What is to be added to the looks of a position.
    #[inline]
    pub(super) fn of(&self, likeness: Likeness) -> Number {
        let [structure, mv] = places(likeness);
        (i32::from(self.structures[structure]) + i32::from(self.moves[mv])) * super::knob(20, 100) / (100 * GRAIN)
    }

    /// Notes by how much a search to this depth has shown that a position is worth more than it looked.
    pub(super) fn note(&mut self, likeness: Likeness, more: Number, depth: i32) {
        let [structure, mv] = places(likeness);
        learn(&mut self.structures[structure], more, depth);
        learn(&mut self.moves[mv], more, depth);
    }
}

fn places(likeness: Likeness) -> [usize; 2] {
    let side = likeness.turn as usize;
    let structure = (likeness.structure.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 50) as usize;
    [side * STRUCTURES + structure, side * MOVES + likeness.before.pair_place()]
}

/// Moves a correction toward what was found, the more the deeper it was searched.
fn learn(correction: &mut i16, more: Number, depth: i32) {
    const PARTS: i32 = 256;
    let part = (depth + 1).clamp(1, 16);
    let wanted = more.clamp(-2 * MOST, 2 * MOST) * GRAIN;
    let moved = (i32::from(*correction) * (PARTS - part) + wanted * part) / PARTS;
    *correction = moved.clamp(-MOST * GRAIN, MOST * GRAIN) as i16;
}
