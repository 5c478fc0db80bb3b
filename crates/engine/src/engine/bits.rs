//! Bitboards for boards of up to 64 × `W` squares.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Index, IndexMut, Not};

use crate::geometry::{Square, SquareSet};

/// Bitboard of `W` words: a set of squares of a board with up to 64 × `W` of them.
///
/// It is smaller than a [`SquareSet`], which has room for the largest board, and faster in hot loops.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> Bits<W> {
    /// No square.
    pub const EMPTY: Self = Self([0; W]);
    pub(crate) const ALL: Self = Self([u64::MAX; W]);

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        let mut words = [0; W];
        words[square.index() / 64 % W] = 1 << (square.index() % 64);
        Self(words)
    }

    /// Whether a square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0[square.index() / 64 % W] >> (square.index() % 64) & 1 == 1
    }

    /// Whether no square is in the set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether a square is in both sets.
    #[inline]
    pub fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Returns the number of squares (population count).
    #[inline]
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        *self |= Self::of(square);
    }

    /// Removes a square.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        *self &= !Self::of(square);
    }

    /// Returns the square with the lowest index (the least significant bit).
    #[inline]
    pub fn first(self) -> Option<Square> {
        for (index, word) in self.0.iter().enumerate() {
            if *word != 0 {
                return Some(Square::new((index as u32 * 64 + word.trailing_zeros()) as u8));
            }
        }
        None
    }

    /// The set of the square with the highest number, or of square 0 if `self` is empty.
    #[inline]
    fn highest_or_zero(self) -> Self {
        let mut highest = [0; W];
        for word in (1..W).rev() {
            if self.0[word] != 0 {
                highest[word] = 1 << self.0[word].ilog2();
                return Self(highest);
            }
        }
        highest[0] = 1 << (self.0[0] | 1).ilog2();
        Self(highest)
    }

    /// The difference as of numbers, modulo 2 to the number of bits.
    #[inline]
    fn wrapping_sub(self, other: Self) -> Self {
        let mut difference = [0; W];
        let mut borrow = false;
        for ((word, &mine), other) in difference.iter_mut().zip(&self.0).zip(other.0) {
            let (first, below) = mine.overflowing_sub(other);
            let (second, below_again) = first.overflowing_sub(u64::from(borrow));
            *word = second;
            borrow = below || below_again;
        }
        Self(difference)
    }

    /// The squares of a line that a rider reaches, up to and including the first man on each side. `lower` and `upper`
    /// are the squares of the line below and above the rider.
    ///
    /// This is Michael Hoffmann's *obstruction difference*: subtracting the highest man below from the lowest man above
    /// changes just the bits between them. See <https://www.chessprogramming.org/Obstruction_Difference>.
    #[inline]
    pub(crate) fn line_attacks(lower: Self, upper: Self, men: Self) -> Self {
        let above = upper & men;
        (above ^ above.wrapping_sub((lower & men).highest_or_zero())) & (lower | upper)
    }

    /// The set with `offset` added to every square number. Squares that leave the words are dropped.
    #[inline]
    pub(crate) fn shifted(self, offset: i32) -> Self {
        let mut shifted = [0; W];
        let (words, bits) = (offset.unsigned_abs() as usize / 64, offset.unsigned_abs() % 64);
        for (index, word) in shifted.iter_mut().enumerate() {
            let from = if offset < 0 { index.checked_add(words) } else { index.checked_sub(words) };
            let at = |index: Option<usize>| index.and_then(|index| self.0.get(index)).copied().unwrap_or(0);
            if offset < 0 {
                *word = at(from) >> bits;
                if bits > 0 {
                    *word |= at(from.map(|from| from + 1)) << (64 - bits);
                }
            } else {
                *word = at(from) << bits;
                if bits > 0 {
                    *word |= at(from.and_then(|from| from.checked_sub(1))) >> (64 - bits);
                }
            }
        }
        Self(shifted)
    }

    /// The set with `offset` added to every square number. No square may leave the words.
    #[inline]
    pub(crate) fn moved(self, offset: i32) -> Self {
        if W > 1 {
            return self.shifted(offset);
        }
        // A rotation is faster than a shift in either direction, and here nothing is rotated past the end.
        Self(self.0.map(|word| word.rotate_left(offset as u32 % 64)))
    }

    /// Whether there are at least two squares: more than one bit is set.
    #[inline]
    pub fn more_than_one(self) -> bool {
        let mut rest = Squares(self);
        rest.next();
        !rest.0.is_empty()
    }

    /// The squares in ascending order.
    #[inline]
    pub const fn iter(self) -> Squares<W> {
        Squares(self)
    }

    /// The same squares as a [`SquareSet`].
    #[inline]
    pub fn to_set(self) -> SquareSet {
        SquareSet::from_words(std::array::from_fn(|index| self.0.get(index).copied().unwrap_or(0)))
    }

    /// The set without the squares that `W` words cannot hold.
    #[inline]
    pub fn from_set(set: SquareSet) -> Self {
        let words = set.words();
        Self(std::array::from_fn(|index| words[index]))
    }
}

/// The squares of a bitboard in ascending order.
#[derive(Clone, Debug)]
pub struct Squares<const W: usize>(Bits<W>);

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

/// Operators that act word by word, each with its assignment.
macro_rules! operators {
    ($($trait:ident::$method:ident, $assign:ident::$assign_method:ident: $operator:tt;)*) => {$(
        impl<const W: usize> $trait for Bits<W> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(std::array::from_fn(|index| self.0[index] $operator other.0[index]))
            }
        }

        impl<const W: usize> $assign for Bits<W> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $operator other;
            }
        }
    )*};
}

operators! {
    BitAnd::bitand, BitAndAssign::bitand_assign: &;
    BitOr::bitor, BitOrAssign::bitor_assign: |;
    BitXor::bitxor, BitXorAssign::bitxor_assign: ^;
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

// A value for every square. An index is never out of bounds: look-ups need no check.

/// A value for each of the squares that `W` words hold.
#[derive(Clone, Debug)]
pub(crate) struct BySquare<T, const W: usize>(Box<[[T; 64]; W]>);

impl<T: Copy, const W: usize> BySquare<T, W> {
    pub(crate) fn all(value: T) -> Self {
        Self(Box::new([[value; 64]; W]))
    }

    /// Sets all values.
    pub(crate) fn fill(&mut self, value: T) {
        self.0.as_flattened_mut().fill(value);
    }

    /// These values for the first squares, and `rest` for the others.
    pub(crate) fn new(values: impl IntoIterator<Item = T>, rest: T) -> Self {
        let mut all = Self::all(rest);
        for (number, value) in values.into_iter().enumerate().take(64 * W) {
            all[Square::new(number as u8)] = value;
        }
        all
    }
}

impl<T, const W: usize> Index<Square> for BySquare<T, W> {
    type Output = T;

    #[inline]
    fn index(&self, square: Square) -> &T {
        &self.0[square.index() / 64 % W][square.index() % 64]
    }
}

impl<T, const W: usize> IndexMut<Square> for BySquare<T, W> {
    #[inline]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self.0[square.index() / 64 % W][square.index() % 64]
    }
}
