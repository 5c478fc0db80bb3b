//! Parts of the search that can be switched off, and the table of late move reductions.

use serde::{Deserialize, Serialize};

/// Search method. [`Method::PLAYING`] is for play; with parts switched off a search can be compared with plain minimax.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Method {
    /// Whether to prune, reduce and extend, and to search captures beyond the depth. Otherwise the score is that of a
    /// full-width search of fixed depth.
    pub selective: bool,
    /// Whether to use the transposition table.
    pub table: bool,
    /// Whether to order moves.
    pub ordering: bool,
}

impl Method {
    /// Everything.
    pub const PLAYING: Self = Self { selective: true, table: true, ordering: true };

    /// Full-width alpha-beta search of fixed depth, without table and move ordering.
    pub const EXHAUSTIVE: Self = Self { selective: false, table: false, ordering: false };

    /// The same with or without the transposition table.
    #[must_use]
    pub const fn with_table(self, table: bool) -> Self {
        Self { table, ..self }
    }

    /// The same with or without move ordering.
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

/// Base reductions of late moves, in plies, by depth and number of moves searched.
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
