//! Making moves and taking them back.

use super::{Core, Status};
use crate::engine::bits::Bits;
use crate::engine::tables::{PieceFlags, Zobrist};
use crate::engine::{Move, MoveKind, Piece};
use crate::geometry::{Side, Square};
use crate::model::{Series, SeriesLength};

/// What it takes to take a move back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Undo<const W: usize> {
    status: Status<W>,
    displaced: Displaced,
}

/// The pieces that a move changed, as they were.
#[derive(Clone, Copy, Debug)]
pub(super) struct Displaced {
    mover: u16,
    captured: u16,
    /// The mover's, as it was.
    pub(super) flags: PieceFlags,
}

impl<const W: usize> Core<W> {
    /// The series rule of the side to move.
    #[inline]
    pub(crate) fn series_rule(&self) -> Option<&Series> {
        self.tables.variant.rules.series[self.status.turn].as_ref()
    }

    /// The fewest and the most moves that the present series may have.
    pub(crate) fn series_bounds(&self) -> Option<(u16, u16)> {
        let last = self.status.last_series;
        Some(match self.series_rule()?.length {
            SeriesLength::Fixed { moves, first } => {
                let is_first = self.status.fullmove == 1 && self.status.turn == self.tables.variant.first;
                let moves = u16::from(if is_first { first } else { moves }).max(1);
                (moves, moves)
            }
            SeriesLength::LongerEachTurn(by) | SeriesLength::LongerThanLast(by) => {
                let moves = last.saturating_add(by.into()).max(1);
                (moves, moves)
            }
            SeriesLength::Answering { longer, shorter, least } => {
                let fewest = last.saturating_sub(shorter.into()).max(least.into()).max(1);
                (fewest, last.saturating_add(longer.into()).max(fewest))
            }
        })
    }

    /// Whether the player to move may end the series as it stands.
    pub(crate) fn series_may_end(&self) -> bool {
        let played = self.status.series;
        played > 0 && !self.status.claimed && self.series_bounds().is_some_and(|(fewest, _)| played >= fewest)
    }

    /// Makes a legal move.
    pub(crate) fn make(&mut self, mv: Move) -> Undo<W> {
        let status = self.status;
        Undo { status, displaced: self.apply::<false>(mv) }
    }

    /// Takes back the move made last.
    pub(crate) fn unmake(&mut self, mv: Move, undo: Undo<W>) {
        self.restore_men::<false>(mv, undo.displaced);
        self.status = undo.status;
    }

    /// Calls `act` with the position as it would be had the side to move passed: a null move.
    ///
    /// No en passant capture and no earlier position carries over. The hash is not updated.
    pub(super) fn with_turn_passed<T>(&mut self, act: impl FnOnce(&Self) -> T) -> T {
        let status = self.status;
        self.status.turn = !status.turn;
        self.status.en_passant = Bits::EMPTY;
        self.status.series = 0;
        self.status.reversible = 0;
        let result = act(self);
        self.status = status;
        result
    }

    /// Whether a move changes nothing but men, squares crossed, castling rights and the counters of plies.
    pub(super) fn is_plain(&self) -> bool {
        let features = &self.tables.features;
        !(self.hashing || self.keeps_history || features.counts_within_turns || features.counts_stationary)
    }

    /// Makes a legal move, for who keeps the status as it was. `PLAIN` promises that the position is.
    ///
    /// What only some moves or some games do is kept out of the way of the rest.
    #[inline(always)]
    pub(super) fn apply<const PLAIN: bool>(&mut self, mv: Move) -> Displaced {
        let displaced = match mv.kind {
            MoveKind::Ordinary | MoveKind::LongStep | MoveKind::Finishing | MoveKind::Stationary => {
                self.move_man::<PLAIN>(mv.from, mv.to, mv.piece.map_or(0, Piece::number))
            }
            _ => self.apply_special(mv),
        };
        let (captures, leaves) = (displaced.captured != 0, mv.from != mv.to);
        let touched = Bits::of(mv.from) | Bits::of(mv.to);
        if self.status.rights != 0 && touched.intersects(self.rights_squares) && leaves {
            self.lose_rights(mv.from, mv.to);
        }
        self.count::<PLAIN>(mv, displaced.flags, captures, leaves);
        if mv.kind == MoveKind::LongStep || !self.status.en_passant.is_empty() {
            self.update_en_passant(mv, displaced.flags, leaves);
        }
        let us = self.status.turn;
        if !PLAIN && self.tables.features.counts_within_turns {
            self.count_within_turn(mv, us, captures);
        } else {
            self.end_turn(us);
        }
        if !PLAIN && self.keeps_history {
            self.push_history();
        }
        displaced
    }

    /// Puts the men back as they stood before a move; the status stays as it is.
    #[inline(always)]
    pub(super) fn restore_men<const PLAIN: bool>(&mut self, mv: Move, displaced: Displaced) {
        match mv.kind {
            MoveKind::Ordinary | MoveKind::LongStep | MoveKind::Finishing | MoveKind::Stationary => {
                let after = self.men.exchange(mv.to, displaced.captured);
                self.men.exchange(mv.from, displaced.mover);
                let became = if after == displaced.mover { displaced.flags } else { self.tables.flags(after) };
                self.men.move_in_sets((mv.from, displaced.flags), (mv.to, became));
                if displaced.captured != 0 {
                    self.men.toggle(mv.to, self.tables.group_of(displaced.captured));
                }
            }
            _ => self.restore_special(mv, displaced),
        }
        if !PLAIN && self.keeps_history {
            self.history.pop();
        }
    }

    #[inline(never)]
    fn restore_special(&mut self, mv: Move, displaced: Displaced) {
        let (men, tables) = (&mut self.men, &*self.tables);
        match mv.kind {
            MoveKind::Castling { partner_from, partner_to } => {
                men.lift(mv.to, tables);
                let partner = men.lift(partner_to, tables);
                men.drop(partner_from, partner, tables);
                men.drop(mv.from, displaced.mover, tables);
            }
            MoveKind::EnPassant { victim } => {
                men.lift(mv.to, tables);
                men.drop(mv.from, displaced.mover, tables);
                men.drop(victim, displaced.captured, tables);
            }
            _ => {}
        }
    }

    /// Moves the men where that is more than one man's going from square to square.
    #[inline(never)]
    fn apply_special(&mut self, mv: Move) -> Displaced {
        let after = mv.piece.map_or(0, Piece::number);
        match mv.kind {
            MoveKind::Castling { partner_from, partner_to } => {
                let king = self.take(mv.from);
                let partner = self.take(partner_from);
                self.put(mv.to, after);
                self.put(partner_to, partner);
                Displaced { mover: king, captured: 0, flags: self.tables.flags(king) }
            }
            MoveKind::EnPassant { victim } => {
                let captured = self.take(victim);
                let displaced = self.move_man::<false>(mv.from, mv.to, after);
                self.lose_rights(victim, victim);
                Displaced { captured, ..displaced }
            }
            _ => Displaced { mover: 0, captured: 0, flags: self.tables.flags(0) },
        }
    }

    /// Takes a man from one square to another, where it becomes `after` in place of what stands there; gives what it
    /// was and what it captures. The squares may be the same.
    #[inline(always)]
    fn move_man<const PLAIN: bool>(&mut self, from: Square, to: Square, after: u16) -> Displaced {
        let mover = self.men.exchange(from, 0);
        let captured = self.men.exchange(to, after);
        let flags = self.tables.flags(mover);
        let became = if after == mover { flags } else { self.tables.flags(after) };
        self.men.move_in_sets((from, flags), (to, became));
        if captured != 0 {
            self.men.toggle(to, self.tables.group_of(captured));
        }
        if !PLAIN && self.hashing {
            self.hash_move((mover, from), (after, to), captured);
        }
        Displaced { mover, captured, flags }
    }

    #[inline(never)]
    fn hash_move(&mut self, (mover, from): (u16, Square), (after, to): (u16, Square), captured: u16) {
        let zobrist = &self.tables.zobrist;
        let difference = zobrist.man(mover, from) ^ zobrist.man(after, to);
        self.status.key ^= difference;
        self.status.men_keys[self.status.turn] ^= difference;
        if captured != 0 {
            self.hash_man(captured, to);
        }
    }

    /// What leaves one square and arrives on the other loses castling rights.
    #[inline(never)]
    fn lose_rights(&mut self, from: Square, to: Square) {
        let keeps = &self.tables.setups[self.setup].keeps_rights;
        let kept = self.status.rights & keeps[from] & keeps[to];
        if kept == self.status.rights {
            return;
        }
        if self.hashing {
            self.status.key ^= Zobrist::rights(self.status.rights) ^ Zobrist::rights(kept);
        }
        self.status.rights = kept;
        self.status.reversible = 0;
    }

    /// The counters that every ply moves on or starts again.
    #[inline]
    fn count<const PLAIN: bool>(&mut self, mv: Move, flags: PieceFlags, captures: bool, leaves: bool) {
        let tables = &*self.tables;
        let status = &mut self.status;
        let progress = captures && tables.features.captures_are_progress || leaves && flags.makes_progress;
        status.halfmove = if progress { 0 } else { status.halfmove.saturating_add(1) };
        let irreversible = captures || leaves && flags.irreversible;
        status.reversible = if irreversible { 0 } else { status.reversible.saturating_add(1) };
        if !PLAIN
            && tables.features.counts_stationary
            && !matches!(mv.kind, MoveKind::EndSeries | MoveKind::ClaimStalemate)
        {
            let stationary_run = &mut status.stationary_run[status.turn];
            *stationary_run = if leaves { 0 } else { stationary_run.saturating_add(1) };
        }
    }

    /// The squares crossed by long steps, as the next ply finds them.
    #[inline(always)]
    fn update_en_passant(&mut self, mv: Move, flags: PieceFlags, leaves: bool) {
        let mut crossed = if self.status.series > 0 { self.remaining_en_passant(mv.from, leaves) } else { Bits::EMPTY };
        if mv.kind == MoveKind::LongStep {
            // What a long step has made of a man by promotion is not captured en passant.
            let remains = mv.piece.is_some_and(|piece| self.tables.group_of(piece.number()) == flags.group());
            if flags.sets_en_passant && remains {
                crossed |= self.crossed_by(self.status.turn, mv.from, mv.to);
            }
        }
        self.set_en_passant(crossed);
    }

    /// What has been crossed within a series, after what stood on `from` has left or not.
    #[inline(never)]
    fn remaining_en_passant(&self, from: Square, leaves: bool) -> Bits<W> {
        let behind = if leaves { self.en_passant_behind(self.status.turn, from) } else { Bits::EMPTY };
        self.status.en_passant & !behind
    }

    #[inline(always)]
    fn set_en_passant(&mut self, crossed: Bits<W>) {
        if self.hashing {
            self.hash_en_passant(crossed ^ self.status.en_passant);
        }
        self.status.en_passant = crossed;
    }

    #[inline(never)]
    fn hash_en_passant(&mut self, changed: Bits<W>) {
        for square in changed.iter() {
            self.status.key ^= Zobrist::en_passant(square);
        }
    }

    /// Counts the move into its series, and a check; and gives the turn to the other side when the series is over.
    #[inline(never)]
    fn count_within_turn(&mut self, mv: Move, us: Side, captures: bool) {
        let (any_series, counts_checks) = (self.tables.features.any_series, self.tables.features.counts_checks);
        let old = self.status;
        let gives_check = mv.piece.is_some() && self.is_in_check(!us);
        if gives_check && counts_checks {
            let checks = &mut self.status.checks[us];
            *checks = checks.saturating_add(1);
        }
        let by_choice = matches!(mv.kind, MoveKind::EndSeries | MoveKind::ClaimStalemate);
        self.status.claimed = mv.kind == MoveKind::ClaimStalemate;
        let over = match (self.series_rule().copied(), self.series_bounds()) {
            (Some(rule), Some((_, max))) => {
                self.status.series = old.series.saturating_add(u16::from(!by_choice));
                by_choice
                    || self.status.series >= max
                    || rule.ends_by_check && gives_check
                    || rule.ends_by_capture && captures
            }
            _ => true,
        };
        if over && any_series {
            self.end_series(by_choice);
        }
        if over {
            self.end_turn(us);
        }
        let new = self.status;
        self.status.key ^= Zobrist::series(old.last_series, old.series)
            ^ Zobrist::series(new.last_series, new.series)
            ^ Zobrist::checks(old.checks.white, old.checks.black)
            ^ Zobrist::checks(new.checks.white, new.checks.black);
    }

    fn end_series(&mut self, by_choice: bool) {
        let bounds = self.series_bounds();
        let length = self.status.series;
        let full_length = match self.series_rule().map(|rule| rule.length) {
            Some(SeriesLength::LongerEachTurn(_)) => bounds.map_or(length, |(_, max)| max),
            Some(_) => length,
            None => 1,
        };
        // Progress started the count again within the series exactly if fewer plies than moves have passed since.
        let since = self.status.halfmove.saturating_sub(u32::from(by_choice));
        let quiet = since >= u32::from(length.max(1));
        let status = &mut self.status;
        status.quiet_series = if quiet { status.quiet_series.saturating_add(1) } else { 0 };
        status.last_series = full_length;
        status.series = 0;
        let open = self.status.en_passant & !self.men.all();
        self.set_en_passant(open);
    }

    #[inline]
    fn end_turn(&mut self, us: Side) {
        let status = &mut self.status;
        status.turn = !us;
        status.key ^= Zobrist::BLACK;
        status.fullmove = status.fullmove.saturating_add(us.index() as u32);
    }
}
