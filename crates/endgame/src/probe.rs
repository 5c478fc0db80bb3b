//! Fast probes and shared tables, for a search.

use std::sync::Arc;

use weakfish::engine::Position;
use weakfish::model::SetupId;

use crate::families::{FamilyMen, NO_MAN};
use crate::layout::Placed;
use crate::tables::has_rights;
use crate::{Men, Tables, Value};

impl Tables {
    /// Probes the tables for a position where the game is not over; no move is generated. `None` if no table has the
    /// position, or if a capture en passant may be legal after a long step.
    ///
    /// The value is that of a game which begins here, as in [`Tables::value`].
    #[inline]
    pub fn probe(&self, position: &Position) -> Option<Value> {
        if has_rights(position) || !position.en_passant().is_empty() || position.setup() != self.setup() {
            return None;
        }
        let mut key: FamilyMen = [NO_MAN; Men::MAX];
        let mut placed: [Option<Placed>; Men::MAX] = [None; Men::MAX];
        for (count, (square, piece)) in position.men().enumerate() {
            *key.get_mut(count)? = self.families().of_piece(piece.number());
            *placed.get_mut(count)? = Some((square, piece));
        }
        key.sort_unstable();
        let table = self.finished().get(&key)?;
        // The first turn of a game may have fewer moves than others.
        if table.layout.counts_series() && position.fullmove() == 1 {
            return None;
        }
        let places = table.layout.places(placed.into_iter().flatten())?;
        let state = table.layout.state_number(&position.turn_state());
        table.cell(state, table.layout.arrangement(&places)).value()
    }

    /// The setup that the games begin from.
    pub fn setup_id(&self) -> SetupId {
        self.setup()
    }

    /// Whether the table of these men is finished.
    pub fn has(&self, men: &Men) -> bool {
        self.finished().contains_key(&self.families().of_men(men))
    }

    /// The greatest number of men of a finished table; 0 if there is no table.
    pub fn most_men(&self) -> usize {
        self.finished().values().map(|table| table.layout.men).max().unwrap_or(0)
    }

    /// The longest win or loss of all finished tables, in plies; 0 if there is none.
    pub fn longest(&self) -> u16 {
        self.finished().values().map(|table| table.longest).max().unwrap_or(0)
    }

    /// Memory that the values of all finished tables take, in bytes.
    pub fn bytes(&self) -> u64 {
        self.finished().values().map(|table| table.bytes()).sum()
    }

    /// The finished tables of these men and those that they lead into, without the others. The values are shared, not
    /// copied.
    #[must_use]
    pub fn only(&self, men: &[Men]) -> Self {
        let mut only = self.without_tables();
        for key in men.iter().flat_map(|men| self.all_below(&self.families().of_men(men))) {
            if let Some(table) = self.finished().get(&key) {
                only.add(key, Arc::clone(table));
            }
        }
        only
    }

    /// Adds the tables of others of the same game and setup, without copying their values.
    pub fn share(&mut self, others: &Self) {
        for (key, table) in others.finished() {
            self.add(*key, Arc::clone(table));
        }
    }
}
