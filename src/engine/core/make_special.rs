//! Making and unmaking the moves that the fast path leaves: castling, captures en passant, promotions, passes, and in
//! games where a turn may have several moves all of them, if the keys are kept up.

use super::Core;
use super::displaced::Displaced;
use crate::engine::bits::Bits;
use crate::engine::tables::{Occupant, Zobrist, right};
use crate::engine::{ManMove, Move, MoveKind};
use crate::geometry::Square;

impl<const W: usize> Core<W> {
    /// The men that a move displaces; `None` if the move cannot be made on this board at all, legal or not.
    ///
    /// This test suffices to keep every man on the board, on a square of its own.
    #[inline(always)]
    pub(super) fn displaced(&self, mv: Move) -> Displaced {
        let Move::Man(man) = mv else { return Displaced::NOTHING };
        let mover = self.men.occupant(man.from);
        let known = self.tables.occupant(man.piece.number()).is_some();
        if !mover.is_some() || !known || !self.tables.board.contains(man.to) {
            return Displaced::NOTHING;
        }
        let captured = match man.kind {
            MoveKind::EnPassant { victim } => {
                let possible = victim != man.from && !self.men.occupant(man.to).is_some();
                Some(self.men.occupant(victim)).filter(|victim| possible && victim.is_some())
            }
            MoveKind::Castling { partner_from, partner_to } => {
                let is_free = |to| !self.men.occupant(to).is_some() || to == man.from || to == partner_from;
                let two = self.men.occupant(partner_from).is_some() && partner_from != man.from;
                let apart = self.tables.board.contains(partner_to) && partner_to != man.to;
                (two && apart && is_free(man.to) && is_free(partner_to)).then_some(Occupant::NONE)
            }
            _ if man.leaves() => Some(self.men.occupant(man.to)),
            _ => Some(Occupant::NONE),
        };
        captured.map_or(Displaced::NOTHING, |captured| Displaced::special(mover, captured))
    }

    /// Makes any move.
    #[inline(never)]
    pub(super) fn apply_special(&mut self, mv: Move, keeps_history: bool) -> Displaced {
        let displaced = self.displaced(mv);
        if keeps_history {
            self.remember(mv, displaced);
        }
        if let Some(man) = mv.man().filter(|_| displaced.mover().is_some()) {
            self.move_men(man, displaced);
        }
        self.end_ply(mv, displaced.mover(), displaced.captured());
        displaced
    }

    /// Updates the status after any move, whose men have been moved. Without a mover nothing has moved.
    #[inline(never)]
    pub(super) fn end_ply(&mut self, mv: Move, mover: Occupant, captured: Occupant) {
        let man = mv.man().filter(|_| mover.is_some());
        let (us, captures) = (self.status.turn, captured.is_some());
        let leaves = man.is_some_and(ManMove::leaves);
        let mut irreversible = captures || leaves && mover.is_irreversible();
        if let Some(man) = man.filter(|_| leaves && self.status.rights != 0) {
            let before = self.status.rights;
            irreversible |= self.lose_rights(man);
            if self.hashing {
                self.status.keys.all ^= Zobrist::rights(before) ^ Zobrist::rights(self.status.rights);
            }
        }
        if let Some(man) = man.filter(|_| !self.status.unmoved.is_empty()) {
            let before = self.status.unmoved;
            irreversible |= self.lose_first_moves(man);
            if self.hashing {
                self.status.keys.all ^= Zobrist::unmoved(before ^ self.status.unmoved);
            }
        }
        let progress = mover.progresses(captured) && (captures || leaves);
        let status = &mut self.status;
        status.halfmove = if progress { 0 } else { status.halfmove.saturating_add(1) };
        status.reversible = if irreversible { 0 } else { status.reversible.saturating_add(1) };
        let features = &self.tables.features;
        if features.other_progress && leaves && man.is_some_and(|man| self.makes_other_progress(man, mover)) {
            self.status.halfmove = 0;
        }
        let (counts_stationary, counts_within_turns) = (features.counts_stationary, features.counts_within_turns);
        if counts_stationary && !matches!(mv, Move::EndSeries | Move::ClaimStalemate) {
            let run = &mut self.status.stationary_run[us];
            *run = if leaves { 0 } else { run.saturating_add(1) };
        }
        self.status.en_passant = self.en_passant_after(man, mover);
        if counts_within_turns {
            self.count_within_turn(mv, us, captures);
            if self.tables.features.counts_moves {
                self.update_count(us, man.map(|man| (mover, man)), captured);
            }
        } else {
            self.end_turn(us);
        }
        if self.hashing {
            self.hash_en_passant();
        }
    }

    /// Moves the men, for a move that can be made.
    #[inline]
    fn move_men(&mut self, man: ManMove, displaced: Displaced) {
        match man.kind {
            MoveKind::Castling { .. } | MoveKind::EnPassant { .. } => self.move_several(man),
            _ => self.move_one(man, displaced),
        }
    }

    /// Moves one man, which may become another and capture where it arrives.
    #[inline]
    fn move_one(&mut self, man: ManMove, displaced: Displaced) {
        let (mover, captured) = (displaced.mover(), displaced.captured());
        let arriving = self.tables.occupant(man.piece.number());
        self.men.set(man.from, Occupant::NONE);
        self.men.set(man.to, arriving);
        self.men.toggle_move(man, mover, arriving, captured);
        if self.hashing {
            self.hash_man(mover, man.from);
            self.hash_man(captured, man.to);
            self.hash_man(arriving, man.to);
        }
    }

    fn move_several(&mut self, man: ManMove) {
        self.take(man.from);
        match man.kind {
            MoveKind::Castling { partner_from, partner_to } => {
                let partner = self.take(partner_from);
                self.put(partner_to, partner.piece());
            }
            MoveKind::EnPassant { victim } => {
                self.take(victim);
            }
            _ => {}
        }
        self.put(man.to, man.piece.number());
    }

    /// Puts the men back where they stood before a move on the general path.
    #[inline(never)]
    pub(super) fn restore_special(&mut self, mv: Move, displaced: Displaced) {
        let Move::Man(man) = mv else { return };
        let (mover, captured) = (displaced.mover(), displaced.captured());
        if !mover.is_some() {
            return;
        }
        match man.kind {
            MoveKind::Castling { partner_from, partner_to } => {
                self.men.lift(man.to);
                let partner = self.men.lift(partner_to);
                self.men.drop(partner_from, partner);
                self.men.drop(man.from, mover);
            }
            MoveKind::EnPassant { victim } => {
                self.men.lift(man.to);
                self.men.drop(victim, captured);
                self.men.drop(man.from, mover);
            }
            _ => {
                let arrived = self.men.occupant(man.to);
                self.men.set(man.to, captured);
                self.men.set(man.from, mover);
                self.men.toggle_move(man, mover, arrived, captured);
            }
        }
    }

    /// Removes the castling rights that depend on the squares of a move, but not from the keys. Returns whether there
    /// were any.
    fn lose_rights(&mut self, man: ManMove) -> bool {
        let mut kept = self.rights_kept(man.from, man.to);
        match man.kind {
            MoveKind::EnPassant { victim } => kept &= self.rights_kept(victim, victim),
            MoveKind::Castling { partner_from, .. } => kept &= !self.rights_castled_away(man.from, partner_from),
            _ => {}
        }
        self.keep_rights(kept)
    }

    /// The castling rights that do not depend on two squares.
    #[inline(always)]
    pub(super) fn rights_kept(&self, one: Square, other: Square) -> u8 {
        let keeps = &self.tables.setups[self.setup].keeps_rights;
        keeps[one] & keeps[other]
    }

    /// Removes all castling rights but these, and returns whether there were others.
    #[inline(always)]
    pub(super) fn keep_rights(&mut self, kept: u8) -> bool {
        let before = self.status.rights;
        self.status.rights = before & kept;
        before & !kept != 0
    }

    /// The rights that the opponent of the side to move loses by its castling.
    #[inline(never)]
    fn rights_castled_away(&self, king: Square, partner: Square) -> u8 {
        let (us, variant) = (self.status.turn, &self.tables.variant);
        let loses = variant.rules.castling[!us].as_ref().is_some_and(|rule| rule.other_wing);
        let wing = usize::from(variant.board.file(partner) > variant.board.file(king));
        if loses { right(!us, wing) } else { 0 }
    }

    /// The en passant squares after a move.
    fn en_passant_after(&self, man: Option<ManMove>, mover: Occupant) -> Bits<W> {
        let mut crossed = Bits::EMPTY;
        if self.status.series > 0 && !self.status.en_passant.is_empty() {
            crossed = self.en_passant_within_series(man, mover);
        }
        // A man that promotes at the end of its long step cannot be captured en passant.
        let stays = |man: &ManMove| self.tables.occupant(man.piece.number()).group() == mover.group();
        let steps = man.filter(|man| man.kind == MoveKind::LongStep && mover.sets_en_passant() && stays(man));
        steps.map_or(crossed, |man| {
            self.with_crossed(crossed, self.crossed_by(self.status.turn, mover, man.from, man.to))
        })
    }

    /// Updates the hash of the squares where a capture en passant is legal.
    #[inline(never)]
    fn hash_en_passant(&mut self) {
        let key = self.en_passant_key_from_scratch();
        let keys = &mut self.status.keys;
        keys.all ^= key ^ keys.en_passant;
        keys.en_passant = key;
    }
}
