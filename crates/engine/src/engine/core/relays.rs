//! Men that relay their moves to those that they protect.

use super::Core;
use super::attack::AttackView;
use super::generator::Masks;
use crate::engine::bits::Bits;
use crate::engine::tables::PieceTable;
use crate::geometry::{Side, Square};

impl<const W: usize> Core<W> {
    /// Calls `visit` with each man that relays its moves to others of its side, and with these others.
    fn each_relay(&self, side: Side, view: AttackView<W>, mut visit: impl FnMut(&PieceTable<W>, Bits<W>)) {
        // A man's own limits of capture do not matter.
        let free = view.occupied & !self.held_among(side, view.occupied);
        for table in self.tables.relays.iter().filter(|table| table.side == side) {
            let receivers = self.men.of_groups(&table.to) & view.attackers;
            if receivers.is_empty() {
                continue;
            }
            for relay in (self.men.of_group(table.group) & free).iter() {
                let piece = self.piece_table(relay);
                let protected = receivers & self.captures_from(piece, relay, view.occupied);
                if !protected.is_empty() {
                    visit(piece, protected);
                }
            }
        }
    }

    /// The squares that a piece's captures reach from a square, whether they are empty or not.
    pub(super) fn captures_from(&self, piece: &PieceTable<W>, from: Square, occupied: Bits<W>) -> Bits<W> {
        piece.captures().targets(&self.tables.slides, from, occupied, || self.path_men(piece, occupied))
    }

    /// The squares where a man of the side to move can go by moves that are relayed to it, without regard to check.
    #[inline(never)]
    pub(super) fn relayed_targets(&self, from: Square, capturable: Bits<W>, masks: &Masks<W>) -> Bits<W> {
        let us = self.status.turn;
        let mut targets = Bits::EMPTY;
        self.each_relay(us, self.present_view(us), |relay, receivers| {
            if receivers.contains(from) {
                let moves = relay
                    .moves
                    .targets(&self.tables.slides, from, masks.occupied, || self.path_men(relay, masks.occupied));
                targets |= moves & !masks.occupied | self.captures_from(relay, from, masks.occupied) & capturable;
            }
        });
        self.piece_table(from).masked(from, targets, masks.occupied)
    }

    /// The men of a side that attack a man of a kind on a square by moves that are relayed to them; without a kind, a man that
    /// any kind may capture. Held men must not be among the attackers of the view.
    #[inline(never)]
    pub(super) fn relayed_attackers(
        &self,
        square: Square,
        by: Side,
        victim_kind: Option<u8>,
        view: AttackView<W>,
    ) -> Bits<W> {
        let mut attackers = Bits::EMPTY;
        self.each_relay(by, view, |relay, receivers| {
            for man in receivers.iter() {
                let piece = self.piece_table(man);
                let captures = piece.masked(man, self.captures_from(relay, man, view.occupied), Bits::ALL);
                if captures.contains(square) && victim_kind.is_none_or(|kind| piece.may_capture(kind)) {
                    attackers.insert(man);
                }
            }
        });
        attackers
    }
}
