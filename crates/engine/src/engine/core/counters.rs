//! Counters of a turn, counts of moves while few men are left, and illegal repetition.

use super::changes::{Changes, Effects};
use super::{Core, Status};
use crate::engine::bits::Bits;
use crate::engine::tables::{Zobrist, castling_right};
use crate::engine::{ManMove, Move, MoveKind};
use crate::geometry::Side;
use crate::model::{Count, KindId, Series, SeriesLength, SeriesMovers};

impl<const W: usize> Core<W> {
    /// The series rule of the side to move.
    #[inline]
    pub(crate) fn series_rule(&self) -> Option<&Series> {
        self.tables.variant.rules.series[self.status.turn].as_ref()
    }

    /// Whether captures are compulsory for the side to move, be there one or not.
    pub(super) fn captures_are_compulsory(&self) -> bool {
        self.tables.variant.rules.compulsory_capture[self.status.turn]
    }

    /// The minimum and maximum number of moves in the present series.
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

    /// Whether the player to move may end the series now.
    pub(crate) fn series_may_end(&self) -> bool {
        let played = self.status.series;
        played > 0 && !self.status.claimed && self.series_bounds().is_some_and(|(fewest, _)| played >= fewest)
    }

    /// Whether the player to move ends the series if no other move is left.
    pub(super) fn series_ends_when_stuck(&self) -> bool {
        let limited = |rule: &Series| rule.movers != SeriesMovers::Any;
        self.tables.features.series_movers && self.status.series > 0 && self.series_rule().is_some_and(limited)
    }

    /// The men of the side to move that may not move on in the present series.
    #[inline(always)]
    pub(super) fn resting(&self) -> Bits<W> {
        if self.tables.features.series_movers { self.find_resting() } else { Bits::EMPTY }
    }

    /// [`Self::resting`] in a game that limits which men move in a series.
    #[inline(never)]
    fn find_resting(&self) -> Bits<W> {
        let moved = self.status.moved;
        match self.series_rule().map(|rule| rule.movers) {
            Some(SeriesMovers::Different) => moved,
            Some(SeriesMovers::Same) if !moved.is_empty() => !moved,
            Some(SeriesMovers::Same | SeriesMovers::Any) | None => Bits::EMPTY,
        }
    }

    /// Whether a man on the board must move: no man may be dropped.
    pub(super) fn drops_rest(&self) -> bool {
        let same = |rule: &Series| rule.movers == SeriesMovers::Same;
        self.tables.features.series_movers && !self.status.moved.is_empty() && self.series_rule().is_some_and(same)
    }

    /// The squares of the men that have moved in the present series, after a move that has been made.
    #[inline(never)]
    fn moved_after(&self, mv: Move, changes: &Changes<W>) -> Bits<W> {
        let before = match self.series_rule().map_or(SeriesMovers::Any, |rule| rule.movers) {
            SeriesMovers::Any => return Bits::EMPTY,
            SeriesMovers::Same => Bits::EMPTY,
            SeriesMovers::Different => self.status.moved,
        };
        let (mut left, mut reached) = (Bits::EMPTY, Bits::EMPTY);
        match mv {
            Move::Man(man) => {
                left.insert(man.from);
                reached.insert(changes.stands(man));
                if let Some((partner_from, partner_to)) = man.kind.castling() {
                    left.insert(partner_from);
                    reached.insert(partner_to);
                }
            }
            Move::Drop(drop) => reached.insert(drop.to),
            Move::Wall(_) | Move::Pass | Move::EndSeries | Move::ClaimStalemate => {}
        }
        // Some may have died, or changed sides.
        (before & !left | reached) & self.men.of_side(self.status.turn)
    }

    /// Updates the counters of a turn after a move (series, checks given, passes in a row), and ends the series or the
    /// turn.
    pub(super) fn update_turn_counters(&mut self, mv: Move, us: Side, changes: &Changes<W>) {
        let (any_series, counts_checks) = (self.tables.features.any_series, self.tables.features.counts_checks);
        let old = self.status;
        let gives_check = mv.changes_board() && self.is_in_check(!us);
        if gives_check && counts_checks {
            let checks = &mut self.status.checks[us];
            *checks = checks.saturating_add(1);
        }
        let by_choice = matches!(mv, Move::EndSeries | Move::ClaimStalemate);
        if self.tables.features.counts_passes && !by_choice {
            // Two passes in a row count if both sides made one.
            let answers = old.passes > 0 && old.series == 0;
            self.status.passes = if mv == Move::Pass { 1 + u8::from(answers) } else { 0 };
        }
        if self.tables.features.notes_castling
            && let Some(man) = mv.man()
            && let Some((partner_from, _)) = man.kind.castling()
        {
            let board = self.tables.variant.board;
            // They never stand on one file.
            let wing = usize::from(board.file(partner_from) > board.file(man.from));
            self.status.castled.0 |= castling_right(us, wing);
        }
        self.status.claimed = mv == Move::ClaimStalemate;
        let turn_ends = match (self.series_rule().copied(), self.series_bounds()) {
            (Some(rule), Some((_, max))) => {
                self.status.series = old.series.saturating_add(u16::from(!by_choice));
                if self.tables.features.series_movers {
                    self.status.moved = self.moved_after(mv, changes);
                }
                by_choice
                    || self.status.series >= max
                    || rule.ends_by_check && gives_check
                    || rule.ends_by_capture && changes.captured.is_some()
                    || rule.movers == SeriesMovers::Same && self.status.moved.is_empty()
            }
            _ => true,
        };
        if turn_ends && any_series {
            self.end_series(by_choice);
        }
        if turn_ends {
            self.end_turn(us);
        }
        if self.hashing {
            self.status.keys.all ^= self.turn_counters_key(&old) ^ self.turn_counters_key(&self.status);
        }
    }

    /// Notes before a move that the player to move passes up a win that it could claim.
    #[inline(never)]
    pub(super) fn lapse_claims(&mut self) {
        let (us, old) = (self.status.turn, self.status);
        if old.lapsed[us] || !self.can_claim_win() {
            return;
        }
        self.status.lapsed[us] = true;
        if self.hashing {
            self.status.keys.all ^= self.turn_counters_key(&old) ^ self.turn_counters_key(&self.status);
        }
    }

    /// Returns the Zobrist key of the counters of a turn.
    #[inline]
    pub(super) fn turn_counters_key(&self, status: &Status<W>) -> u64 {
        let last_series = if self.tables.features.series_answer { status.last_series } else { 0 };
        Status { last_series, ..*status }.key(|_, hashed| hashed.by_turn())
    }

    /// Ends a series: resets its counters, and counts it if there was no progress in it.
    fn end_series(&mut self, by_choice: bool) {
        let bounds = self.series_bounds();
        let length = self.status.series;
        let full_length = match self.series_rule().map(|rule| rule.length) {
            Some(SeriesLength::LongerEachTurn(_)) => bounds.map_or(length, |(_, max)| max),
            Some(_) => length,
            None => 1,
        };
        // There was progress in the series exactly if fewer plies than its moves have been played since progress.
        let quiet_moves = self.status.halfmove.saturating_sub(u32::from(by_choice));
        let quiet = quiet_moves >= u32::from(length.max(1));
        let status = &mut self.status;
        status.quiet_series = if quiet { status.quiet_series.saturating_add(1) } else { 0 };
        status.last_series = full_length;
        status.series = 0;
        status.moved = Bits::EMPTY;
        if self.tables.en_passant_steps[self.status.turn].straight {
            self.status.en_passant &= !self.occupied();
        }
    }

    /// Passes the turn to the opponent.
    #[inline]
    pub(super) fn end_turn(&mut self, us: Side) {
        let status = &mut self.status;
        status.turn = !us;
        status.keys.all ^= Zobrist::BLACK;
        status.fullmove = status.fullmove.saturating_add(us.index() as u32);
    }

    // Counts of moves toward a limit that depends on the men left.

    /// Goes on counting after a move of `us`, whose turn may have passed with it, or begins to count.
    #[inline(never)]
    pub(super) fn update_move_count(&mut self, us: Side, man: Option<ManMove>, changes: &Changes<W>) {
        let Changes { mover, captured, effects: Effects { dead, converted, .. }, .. } = *changes;
        let mut lost: Vec<KindId> = Vec::new();
        if !dead.is_empty() {
            lost.extend(self.log.last_dead().map(|(_, piece)| self.kind_of(piece.number())));
        }
        if captured.is_some() {
            lost.push(self.kind_of(captured.piece()));
        }
        let turn = self.status.turn;
        let promotes = man.is_some_and(|man| self.tables.occupant(man.piece.number()).group() != mover.group());
        if self.status.count_limit > 0 {
            self.status.counted = self.status.counted.saturating_add(1);
        }
        if !lost.is_empty() && turn != us && self.counts_as_bare(us) {
            let begins = |count: &Count| count.from_men && lost.iter().any(|kind| count.without.contains(kind));
            if let Some((limit, from)) = self.find_move_count(us, begins) {
                // The player's next move continues the count from the number of men.
                (self.status.count_limit, self.status.counted) = (limit, from.saturating_sub(1));
            }
        }
        let restarts = (!lost.is_empty() || promotes || !converted.is_empty()) && self.counts_as_bare(turn);
        if (restarts || self.status.count_limit == 0)
            && let Some((limit, from)) = self.find_move_count(turn, |_| true)
        {
            (self.status.count_limit, self.status.counted) = (limit, from);
        }
    }

    /// The limit of the count that a side's men call for, and where it begins, in plies.
    fn find_move_count(&self, side: Side, accepts: impl Fn(&Count) -> bool) -> Option<(u16, u16)> {
        let rules = &self.tables.variant.rules;
        let bared = self.counts_as_bare(side);
        let is_bare = |side: Side, count: &Count| self.is_bare_of(side, !count.on_board);
        let when_bared = rules.counting_when_bared[side].as_ref().filter(|_| bared);
        let otherwise = || rules.counting[side].as_ref().filter(|count| !bared && !is_bare(side, count));
        let count = when_bared.or_else(otherwise).filter(|count| accepts(count))?;
        let number = |side: Side, kinds: Option<&[KindId]>| {
            if count.on_board { self.men_of(side, kinds).len() } else { self.count_men(side, kinds) }
        };
        let few_enough = count.most_men.is_none_or(|most| number(side, None) <= u32::from(most));
        let none_left = || Side::ALL.into_iter().all(|side| number(side, Some(&count.without)) == 0);
        if is_bare(!side, count) || !few_enough || !none_left() {
            return None;
        }
        let limit = count.limits.iter().find(|limit| {
            limit.against.as_ref().is_none_or(|men| number(!side, Some(&men.kinds)) >= u32::from(men.least))
        })?;
        let from =
            if count.from_men { 2 * Side::ALL.iter().map(|&side| number(side, None)).sum::<u32>() as u16 } else { 0 };
        Some((2 * limit.moves, from))
    }

    /// Whether more has been counted than the limit allows.
    #[inline]
    pub(super) fn is_counted_out(&self) -> bool {
        self.status.count_limit > 0 && self.status.counted > self.status.count_limit
    }

    /// Whether a side is bared in the sense of the count that then begins.
    fn counts_as_bare(&self, side: Side) -> bool {
        let count = self.tables.variant.rules.counting_when_bared[side].as_ref();
        count.is_some_and(|count| self.is_bare_of(side, !count.on_board))
    }

    /// Whether a side has no men but royal ones.
    #[inline(always)]
    pub(super) fn is_bare(&self, side: Side) -> bool {
        self.is_bare_of(side, true)
    }

    /// Whether a side has only royal men on the board, and none in hand if hands count.
    #[inline(always)]
    fn is_bare_of(&self, side: Side, with_hand: bool) -> bool {
        let others = self.men.of_side(side) & !self.men_of_royal_kinds(side);
        others.is_empty() && (!with_hand || self.hands.count(side, None) == 0)
    }
}

// Illegal repetition: which moves bring back an earlier position.
//
// Instead of making each move and comparing keys, the engine compares the earlier positions with the present one
// first. In most positions none of them can recur by the next move.

/// The moves that would repeat an earlier position, as differences of Zobrist keys, where repetition is illegal.
#[derive(Clone, Copy, Debug)]
pub(super) struct UpcomingRepetition {
    /// The changes, each as the hash of the moving man before and after the move.
    differences: [u64; 2],
    /// Their number. A number greater than there is room for means that every move must be tried.
    count: u8,
}

impl UpcomingRepetition {
    /// No earlier position can recur by the next move.
    const NONE: Self = Self { differences: [0; 2], count: 0 };
    /// Every move must be tried.
    const ANY: Self = Self { differences: [0; 2], count: u8::MAX };

    /// Whether some move may bring back an earlier position.
    #[inline]
    pub(super) const fn is_possible(&self) -> bool {
        self.count != 0
    }

    /// Adds a change; without room for it, every move must be tried.
    fn add(&mut self, difference: u64) {
        match self.differences.get_mut(usize::from(self.count)) {
            Some(free) => *free = difference,
            None => return *self = Self::ANY,
        }
        self.count += 1;
    }
}

impl<const W: usize> Core<W> {
    /// Returns the key changes of next moves that would repeat an earlier position, where that is illegal.
    ///
    /// With one move a turn a repetition takes at least two moves of each side, there and back. A move that captures
    /// nothing leaves the opponent's men alone: they must already stand as in the earlier position.
    #[inline(always)]
    pub(super) fn upcoming_repetition(&self) -> UpcomingRepetition {
        let features = &self.tables.features;
        if !features.repetition_illegal || self.status.plies_since_irreversible == 0 {
            UpcomingRepetition::NONE
        } else if features.irregular_turns || features.hands || features.walls || features.aftermath {
            UpcomingRepetition::ANY
        } else {
            self.upcoming_repetition_if_sides_alternate()
        }
    }

    /// Whether the next move might bring back an earlier position, where that is illegal.
    pub(crate) fn repetition_may_bar_moves(&self) -> bool {
        self.upcoming_repetition().is_possible()
    }

    /// Whether an earlier position may recur two plies from now, or a decisive ending depends on repetition. If not,
    /// the last two plies of a count need no keys.
    pub(super) fn may_recur_after_next(&self) -> bool {
        let features = &self.tables.features;
        // A finishing move is judged by the replies to it, one ply later.
        let plies = if self.tables.variant.rules.finishing_move.is_some() { 1 } else { 2 };
        features.repetition_decides || features.irregular_turns || self.status.plies_since_irreversible >= plies
    }

    /// [`Self::upcoming_repetition`] in a game with one move a turn: compares the opponent's men in earlier positions with
    /// those on the board.
    #[inline]
    fn upcoming_repetition_if_sides_alternate(&self) -> UpcomingRepetition {
        let mut repetition = UpcomingRepetition::NONE;
        // The opponent was to move in every second earlier position, as after the next move. The latest of these cannot
        // recur, since any move changes a man of the side to move.
        let mut earlier = self.repeatable_history();
        if earlier.len() < 3 {
            return repetition;
        }
        let them = self.keys().men[!self.status.turn];
        while let [before @ .., theirs, _, _] = earlier {
            if theirs.status.keys.men[!self.status.turn] == them {
                self.add_upcoming_repetition(&mut repetition, theirs.status.keys.all);
            }
            earlier = &earlier[..=before.len()];
        }
        repetition
    }

    /// Adds the change that would lead to an earlier position with this key.
    #[cold]
    fn add_upcoming_repetition(&self, repetition: &mut UpcomingRepetition, key: u64) {
        if self.only_men_affect_key() {
            repetition.add(key ^ self.key_without_man());
        } else {
            *repetition = UpcomingRepetition::ANY;
        }
    }

    /// Whether a move brings back an earlier position.
    #[inline]
    pub(super) fn repeats_position(&self, mv: Move, repetition: &UpcomingRepetition) -> bool {
        let differences = repetition.differences.get(..usize::from(repetition.count));
        let listed = differences.zip(self.one_man_change(mv));
        listed.is_none_or(|(differences, man)| differences.contains(&self.key_difference(man)))
            && self.repeats_position_by_making(mv)
    }

    /// Whether the key after a move is that of an earlier position.
    fn repeats_position_by_making(&self, mv: Move) -> bool {
        if let Some(man) = mv.man() {
            // After a capture the keys differ anyway: this saves making the move.
            let features = &self.tables.features;
            let captures = !features.hands && !features.aftermath && self.captured_square(mv).is_some();
            if captures || man.leaves() && self.piece_table(man.from).irreversible {
                return false;
            }
        }
        let key = self.key_after(mv);
        self.past_keys().any(|past| past == key)
    }

    /// The key after a move.
    fn key_after(&self, mv: Move) -> u64 {
        let is_quiet = |_: &ManMove| self.captured_square(mv).is_none();
        if let Some(man) = self.one_man_change(mv).filter(|_| self.only_men_affect_key()).filter(is_quiet) {
            return self.key_without_man() ^ self.key_difference(man);
        }
        let mut then = self.lean_copy(false, true);
        then.make(mv);
        then.keys().all
    }

    /// The move, if it changes only its man and the square where it arrives.
    fn one_man_change(&self, mv: Move) -> Option<ManMove> {
        let man = mv.man().filter(|man| matches!(man.kind, MoveKind::Ordinary | MoveKind::Stationary))?;
        let features = &self.tables.features;
        (!features.aftermath && (!features.deaths || self.changes(mv).effects.dead.is_empty())).then_some(man)
    }

    /// Whether moves change nothing in the hash but men, en passant squares and the side to move.
    fn only_men_affect_key(&self) -> bool {
        let features = &self.tables.features;
        self.status.rights == 0 && self.status.unmoved.is_empty() && !features.counts_within_turns && !features.walls
    }

    /// The key after a move that leaves no en passant square, without the change of its man.
    fn key_without_man(&self) -> u64 {
        let keys = self.keys();
        keys.all ^ keys.en_passant ^ Zobrist::BLACK
    }

    /// Returns the exclusive or of the Zobrist keys of the moving man before and after a move.
    #[inline]
    fn key_difference(&self, man: ManMove) -> u64 {
        let zobrist = &self.tables.zobrist;
        zobrist.man(self.men.piece_index(man.from))[man.from] ^ zobrist.man(man.piece.number())[man.to]
    }
}
