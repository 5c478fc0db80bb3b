//! What a search does besides looking at all moves to a depth.

use serde::{Deserialize, Serialize};

/// How a search goes about it. To play, all of it is wanted; without it a search can be compared with one that has
/// nothing to go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Method {
    /// Whether moves are left out, reduced and extended, and captures followed beyond the depth. Otherwise the score is
    /// that of all lines of a depth, each judged where it ends.
    pub selective: bool,
    /// Whether results are kept in a table.
    pub table: bool,
    /// Whether moves are tried in the order of what they promise.
    pub ordering: bool,
}

impl Method {
    /// All of it.
    pub const PLAYING: Self = Self { selective: true, table: true, ordering: true };

    /// Every line of a depth, and nothing else.
    pub const EXHAUSTIVE: Self = Self { selective: false, table: false, ordering: false };

    /// With a table, or without one.
    #[must_use]
    pub const fn with_table(self, table: bool) -> Self {
        Self { table, ..self }
    }

    /// With moves in order, or as they come.
    #[must_use]
    pub const fn with_ordering(self, ordering: bool) -> Self {
        Self { ordering, ..self }
    }
}

impl Default for Method {
    fn default() -> Self {
        Self::PLAYING
    }
}

/// How many plies late moves are reduced by, before anything else is known of them.
#[derive(Debug)]
pub(super) struct Reductions([[u8; 64]; 64]);

impl Reductions {
    pub(super) fn new() -> Self {
        let of = |depth: usize, searched: usize| {
            let (depth, searched) = (depth.max(1) as f64, searched.max(1) as f64);
            (0.8 + depth.ln() * searched.ln() / 2.2) as u8
        };
        Self(std::array::from_fn(|depth| std::array::from_fn(|searched| of(depth, searched))))
    }

    #[inline]
    pub(super) fn of(&self, depth: i32, searched: i32) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][searched.clamp(0, 63) as usize])
    }
}
