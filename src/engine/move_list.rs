use std::ops::Deref;

use super::Move;
use super::bits::Bits;
use crate::geometry::Square;

/// A list of moves that keeps its memory: filled again and again, it allocates only when it must grow.
///
/// Dereferences to a slice.
#[derive(Clone, Default)]
pub struct MoveList {
    /// The moves, and after them slots for more.
    slots: Vec<Move>,
    len: usize,
}

impl MoveList {
    /// An empty list.
    pub const fn new() -> Self {
        Self { slots: Vec::new(), len: 0 }
    }

    /// Removes all moves.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Removes all moves after the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Swaps two moves of the list; does nothing if an index is out of range.
    #[inline]
    pub fn swap(&mut self, one: usize, other: usize) {
        if one.max(other) < self.len {
            self.slots.swap(one, other);
        }
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        if self.len == self.slots.len() {
            self.grow(1);
        }
        if let Some(slot) = self.slots.get_mut(self.len) {
            *slot = mv;
            self.len += 1;
        }
    }

    /// Adds a move for each square.
    #[inline(always)]
    pub(super) fn push_each<const W: usize>(&mut self, squares: Bits<W>, mv: impl Fn(Square) -> Move) {
        let max = 64 * W;
        if self.slots.len() < self.len + max {
            self.grow(max);
        }
        let Some(room) = self.slots.get_mut(self.len..self.len + max) else { return };
        let mut added = 0;
        for square in squares.iter() {
            if let Some(slot) = room.get_mut(added) {
                *slot = mv(square);
            }
            added += 1;
        }
        self.len += added;
    }

    /// The move with this index.
    #[inline]
    pub(super) fn at(&self, index: usize) -> Option<Move> {
        self.slots.get(index).copied()
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, more: usize) {
        let len = (self.len + more).next_power_of_two().max(256);
        self.slots.resize(len, Move::Pass);
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        self.slots.get(..self.len).unwrap_or_default()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = std::iter::Take<std::vec::IntoIter<Move>>;

    fn into_iter(self) -> Self::IntoIter {
        self.slots.into_iter().take(self.len)
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}

impl std::fmt::Debug for MoveList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
