//! Reasons why a move is illegal.

use std::ops::ControlFlow;

use super::attack::CheckAndPins;
use super::deaths::RoyalDeaths;
use super::generator::Compulsion;
use super::move_set::MoveSet;
use super::{Core, MoveGenerator};
use crate::engine::bits::Bits;
use crate::engine::tables::PieceTable;
use crate::engine::{IllegalMove, ManMove, Move, MoveKind, MoveShape};
use crate::geometry::{Side, Square};

impl<const W: usize> Core<W> {
    /// Returns the reason why a move is illegal, in a game that is not over.
    pub(crate) fn illegality(&self, mv: Move) -> IllegalMove {
        let us = self.status.turn;
        if let Some(fault) = self.compulsion_fault(mv) {
            return fault;
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
        match mv.kind.shape() {
            _ if mv.left_behind().is_some() => self.left_man_illegality(mv),
            MoveShape::Castling { .. } => self.castling_illegality(mv),
            MoveShape::InPlace => self.stationary_illegality(mv, us),
            MoveShape::ToSquare if mv.kind == MoveKind::Finishing => IllegalMove::NotFinishing,
            MoveShape::ToSquare | MoveShape::EnPassant { .. } => self.man_move_illegality(mv),
        }
    }

    /// The rule about the position after a move that the move breaks: about check, opposition or repetition.
    pub(super) fn result_fault(&self, mv: Move) -> Option<IllegalMove> {
        let check_fault = if self.tables.features.check_rules { self.check_fault(mv) } else { None };
        let opposition = || self.find_opposition_after(mv).map(|(by, of)| IllegalMove::Opposition(by, of));
        let repeats = || {
            let earlier = self.upcoming_repetition();
            (earlier.is_possible() && self.repeats_position(mv, &earlier)).then_some(IllegalMove::Repetition)
        };
        check_fault.or_else(opposition).or_else(repeats)
    }

    /// Returns the reason why a castling is illegal.
    fn castling_illegality(&self, mv: ManMove) -> IllegalMove {
        // Whether its own conditions allow it.
        let castlings = &mut |_: &MoveGenerator<'_, W>, set: MoveSet<'_, W>| {
            let is_this = matches!(set, MoveSet::Castling(castling) if castling.without_wall() == mv.without_wall());
            if is_this { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if MoveGenerator::new(self).visit_castlings(castlings).is_continue() {
            return IllegalMove::Castling;
        }
        self.wall_fault(mv).or_else(|| self.result_fault(mv.into())).unwrap_or(IllegalMove::Castling)
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
        if let Some(fault) = self.wall_fault(mv) {
            return fault;
        }
        let rules = &self.tables.variant.rules;
        if rules.must_move.is_some_and(|in_moves| self.status.stationary_run[us].saturating_add(1) >= in_moves) {
            return IllegalMove::MustMove;
        }
        if !self.made_in_place(mv.from).any(|piece| piece == mv.piece) {
            return IllegalMove::WrongPromotionOrTurn;
        }
        self.result_fault(mv.into()).unwrap_or(IllegalMove::Unexplained)
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
        if self.status.walls.contains(to) {
            return IllegalMove::Blocked;
        }
        let wanted_en_passant = matches!(mv.kind, MoveKind::EnPassant { .. });
        let kind = self.kind_of_way(piece, from, to);
        let kind = kind.filter(|kind| !wanted_en_passant || *kind == mv.kind);
        let Some(kind) = kind else {
            return if self.could_reach_by_first_move(piece, from, to) {
                IllegalMove::FirstMove
            } else {
                self.unreachable_reason(from, to)
            };
        };
        // Royal men are never captured.
        let spared = target_piece != 0
            && (!piece.may_capture(self.piece_table(to).kind) || self.royals(!piece.side).contains(to));
        if spared {
            return IllegalMove::Uncapturable;
        }
        let made = |arrival: ManMove| mv.wall().map_or(arrival, |wall| arrival.with_wall(wall));
        let unchanged = made(ManMove::new(from, to, mv.piece, kind));
        if let RoyalDeaths::Own(royal) = self.royal_deaths_by(unchanged) {
            return IllegalMove::RoyalDies(royal);
        }
        let victim = if let MoveKind::EnPassant { victim } = kind { Bits::of(victim) } else { Bits::EMPTY };
        let by_trial = self.tables.features.own_check_by_trial;
        if let Some(royal) = self.find_royal_left_attacked(from, to, victim).filter(|_| !by_trial) {
            return IllegalMove::RoyalAttacked(royal);
        }
        let mut arrivals = Vec::new();
        let _ = self.each_arrival(piece, from, to, kind, &mut |arrival| {
            arrivals.push(made(arrival));
            ControlFlow::Continue(())
        });
        if let Some(&arrival) = arrivals.iter().find(|arrival| arrival.piece == mv.piece)
            && let Some(fault) = self.wall_fault(arrival).or_else(|| self.result_fault(arrival.into()))
        {
            return fault;
        }
        if self.legal_moves().iter().any(|mv| mv.from() == Some(from) && mv.to() == Some(to)) {
            return IllegalMove::WrongPromotionOrTurn;
        }
        let Some(&first) = arrivals.first() else {
            let captured_on = victim.first().unwrap_or(to);
            let as_captor = || self.captor_after(piece, piece.number, (from, to), captured_on, self.occupied());
            if self.men.occupant(captured_on).is_some()
                && let Err(fault) = as_captor()
            {
                return fault;
            }
            let illegal = self.tables.variant.rules.immobility_illegal[piece.side];
            let immobile = piece.immobile_on.contains(to) || piece.has_effects;
            let immobile = illegal && immobile && !piece.barred_on.contains(to);
            return if immobile { IllegalMove::Immobile } else { IllegalMove::NoPromotionChoice };
        };
        // A rule forbids every kind that the man may become.
        self.wall_fault(first)
            .or_else(|| arrivals.iter().find_map(|&arrival| self.result_fault(arrival.into())))
            .unwrap_or(IllegalMove::Unexplained)
    }

    /// The kind of move by which the man on `from` reaches `to`, whether or not that is legal.
    fn kind_of_way(&self, piece: &PieceTable<W>, from: Square, to: Square) -> Option<MoveKind> {
        if self.en_passant_captors().contains(from) && self.en_passant_targets(piece, from).contains(to) {
            return self.en_passant_victim(to).map(|victim| MoveKind::EnPassant { victim });
        }
        let in_check = || self.find_attacked_royal(self.status.turn).is_some();
        if self.reaches_usually(piece, from, to, false) || self.reaches_by_relay(piece, from, to) {
            Some(MoveKind::Ordinary)
        } else if piece.first_move.is_some() && self.first_move_targets(piece, from, in_check()).contains(to) {
            Some(if piece.moves_once_a_game() { MoveKind::OnceAGame } else { MoveKind::Ordinary })
        } else {
            self.reaches_by_long_step(piece, from, to, false).then_some(MoveKind::LongStep)
        }
    }

    /// The reason why the man on `from` does not reach `to`: its mode, a blocker, its facing, or its kind.
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

    /// Whether a piece reaches a square by its movement or a long step; if `cleared`, with all other squares empty.
    fn reaches_square(&self, piece: &PieceTable<W>, from: Square, to: Square, cleared: bool) -> bool {
        self.reaches_usually(piece, from, to, cleared) || self.reaches_by_long_step(piece, from, to, cleared)
    }

    /// The men in the way of a move between two squares: all, or only those that stand there.
    fn in_the_way(&self, from: Square, to: Square, cleared: bool) -> Bits<W> {
        if cleared { Bits::of(from) | self.occupied() & Bits::of(to) } else { self.occupied() }
    }

    fn reaches_usually(&self, piece: &PieceTable<W>, from: Square, to: Square, cleared: bool) -> bool {
        let occupied = self.in_the_way(from, to, cleared);
        let table = if self.men.piece_index(to) == 0 { &piece.moves } else { piece.captures() };
        table.targets(&self.tables.slides, from, occupied, || self.path_men(piece, occupied)).contains(to)
    }

    fn reaches_by_long_step(&self, piece: &PieceTable<W>, from: Square, to: Square, cleared: bool) -> bool {
        let (board, occupied) = (self.tables.variant.board, self.in_the_way(from, to, cleared));
        self.men.piece_index(to) == 0
            && piece.masked(from, Bits::of(to), Bits::EMPTY).contains(to)
            && piece.long_steps.iter().any(|step| {
                step.ends(board, from).contains(to)
                    && (cleared || step.squares(board, from).find(|&at| at == to || occupied.contains(at)) == Some(to))
            })
    }

    fn reaches_by_relay(&self, piece: &PieceTable<W>, from: Square, to: Square) -> bool {
        if !self.tables.features.relays {
            return false;
        }
        let masks =
            MoveGenerator::with_compulsion(self, CheckAndPins::unrestricted(), Compulsion::None).masks(Bits::EMPTY);
        self.relayed_targets(from, self.capturable_by(piece, masks.enemies), &masks).contains(to)
    }
}
