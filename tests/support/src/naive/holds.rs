//! Men that others hold still.

use weakfish::geometry::{Side, Square};
use weakfish::model::KindsByOwner;

use super::{Man, Position};

impl Position {
    /// Whether a man of the player to move is held.
    pub fn has_held_man(&self) -> bool {
        self.men(self.turn).any(|(square, _)| self.is_held(square))
    }

    /// Whether another man holds the one on a square: next to it, or where it could capture.
    pub(super) fn is_held(&self, square: Square) -> bool {
        let Some(man) = self.man(square) else { return false };
        let names = |holds: &KindsByOwner, holder: Man| {
            (if holder.side == man.side { &holds.own } else { &holds.enemy }).contains(&man.kind)
        };
        let holds = |at: Square, holder: Man| {
            let kind = self.game.variant.kind(holder.kind);
            let attacks = || self.targets(at, holder).iter().any(|target| target.to == square && target.stops.captures);
            names(&kind.holds, holder) && self.is_next_to(at, square)
                || names(&kind.holds_attacked, holder) && attacks()
        };
        Side::ALL.into_iter().flat_map(|side| self.men(side)).any(|(at, holder)| holds(at, holder))
    }
}
