//! Starting positions: from a setup of the game, or from an arrangement.

use std::sync::Arc;

use super::core::{Core, Status};
use super::tables::{Tables, right};
use super::width::each_width;
use super::{Arrangement, Game, Position, PositionError};
use crate::model::SetupId;

impl Game {
    /// The starting position.
    pub fn start(&self) -> Position {
        self.start_of(SetupId::default())
    }

    /// The starting position of a setup; an id of another game gives the default one.
    pub fn start_of(&self, setup: SetupId) -> Position {
        let core = each_width!(&self.tables, tables => start(tables, setup).into());
        Position::new(self.clone(), core)
    }

    /// The position that an arrangement describes.
    ///
    /// # Errors
    ///
    /// Every reason why the arrangement is not a legal position.
    pub fn position(&self, arrangement: &Arrangement) -> Result<Position, Vec<PositionError>> {
        let core = each_width!(&self.tables, tables => super::validate::position(tables, arrangement)?.into());
        Ok(Position::new(self.clone(), core))
    }
}

fn start<const W: usize>(tables: &Arc<Tables<W>>, setup: SetupId) -> Core<W> {
    let setup = if setup.index() < tables.setups.len() { setup.index() } else { 0 };
    let wings = tables.setups[setup].wings.iter();
    let rights = wings.flat_map(|(side, wings)| {
        wings.iter().enumerate().filter(|(_, wing)| wing.is_some()).map(move |(wing, _)| right(side, wing))
    });
    let rights = rights.fold(0, |all, right| all | right);
    let status = Status { turn: tables.variant.first, rights, unmoved: tables.setups[setup].unmoved, ..Status::new() };
    let mut core = Core::empty(Arc::clone(tables), setup, status);
    for &(square, piece) in &tables.setups[setup].men {
        core.put(square, piece);
    }
    core.begin();
    core
}
