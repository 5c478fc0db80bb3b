//! Squares, sets of squares, and boards.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Leap, Side};

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
    fn is_empty_ref(&self) -> bool {
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

/// A board: its size, from 1x1 to 16x16, and its *holes*, the squares of that rectangle that do not belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Shape")]
pub struct Board {
    files: u8,
    ranks: u8,
    #[serde(skip_serializing_if = "SquareSet::is_empty_ref")]
    holes: SquareSet,
}

/// A board as it is deserialized, which may be impossible.
#[derive(Deserialize)]
struct Shape {
    files: u8,
    ranks: u8,
    #[serde(default)]
    holes: SquareSet,
}

impl TryFrom<Shape> for Board {
    type Error = String;

    fn try_from(Shape { files, ranks, holes }: Shape) -> Result<Self, String> {
        let board = Self::new(files, ranks).ok_or_else(|| format!("there is no board of {files}x{ranks} squares"))?;
        board.without(holes).ok_or_else(|| "these holes leave no square, or are not on the board".to_owned())
    }
}

impl Board {
    /// The highest number of files, and of ranks.
    pub const MAX_SIZE: u8 = 16;

    /// The largest board.
    pub(crate) const LARGEST: Self = Self { files: Self::MAX_SIZE, ranks: Self::MAX_SIZE, holes: SquareSet::EMPTY };

    /// A board of this size; `None` unless both numbers are from 1 to 16.
    #[inline]
    pub fn new(files: u8, ranks: u8) -> Option<Self> {
        let fits = 1..=Self::MAX_SIZE;
        (fits.contains(&files) && fits.contains(&ranks)).then_some(Self { files, ranks, holes: SquareSet::EMPTY })
    }

    /// The board without these squares; `None` if one of them is not in its rectangle, or if none is left.
    pub fn without(self, holes: SquareSet) -> Option<Self> {
        let inside = holes.iter().all(|square| square.index() < self.len());
        (inside && holes.len() < self.len()).then_some(Self { holes, ..self })
    }

    /// The board without holes.
    #[inline]
    pub(crate) const fn filled(self) -> Self {
        Self { holes: SquareSet::EMPTY, ..self }
    }

    /// The squares of the rectangle that are no part of the board.
    #[inline]
    pub const fn holes(self) -> SquareSet {
        self.holes
    }

    /// The number of files.
    #[inline]
    pub const fn files(self) -> u8 {
        self.files
    }

    /// The number of ranks.
    #[inline]
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// The number of squares of the rectangle, up to 256.
    #[inline]
    pub const fn len(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// Always `false`: a board has at least one square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        false
    }

    /// All squares, rank by rank from a1.
    #[inline]
    pub fn squares(self) -> impl DoubleEndedIterator<Item = Square> + Clone {
        self.rectangle().filter(move |&square| !self.holes.contains(square))
    }

    /// All squares and holes, rank by rank from a1: the entries of a table by square.
    #[inline]
    pub fn rectangle(self) -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..self.len()).map(|index| Square::new(index as u8))
    }

    /// Whether the square is on the board.
    #[inline]
    pub fn contains(self, square: Square) -> bool {
        square.index() < self.len() && !self.holes.contains(square)
    }

    /// The square on this file and rank, both counted from 0; `None` if it is off the board.
    #[inline]
    pub fn square(self, file: i32, rank: i32) -> Option<Square> {
        let on = (0..i32::from(self.files)).contains(&file) && (0..i32::from(self.ranks)).contains(&rank);
        let square = on.then(|| Square::new((rank * i32::from(self.files) + file) as u8));
        square.filter(|&square| !self.holes.contains(square))
    }

    /// Whether there is a hole on this file and rank, both counted from 0.
    #[inline]
    pub fn is_hole(self, file: i32, rank: i32) -> bool {
        self.filled().square(file, rank).is_some_and(|square| self.holes.contains(square))
    }

    /// The file of a square, counted from 0.
    #[inline]
    pub const fn file(self, square: Square) -> i32 {
        (square.index() % self.files as usize) as i32
    }

    /// The rank of a square, counted from 0.
    #[inline]
    pub const fn rank(self, square: Square) -> i32 {
        (square.index() / self.files as usize) as i32
    }

    /// Returns the relative rank of a square: counted from `side`'s first rank, from 0.
    #[inline]
    pub const fn own_rank(self, side: Side, square: Square) -> i32 {
        match side {
            Side::White => self.rank(square),
            Side::Black => self.ranks as i32 - 1 - self.rank(square),
        }
    }

    /// The square that a leap reaches; `None` if it is off the board.
    #[inline]
    pub fn leap(self, from: Square, leap: Leap) -> Option<Square> {
        self.square(self.file(from) + i32::from(leap.dx), self.rank(from) + i32::from(leap.dy))
    }

    /// The squares that a leap reaches when it is repeated, until it leaves the board.
    #[inline]
    pub(crate) fn ray(self, from: Square, leap: Leap) -> impl Iterator<Item = Square> {
        std::iter::successors(self.leap(from, leap), move |&at| self.leap(at, leap))
    }

    /// Each square from which a leap stays on the board, with the square it reaches.
    pub fn leaps(self, leap: Leap) -> impl Iterator<Item = (Square, Square)> {
        let (dx, dy) = (i32::from(leap.dx), i32::from(leap.dy));
        let starts = |by: i32, size: u8| (-by).max(0)..i32::from(size) - by.max(0);
        let (files, width) = (starts(dx, self.files), i32::from(self.files));
        let leaps = starts(dy, self.ranks).flat_map(move |rank| {
            files.clone().map(move |file| {
                let from = rank * width + file;
                (Square::new(from as u8), Square::new((from + dy * width + dx) as u8))
            })
        });
        leaps.filter(move |&(from, to)| !self.holes.contains(from) && !self.holes.contains(to))
    }

    /// The square that a leap reaches on a cylinder, where the last file borders on the first.
    pub(crate) fn leap_wrapping(self, from: Square, leap: Leap) -> Option<Square> {
        let file = (self.file(from) + i32::from(leap.dx)).rem_euclid(i32::from(self.files));
        self.square(file, self.rank(from) + i32::from(leap.dy))
    }

    /// The square mirrored in the ranks: the first rank becomes the last one.
    #[must_use]
    pub fn mirrored_in_ranks(self, square: Square) -> Square {
        let rank = i32::from(self.ranks) - 1 - self.rank(square);
        Square::new((rank * i32::from(self.files) + self.file(square)) as u8)
    }

    /// The square rotated by 180° around the centre of the board.
    #[must_use]
    pub const fn rotated(self, square: Square) -> Square {
        Square::new((self.len() - 1 - square.index()) as u8)
    }

    /// Whether a file, counted from 0, is in the right half as White sees it, or in the middle. Men there face left if
    /// they start facing the centre.
    pub(crate) const fn is_right_half(self, file: i32) -> bool {
        2 * file + 1 >= self.files as i32
    }

    /// The name of a square, such as `a1` or `p16`.
    pub fn name(self, square: Square) -> String {
        format!("{}{}", (b'a' + self.file(square) as u8) as char, self.rank(square) + 1)
    }

    /// The square with this name; `None` if the board does not have it.
    pub fn parse(self, name: &str) -> Option<Square> {
        let mut chars = name.chars();
        let file = chars.next().filter(char::is_ascii_lowercase)?;
        let digits = chars.as_str();
        if digits.is_empty() || digits.starts_with('0') || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        self.square(file as i32 - 'a' as i32, digits.parse::<i32>().ok()? - 1)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)
    }
}
