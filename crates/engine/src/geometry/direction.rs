//! Sides, winds, and leaps.

use std::fmt;
use std::ops::{Add, Index, IndexMut, Neg, Not};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of the two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The player at the bottom of a diagram, whose forward is north.
    #[default]
    White,
    /// The player at the top of a diagram, whose forward is south.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter in the second field of a FEN.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

impl Not for Side {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl Side {
    /// `White` or `Black`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PerSide<T> {
    /// The value for White.
    pub white: T,
    /// The value for Black.
    pub black: T,
}

impl<T> PerSide<T> {
    /// A value for White and one for Black.
    #[inline]
    pub const fn new(white: T, black: T) -> Self {
        Self { white, black }
    }

    /// One value for both sides.
    pub fn both(value: T) -> Self
    where
        T: Clone,
    {
        Self { white: value.clone(), black: value }
    }

    /// A value computed for each side.
    #[inline]
    pub fn from_fn(mut f: impl FnMut(Side) -> T) -> Self {
        Self { white: f(Side::White), black: f(Side::Black) }
    }

    /// Both values with their sides, White first.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        [(Side::White, &self.white), (Side::Black, &self.black)].into_iter()
    }
}

impl<T> Index<Side> for PerSide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Side> for PerSide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}

/// One of sixteen winds (compass directions). They are absolute: `n` points to the last rank as White sees it.
///
/// Winds are counted clockwise from north; two winds are 45°.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Wind(u8);

const NAMES: [&str; 16] =
    ["n", "nne", "ne", "ene", "e", "ese", "se", "sse", "s", "ssw", "sw", "wsw", "w", "wnw", "nw", "nnw"];

const WORDS: [&str; 16] = [
    "north",
    "north-northeast",
    "northeast",
    "east-northeast",
    "east",
    "east-southeast",
    "southeast",
    "south-southeast",
    "south",
    "south-southwest",
    "southwest",
    "west-southwest",
    "west",
    "west-northwest",
    "northwest",
    "north-northwest",
];

impl Wind {
    /// North, which is forward for White.
    pub const NORTH: Self = Self(0);
    /// South, which is forward for Black.
    pub const SOUTH: Self = Self(8);

    /// The wind with this number, counted clockwise from north, modulo 16.
    pub const fn new(index: i32) -> Self {
        Self(index.rem_euclid(16) as u8)
    }

    /// Its number, counted clockwise from north, from 0 to 15.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// All winds clockwise from north.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..16).map(Self)
    }

    /// The wind that is forward for `side`.
    pub const fn forward(side: Side) -> Self {
        match side {
            Side::White => Self::NORTH,
            Side::Black => Self::SOUTH,
        }
    }

    /// The wind turned clockwise by this many eighths of a full turn (45° each).
    #[must_use]
    pub const fn turned(self, eighths: i32) -> Self {
        Self::new(self.0 as i32 + 2 * eighths)
    }

    /// The wind with north and south exchanged: `ne` becomes `se`.
    #[must_use]
    pub const fn mirrored_in_ranks(self) -> Self {
        Self::new(8 - self.0 as i32)
    }

    /// The wind with east and west exchanged: `ne` becomes `nw`.
    #[must_use]
    pub const fn mirrored_in_files(self) -> Self {
        Self::new(-(self.0 as i32))
    }

    /// Its name, from `n` to `nnw`.
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// Its name as a word, from `north` to `north-northwest`.
    pub const fn in_words(self) -> &'static str {
        WORDS[self.0 as usize]
    }
}

impl fmt::Display for Wind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Wind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Wind {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        NAMES.iter().position(|name| *name == text).map(|index| Self(index as u8)).ok_or(())
    }
}

impl From<Wind> for String {
    fn from(wind: Wind) -> Self {
        wind.name().to_owned()
    }
}

impl TryFrom<String> for Wind {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse().map_err(|()| format!("`{text}` is none of the sixteen winds"))
    }
}

/// A leap: a number of files to the right and of ranks forward, as White sees it.
///
/// The leaps of one class form a ring of eight, counted clockwise. Turning a man by 45° moves each of its leaps
/// by one place on its ring. Wazir and ferz steps alternate on one ring, as do dabbaba and alfil leaps, and threeleaper
/// and tripper leaps. The leaps of each oblique class, such as the knight's, have a ring of their own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "RawLeap")]
pub struct Leap {
    /// Files to the right.
    pub dx: i8,
    /// Ranks forward.
    pub dy: i8,
}

/// The ring that a leap is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeapClass {
    /// Orthogonal and diagonal leaps by this many squares: 1 is W and F in Betza notation, 2 is D and A, 3 is H and G.
    Radial(u8),
    /// Oblique leaps, the longer distance first: (2,1) is N, (3,1) is C, (3,2) is Z.
    Oblique(u8, u8),
}

/// A leap as it is deserialized, which may be too long.
#[derive(Deserialize)]
struct RawLeap {
    dx: i8,
    dy: i8,
}

impl TryFrom<RawLeap> for Leap {
    type Error = String;

    fn try_from(RawLeap { dx, dy }: RawLeap) -> Result<Self, String> {
        let too_long = |by: i8| by.unsigned_abs() > Self::MAX_LENGTH;
        if too_long(dx) || too_long(dy) {
            return Err(format!("a leap of ({dx},{dy}) is longer than {}", Self::MAX_LENGTH));
        }
        Ok(Self::new(dx, dy))
    }
}

impl LeapClass {
    /// The leap at a place of the ring, modulo 8. Place 0 points to `n`, or for an oblique leap to `nne`.
    pub fn leap(self, index: i32) -> Leap {
        let index = index.rem_euclid(8);
        let (sx, sy) = [(1, 1), (1, 1), (1, -1), (1, -1), (-1, -1), (-1, -1), (-1, 1), (-1, 1)][index as usize];
        match self {
            Self::Radial(length) => {
                let length = length as i8;
                let (x, y) = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)][index as usize];
                Leap::new(x * length, y * length)
            }
            Self::Oblique(long, short) => {
                let (long, short) = (long as i8, short as i8);
                // nne ene ese sse ssw wsw wnw nnw: steep, flat, flat, steep, …
                let (x, y) = if matches!(index % 4, 0 | 3) { (short, long) } else { (long, short) };
                Leap::new(sx * x, sy * y)
            }
        }
    }
}

impl Leap {
    /// The most files or ranks of a leap.
    pub(crate) const MAX_LENGTH: u8 = 99;

    /// One step straight ahead for `side`.
    #[inline]
    pub const fn forward(side: Side) -> Self {
        Self::new(0, if matches!(side, Side::White) { 1 } else { -1 })
    }

    /// A leap of `dx` files to the right and `dy` ranks forward.
    #[inline]
    pub const fn new(dx: i8, dy: i8) -> Self {
        Self { dx, dy }
    }

    /// Whether this is the leap (0,0), which is on no ring.
    pub const fn is_null(self) -> bool {
        self.dx == 0 && self.dy == 0
    }

    /// The ring this leap is on; the null leap counts as radial of length 0.
    pub fn class(self) -> LeapClass {
        let (x, y) = (self.dx.unsigned_abs(), self.dy.unsigned_abs());
        let (long, short) = (x.max(y), x.min(y));
        if short == 0 || short == long { LeapClass::Radial(long) } else { LeapClass::Oblique(long, short) }
    }

    /// The place on its ring, from 0 to 7.
    pub fn ring_index(self) -> u8 {
        let class = self.class();
        (0..8).find(|&index| class.leap(i32::from(index)) == self).unwrap_or(0)
    }

    /// The leap turned clockwise by this many eighths of a full turn (45° each).
    #[must_use]
    pub fn turned(self, eighths: i32) -> Self {
        if self.is_null() {
            return self;
        }
        self.class().leap(i32::from(self.ring_index()) + eighths)
    }

    /// The wind in which this leap points; for an oblique leap, the one between its two neighbours.
    pub fn wind(self) -> Wind {
        let index = i32::from(self.ring_index());
        match self.class() {
            LeapClass::Radial(_) => Wind::new(2 * index),
            LeapClass::Oblique(..) => Wind::new(2 * index + 1),
        }
    }

    /// The leap with forward and backward exchanged, as Black's man makes it where Black mirrors White.
    #[must_use]
    pub const fn mirrored_in_ranks(self) -> Self {
        Self::new(self.dx, -self.dy)
    }

    /// The leap with left and right exchanged.
    #[must_use]
    pub const fn mirrored_in_files(self) -> Self {
        Self::new(-self.dx, self.dy)
    }
}

impl Neg for Leap {
    type Output = Self;

    fn neg(self) -> Self {
        Self::new(-self.dx, -self.dy)
    }
}

impl Add for Leap {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.dx + other.dx, self.dy + other.dy)
    }
}

impl fmt::Debug for Leap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.dx, self.dy)
    }
}
