//! What has proved good elsewhere in the tree: the histories by which moves are ordered.

use weakfish::engine::{Move, MoveKind, Piece};

/// No history is further from 0 than this.
const MOST: i32 = 16_384;

/// Places for single moves; beyond that, moves share them.
const SINGLE: usize = 1 << 15;
/// Places for moves of which pairs are remembered.
const PAIRED: usize = 1 << 10;

/// Where the histories of a move are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Slot {
    single: u16,
    paired: u16,
}

impl Slot {
    /// The places of a move of this man. Turns and flips have places of their own, by what is turned into what.
    #[inline]
    pub(super) fn of(mv: Move, mover: Option<Piece>) -> Self {
        let (Move::Man(man), Some(mover)) = (mv, mover) else { return Self::default() };
        let (mover, arrived) = (u64::from(mover.number()), u64::from(man.piece.number()));
        let changed = if arrived == mover { 0 } else { arrived + 1 };
        let still = u64::from(man.kind == MoveKind::Stationary);
        let word = (mover << 32 | man.to.index() as u64) ^ changed << 17 ^ still << 50;
        let mixed = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Self { single: (mixed >> 49) as u16, paired: (mixed >> 39) as u16 & (PAIRED as u16 - 1) }
    }
}

/// The histories of one thread.
#[derive(Debug)]
pub(super) struct Histories {
    quiet: Box<[i16]>,
    captures: Box<[i16]>,
    after: Box<[i16]>,
    /// By the move before: what has refuted it.
    answers: Box<[u16]>,
}

impl Histories {
    pub(super) fn new() -> Self {
        Self {
            quiet: vec![0; SINGLE].into(),
            captures: vec![0; SINGLE].into(),
            after: vec![0; PAIRED * PAIRED].into(),
            answers: vec![0; PAIRED].into(),
        }
    }

    /// How good a quiet move has proved, by itself and after the moves before it.
    #[inline]
    pub(super) fn of_quiet(&self, slot: Slot, before: [Slot; 2]) -> i32 {
        let pairs = before.map(|earlier| i32::from(self.after[pair(earlier, slot)]));
        i32::from(self.quiet[slot.single as usize]) + pairs[0] + pairs[1]
    }

    /// How good a capture has proved.
    #[inline]
    pub(super) fn of_capture(&self, slot: Slot) -> i32 {
        i32::from(self.captures[slot.single as usize])
    }

    /// The bits of the move that has refuted the move before; 0 if none has.
    #[inline]
    pub(super) fn answer(&self, before: Slot) -> u16 {
        self.answers[before.paired as usize]
    }

    pub(super) fn note_answer(&mut self, before: Slot, bits: u16) {
        self.answers[before.paired as usize] = bits;
    }

    /// Notes that a quiet move was good (or bad, where `bonus` is negative).
    #[inline]
    pub(super) fn note_quiet(&mut self, slot: Slot, before: [Slot; 2], bonus: i32) {
        learn(&mut self.quiet[slot.single as usize], bonus);
        for earlier in before {
            learn(&mut self.after[pair(earlier, slot)], bonus);
        }
    }

    /// The same for a capture.
    pub(super) fn note_capture(&mut self, slot: Slot, bonus: i32) {
        learn(&mut self.captures[slot.single as usize], bonus);
    }
}

fn pair(before: Slot, slot: Slot) -> usize {
    before.paired as usize * PAIRED + slot.paired as usize
}

/// Moves a history by a bonus, the less the nearer it is to its limit.
fn learn(history: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MOST, MOST);
    let old = i32::from(*history);
    *history = (old + bonus - old * bonus.abs() / MOST) as i16;
}
