//! Ids of men and regions, and wings of the board.

use serde::{Deserialize, Serialize};

/// A kind of man, as an index into [`super::Variant::kinds`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct KindId(pub u8);

/// A region, as an index into [`super::Variant::regions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RegionId(pub u8);

impl KindId {
    /// The index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl RegionId {
    /// The index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A wing of castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wing {
    /// Toward the first file.
    FirstFile,
    /// Toward the last file.
    LastFile,
}

impl Wing {
    /// The wing on the other side of the board.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::FirstFile => Self::LastFile,
            Self::LastFile => Self::FirstFile,
        }
    }
}
