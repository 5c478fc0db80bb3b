//! Reasons why a move is illegal.

use std::ops::ControlFlow;

use super::Core;
use super::deaths::RoyalDeaths;
use crate::engine::bits::Bits;
use crate::engine::tables::PieceTable;
use crate::engine::{IllegalMove, ManMove, Move, MoveKind};
use crate::geometry::{Side, Square};

impl<const W: usize> Core<W> {
    /// Returns the reason why a move is illegal, in a game that is not over.
    pub(crate) fn illegality(&self, mv: Move) -> IllegalMove {
        let us = self.status.turn;
        if let Some(class) = self.neglected_class(mv) {
            return IllegalMove::Compulsory(class);
        }
        let mv = match mv {
            Move::Man(man) => man,
            Move::Drop(drop) => return self.drop_illegality(drop),
            Move::Wall(square) => return self.wall_illegality(square),
            Move::EndSeries | Move::ClaimStalemate => return IllegalMove::SeriesLength,
            Move::Pass => {
                return self.find_attacked_royal(us).map_or(IllegalMove::Unreachable, IllegalMove::RoyalAttacked);
            }
        };
        let on_board = |square: Square| self.tables.variant.board.contains(square);
        if !on_board(mv.from)
            || !on_board(mv.to)
            || self.men.piece_index(mv.from) == 0
            || self.piece_table(mv.from).side != us
        {
            return IllegalMove::NoMan(mv.from);
        }
        let partner = mv.kind.castling().map(|(partner_from, _)| partner_from);
        for man in [Some(mv.from), partner].into_iter().flatten() {
            if let Some(holder) = self.holder_of(man) {
                return IllegalMove::Held(man, holder);
            }
        }
        for man in [Some(mv.from), partner].into_iter().flatten() {
            if self.resting().contains(man) {
                return IllegalMove::Resting(man);
            }
        }
        match mv.kind {
            _ if mv.left_behind().is_some() => self.left_man_illegality(mv),
            MoveKind::Castling { .. } if self.must_drop() => IllegalMove::DropCompulsory,
            MoveKind::Castling { .. } => self.castling_illegality(mv),
            MoveKind::Finishing => IllegalMove::NotFinishing,
            MoveKind::Stationary => self.stationary_illegality(mv, us),
            _ => self.man_move_illegality(mv),
        }
    }

    /// Returns the reason why a castling is illegal.
    fn castling_illegality(&self, mv: ManMove) -> IllegalMove {
        let legal_otherwise = |legal: &Move| legal.man().is_some_and(|man| man.without_wall() == mv.without_wall());
        let of_wall = self.tables.features.walls && self.legal_moves().iter().any(legal_otherwise);
        self.wall_fault(mv).filter(|_| of_wall).unwrap_or(IllegalMove::Castling)
    }

    /// Returns the reason why a move that leaves a man from the hand behind is illegal: that of the move without it, or that
    /// none can be left.
    fn left_man_illegality(&self, mv: ManMove) -> IllegalMove {
        let alone = Move::Man(mv.without_left_man());
        if self.legal_moves().contains(&alone) { IllegalMove::CannotLeave } else { self.illegality(alone) }
    }

    /// Returns the reason why a turn or a flip is illegal.
    fn stationary_illegality(&self, mv: ManMove, us: Side) -> IllegalMove {
        let piece = self.piece_table(mv.from);
        if !piece.stationary.contains(&mv.piece.number()) || mv.leaves() {
            return IllegalMove::Unreachable;
        }
        let meets_no_check = !self.may_leave_own_check() && !self.stationary_moves_may_meet_check();
        if let Some(royal) = self.find_attacked_royal(us).filter(|_| meets_no_check) {
            return IllegalMove::RoyalAttacked(royal);
        }
        if let Some(fault) = self.wall_fault(mv).or_else(|| self.check_fault_if_any(mv)) {
            return fault;
        }
        let rules = &self.tables.variant.rules;
        if rules.must_move.is_some_and(|in_moves| self.status.stationary_run[us].saturating_add(1) >= in_moves) {
            return IllegalMove::MustMove;
        }
        if let Some((watcher, watched)) = self.find_opposition_after(mv.into()) {
            return IllegalMove::Opposition(watcher, watched);
        }
        if self.must_drop() {
            return IllegalMove::DropCompulsory;
        }
        if self.captures_are_compulsory() { IllegalMove::CaptureCompulsory } else { IllegalMove::Repetition }
    }

    /// Returns the reason why a man's move to another square is illegal.
    fn man_move_illegality(&self, mv: ManMove) -> IllegalMove {
        let (from, to) = (mv.from, mv.to);
        let piece = self.piece_table(from);
        if from == to {
            return IllegalMove::Unreachable;
        }
        let target_piece = self.men.piece_index(to);
        if target_piece != 0 && self.piece_table(to).side == piece.side {
            return IllegalMove::OwnMan;
        }
        let victim = match mv.kind {
            MoveKind::EnPassant { victim } => Bits::of(victim),
            _ => Bits::EMPTY,
        };
        if !victim.is_empty() && !self.en_passant_targets(piece, from).contains(to) || !self.can_reach(piece, from, to)
        {
            return if self.could_reach_by_first_move(piece, from, to) {
                IllegalMove::FirstMove
            } else {
                self.unreachable_reason(from, to)
            };
        }
        if target_piece != 0 && !piece.may_capture(self.piece_table(to).kind) {
            return IllegalMove::Uncapturable;
        }
        if let RoyalDeaths::Own(royal) = self.royal_deaths(from, to, self.dying_by(mv)) {
            return IllegalMove::RoyalDies(royal);
        }
        let by_trial = self.tables.features.own_check_by_trial;
        if let Some(royal) = self.find_royal_left_attacked(from, to, victim).filter(|_| !by_trial) {
            return IllegalMove::RoyalAttacked(royal);
        }
        if let Some(fault) = self.wall_fault(mv).or_else(|| self.check_fault_if_any(mv)) {
            return fault;
        }
        if let Some((watcher, watched)) = self.find_opposition_after(mv.into()) {
            return IllegalMove::Opposition(watcher, watched);
        }
        if self.legal_moves().iter().any(|mv| mv.from() == Some(from) && mv.to() == Some(to)) {
            return IllegalMove::WrongPromotionOrTurn;
        }
        if self.each_arrival(piece, from, to, mv.kind, &mut |_| ControlFlow::Break(())).is_continue() {
            let illegal = self.tables.variant.rules.immobility_illegal[piece.side];
            let immobile = piece.immobile_on.contains(to) || piece.has_effects;
            let immobile = illegal && immobile && !piece.barred_on.contains(to);
            return if immobile { IllegalMove::Immobile } else { IllegalMove::NoPromotionChoice };
        }
        if self.must_drop() {
            return IllegalMove::DropCompulsory;
        }
        if self.captures_are_compulsory() && target_piece == 0 && victim.is_empty() {
            return IllegalMove::CaptureCompulsory;
        }
        IllegalMove::Repetition
    }

    /// Why the man on `from` does not reach `to`: because of its mode, a blocker, its facing, or its kind.
    fn unreachable_reason(&self, from: Square, to: Square) -> IllegalMove {
        let number = usize::from(self.men.piece_index(from));
        let infos = &self.tables.infos;
        let (piece, info) = (self.piece_table(from), &infos[number]);
        let states = || {
            let alike = |&other: &usize| infos[other].side == info.side && infos[other].kind == info.kind;
            (1..infos.len()).filter(alike).filter(|&other| other != number)
        };
        let reached_as = |other: usize| self.reaches_square(&self.tables.pieces[other], from, to, false);
        if states().any(|other| infos[other].state.facings == info.state.facings && reached_as(other)) {
            IllegalMove::WrongMode
        } else if self.reaches_square(piece, from, to, true) {
            IllegalMove::Blocked
        } else if states().any(|other| infos[other].state.mode == info.state.mode && reached_as(other)) {
            IllegalMove::WrongFacing
        } else if states().any(reached_as) {
            IllegalMove::WrongFacingAndMode
        } else {
            IllegalMove::Unreachable
        }
    }

    /// Whether the man on a square reaches another one, be it by its first move.
    fn can_reach(&self, piece: &PieceTable<W>, from: Square, to: Square) -> bool {
        let in_check = || self.find_attacked_royal(self.status.turn).is_some();
        self.reaches_square(piece, from, to, false)
            || piece.first_move.is_some() && self.first_move_targets(piece, from, in_check()).contains(to)
    }

    /// Whether a piece reaches a square; if `cleared`, with all other squares empty.
    fn reaches_square(&self, piece: &PieceTable<W>, from: Square, to: Square, cleared: bool) -> bool {
        let occupied = if cleared { Bits::of(from) | self.occupied() & Bits::of(to) } else { self.occupied() };
        let table = if self.men.piece_index(to) == 0 { &piece.moves } else { piece.captures() };
        let long_step = piece.long_steps.iter().any(|step| {
            let mut leaps = step.squares(self.tables.variant.board, from);
            self.men.piece_index(to) == 0
                && step.ends(self.tables.variant.board, from).contains(to)
                && (cleared || leaps.find(|&at| at == to || occupied.contains(at)) == Some(to))
        });
        long_step
            || self.en_passant_targets(piece, from).contains(to)
            || table.targets(&self.tables.slides, from, occupied, || self.path_men(piece, occupied)).contains(to)
    }
}
