//! Counting from a position.

use super::counter::Counter;
use super::options::Perft;
use super::threads;
use crate::engine::width::each_width;
use crate::engine::{Move, Position};

impl Perft<'_> {
    /// The number of sequences. It saturates at [`u64::MAX`].
    pub fn count(&self, position: &Position) -> u64 {
        if self.depth == 0 || self.threads <= 1 {
            let perft = self.of_game(position);
            return each_width!(position.core(), core => Counter::new(core, perft).count(self.depth));
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
    /// let counts = Perft::new(2).divide(&game.start());
    /// assert!(counts.len() == 20 && counts.iter().all(|&(_, nodes)| nodes == 20));
    /// ```
    pub fn divide(&self, position: &Position) -> Vec<(Move, u64)> {
        let perft = self.of_game(position);
        each_width!(position.core(), core => threads::divide(core, perft))
    }

    /// The count without a table that was made for another game.
    fn of_game(&self, position: &Position) -> Self {
        Self { table: self.table.filter(|table| table.is_for(position.game())), ..*self }
    }
}

impl Position {
    /// The number of sequences of `depth` plies from here. [`Perft`] has options for counting.
    pub fn perft(&self, depth: u32) -> u64 {
        Perft::new(depth).count(self)
    }

    /// The number of sequences after each legal move; none at depth 0.
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        Perft::new(depth).divide(self)
    }
}
