//! Sets of squares as words of 64, for boards of up to 64 × `W` squares.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::geometry::{Square, SquareSet};

/// A set of squares in `W` words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub(crate) const EMPTY: Self = Self([0; W]);

    #[inline]
    pub(crate) const fn of(square: Square) -> Self {
        let mut words = [0; W];
        words[square.index() / 64 % W] = 1 << (square.index() % 64);
        Self(words)
    }

    #[inline]
    pub(crate) const fn contains(self, square: Square) -> bool {
        self.0[square.index() / 64 % W] >> (square.index() % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(crate) fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    #[inline]
    pub(crate) fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub(crate) fn insert(&mut self, square: Square) {
        *self |= Self::of(square);
    }

    #[inline]
    pub(crate) fn remove(&mut self, square: Square) {
        *self &= !Self::of(square);
    }

    /// The square with the lowest number.
    #[inline]
    pub(crate) fn first(self) -> Option<Square> {
        for (index, word) in self.0.iter().enumerate() {
            if *word != 0 {
                return Some(Square::new((index as u32 * 64 + word.trailing_zeros()) as u8));
            }
        }
        None
    }

    /// The lowest number of a square, or the highest number that fits if there is none.
    #[inline]
    pub(crate) fn lowest(self) -> usize {
        for word in 0..W - 1 {
            if self.0[word] != 0 {
                return 64 * word + self.0[word].trailing_zeros() as usize;
            }
        }
        // A set bit past the end spares the most frequent case a branch.
        64 * (W - 1) + (self.0[W - 1] | 1 << 63).trailing_zeros() as usize
    }

    /// The highest number of a square, or 0 if there is none.
    #[inline]
    pub(crate) fn highest(self) -> usize {
        for word in (1..W).rev() {
            if self.0[word] != 0 {
                return 64 * word + 63 - self.0[word].leading_zeros() as usize;
            }
        }
        63 - (self.0[0] | 1).leading_zeros() as usize
    }

    /// Whether there are at least two squares.
    #[inline]
    pub(crate) fn several(self) -> bool {
        self.len() > 1
    }

    #[inline]
    pub(crate) const fn iter(self) -> Squares<W> {
        Squares(self)
    }

    /// The set without the squares that `W` words can't hold.
    pub(crate) fn from_set(set: SquareSet) -> Self {
        let words = set.words();
        Self(std::array::from_fn(|index| words[index]))
    }
}

/// The squares of a set in ascending order.
pub(crate) struct Squares<const W: usize>(Bits<W>);

impl<const W: usize> Iterator for Squares<W> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        for (index, word) in self.0.0.iter_mut().enumerate() {
            if *word != 0 {
                let square = Square::new((index as u32 * 64 + word.trailing_zeros()) as u8);
                *word &= *word - 1;
                return Some(square);
            }
        }
        None
    }
}

impl<const W: usize> FromIterator<Square> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Self;

    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl<const W: usize> BitXor for Bits<W> {
    type Output = Self;

    #[inline]
    fn bitxor(mut self, other: Self) -> Self {
        self ^= other;
        self
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;

    #[inline]
    fn not(mut self) -> Self {
        self.0.iter_mut().for_each(|word| *word = !*word);
        self
    }
}

impl<const W: usize> BitAndAssign for Bits<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
    }
}

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }
}

impl<const W: usize> BitXorAssign for Bits<W> {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word ^= other);
    }
}
