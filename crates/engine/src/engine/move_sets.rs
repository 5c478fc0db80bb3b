//! Legal moves as sets of the squares where they end.

use super::{ManMove, Move};
use crate::geometry::{Square, SquareSet};

/// Legal moves as sets of the squares where they end, in the order of a [`MoveList`](super::MoveList): filled faster than
/// a list, and any one of them is found by its index. It keeps its memory when it is filled again.
///
/// ```
/// use weakfish::engine::MoveSets;
/// use weakfish::{BuiltIns, builtin, load};
///
/// let mut position = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap().start();
/// let mut moves = MoveSets::new();
/// position.legal_moves().sets_into(&mut moves);
/// assert_eq!(moves.len(), 20);
/// assert_eq!(moves.get(7), position.legal_moves().into_iter().nth(7));
/// assert_eq!(moves.get(20), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct MoveSets {
    /// The sets, and after them slots for more.
    slots: Vec<MoveSet>,
    used: usize,
    /// The number of moves.
    len: u32,
}

/// Set of moves that differ only in their target square.
#[derive(Clone, Copy, Debug)]
struct MoveSet {
    /// The squares where they end.
    to: SquareSet,
    /// Their common part; the only move itself if `origin` says so.
    model: Move,
    /// The number of moves in this set and in those before it.
    end: u32,
    origin: Origin,
}

/// Origins of the moves of a set.
#[derive(Clone, Copy, Debug)]
enum Origin {
    /// It is a single move.
    Single,
    /// From the square of the model.
    Model,
    /// From the square whose number is the target's less this.
    Offset(i16),
}

impl MoveSets {
    /// No moves.
    pub const fn new() -> Self {
        Self { slots: Vec::new(), used: 0, len: 0 }
    }

    /// The number of moves.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Removes all moves.
    pub const fn clear(&mut self) {
        (self.used, self.len) = (0, 0);
    }

    /// The move with this index.
    pub fn get(&self, index: usize) -> Option<Move> {
        let index = u32::try_from(index).ok()?;
        let mut before = 0;
        for set in self.sets() {
            if index < set.end {
                return set.get(index - before);
            }
            before = set.end;
        }
        None
    }

    /// All moves.
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.sets().iter().flat_map(|set| {
            let single = matches!(set.origin, Origin::Single).then_some(set.model);
            single.into_iter().chain(set.to.iter().filter_map(|to| set.to(to)))
        })
    }

    fn sets(&self) -> &[MoveSet] {
        self.slots.get(..self.used).unwrap_or_default()
    }

    /// Adds a single move.
    pub(super) fn push(&mut self, mv: Move) {
        self.add(mv, Origin::Single, SquareSet::EMPTY, 1);
    }

    /// Adds `count` moves to these squares from the square of the model.
    #[inline(always)]
    pub(super) fn push_moves(&mut self, model: ManMove, to: SquareSet, count: u32) {
        self.add(Move::Man(model), Origin::Model, to, count);
    }

    /// Adds `count` moves to these squares, each from the square whose number is lower by `offset`.
    #[inline(always)]
    pub(super) fn push_shifted(&mut self, model: ManMove, offset: i32, to: SquareSet, count: u32) {
        self.add(Move::Man(model), Origin::Offset(offset as i16), to, count);
    }

    #[inline(always)]
    fn add(&mut self, model: Move, origin: Origin, to: SquareSet, count: u32) {
        if self.used == self.slots.len() {
            self.grow();
        }
        self.len += count;
        if let Some(slot) = self.slots.get_mut(self.used) {
            *slot = MoveSet { to, model, end: self.len, origin };
            self.used += 1;
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let unused = MoveSet { to: SquareSet::EMPTY, model: Move::Pass, end: 0, origin: Origin::Single };
        self.slots.resize((2 * self.used).max(64), unused);
    }
}

impl MoveSet {
    /// The move with this index in the set.
    #[inline]
    fn get(&self, index: u32) -> Option<Move> {
        if matches!(self.origin, Origin::Single) {
            return Some(self.model);
        }
        let (mut left, [mut word, others @ ..]) = (index, self.to.words());
        let mut first = 0;
        if others != [0; 3] {
            for other in others {
                let count = word.count_ones();
                if left < count {
                    break;
                }
                left -= count;
                (word, first) = (other, first + 64);
            }
        }
        for _ in 0..left {
            word &= word.wrapping_sub(1);
        }
        (word != 0).then(|| Square::new(first + word.trailing_zeros() as u8)).and_then(|to| self.to(to))
    }

    /// The move to one of the squares.
    #[inline(always)]
    fn to(&self, to: Square) -> Option<Move> {
        let man = self.model.man()?;
        let from = match self.origin {
            Origin::Offset(offset) => Square::new((to.index() as i32 - i32::from(offset)) as u8),
            Origin::Single | Origin::Model => man.from,
        };
        Some(Move::Man(ManMove { from, to, ..man }))
    }
}
