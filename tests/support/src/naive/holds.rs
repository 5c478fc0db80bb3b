//! Men that others next to them hold still.

use weakfish::geometry::Square;

use super::Position;

impl Position {
    /// Whether a man of the player to move is held.
    pub fn has_held_man(&self) -> bool {
        self.men(self.turn).any(|(square, _)| self.is_held(square))
    }

    /// Whether a man next to the one on a square holds it.
    pub(super) fn is_held(&self, square: Square) -> bool {
        let Some(man) = self.man(square) else { return false };
        let holds = |near: Square| {
            self.man(near).is_some_and(|holder| {
                let holds = &self.game.variant.kind(holder.kind).holds;
                let held = if holder.side == man.side { &holds.own } else { &holds.enemy };
                held.contains(&man.kind)
            })
        };
        self.game.variant.board.squares().any(|near| self.is_next_to(near, square) && holds(near))
    }
}
