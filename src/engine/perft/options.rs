//! Options of a count.

use super::table::PerftTable;

/// A count of the sequences of legal moves from a position.
///
/// A sequence ends where an ending decides the game. Draws, which depend on counters, repetition or material, do not
/// end it. Neither threads nor a table change a count.
///
/// ```
/// use weakfish::engine::{Perft, PerftTable};
/// use weakfish::{BuiltIns, builtin, load};
///
/// let game = load(&builtin::source("feeble").unwrap(), &BuiltIns).unwrap();
/// let start = game.start();
/// assert_eq!(Perft::new(3).count(&start), 26_790);
///
/// let table = PerftTable::new(&game, 16).unwrap();
/// let perft = Perft::new(4).threads(2).table(&table);
/// assert_eq!(perft.count(&start), start.perft(4));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Perft<'a> {
    pub(super) depth: u32,
    pub(super) threads: usize,
    pub(super) table: Option<&'a PerftTable>,
    pub(super) bulk: bool,
}

impl<'a> Perft<'a> {
    /// A count of the sequences of `depth` plies, with one thread and without a table.
    pub const fn new(depth: u32) -> Self {
        Self { depth, threads: 1, table: None, bulk: true }
    }

    /// Sets the number of threads that share the work, including the caller's; 0 means 1.
    ///
    /// If the system refuses a thread, the others do its work.
    #[must_use]
    pub const fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Sets a table in which all threads store counts of positions, for use when a position comes up again.
    ///
    /// Later counts can use the same table. A table made for another game is not used, and none where a rule or a
    /// decisive ending looks at earlier positions (`repetition: illegal`), since there the count of a position depends
    /// on the moves that led to it.
    #[must_use]
    pub const fn table(self, table: &'a PerftTable) -> Self {
        Self { table: Some(table), ..self }
    }

    /// Sets whether the moves of the last ply are counted without being played, which is the default.
    ///
    /// The count is the same either way. Without bulk counting every leaf is made and unmade, as in a search.
    #[must_use]
    pub const fn bulk(self, bulk: bool) -> Self {
        Self { bulk, ..self }
    }
}
