use std::fmt;

use serde::{Deserialize, Serialize};

/// A square, as its number on a [`Board`](super::Board): rank × files + file, all counted from 0. So a1 is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Square(u8);

impl Square {
    /// The square with this number.
    #[inline]
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// The number of the square.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A set of squares, for a board of any size.
///
/// Serialized as the list of its squares in ascending order.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Vec<Square>", from = "Vec<Square>")]
pub struct SquareSet([u64; 4]);

impl SquareSet {
    /// No square.
    pub const EMPTY: Self = Self([0; 4]);

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Removes a square.
    pub fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Whether the square is in the set.
    #[inline]
    pub fn contains(self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 == 1
    }

    /// The squares that are in both sets.
    #[inline]
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] & other.0[index]))
    }

    /// The squares that are in one of the sets, or in both.
    #[inline]
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }

    /// The squares that are not in the other set.
    #[inline]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] & !other.0[index]))
    }

    /// Whether no square is in the set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    /// [`Self::is_empty`] for serde, which has a reference.
    pub(crate) fn is_empty_ref(&self) -> bool {
        self.is_empty()
    }

    /// The number of squares.
    #[inline]
    pub fn len(self) -> usize {
        // Processors without an instruction for it count slowly, and most boards have one word.
        let [first, rest @ ..] = self.0;
        let further = if rest == [0; 3] { 0 } else { rest.iter().map(|word| word.count_ones()).sum() };
        (first.count_ones() + further) as usize
    }

    /// The squares in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let [mut word, rest @ ..] = self.0;
        let mut later = rest.into_iter();
        let mut first = 0_u8;
        std::iter::from_fn(move || {
            while word == 0 {
                word = later.next()?;
                first = first.wrapping_add(64);
            }
            let square = Square(first.wrapping_add(word.trailing_zeros() as u8));
            word &= word - 1;
            Some(square)
        })
    }

    /// The set with these words of 64 squares each, the lowest first.
    pub const fn from_words(words: [u64; 4]) -> Self {
        Self(words)
    }

    /// The set as words of 64 squares each, the lowest first.
    pub const fn words(self) -> [u64; 4] {
        self.0
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

impl From<SquareSet> for Vec<Square> {
    fn from(set: SquareSet) -> Self {
        set.iter().collect()
    }
}

impl From<Vec<Square>> for SquareSet {
    fn from(squares: Vec<Square>) -> Self {
        squares.into_iter().collect()
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
