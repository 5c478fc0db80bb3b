//! Counting sequences of moves, by several threads and with a table if wanted.

mod counter;
mod deep;
mod distances;
mod key;
mod past;
mod table;
mod threads;

pub use table::{PerftTable, TableTooBig};

use super::width::each_width;
use super::{Move, Position};

/// A count of the sequences of so many plies from a position.
///
/// A decided game has no continuation; draws, which depend on counters, repetition or material, cut nothing. Neither
/// threads nor a table change a count, whatever the rules of the game look back at.
///
/// ```
/// use weakfish::engine::{Perft, PerftTable};
/// use weakfish::{BuiltIns, builtin, load};
///
/// let game = load(&builtin::source("feeble").unwrap(), &BuiltIns).unwrap();
/// let start = game.start(Default::default());
/// assert_eq!(Perft::new(3).count(&start), 26_790);
///
/// let table = PerftTable::new(&game, 16).unwrap();
/// let perft = Perft::new(4).threads(2).table(&table);
/// assert_eq!(perft.count(&start), start.perft(4));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Perft<'a> {
    depth: u32,
    threads: usize,
    table: Option<&'a PerftTable>,
    bulk: bool,
}

impl<'a> Perft<'a> {
    /// A count of the sequences of `depth` plies, by one thread and without a table.
    pub const fn new(depth: u32) -> Self {
        Self { depth, threads: 1, table: None, bulk: true }
    }

    /// Lets so many threads share the work, the caller's being one of them; 0 is taken as 1.
    ///
    /// Threads that the system refuses are done without.
    #[must_use]
    pub const fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Remembers in a table, and lets all threads remember, how many sequences follow positions that come again.
    ///
    /// Later counts may use the same table. A table made for another game is left alone.
    #[must_use]
    pub const fn table(self, table: &'a PerftTable) -> Self {
        Self { table: Some(table), ..self }
    }

    /// Whether the moves of the last ply are counted without being played, as they are unless told otherwise.
    ///
    /// Playing them makes no other number, only more work: the same that a search does.
    #[must_use]
    pub const fn bulk(self, bulk: bool) -> Self {
        Self { bulk, ..self }
    }

    /// The number of sequences; [`u64::MAX`] stands for itself and all higher numbers.
    pub fn count(&self, position: &Position) -> u64 {
        if self.depth == 0 || self.threads <= 1 {
            let perft = self.of_game(position);
            return each_width!(position.core(), core => counter::Counter::new(core, perft).count(self.depth));
        }
        self.divide(position).into_iter().fold(0, |sum, (_, nodes)| sum.saturating_add(nodes))
    }

    /// The number of sequences after each legal move; none at depth 0.
    ///
    /// ```
    /// use weakfish::engine::Perft;
    /// use weakfish::{BuiltIns, builtin, load};
    ///
    /// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    /// let counts = Perft::new(2).divide(&game.start(Default::default()));
    /// assert!(counts.len() == 20 && counts.iter().all(|&(_, nodes)| nodes == 20));
    /// ```
    pub fn divide(&self, position: &Position) -> Vec<(Move, u64)> {
        let perft = self.of_game(position);
        each_width!(position.core(), core => threads::divide(core, perft))
    }

    /// The same, without a table that was made for another game.
    fn of_game(&self, position: &Position) -> Self {
        Self { table: self.table.filter(|table| table.is_for(position.game())), ..*self }
    }
}
