//! Castling: which castlings are legal.

use super::attack::Afterwards;
use super::visitor::{Flow, MoveVisitor};
use super::{Core, Moves};
use crate::engine::bits::Bits;
use crate::engine::tables::{CastlingWay, Wing, right};
use crate::engine::{ManMove, MoveKind};

impl<const W: usize> Moves<'_, W> {
    /// The castlings of the side to move, which is known to have a right.
    pub(super) fn visit_castlings_of_side(&self, visitor: &mut impl MoveVisitor<W>) -> Flow {
        let core = self.core;
        let us = core.status.turn;
        if self.safety.in_check {
            return Flow::Continue(());
        }
        for (number, wing) in core.tables.setups[core.setup].wings[us].iter().enumerate() {
            let Some(wing) = wing else { continue };
            if core.status.rights & right(us, number) == 0 || wing.between.intersects(core.men.all()) {
                continue;
            }
            let piece = core.piece_table(wing.king);
            for way in &wing.ways {
                let to = piece.masked(wing.king, Bits::of(way.king_to));
                if !to.is_empty() && core.castles_safely(wing, way) {
                    let kind = MoveKind::Castling { partner_from: wing.partner, partner_to: way.partner_to };
                    if let Some(piece) = core.men.piece(wing.king) {
                        visitor.single(self, ManMove { from: wing.king, to: way.king_to, piece, kind })?;
                    }
                }
            }
        }
        Flow::Continue(())
    }
}

impl<const W: usize> Core<W> {
    /// Whether a castling king that is not in check now is attacked neither on its path nor where it lands, meets no
    /// opposition there, and leaves no other royal man attacked.
    fn castles_safely(&self, wing: &Wing<W>, way: &CastlingWay<W>) -> bool {
        if self.tables.features.own_check_by_trial {
            return self.castles_safely_by_trial(wing, way);
        }
        let us = self.status.turn;
        let royals = self.royals(us);
        if !royals.is_empty() && way.leapers.iter().any(|(from, group)| self.men.of_group(*group).intersects(*from)) {
            return false;
        }
        if royals == Bits::of(wing.king) && !self.tables.features.opposition && self.tables.attacks[!us].are_simple() {
            return self.castles_past_riders(wing, way);
        }
        let piece = self.piece_table(wing.king);
        let enemies = self.men.of_side(!us);
        let others = self.men.all() & !Bits::of(wing.king);
        // The king's landing square is tested after the castling, since its partner may then block an attacker.
        let crossed = way.path & !Bits::of(way.king_to);
        let crosses_safely = crossed.iter().all(|square| {
            let then = Afterwards { occupied: others | Bits::of(square), attackers: enemies };
            let attacked = piece.royal && self.is_attacked(square, !us, piece.kind, then);
            !attacked && !self.is_watched(us, piece.kind, square, then)
        });
        let landed = Afterwards { occupied: way.landed(others, wing), attackers: enemies };
        crosses_safely
            && royals.iter().all(|square| {
                let at = match square {
                    _ if square == wing.king => way.king_to,
                    _ if square == wing.partner => way.partner_to,
                    _ => square,
                };
                !self.is_attacked(at, !us, self.piece_table(square).kind, landed)
            })
    }

    /// Whether slides spare the king's path, if the king is the only royal man; leaps were tested before. An enemy
    /// slider matters only if it is in line with the path or is uncovered by the partner's departure.
    fn castles_past_riders(&self, wing: &Wing<W>, way: &CastlingWay<W>) -> bool {
        let us = self.status.turn;
        let attacks = &self.tables.attacks[!us];
        let near = attacks.slides.iter().zip(&way.riders);
        let near = near.fold(Bits::EMPTY, |all, (source, from)| all | self.men.of_groups(&source.groups) & *from);
        if near.is_empty() {
            return true;
        }
        let victim_kind = self.piece_table(wing.king).kind;
        let others = self.men.all() & !Bits::of(wing.king);
        let attacked = |square, occupied| {
            self.is_attacked_by_slide(square, !us, victim_kind, Afterwards { occupied, attackers: near })
        };
        let crossed = way.path & !Bits::of(wing.king);
        crossed.iter().all(|square| !attacked(square, others | Bits::of(square)))
            && (!near.intersects(way.uncovered) || !attacked(way.king_to, way.landed(others, wing)))
    }
}
