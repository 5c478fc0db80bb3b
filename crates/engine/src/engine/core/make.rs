//! Making and unmaking moves.
//!
//! Most moves take one man to another square or turn it on its own, and change little else. A fast path makes these. A
//! general path makes all others, and every move of a game where a turn may have several if the keys are needed.

use super::changes::{Changes, Effects};
use super::state::MoveUndo;
use super::{Core, Keys};
use crate::engine::bits::Bits;
use crate::engine::tables::{Occupant, PathMen, Zobrist, castling_right, group_index};
use crate::engine::{ManChange, ManMove, Move, MoveKind, MoveShape};
use crate::geometry::Square;

/// A mask that keeps a counter, or clears it. This avoids a branch.
const fn keep_mask(reset: bool) -> u32 {
    (!reset as u32).wrapping_neg()
}

/// The next number of a counter, which stays at its maximum. This takes fewer instructions than a saturating addition.
const fn incremented(counter: u32) -> u32 {
    counter.wrapping_add((counter != u32::MAX) as u32)
}

impl<const W: usize> Core<W> {
    /// Makes a move without testing whether it is legal; see [`Position::make`](crate::engine::Position::make).
    #[inline(never)]
    pub(crate) fn make(&mut self, mv: Move) {
        // Rare cases come last everywhere: the common path calls nothing and needs few registers.
        if self.status.saved {
            self.apply_saved::<true>(mv);
        } else {
            self.make_first(mv);
        }
    }

    /// Makes the first move from a position, saving its status.
    #[inline(never)]
    fn make_first(&mut self, mv: Move) {
        self.save_status();
        self.make(mv);
    }

    /// Makes a move for good: no move can be taken back any more, and positions that can't recur are dropped.
    #[inline(never)]
    pub(crate) fn make_for_good(&mut self, mv: Move) {
        self.make(mv);
        self.update_keys();
        if self.status.plies_since_irreversible == 0 {
            self.history.clear();
            self.log.clear();
        }
    }

    /// Makes a null move: the opponent is to move, and no man has moved. Returns `false`, and makes none, where the
    /// rules have no place for one: in check, in games with series or where passes in a row end the game, and when the
    /// game is decided although moves are left.
    ///
    /// En passant squares are cleared, no earlier position can be repeated, and no counter advances.
    pub(crate) fn make_null(&mut self) -> bool {
        let us = self.status.turn;
        let features = &self.tables.features;
        if features.any_series || features.counts_passes || self.is_decided() || self.is_in_check(us) {
            return false;
        }
        let before = self.status;
        self.make(Move::Pass);
        let status = &mut self.status;
        (status.halfmove, status.stationary_run, status.plies_since_irreversible) =
            (before.halfmove, before.stationary_run, 0);
        (status.counted, status.count_limit) = (before.counted, before.count_limit);
        true
    }

    /// The number of moves made that can be taken back.
    #[inline]
    pub(crate) fn moves_made(&self) -> usize {
        self.history.len()
    }

    /// Takes back the last move, if there is one.
    #[inline(never)]
    pub(crate) fn unmake(&mut self) {
        self.take_back();
    }

    /// Takes back the last move; inlined.
    #[inline(always)]
    pub(super) fn take_back(&mut self) {
        let Some(last) = self.history.pop() else { return };
        let (mv, displaced) = (last.mv, last.displaced);
        self.status = last.status;
        self.restore_men(mv, displaced);
    }

    /// Takes back moves until no more than `made` are left: nearly always one.
    #[inline(never)]
    pub(crate) fn unmake_to(&mut self, made: usize) {
        if self.history.len() > made {
            self.take_back();
        }
        if self.history.len() > made {
            self.unmake_more(made);
        }
    }

    #[cold]
    #[inline(never)]
    fn unmake_more(&mut self, made: usize) {
        while self.history.len() > made {
            self.take_back();
        }
    }

    /// Calls `act` with the position after a null move: the opponent is to move, and no man has moved.
    ///
    /// No en passant square and no earlier position carries over. The hash is not updated.
    pub(super) fn with_turn_passed<T>(&mut self, act: impl FnOnce(&Self) -> T) -> T {
        let status = self.status;
        self.status.turn = !status.turn;
        self.status.en_passant = Bits::EMPTY;
        self.status.series = 0;
        self.status.moved = Bits::EMPTY;
        self.status.plies_since_irreversible = 0;
        let result = act(self);
        self.status = status;
        result
    }

    /// Makes a move and returns what it displaces. With `KEEP_HISTORY` the position before is pushed to the
    /// history, for [`Core::unmake`]; without it the caller restores `status`, and the keys are not updated.
    #[inline(always)]
    pub(super) fn apply<const KEEP_HISTORY: bool>(&mut self, mv: Move) -> MoveUndo {
        if KEEP_HISTORY && !self.status.saved {
            self.save_status();
        }
        self.apply_saved::<KEEP_HISTORY>(mv)
    }

    /// Makes a move without saving the status.
    #[inline(always)]
    fn apply_saved<const KEEP_HISTORY: bool>(&mut self, mv: Move) -> MoveUndo {
        if self.tables.features.counts_within_turns {
            return self.apply_within_turn::<KEEP_HISTORY>(mv);
        }
        let fast = match mv {
            Move::Man(ManMove { kind, .. }) if kind.takes_one_man() => self.move_man::<KEEP_HISTORY>(mv),
            Move::Man(ManMove { kind: MoveKind::Stationary, .. }) => self.turn_man::<KEEP_HISTORY>(mv),
            Move::Man(_) | Move::Drop(_) | Move::Wall(_) | Move::Pass | Move::EndSeries | Move::ClaimStalemate => None,
        };
        match fast {
            Some(displaced) => displaced,
            None => self.apply_special(mv, KEEP_HISTORY),
        }
    }

    /// Makes a move where a turn may have several moves. The fast path leaves the keys for later, which only works
    /// where the turn passes with each move. It is not taken if keys are kept up.
    #[inline(never)]
    fn apply_within_turn<const KEEP_HISTORY: bool>(&mut self, mv: Move) -> MoveUndo {
        if self.tables.features.claims_lapse && !self.claims_stand {
            self.lapse_claims();
        }
        let displaced = match mv {
            _ if self.hashing => None,
            Move::Man(ManMove { kind, .. }) if kind.takes_one_man() => {
                self.arriving_man(mv).map(|arriving| self.shift_man::<KEEP_HISTORY>(mv, arriving))
            }
            Move::Man(ManMove { kind: MoveKind::Stationary, .. }) => {
                self.turned_man(mv).map(|turned| self.turn_in_place::<KEEP_HISTORY>(mv, turned))
            }
            Move::Man(_) | Move::Drop(_) | Move::Wall(_) | Move::Pass | Move::EndSeries | Move::ClaimStalemate => None,
        };
        let Some(displaced) = displaced else { return self.apply_special(mv, KEEP_HISTORY) };
        let (mover, captured) = (displaced.mover(), displaced.captured());
        self.end_ply(mv, &Changes::of_plain_move(mv.man(), mover, captured));
        displaced
    }

    /// Puts the men back where they stood before a move. The status stays as it is.
    #[inline(always)]
    pub(super) fn restore_men(&mut self, mv: Move, displaced: MoveUndo) {
        if displaced.is_general() {
            return self.undo_general(mv, displaced);
        }
        let Move::Man(ManMove { from, to, .. }) = mv else { return };
        let (mover, captured) = (displaced.mover(), displaced.captured());
        if from == to {
            return self.men.set(from, mover);
        }
        self.men.set(to, captured);
        self.men.set(from, mover);
        let (here, there) = (Bits::of(from), Bits::of(to));
        self.men.toggle_squares(mover.group(), here ^ there);
        if captured.is_some() {
            self.men.toggle_squares(captured.group(), there);
        }
    }

    /// Moves a man to another square, where it may turn. If the move does more, it is not made, and the result is
    /// `None`.
    ///
    /// The move is handed on as it is and never put together again from its parts, which would take longer.
    #[inline(always)]
    fn move_man<const KEEP_HISTORY: bool>(&mut self, mv: Move) -> Option<MoveUndo> {
        let arriving = self.arriving_man(mv)?;
        Some(self.move_as::<KEEP_HISTORY>(mv, arriving))
    }

    /// Moves a man to another square, where it arrives as this man.
    #[inline(always)]
    fn move_as<const KEEP_HISTORY: bool>(&mut self, mv: Move, arriving: Occupant) -> MoveUndo {
        let Move::Man(ManMove { from, to, kind, .. }) = mv else { return MoveUndo::NOTHING };
        let displaced = self.shift_man::<KEEP_HISTORY>(mv, arriving);
        let (mover, captured) = (displaced.mover(), displaced.captured());
        let irreversible = mover.is_irreversible() | captured.is_some();
        self.end_simple_ply::<KEEP_HISTORY>(mover.progresses(captured), irreversible, true);
        let touches_rights = self.status.rights != 0 && (Bits::of(from) | Bits::of(to)).intersects(self.rights_squares);
        if touches_rights || self.tables.features.has_rare_effects {
            self.end_rare_move(mv, mover, touches_rights);
        } else if matches!(kind, MoveKind::LongStep) && mover.sets_en_passant() {
            self.set_en_passant(mv, mover);
        }
        displaced
    }

    /// Makes a move that captures nothing in games where men die by captures alone, if it takes one man to a square and
    /// nothing else.
    fn move_quietly(&mut self, mv: Move, keeps_history: bool) -> Option<MoveUndo> {
        let man =
            mv.man().filter(|man| matches!(man.kind, MoveKind::Ordinary | MoveKind::LongStep | MoveKind::OnceAGame))?;
        let arriving = self.arriving_alike(mv)?;
        let is_quiet = man.from != man.to && !self.men.occupant(man.to).is_some();
        let make = if keeps_history { Self::move_as::<true> } else { Self::move_as::<false> };
        is_quiet.then(|| make(self, mv, arriving))
    }

    /// The man that arrives, if the move can be made, takes one man of the board to another square, and leaves it a man
    /// of its kind.
    #[inline(always)]
    fn arriving_man(&self, mv: Move) -> Option<Occupant> {
        let Move::Man(ManMove { from, to, .. }) = mv else { return None };
        let arriving = self.arriving_alike(mv)?;
        let fast = !(Bits::of(from) | Bits::of(to)).intersects(self.slow_squares);
        fast.then_some(arriving)
    }

    /// The man that arrives, if it is still a man of its kind.
    #[inline(always)]
    fn arriving_alike(&self, mv: Move) -> Option<Occupant> {
        let Move::Man(ManMove { from, piece, .. }) = mv else { return None };
        let mover = self.men.occupant(from);
        let mut arriving = mover;
        if mover.piece() != piece.number() {
            arriving = self.tables.occupant(piece.number());
            if !mover.is_some() || !arriving.is_some() || mover.group() != arriving.group() {
                return None;
            }
        }
        Some(arriving)
    }

    /// Moves a man, which arrives as this man, and the man that it captures, and nothing else.
    #[inline(always)]
    fn shift_man<const KEEP_HISTORY: bool>(&mut self, mv: Move, arriving: Occupant) -> MoveUndo {
        let Move::Man(ManMove { from, to, .. }) = mv else { return MoveUndo::NOTHING };
        let mover = self.men.occupant(from);
        self.men.set(from, Occupant::NONE);
        let captured = self.men.occupant(to);
        self.men.set(to, arriving);
        let displaced = MoveUndo::new(mover, captured);
        if KEEP_HISTORY {
            self.push_history(mv, displaced);
        }
        let there = Bits::of(to);
        self.men.toggle_squares(mover.group(), Bits::of(from) ^ there);
        if captured.is_some() {
            self.men.toggle_squares(captured.group(), there);
        }
        displaced
    }

    /// Rare effects of moves on the fast path other than long steps: castling rights or first moves are lost, or the
    /// move counts as progress by more than the moving or captured man.
    #[inline(never)]
    fn end_rare_move(&mut self, mv: Move, mover: Occupant, touches_rights: bool) {
        let Move::Man(man) = mv else { return };
        if touches_rights && self.retain_castling_rights(self.kept_castling_rights(man.from, man.to)) {
            self.status.plies_since_irreversible = 0;
        }
        if !self.status.unmoved.is_empty() && self.lose_first_moves(man, mover, man.to) {
            self.status.plies_since_irreversible = 0;
        }
        if self.tables.features.other_progress && self.makes_other_progress(man, mover) {
            self.status.halfmove = 0;
        }
        if man.kind == MoveKind::LongStep && mover.sets_en_passant() {
            self.set_en_passant(mv, mover);
        }
    }

    /// Sets the en passant squares after a long step on the fast path.
    #[inline(never)]
    fn set_en_passant(&mut self, mv: Move, mover: Occupant) {
        let Move::Man(ManMove { from, to, .. }) = mv else { return };
        self.status.en_passant = self.en_passant_of_step(!self.status.turn, mover, from, to);
    }

    /// Turns or flips a man on its square. If the move does more, it is not made, and the result is `None`.
    #[inline(always)]
    fn turn_man<const KEEP_HISTORY: bool>(&mut self, mv: Move) -> Option<MoveUndo> {
        let turned = self.turned_man(mv)?;
        let displaced = self.turn_in_place::<KEEP_HISTORY>(mv, turned);
        self.end_simple_ply::<KEEP_HISTORY>(false, false, false);
        if self.tables.features.first_moves {
            self.end_rare_turn(mv, displaced);
        }
        Some(displaced)
    }

    /// The man after a turn, if a move can be made that turns a man of the board on its square.
    #[inline(always)]
    fn turned_man(&self, mv: Move) -> Option<Occupant> {
        let man = mv.man()?;
        let (mover, turned) = (self.men.occupant(man.from), self.tables.occupant(man.piece.number()));
        let does_more = man.to != man.from || mover.group() != turned.group() || !mover.is_some() || !turned.is_some();
        (!does_more && !self.slow_squares.contains(man.from)).then_some(turned)
    }

    /// Turns a man on its square into this piece, and does nothing else.
    #[inline(always)]
    fn turn_in_place<const KEEP_HISTORY: bool>(&mut self, mv: Move, turned: Occupant) -> MoveUndo {
        let Move::Man(ManMove { from, .. }) = mv else { return MoveUndo::NOTHING };
        let displaced = MoveUndo::new(self.men.occupant(from), Occupant::NONE);
        if KEEP_HISTORY {
            self.push_history(mv, displaced);
        }
        self.men.set(from, turned);
        displaced
    }

    /// Rare effects of turns in games with first moves: a man that turns may lose its own.
    #[inline(never)]
    fn end_rare_turn(&mut self, mv: Move, displaced: MoveUndo) {
        if mv.man().is_some_and(|man| self.lose_first_moves(man, displaced.mover(), man.to)) {
            self.status.plies_since_irreversible = 0;
        }
    }

    /// Whether a move, which has been made, counts as progress because it promotes the man or cannot be taken back.
    #[inline(never)]
    pub(super) fn makes_other_progress(&self, man: ManMove, mover: Occupant) -> bool {
        let arrived = self.tables.occupant(man.piece.number());
        let promotes = arrived.group() != mover.group();
        let one_way = || {
            let piece = &self.tables.pieces[usize::from(man.piece.number())];
            let steps = piece.masked(man.to, piece.long_step_ends(self.tables.variant.board, man.to), Bits::EMPTY);
            promotes
                || !(piece.moves.targets(&self.tables.slides, man.to, Bits::EMPTY, || PathMen::all(Bits::EMPTY))
                    | steps)
                    .contains(man.from)
        };
        promotes && self.tables.variant.rules.progress.promotions
            || self.tables.pieces[usize::from(mover.piece())].progresses_one_way && one_way()
    }

    /// Updates the status after a move on the fast path, which has taken one man from its square or turned it there.
    #[inline(always)]
    fn end_simple_ply<const KEEP_HISTORY: bool>(&mut self, progress: bool, irreversible: bool, leaves: bool) {
        let status = &mut self.status;
        let us = status.turn;
        status.halfmove = incremented(status.halfmove) & keep_mask(progress);
        status.plies_since_irreversible = incremented(status.plies_since_irreversible) & keep_mask(irreversible);
        status.en_passant = Bits::EMPTY;
        status.turn = !us;
        status.fullmove = status.fullmove.saturating_add(us.index() as u32);
        if KEEP_HISTORY {
            status.unhashed = true;
        }
        let features = &self.tables.features;
        if features.counts_stationary {
            let run = &mut status.stationary_run[us];
            *run = if leaves { 0 } else { run.saturating_add(1) };
        }
    }

    /// Remembers the move that is made in the position, whose status is saved.
    #[inline(always)]
    pub(super) fn push_history(&mut self, mv: Move, displaced: MoveUndo) {
        self.history.push(mv, displaced);
        self.status.saved = false;
    }

    /// Updates the keys and writes the status to the slot behind the history, which [`Core::push_history`] makes part of
    /// it. Called for the first of the moves that are made in a position.
    #[inline(never)]
    fn save_status(&mut self) {
        self.update_keys();
        self.history.save(&mut self.status);
    }

    /// Adds the last move to the keys, if they do not include it yet.
    #[inline(always)]
    pub(super) fn update_keys(&mut self) {
        if self.status.unhashed {
            self.status.keys = self.keys();
            self.status.unhashed = false;
        }
    }

    /// The keys of the position.
    #[inline]
    pub(crate) fn keys(&self) -> Keys {
        if self.status.unhashed { self.keys_after_last() } else { self.status.keys }
    }

    /// The keys after a move on the fast path, computed from those before it.
    #[inline(never)]
    fn keys_after_last(&self) -> Keys {
        let mut keys = self.status.keys;
        let Some(before) = self.history.last() else { return keys };
        let Some(man) = before.mv.man() else { return keys };
        let (mover, captured) = (before.displaced.mover(), before.displaced.captured());
        let (zobrist, us) = (&self.tables.zobrist, !self.status.turn);
        let moved = zobrist.man(mover.piece())[man.from] ^ zobrist.man(man.piece.number())[man.to];
        let lost = zobrist.man(captured.piece())[man.to];
        let en_passant = self.en_passant_key_from_scratch();
        let mut rights = 0;
        if before.status.rights != self.status.rights {
            rights = Zobrist::rights(before.status.rights) ^ Zobrist::rights(self.status.rights);
        }
        if self.tables.features.first_moves {
            rights ^= Zobrist::unmoved(before.status.unmoved ^ self.status.unmoved);
        }
        keys.all ^= moved ^ lost ^ rights ^ Zobrist::BLACK ^ keys.en_passant ^ en_passant;
        keys.en_passant = en_passant;
        keys.men[us] ^= moved;
        keys.men[!us] ^= lost;
        keys
    }

    // Making and unmaking the moves that the fast path leaves: castling, captures en passant, promotions, passes, and
    // in games where a turn may have several moves all of them, if the keys are kept up.

    /// Makes any move.
    #[inline(never)]
    pub(super) fn apply_special(&mut self, mv: Move, keeps_history: bool) -> MoveUndo {
        if self.tables.features.plain_quiet_moves
            && let Some(displaced) = self.move_quietly(mv, keeps_history)
        {
            return displaced;
        }
        let changes = self.changes(mv);
        let one_man = changes.of_one_man(mv);
        let logs = self.has_more_changes(&changes) || one_man.is_none() && changes.mover.is_some();
        let displaced = MoveUndo::general(changes.mover, changes.captured, one_man.is_some(), logs);
        if keeps_history {
            self.push_history(mv, displaced);
        }
        if logs {
            self.log_changes(mv, &changes, one_man.is_none());
        }
        if let Some(man) = one_man {
            self.move_one_man(man, changes.mover, changes.captured);
        }
        if logs {
            self.make_logged_changes();
        }
        if self.tables.features.walls {
            let walls = self.walls_after(changes.effects.new_wall, changes.wall_put_by(mv), self.men.all());
            if self.hashing {
                self.status.keys.all ^= Zobrist::walls(self.status.walls ^ walls);
            }
            self.status.walls = walls;
        }
        self.end_ply(mv, &changes);
        displaced
    }

    /// Logs the changes of men by a move: all of them, or those beside the man that it takes to a square and the one that it captures there,
    /// which [`MoveUndo`] has.
    fn log_changes(&mut self, mv: Move, changes: &Changes<W>, all: bool) {
        let mut log = std::mem::take(&mut self.log);
        log.begin_move();
        let mut push = |change| log.push(change);
        if all {
            self.each_change(mv, changes, &mut push);
        } else {
            self.each_other_change(mv, changes, &mut push);
        }
        self.log = log;
    }

    /// Makes the changes of the last move in the log.
    fn make_logged_changes(&mut self) {
        let log = std::mem::take(&mut self.log);
        for &change in log.last_move() {
            self.make_change(change);
        }
        self.log = log;
    }

    /// Takes one man to a square, where it may become another, and the one that it captures there away.
    #[inline]
    fn move_one_man(&mut self, man: ManMove, mover: Occupant, captured: Occupant) {
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

    #[inline(always)]
    fn make_change(&mut self, change: ManChange) {
        match change {
            ManChange::OnBoard { piece, square, arrives, .. } => {
                let man = self.tables.occupant(piece.number());
                if arrives {
                    self.men.put(square, man);
                } else {
                    self.men.remove(square);
                }
                self.hash_man(man, square);
            }
            ManChange::InHand { side, kind, arrives } => {
                let group = group_index(side, kind.0);
                let before = self.hands.of_group(group);
                let after = if arrives { before.saturating_add(1) } else { before.saturating_sub(1) };
                self.hands.set(group, after);
                if self.hashing {
                    self.status.keys.all ^= Zobrist::hand(group, before) ^ Zobrist::hand(group, after);
                }
            }
        }
    }

    /// Takes back the last move, which was made on the general path. The keys are restored with the status.
    #[inline(never)]
    fn undo_general(&mut self, mv: Move, displaced: MoveUndo) {
        if displaced.is_logged() {
            self.undo_logged_changes();
        }
        let (mover, captured) = (displaced.mover(), displaced.captured());
        if displaced.is_of_one_man()
            && let Move::Man(man) = mv
        {
            let arrived = self.men.occupant(man.to);
            self.men.set(man.to, captured);
            self.men.set(man.from, mover);
            self.men.toggle_move(man, mover, arrived, captured);
        }
    }

    /// Takes back the changes of the last move in the log.
    fn undo_logged_changes(&mut self) {
        while let Some(change) = self.log.pop() {
            match change {
                ManChange::OnBoard { square, arrives: true, .. } => _ = self.men.remove(square),
                ManChange::OnBoard { piece, square, arrives: false, .. } => {
                    self.men.put(square, self.tables.occupant(piece.number()));
                }
                ManChange::InHand { side, kind, arrives } => {
                    let group = group_index(side, kind.0);
                    let after = self.hands.of_group(group);
                    self.hands.set(group, if arrives { after.saturating_sub(1) } else { after.saturating_add(1) });
                }
            }
        }
    }

    /// Updates the status after any move, whose changes have been made.
    #[inline(never)]
    fn end_ply(&mut self, mv: Move, changes: &Changes<W>) {
        let Changes { mover, captured, captor, effects: Effects { dead, converted, new_wall }, .. } = *changes;
        let man = mv.man().filter(|_| mover.is_some());
        let (us, captures) = (self.status.turn, captured.is_some());
        let leaves = man.is_some_and(|man| man.leaves() && !changes.is_back(man));
        // A captured man may come back from a hand, or return home.
        let features = &self.tables.features;
        let lost = (captures || !dead.is_empty()) && !features.hands && !features.aftermath;
        let walled = features.walls && (mv.wall().is_some() && self.keeps_walls() || !new_wall.is_empty());
        let mut irreversible = lost || leaves && mover.is_irreversible() || walled;
        if self.status.rights != 0 {
            let before = self.status.rights;
            if let Some(man) = man {
                self.lose_castling_rights(man, changes);
            }
            for square in (dead | converted).iter() {
                self.retain_castling_rights(self.kept_castling_rights(square, square));
            }
            let lost = man.is_some() && before != self.status.rights;
            irreversible |= lost && !self.tables.features.dropped_castling;
            if self.hashing {
                self.status.keys.all ^= Zobrist::rights(before) ^ Zobrist::rights(self.status.rights);
            }
        }
        if let Some(drop) = mv.drop_move().filter(|_| self.tables.features.dropped_castling) {
            self.gain_castling_rights(us, drop.to);
        }
        if !self.status.unmoved.is_empty() {
            let before = self.status.unmoved;
            irreversible |= match (man, mv.drop_move()) {
                (Some(man), _) => self.lose_first_moves(man, mover, changes.stands(man)),
                (None, Some(drop)) => self.lose_first_moves_by_aim(drop.to),
                (None, None) => false,
            };
            self.status.unmoved &= !dead & !converted;
            if self.hashing {
                self.status.keys.all ^= Zobrist::unmoved(before ^ self.status.unmoved);
            }
        }
        let kills = !dead.is_empty() && self.tables.variant.rules.progress.captures;
        let progress = mover.progresses(captured) && (captures || leaves) || kills;
        let status = &mut self.status;
        status.halfmove = if progress { 0 } else { status.halfmove.saturating_add(1) };
        status.plies_since_irreversible =
            if irreversible { 0 } else { status.plies_since_irreversible.saturating_add(1) };
        let features = &self.tables.features;
        let survives = man.is_some_and(|man| !dead.contains(man.to));
        if features.other_progress
            && leaves
            && captor.is_none()
            && survives
            && man.is_some_and(|man| self.makes_other_progress(man, mover))
        {
            self.status.halfmove = 0;
        }
        if features.hands && matches!(mv, Move::Drop(_)) && self.tables.variant.rules.progress.drops {
            self.status.halfmove = 0;
        }
        let (counts_stationary, counts_within_turns) = (features.counts_stationary, features.counts_within_turns);
        if counts_stationary && !matches!(mv, Move::EndSeries | Move::ClaimStalemate) {
            let run = &mut self.status.stationary_run[us];
            *run = if man.is_some_and(ManMove::leaves) || mv.drop_move().is_some() { 0 } else { run.saturating_add(1) };
        }
        self.status.en_passant = {
            // The man on the square where it stands.
            let man = man.filter(|&man| !changes.is_back(man)).map(|man| ManMove { to: changes.stands(man), ..man });
            self.en_passant_after(man, mover, survives)
        };
        if self.status.series > 0 && !dead.is_empty() {
            self.status.en_passant = self.en_passant_without_dead();
        }
        if self.tables.features.walls {
            self.cover_en_passant_squares();
        }
        if counts_within_turns {
            self.update_turn_counters(mv, us, changes);
            if self.tables.features.counts_moves {
                self.update_move_count(us, man, changes);
            }
        } else {
            self.end_turn(us);
        }
        if self.hashing {
            self.hash_en_passant();
        }
    }

    /// Removes the castling rights that depend on the squares of a man's move, but not from the keys. A captor whose square stays the
    /// same keeps its own unless it becomes another man.
    fn lose_castling_rights(&mut self, man: ManMove, changes: &Changes<W>) {
        let becomes_other = self.tables.occupant(man.piece.number()).group() != changes.mover.group();
        if !man.leaves() && !becomes_other {
            return;
        }
        let on = changes.captured_on;
        let mut kept = self.kept_castling_rights(on, on);
        if becomes_other || !changes.is_back(man) {
            kept &= self.kept_castling_rights(man.from, changes.stands(man));
        }
        if let MoveShape::Castling { partner_from, .. } = man.kind.shape() {
            kept &= !self.rights_castled_away(man.from, partner_from);
        }
        self.retain_castling_rights(kept);
    }

    /// The castling rights that do not depend on two squares.
    #[inline(always)]
    pub(super) fn kept_castling_rights(&self, from: Square, to: Square) -> u8 {
        let keeps = &self.start.keeps_rights;
        keeps[from] & keeps[to]
    }

    /// Removes all castling rights but these, and returns whether there were others.
    #[inline(always)]
    pub(super) fn retain_castling_rights(&mut self, kept: u8) -> bool {
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
        if loses { castling_right(!us, wing) } else { 0 }
    }

    /// The en passant squares after a move. The man may have died by it.
    fn en_passant_after(&self, man: Option<ManMove>, mover: Occupant, survives: bool) -> Bits<W> {
        let mut crossed = Bits::EMPTY;
        if self.status.series > 0 && !self.status.en_passant.is_empty() {
            crossed = self.en_passant_within_series(man, mover);
        }
        // A man that promotes at the end of its long step cannot be captured en passant.
        let stays = |man: &ManMove| survives && self.tables.occupant(man.piece.number()).group() == mover.group();
        let steps = man.filter(|man| man.kind == MoveKind::LongStep && mover.sets_en_passant() && stays(man));
        steps.map_or(crossed, |man| {
            self.add_crossed_squares(crossed, self.en_passant_of_step(self.status.turn, mover, man.from, man.to))
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
