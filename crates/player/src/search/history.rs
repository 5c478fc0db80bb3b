//! History heuristics: how often moves caused cutoffs elsewhere in the tree, by which quiet moves and captures are ordered.

use weakfish::engine::{Move, MoveKind, Piece};

/// Largest history score, in either direction.
const MAX_HISTORY: i32 = 16_384;

/// Entries for single moves; moves that hash alike share one.
const SINGLE_ENTRIES: usize = 1 << 15;
/// Entries for each of the two moves of a continuation history.
const PAIRED_ENTRIES: usize = 1 << 10;

/// Index of a move in the history tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HistoryIndex {
    single: u16,
    paired: u16,
}

impl HistoryIndex {
    /// The index of a move of this piece. Turns and flips are indexed by the piece that they result in.
    #[inline]
    pub(super) fn of(mv: Move, mover: Option<Piece>) -> Self {
        let (Move::Man(man), Some(mover)) = (mv, mover) else { return Self::default() };
        let (mover, arrived) = (u64::from(mover.number()), u64::from(man.piece.number()));
        let changed = if arrived == mover { 0 } else { arrived + 1 };
        let still = u64::from(man.kind == MoveKind::Stationary);
        let word = (mover << 32 | man.to.index() as u64) ^ changed << 17 ^ still << 50;
        let mixed = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Self { single: (mixed >> 49) as u16, paired: (mixed >> 39) as u16 & (PAIRED_ENTRIES as u16 - 1) }
    }
}

/// History tables of one thread.
#[derive(Debug)]
pub(super) struct Histories {
    quiet: Box<[i16]>,
    captures: Box<[i16]>,
    /// Continuation history, by an earlier move and a quiet move.
    continuation: Box<[i16]>,
    /// By the previous move: hash of the move that refuted it.
    countermoves: Box<[u16]>,
}

impl Histories {
    pub(super) fn new() -> Self {
        Self {
            quiet: vec![0; SINGLE_ENTRIES].into(),
            captures: vec![0; SINGLE_ENTRIES].into(),
            continuation: vec![0; PAIRED_ENTRIES * PAIRED_ENTRIES].into(),
            countermoves: vec![0; PAIRED_ENTRIES].into(),
        }
    }

    /// History score of a quiet move: its own and that after the two previous moves.
    #[inline]
    pub(super) fn quiet_score(&self, index: HistoryIndex, previous: [HistoryIndex; 2]) -> i32 {
        let pairs = previous.map(|earlier| i32::from(self.continuation[pair(earlier, index)]));
        i32::from(self.quiet[index.single as usize]) + pairs[0] + pairs[1]
    }

    /// History score of a capture.
    #[inline]
    pub(super) fn capture_score(&self, index: HistoryIndex) -> i32 {
        i32::from(self.captures[index.single as usize])
    }

    /// Hash of the countermove to the previous move; 0 if there is none.
    #[inline]
    pub(super) fn countermove(&self, previous: HistoryIndex) -> u16 {
        self.countermoves[previous.paired as usize]
    }

    pub(super) fn set_countermove(&mut self, previous: HistoryIndex, hash: u16) {
        self.countermoves[previous.paired as usize] = hash;
    }

    /// Adds a bonus to a quiet move, or a malus where `bonus` is negative.
    #[inline]
    pub(super) fn update_quiet(&mut self, index: HistoryIndex, previous: [HistoryIndex; 2], bonus: i32) {
        update(&mut self.quiet[index.single as usize], bonus);
        for earlier in previous {
            update(&mut self.continuation[pair(earlier, index)], bonus);
        }
    }

    /// Adds a bonus to a capture, or a malus.
    pub(super) fn update_capture(&mut self, index: HistoryIndex, bonus: i32) {
        update(&mut self.captures[index.single as usize], bonus);
    }
}

fn pair(previous: HistoryIndex, index: HistoryIndex) -> usize {
    previous.paired as usize * PAIRED_ENTRIES + index.paired as usize
}

/// History gravity: moves a history by a bonus, the less the nearer it is to its limit.
fn update(history: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MAX_HISTORY, MAX_HISTORY);
    let old = i32::from(*history);
    *history = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
}
