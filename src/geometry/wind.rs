use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Side;

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
