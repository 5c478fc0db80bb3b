//! Perft: the counting loop of one thread, and the replies to every move of a position counted together.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Core;
use super::attack::CheckAndPins;
use super::generator::MoveGenerator;
use super::move_set::MoveCounter;
use super::state::MoveUndo;
use crate::engine::bits::{Bits, BySquare};
use crate::engine::tables::{KindGroup, MoveClass, PartTable, PieceTable, castling_right};
use crate::engine::{Move, MoveKind, MoveList};
use crate::geometry::Square;

/// Buffers that a count reuses, and its stop flag.
#[derive(Debug)]
pub(crate) struct Workspace<'a, const W: usize> {
    /// A stack of the moves of all positions on the way.
    moves: MoveList,
    replies: Replies<W>,
    /// Whether the moves of the last ply are counted without being made.
    bulk: bool,
    /// Ends the count once it is true.
    stop: Option<&'a AtomicBool>,
}

impl<'a, const W: usize> Workspace<'a, W> {
    pub(crate) fn new(bulk: bool, stop: Option<&'a AtomicBool>) -> Self {
        Self { moves: MoveList::new(), replies: Replies::new(), bulk, stop }
    }

    /// Whether the count must end.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

impl<const W: usize> Core<W> {
    /// The number of sequences of `depth` plies; any number if the count was stopped.
    pub(crate) fn perft(&mut self, depth: u32, workspace: &mut Workspace<'_, W>) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_decided() {
            return 0;
        }
        if depth == 1 {
            return if workspace.bulk {
                MoveGenerator::new(self).count()
            } else {
                self.count_by_making(&mut workspace.moves)
            };
        }
        // Where two plies are counted together, thousands of sequences share this look.
        if workspace.is_stopped() {
            return 0;
        }
        let start = workspace.moves.len();
        self.list_moves(&mut workspace.moves);
        let last = depth == 2 && workspace.bulk && workspace.replies.prepare(self);
        let hashing = self.hashing;
        if last && !self.may_recur_after_next() {
            self.hashing = false;
        }
        let nodes = if last {
            self.count_after_each(start, workspace, |core, workspace, mv, displaced| {
                if core.is_decided() { 0 } else { core.count_replies(&workspace.replies, mv, displaced) }
            })
        } else {
            self.count_after_each(start, workspace, |core, workspace, _, _| core.perft(depth - 1, workspace))
        };
        self.hashing = hashing;
        workspace.moves.truncate(start);
        nodes
    }

    /// The sum of `count` after each move of the list from `start` on.
    #[inline(always)]
    fn count_after_each(
        &mut self,
        start: usize,
        workspace: &mut Workspace<'_, W>,
        mut count: impl FnMut(&mut Self, &mut Workspace<'_, W>, Move, MoveUndo) -> u64,
    ) -> u64 {
        // Without the history nothing is saved there.
        self.status.saved &= self.hashing;
        let before = self.status;
        let mut nodes = 0;
        for index in start..workspace.moves.len() {
            let Some(mv) = workspace.moves.at(index) else { break };
            if self.hashing {
                let displaced = self.apply::<true>(mv);
                nodes += count(self, workspace, mv, displaced);
                self.unmake();
            } else {
                let displaced = self.apply::<false>(mv);
                nodes += count(self, workspace, mv, displaced);
                self.restore_men(mv, displaced);
                self.status = before;
            }
        }
        nodes
    }

    /// Makes and unmakes every legal move, and returns their number.
    fn count_by_making(&mut self, moves: &mut MoveList) -> u64 {
        let start = moves.len();
        self.list_moves(moves);
        let listed = &moves[start..];
        let nodes = listed.len();
        if self.hashing || !self.tables.features.counts_within_turns {
            for &mv in listed {
                self.apply::<true>(mv);
                self.take_back();
            }
        } else {
            // Where a turn may have several moves, keeping no history is faster, and nothing reads it here.
            self.status.saved = false;
            let before = self.status;
            for &mv in listed {
                let displaced = self.apply::<false>(mv);
                self.restore_men(mv, displaced);
                self.status = before;
            }
        }
        moves.truncate(start);
        nodes as u64
    }

    /// A copy for counting. It keeps earlier positions and hash keys only if rules, decisive endings or a table need
    /// them.
    pub(crate) fn for_counting(&self, keys_needed: bool) -> Self {
        self.lean_copy(self.tables.features.repetition_decides, keys_needed)
    }
}

// Counting the replies to every move of a position together.
//
// A move changes few squares, and most of the opponent's men have as many moves after it as before it. So the
// opponent's moves are counted once, as if the turn had been passed, together with the squares on which each count
// depends. After a move only those counts are made again that depend on a square it changed, or that are affected by a
// change of the royal man's safety.

/// The maximal number of units whose counts are kept: a word has one bit for each, and one for the royal man.
const MAX_UNITS: usize = 63;

/// The bit of the royal man's moves, of castling, and of all that depends on the royal man's safety.
const ROYAL: u64 = 1 << MAX_UNITS;

/// The moves that the opponent of the side to move would have now.
#[derive(Clone, Debug)]
pub(super) struct Replies<const W: usize> {
    units: Vec<Unit<W>>,
    /// The safety of the opponent's royal man.
    safety: CheckAndPins<W>,
    /// The kind groups that are recounted after every move, since they are under an opposition or their promotion
    /// choices depend on all men.
    recounted: Vec<usize>,
    /// The number of moves of the royal man, castling included.
    royal: u64,
    /// The number of moves of all units and of the royal man.
    total: u64,
    /// The bits of units that leap: they cannot capture royal men. So their counts change if a royal enemy moves.
    leapers: u64,
    /// For each square: the bits of units on it or whose counts depend on it.
    dependents: BySquare<u64, W>,
    /// Whether the number of replies is unchanged by a move on which no count depends: no group is always recounted,
    /// and there are no extra moves.
    settled: bool,
}

/// Men that are counted together: one man, or all men of a group that is shifted as a set.
#[derive(Clone, Copy, Debug)]
struct Unit<const W: usize> {
    men: Bits<W>,
    /// The index of its kind group.
    kind_group: usize,
    moves: u64,
}

impl<const W: usize> Replies<W> {
    pub(super) fn new() -> Self {
        Self {
            units: Vec::new(),
            safety: CheckAndPins::unrestricted(),
            recounted: Vec::new(),
            royal: 0,
            total: 0,
            leapers: 0,
            dependents: BySquare::all(0),
            settled: false,
        }
    }

    /// Counts the moves that the opponent of the side to move would have now. Returns `false` if replies in this
    /// position cannot be counted together, or if there are too many units.
    pub(super) fn prepare(&mut self, core: &mut Core<W>) -> bool {
        if !core.tables.features.bulk_replies {
            return false;
        }
        self.units.clear();
        self.recounted.clear();
        self.leapers = 0;
        self.dependents.fill(0);
        core.with_turn_passed(|core| self.count_by_unit(core))
    }

    /// Counts the opponent's moves by unit; `false` if they can't be counted together.
    fn count_by_unit(&mut self, core: &Core<W>) -> bool {
        self.safety = CheckAndPins::new(core);
        let moves = MoveGenerator::with_safety(core, self.safety);
        if self.safety.in_check || !self.safety.masks_suffice() {
            return false;
        }
        let masks = moves.masks(Bits::EMPTY);
        let them = core.status.turn;
        self.royal = moves.count_royal();
        self.total = self.royal;
        for square in core.dependence_of_royal().iter() {
            self.dependents[square] |= ROYAL;
        }
        for (index, kind_group) in
            core.tables.kind_groups[them].iter().enumerate().filter(|(_, kind_group)| !kind_group.royal)
        {
            let men = core.men.of_group(kind_group.group);
            if kind_group.opposed
                || kind_group.limited
                || core.tables.features.opposition && core.may_change(kind_group, men)
            {
                self.recounted.push(index);
                continue;
            }
            let together = matches!(kind_group.move_class, MoveClass::SetShifts(_));
            let units = if together { usize::from(!men.is_empty()) } else { men.len() as usize };
            if self.units.len() + units > MAX_UNITS {
                return false;
            }
            let mut add = |men: Bits<W>, dependence: Bits<W>| {
                let mut count = MoveCounter::default();
                let _ = moves.visit_kind_group(kind_group, men, &masks, &mut count);
                let bit = 1 << self.units.len();
                for square in (men | dependence).iter() {
                    self.dependents[square] |= bit;
                }
                if matches!(kind_group.move_class, MoveClass::Leaps) {
                    self.leapers |= bit;
                }
                self.total += count.0;
                self.units.push(Unit { men, kind_group: index, moves: count.0 });
            };
            if !together {
                for man in men.iter() {
                    add(Bits::of(man), core.dependence_of_man(kind_group, man));
                }
            } else if !men.is_empty() {
                add(men, dependence_of_shifts(kind_group, men));
            }
        }
        self.settled = self.recounted.is_empty() && !core.tables.features.extra_moves;
        true
    }
}

impl<const W: usize> Core<W> {
    /// The number of legal moves after `mv`, which was made in the position of the prepared replies.
    #[inline(always)]
    pub(super) fn count_replies(&self, replies: &Replies<W>, mv: Move, displaced: MoveUndo) -> u64 {
        if !self.en_passant_captors().is_empty() {
            return self.count_moves();
        }
        let mv = match mv {
            Move::Man(mv) => mv,
            Move::Drop(drop) => return self.count_changed_replies(replies, replies.dependents[drop.to]),
            Move::Wall(_) | Move::Pass | Move::EndSeries | Move::ClaimStalemate => return self.count_moves(),
        };
        let mut changed_units = replies.dependents[mv.from] | replies.dependents[mv.to];
        match mv.kind {
            MoveKind::Leaving | MoveKind::KingLeaving { .. } | MoveKind::PartnerLeaving { .. } => {
                return self.count_moves();
            }
            MoveKind::EnPassant { victim } => changed_units |= replies.dependents[victim],
            MoveKind::Castling { partner_from, partner_to } => {
                // The opponent may lose a right to castle by it.
                changed_units |= replies.dependents[partner_from] | replies.dependents[partner_to] | ROYAL;
            }
            MoveKind::Ordinary
            | MoveKind::LongStep
            | MoveKind::OnceAGame
            | MoveKind::Stationary
            | MoveKind::Finishing => {}
        }
        if displaced.mover().is_royal() || self.men.occupant(mv.to).is_royal() {
            changed_units |= replies.leapers | ROYAL;
        }
        if changed_units == 0 && replies.settled && !self.upcoming_repetition().is_possible() {
            return replies.total;
        }
        self.count_changed_replies(replies, changed_units)
    }

    /// Recounts all legal moves, where replies counted beforehand do not hold.
    #[inline(never)]
    fn count_moves(&self) -> u64 {
        MoveGenerator::new(self).count()
    }

    /// The number of legal moves after a move that changes the counts of these units.
    #[inline(never)]
    fn count_changed_replies(&self, replies: &Replies<W>, mut changed_units: u64) -> u64 {
        let royal = changed_units & ROYAL != 0;
        let safety = if royal { CheckAndPins::new(self) } else { replies.safety };
        let moves = MoveGenerator::with_safety(self, safety);
        if moves.must_recount_all() {
            return moves.count();
        }
        let mut unchanged = replies.total;
        let mut count = MoveCounter::default();
        if royal {
            changed_units &= !ROYAL;
            unchanged -= replies.royal;
            count.0 = moves.count_royal();
            for man in (safety.pinned() | replies.safety.pinned()).iter() {
                changed_units |= replies.dependents[man] & !ROYAL;
            }
        }
        let us = self.status.turn;
        let kind_groups = &self.tables.kind_groups[us];
        let masks = moves.masks(Bits::EMPTY);
        while changed_units != 0 {
            let unit = &replies.units[changed_units.trailing_zeros() as usize];
            changed_units &= changed_units - 1;
            let kind_group = &kind_groups[unit.kind_group];
            unchanged -= unit.moves;
            let _ =
                moves.visit_kind_group(kind_group, unit.men & self.men.of_group(kind_group.group), &masks, &mut count);
        }
        for &kind_group in &replies.recounted {
            let kind_group = &kind_groups[kind_group];
            let _ = moves.visit_kind_group(kind_group, self.men.of_group(kind_group.group), &masks, &mut count);
        }
        let total = unchanged + count.0;
        total + moves.count_extra_moves(total > 0)
    }

    /// The squares on which the number of a man's moves depends, as long as the royal men stay where they are and are
    /// safe.
    fn dependence_of_man(&self, kind_group: &KindGroup<W>, man: Square) -> Bits<W> {
        let piece = self.piece_table(man);
        match kind_group.move_class {
            // Only its own men block its targets. The move before can capture some of them, but adds none.
            MoveClass::Leaps => piece.moves.leaps(man) & self.men.of_side(piece.side),
            MoveClass::Slides | MoveClass::SameSlides(_) => {
                piece.moves.slide_attacks(&self.tables.slides, man, self.occupied())
            }
            MoveClass::SetShifts(_) | MoveClass::DivergentLeaps | MoveClass::Mixed => {
                self.dependence_of_any_man(piece, man)
            }
        }
    }

    /// [`Self::dependence_of_man`] for a man that does more than leap or slide.
    fn dependence_of_any_man(&self, piece: &PieceTable<W>, man: Square) -> Bits<W> {
        let mut dependence = Bits::EMPTY;
        let first = piece.first_move.as_ref().filter(|_| self.status.unmoved.contains(man));
        if first.is_some_and(|first| !first.until_aimed_at_by.is_empty()) {
            return Bits::ALL;
        }
        let of_parts = piece.parts.iter().flat_map(PartTable::tables);
        let whole = [&piece.moves, piece.captures()].into_iter().chain(first.map(|first| &first.moves));
        for table in whole.chain(of_parts) {
            dependence |= table.leaps(man) | table.slide_attacks(&self.tables.slides, man, self.occupied());
            for end in table.paths(man) {
                dependence = end
                    .conditions
                    .iter()
                    .fold(dependence | Bits::of(end.to), |all, need| all | need.empty | need.occupied);
            }
        }
        for step in piece.long_steps.iter().filter(|step| step.from.contains(man)) {
            dependence |= step.crossed_or_reached(Bits::of(man));
        }
        dependence
    }

    /// Whether one of these men could promote or turn as it arrives.
    fn may_change(&self, kind_group: &KindGroup<W>, men: Bits<W>) -> bool {
        let changes_in = self.tables.pieces[usize::from(kind_group.first)].changes_in;
        !changes_in.is_empty()
            && match kind_group.move_class {
                MoveClass::SetShifts(_) => dependence_of_shifts(kind_group, men).intersects(changes_in),
                MoveClass::Leaps
                | MoveClass::DivergentLeaps
                | MoveClass::Slides
                | MoveClass::SameSlides(_)
                | MoveClass::Mixed => true,
            }
    }

    /// The squares on which the moves and the safety of the royal man and castling depend. The castling king need not
    /// be royal.
    fn dependence_of_royal(&self) -> Bits<W> {
        let us = self.status.turn;
        // Opposition concerns enemies that need not attack any of these squares.
        if self.tables.features.opposition {
            return Bits::ALL;
        }
        let (mut dependence, mut safe) = (Bits::EMPTY, Bits::EMPTY);
        if let Some(royal) = self.royals(us).first() {
            let piece = self.piece_table(royal);
            if !piece.moves.only_leaps() || !piece.captures().only_leaps() || !piece.is_plain() {
                return Bits::ALL;
            }
            let targets = piece.moves.leaps(royal) | piece.captures().leaps(royal);
            // If it moves and captures alike, only its own men block it.
            dependence = if piece.captures.is_some() { targets } else { targets & self.men.of_side(us) };
            safe = Bits::of(royal) | targets & !self.men.of_side(us);
        }
        for (number, wing) in self.start.wings[us].iter().enumerate() {
            if let Some(wing) = wing.as_ref().filter(|_| self.status.rights & castling_right(us, number) != 0) {
                dependence |= wing.between | Bits::of(wing.king) | Bits::of(wing.partner);
                if !wing.between.intersects(self.occupied()) {
                    safe = wing.landings.iter().fold(safe, |safe, landing| safe | landing.path);
                }
            }
        }
        let attack_zone = &self.tables.attacks[!us].attack_zone;
        safe.iter().fold(dependence, |dependence, square| dependence | attack_zone[square])
    }
}

impl<const W: usize> MoveGenerator<'_, W> {
    /// The number of moves of royal men, castling included.
    #[inline(always)]
    fn count_royal(&self) -> u64 {
        let core = self.core;
        let us = core.status.turn;
        let masks = self.masks(Bits::EMPTY);
        let mut count = MoveCounter::default();
        for &kind_group in &core.tables.royal_kind_groups[us] {
            let kind_group = &core.tables.kind_groups[us][kind_group];
            let _ = self.visit_kind_group(kind_group, core.men.of_group(kind_group.group), &masks, &mut count);
        }
        let _ = self.visit_castlings(&mut count);
        count.0
    }
}

/// The squares on which the number of moves of shifted men depends.
#[inline]
fn dependence_of_shifts<const W: usize>(kind_group: &KindGroup<W>, men: Bits<W>) -> Bits<W> {
    let MoveClass::SetShifts(set_shifts) = &kind_group.move_class else { return Bits::EMPTY };
    let shifts = set_shifts.moves.iter().chain(&set_shifts.captures);
    let mut dependence = shifts.fold(Bits::EMPTY, |all, shift| all | shift.shifted(men));
    if let Some(step) = &set_shifts.long_step {
        dependence |= step.crossed_or_reached(men & step.from);
    }
    dependence
}
