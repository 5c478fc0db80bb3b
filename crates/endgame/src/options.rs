//! Options of the making of tables, and its progress.

use std::num::NonZero;

/// Options of the making of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The threads that generate moves.
    pub threads: NonZero<usize>,
    /// The most memory in bytes, for all tables together.
    pub max_memory: u64,
    /// Whether the moves of a table are kept in memory while it is made, if there is room for them. Otherwise they are
    /// generated again and again, which takes longer.
    pub keep_moves: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { threads: NonZero::<usize>::MIN, max_memory: 1 << 30, keep_moves: true }
    }
}

/// Progress of the making of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Tables that are finished.
    pub tables_done: usize,
    /// The number of tables to make.
    pub tables: usize,
    /// Positions of the present one whose moves have been generated.
    pub done: u64,
    /// The number of all its positions.
    pub total: u64,
}

impl Progress {
    /// Nothing has been done yet.
    pub const START: Self = Self { tables_done: 0, tables: 1, done: 0, total: 1 };
}
