//! The legal moves of a position: generated kind by kind, and handed out as sets.

use super::Core;
use super::attack::CheckAndPins;
use super::generator::{Compulsion, Masks, MoveGenerator};
use super::move_set::{Collection, Collector, Flow, MoveCounter, MoveSet, MoveVisitor, Selection, Visit};
use crate::engine::bits::Bits;
use crate::engine::tables::{KindGroup, MoveClass, PieceTable, SetShifts, StationaryMoves, rights_of};
use crate::engine::{Move, MoveKind, MoveList};
use crate::geometry::Square;
use crate::model::KindId;

impl<const W: usize> MoveGenerator<'_, W> {
    /// Whether arrivals must be tried because of opposition: a man may become one that opposition concerns, or such a
    /// man arrives by a special move, which the usual masks do not cover.
    #[inline]
    pub(super) fn arrivals_need_trial(&self, piece: &PieceTable<W>, to: Bits<W>, kind: MoveKind) -> bool {
        self.core.tables.features.opposition
            && (to.intersects(piece.changes_in) || piece.opposed && kind != MoveKind::Ordinary)
    }
}

// The legal moves of a position, generated kind by kind and handed to a [`MoveVisitor`] as sets.

impl<'a, const W: usize> MoveGenerator<'a, W> {
    /// Prepares the generator for a position: finds checks, pins, and which moves are compulsory.
    #[inline(always)]
    pub(crate) fn new(core: &'a Core<W>) -> Self {
        Self::with_safety(core, CheckAndPins::new(core))
    }

    /// The legal moves, given the king safety of the position.
    #[inline(always)]
    pub(super) fn with_safety(core: &'a Core<W>, safety: CheckAndPins<W>) -> Self {
        let compulsion =
            if core.tables.features.compulsion { Self::find_compulsion(core, safety) } else { Compulsion::None };
        Self::with_compulsion(core, safety, compulsion)
    }

    /// Prepares the generator for the moves that a compulsory rule leaves.
    #[inline(always)]
    pub(super) fn with_compulsion(core: &'a Core<W>, safety: CheckAndPins<W>, compulsion: Compulsion) -> Self {
        Self {
            core,
            safety,
            stationary_allowed: core.stationary_allowed(),
            upcoming_repetition: core.upcoming_repetition(),
            by_trial: core.tables.features.needs_trial || matches!(compulsion, Compulsion::Class(_)),
            compulsion,
        }
    }

    /// Whether a royal man of the side to move is attacked.
    pub(crate) fn in_check(&self) -> bool {
        self.safety.in_check
    }

    /// Whether there is any legal move.
    pub(crate) fn has_move(&self) -> bool {
        self.each_move(&mut |_| Flow::Break(())).is_break()
    }

    /// Whether any man has a legal move, on the board or from a hand; passing and ending a series do not count.
    pub(super) fn has_man_move(&self) -> bool {
        self.each_man_move(&mut |_| Flow::Break(())).is_break() || self.has_drop() || self.has_wall()
    }

    /// The number of legal moves.
    pub(crate) fn count(&self) -> u64 {
        let mut total = 0;
        if self.needs_legality_test() {
            let _ = self.each_man_move(&mut |_| {
                total += 1;
                Flow::Continue(())
            });
        } else {
            let mut count = MoveCounter::default();
            let _ = self.visit_man_moves(&mut count);
            total = count.0;
        }
        total + self.count_extra_moves(total > 0)
    }

    /// Adds the legal moves in a selection to a list, or to sets.
    #[inline(always)]
    pub(super) fn collect<C: Collection<W>>(&self, selection: Selection, moves: &mut C) {
        let before = moves.len();
        if self.needs_legality_test() {
            self.collect_man_moves_by_trial(selection, moves);
        } else if selection == Selection::All {
            let _ = self.visit_man_moves(&mut Collector(moves));
        } else {
            let _ = self.visit_selected_man_moves(selection, &mut Collector(moves));
        }
        let any = moves.len() > before;
        let mut add = |mv| {
            moves.push(mv);
            Flow::Continue(())
        };
        let _ = match selection {
            Selection::All => self.each_extra_move(any, &mut add),
            Selection::Captures | Selection::Quiets => self.each_selected_extra_move(selection, &mut add),
        };
    }

    /// Adds the legal moves of men in a selection to a list or to sets, each after a trial.
    #[inline(never)]
    fn collect_man_moves_by_trial<C: Collection<W>>(&self, selection: Selection, moves: &mut C) {
        let _ = self.each_selected_man_move(selection, &mut |mv| {
            moves.push(mv.into());
            Flow::Continue(())
        });
    }

    /// Calls `visit` for each legal move in a selection until it breaks.
    pub(super) fn each_selected_move(&self, selection: Selection, visit: Visit<Move>) -> Flow {
        if selection == Selection::All {
            return self.each_move(visit);
        }
        self.each_selected_man_move(selection, &mut |mv| visit(mv.into()))?;
        self.each_selected_extra_move(selection, visit)
    }

    /// Calls `visit` for each legal move of a man in a selection until it breaks.
    fn each_selected_man_move(&self, selection: Selection, visit: Visit) -> Flow {
        if selection == Selection::All {
            return self.each_man_move(visit);
        }
        self.visit_selected_man_moves(selection, &mut |moves: &MoveGenerator<'_, W>, set: MoveSet<'_, W>| {
            moves.each_move_of(set, visit)
        })
    }

    /// Hands the moves of men in a selection to a visitor.
    fn visit_selected_man_moves(&self, selection: Selection, visitor: &mut dyn MoveVisitor<W>) -> Flow {
        let enemies = self.core.men.of_side(!self.core.status.turn);
        self.visit_man_moves(&mut |moves: &MoveGenerator<'_, W>, set: MoveSet<'_, W>| {
            set.selected(selection, enemies).map_or(Flow::Continue(()), |set| visitor.visit(moves, set))
        })
    }

    /// Calls `visit` for each legal move until it breaks.
    pub(crate) fn each_move(&self, visit: Visit<Move>) -> Flow {
        let mut any = false;
        self.each_man_move(&mut |mv| {
            any = true;
            visit(mv.into())
        })?;
        self.each_extra_move(any, visit)
    }

    /// Calls `visit` for each legal move that is not an extra move.
    pub(super) fn each_man_move(&self, visit: Visit) -> Flow {
        self.visit_man_moves(&mut |moves: &MoveGenerator<'_, W>, set: MoveSet<'_, W>| moves.each_move_of(set, visit))
    }

    /// Calls `visit` for each move of a set that is legal, with each wall that may follow it.
    fn each_move_of(&self, set: MoveSet<'_, W>, visit: Visit) -> Flow {
        if self.core.tables.features.walls {
            return set.each(self, &mut |mv| self.each_wall_after(mv, visit));
        }
        set.each(self, visit)
    }

    /// Whether something other than pins limits the moves: check, repetition, forced capture. Replies counted
    /// beforehand do not hold then.
    #[inline]
    pub(super) fn must_recount_all(&self) -> bool {
        self.safety.in_check || !self.safety.masks_suffice() || self.needs_legality_test() || self.captures_only()
    }

    /// Whether generated moves are only pseudo-legal and each must be tried: its legality depends on the position that
    /// it makes.
    pub(super) const fn needs_legality_test(&self) -> bool {
        self.upcoming_repetition.is_possible() || self.by_trial
    }

    /// Hands all moves to a visitor, except the extra moves.
    #[inline(always)]
    pub(super) fn visit_man_moves<S: MoveVisitor<W>>(&self, visitor: &mut S) -> Flow {
        let core = self.core;
        if self.drops_only() {
            return Flow::Continue(());
        }
        let masks = self.masks(core.en_passant_captors());
        let held = core.held(core.status.turn) | core.resting();
        for kind_group in &core.tables.kind_groups[core.status.turn] {
            let men = core.men.of_group(kind_group.group) & !held;
            if !men.is_empty() {
                self.visit_kind_group(kind_group, men, &masks, visitor)?;
            }
        }
        if !masks.captors.is_empty() {
            self.visit_en_passant(masks.captors, visitor)?;
        }
        self.visit_castlings(visitor)
    }

    /// Whether a move that leaves all men on their squares is illegal because of a check.
    #[inline(always)]
    pub(super) fn check_must_be_met(&self) -> bool {
        self.safety.in_check && !self.core.may_leave_own_check()
    }

    /// The masks for the side to move, given its men that have a capture en passant.
    #[inline(always)]
    pub(super) fn masks(&self, captors: Bits<W>) -> Masks<W> {
        let core = self.core;
        let us = core.status.turn;
        let occupied = core.occupied();
        let enemies = core.men.of_side(!us) & !core.royals(!us);
        Masks {
            occupied,
            enemies,
            target_mask: if self.captures_only() { enemies } else { !occupied | enemies },
            captors,
            // Free men can go to any target on the check mask. The others are judged one by one.
            restricted: if self.safety.masks_suffice() && !core.tables.features.relays {
                self.safety.restricted() | captors
            } else {
                !Bits::EMPTY
            },
            stationary_allowed: self.stationary_allowed
                && (!self.check_must_be_met() || core.stationary_moves_may_meet_check())
                && !self.captures_only(),
        }
    }

    /// The moves of these men of a group, without captures en passant and castling.
    #[inline(always)]
    pub(super) fn visit_kind_group<S: MoveVisitor<W>>(
        &self,
        kind_group: &KindGroup<W>,
        men: Bits<W>,
        masks: &Masks<W>,
        visitor: &mut S,
    ) -> Flow {
        let free = men & !masks.restricted;
        if !free.is_empty() {
            if self.safety.tests_captures() {
                self.visit_free_men_where_captures_kill(kind_group, free, masks, visitor)?;
            } else {
                self.visit_free_men(kind_group, free, masks, visitor)?;
            }
        }
        let restricted = men & masks.restricted;
        if !restricted.is_empty() {
            for from in restricted.iter() {
                self.visit_restricted_man(self.core.piece_table(from), kind_group, from, masks, visitor)?;
            }
        }
        if masks.stationary_allowed && kind_group.stationary != StationaryMoves::Always(0) {
            visitor.visit(self, MoveSet::Stationary { kind_group, men })?;
        }
        Flow::Continue(())
    }

    /// The castlings, if the side to move has a right.
    #[inline(always)]
    pub(super) fn visit_castlings<S: MoveVisitor<W>>(&self, visitor: &mut S) -> Flow {
        let status = &self.core.status;
        if status.rights & rights_of(status.turn) != 0 && !self.captures_only() {
            self.visit_castlings_of_side(visitor)?;
        }
        Flow::Continue(())
    }

    /// The moves of free men of one group: any target on the check mask is legal.
    #[inline(always)]
    pub(super) fn visit_free_men<S: MoveVisitor<W>>(
        &self,
        kind_group: &KindGroup<W>,
        men: Bits<W>,
        masks: &Masks<W>,
        visitor: &mut S,
    ) -> Flow {
        let tables = &*self.core.tables;
        let check_mask = self.safety.check_mask();
        let open = masks.target_mask & check_mask;
        match &kind_group.move_class {
            MoveClass::SetShifts(set_shifts) => {
                self.visit_shifts(self.first_piece(kind_group), set_shifts, men, masks, visitor)?;
            }
            MoveClass::Leaps if kind_group.single => {
                let (goal, leaps) = (self.unopposed_targets(kind_group, open), &self.first_piece(kind_group).moves);
                for from in men.iter() {
                    visitor.visit(self, MoveSet::Plain { from, to: leaps.leaps(from) & goal })?;
                }
            }
            MoveClass::Leaps => {
                let goal = self.unopposed_targets(kind_group, open);
                for from in men.iter() {
                    visitor.visit(
                        self,
                        MoveSet::Plain { from, to: self.core.piece_table(from).moves.leaps(from) & goal },
                    )?;
                }
            }
            MoveClass::DivergentLeaps => {
                let goal = self.unopposed_targets(kind_group, open);
                let (empty, capturable) = (goal & !masks.occupied, goal & masks.enemies);
                for from in men.iter() {
                    let piece = self.core.piece_table(from);
                    visitor.visit(
                        self,
                        MoveSet::Plain {
                            from,
                            to: piece.moves.leaps(from) & empty | piece.captures().leaps(from) & capturable,
                        },
                    )?;
                }
            }
            MoveClass::SameSlides(rays) => {
                let (goal, slides) = (self.unopposed_targets(kind_group, open), &tables.slides[*rays]);
                for from in men.iter() {
                    visitor.visit(self, MoveSet::Plain { from, to: slides.targets(from, masks.occupied) & goal })?;
                }
            }
            MoveClass::Slides => {
                let goal = self.unopposed_targets(kind_group, open);
                for from in men.iter() {
                    let slides = &self.core.piece_table(from).moves;
                    visitor.visit(
                        self,
                        MoveSet::Plain { from, to: slides.slide_targets(&tables.slides, from, masks.occupied) & goal },
                    )?;
                }
            }
            MoveClass::Mixed => {
                for from in men.iter() {
                    let piece = self.core.piece_table(from);
                    let targets = self.pseudo_legal_targets(piece, from, masks);
                    self.visit_man(piece, from, targets, self.unopposed(piece, targets & check_mask), visitor)?;
                }
            }
        }
        Flow::Continue(())
    }

    /// The table of the lowest piece of a kind group.
    #[inline(always)]
    pub(super) fn first_piece(&self, kind_group: &KindGroup<W>) -> &PieceTable<W> {
        &self.core.tables.pieces[usize::from(kind_group.first)]
    }

    /// The open squares that an opposition does not forbid the free men of a group.
    #[inline(always)]
    fn unopposed_targets(&self, kind_group: &KindGroup<W>, open: Bits<W>) -> Bits<W> {
        if kind_group.opposed { self.unopposed(self.first_piece(kind_group), open) } else { open }
    }

    /// The moves of a man that is not free.
    #[inline(always)]
    pub(super) fn visit_restricted_man<S: MoveVisitor<W>>(
        &self,
        piece: &PieceTable<W>,
        kind_group: &KindGroup<W>,
        from: Square,
        masks: &Masks<W>,
        visitor: &mut S,
    ) -> Flow {
        let core = self.core;
        let only_leaps = matches!(kind_group.move_class, MoveClass::Leaps) && !core.tables.features.relays;
        if only_leaps && !masks.captors.contains(from) {
            let targets = self.unopposed(piece, piece.moves.leaps(from) & masks.target_mask);
            if targets.is_empty() {
                return Flow::Continue(());
            }
            return visitor.visit(self, MoveSet::Plain { from, to: self.safety.safe_targets(core, from, targets) });
        }
        self.visit_any_restricted_man(piece, from, masks, visitor)
    }

    /// [`Self::visit_restricted_man`] for men of any class that may capture en passant or do more than leap.
    fn visit_any_restricted_man<S: MoveVisitor<W>>(
        &self,
        piece: &PieceTable<W>,
        from: Square,
        masks: &Masks<W>,
        visitor: &mut S,
    ) -> Flow {
        let core = self.core;
        let mut targets = self.pseudo_legal_targets(piece, from, masks);
        if core.tables.features.relays {
            let capturable = core.capturable_by(piece, masks.enemies);
            targets |= core.relayed_targets(from, capturable, masks) & masks.target_mask;
        }
        if masks.captors.contains(from) {
            targets &= !core.en_passant_targets(piece, from);
        }
        let to = self.safety.safe_targets(core, from, self.unopposed(piece, targets));
        self.visit_man(piece, from, targets, to, visitor)
    }

    /// The moves of one man: to the legal squares `to`, and by a first move or long steps to squares that are not among
    /// its usual `targets`.
    #[inline]
    fn visit_man<S: MoveVisitor<W>>(
        &self,
        piece: &PieceTable<W>,
        from: Square,
        targets: Bits<W>,
        to: Bits<W>,
        visitor: &mut S,
    ) -> Flow {
        if !to.is_empty() {
            visitor.visit(self, MoveSet::Arrivals { piece, from, to, kind: MoveKind::Ordinary })?;
        }
        if piece.extra_moves_from.contains(from) && !self.captures_only() {
            let mut targets = targets;
            if piece.first_move.is_some() {
                targets |= self.visit_first_moves(piece, from, targets, visitor)?;
            }
            self.visit_long_steps(piece, from, targets, visitor)?;
        }
        Flow::Continue(())
    }

    /// The moves of free men of one kind, all at once.
    #[inline(always)]
    fn visit_shifts<S: MoveVisitor<W>>(
        &self,
        piece: &PieceTable<W>,
        set_shifts: &SetShifts<W>,
        men: Bits<W>,
        masks: &Masks<W>,
        visitor: &mut S,
    ) -> Flow {
        let capturable = self.core.capturable_by(piece, masks.enemies);
        let check_mask = self.safety.check_mask();
        for (shifts, targets) in [(&set_shifts.captures, capturable), (&set_shifts.moves, !masks.occupied)] {
            for shift in shifts {
                let to = shift.shifted(men) & targets & check_mask;
                visitor.visit(self, MoveSet::Shifted { piece, offset: shift.offset, to, kind: MoveKind::Ordinary })?;
            }
            if self.captures_only() {
                return Flow::Continue(());
            }
        }
        let Some(step) = &set_shifts.long_step else { return Flow::Continue(()) };
        let mut at = men & step.from;
        for count in 1..=step.max {
            at = step.shift.shifted(at) & !masks.occupied;
            if count >= step.min {
                let offset = step.shift.offset * i32::from(count);
                visitor
                    .visit(self, MoveSet::Shifted { piece, offset, to: at & check_mask, kind: MoveKind::LongStep })?;
            }
        }
        Flow::Continue(())
    }

    /// The pseudo-legal targets of a man, by the movement of its kind.
    #[inline]
    pub(super) fn pseudo_legal_targets(&self, piece: &PieceTable<W>, from: Square, masks: &Masks<W>) -> Bits<W> {
        let slides = &self.core.tables.slides;
        let capturable = self.core.capturable_by(piece, masks.enemies);
        let path_men = || self.core.path_men(piece, masks.occupied);
        let moves = piece.moves.targets(slides, from, masks.occupied, path_men);
        let targets = match &piece.captures {
            None => moves & (!masks.occupied | capturable),
            Some(captures) if captures.is_empty() => moves & !masks.occupied,
            Some(captures) => {
                moves & !masks.occupied | captures.targets(slides, from, masks.occupied, path_men) & capturable
            }
        };
        targets & masks.target_mask
    }

    /// `targets` without the squares that opposition forbids to a man. Where it may become another man on arrival, this
    /// is not known yet.
    #[inline(always)]
    pub(super) fn unopposed(&self, piece: &PieceTable<W>, targets: Bits<W>) -> Bits<W> {
        // Where men die, opposition is judged after the deaths.
        let opposed = piece.opposed && !self.core.tables.features.deaths && !self.core.tables.features.aftermath;
        if opposed { targets & (!self.core.opposition_mask(piece.kind) | piece.changes_in) } else { targets }
    }

    /// Whether a move that leaves royal men safe is legal by the rules about the position it makes: opposition, check
    /// and repetition. A move that a wall must follow is judged with the wall.
    pub(super) fn is_legal_in_result(&self, mv: Move) -> bool {
        self.wall_is_missing(mv)
            || self.is_of_compulsory_class(mv)
                && self.respects_opposition(mv)
                && self.respects_check_rules(mv)
                && !(self.upcoming_repetition.is_possible()
                    && self.core.repeats_position(mv, &self.upcoming_repetition))
    }

    /// Whether the player to move may pass because that ends the game, be it in check.
    pub(super) fn may_accept_opposition(&self) -> bool {
        self.core.tables.features.accepts_opposition
            && self.core.must_break_opposition()
            && !(self.upcoming_repetition.is_possible()
                && self.core.repeats_position(Move::Pass, &self.upcoming_repetition))
    }

    /// Whether the rules about check allow a move.
    #[inline]
    pub(super) fn respects_check_rules(&self, mv: Move) -> bool {
        !self.core.tables.features.check_rules || self.core.check_fault(mv).is_none()
    }

    /// Whether a move leads to no forbidden opposition.
    #[inline]
    pub(super) fn respects_opposition(&self, mv: Move) -> bool {
        !self.core.tables.features.opposition || self.avoids_opposition(mv)
    }

    /// [`Self::respects_opposition`] in games that have such a rule.
    #[inline(never)]
    fn avoids_opposition(&self, mv: Move) -> bool {
        self.core.keeps_men_apart(mv) || self.core.find_opposition_after(mv).is_none()
    }
}

impl<const W: usize> Core<W> {
    /// The legal moves; none once the game is decided.
    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        let mut moves = MoveList::new();
        if !self.is_decided() {
            self.list_moves(&mut moves);
        }
        moves.to_vec()
    }

    /// Adds the legal moves to a list, whether or not the game is decided.
    #[inline(never)]
    pub(crate) fn list_moves(&self, moves: &mut MoveList) {
        MoveGenerator::new(self).collect(Selection::All, moves);
    }

    /// Whether a move is legal; false once the game is decided.
    pub(crate) fn is_legal(&self, mv: Move) -> bool {
        !self.is_decided()
            && MoveGenerator::new(self)
                .each_move(&mut |legal| {
                    if legal == mv { Flow::Break(()) } else { Flow::Continue(()) }
                })
                .is_break()
    }

    /// The number of legal moves; none once the game is decided.
    pub(crate) fn count_legal(&self) -> usize {
        if self.is_decided() { 0 } else { MoveGenerator::new(self).count() as usize }
    }

    /// Calls `visit` for each legal move in a selection until it breaks; for none once the game is decided.
    pub(crate) fn each_legal(&self, selection: Selection, visit: Visit<Move>) {
        if !self.is_decided() {
            let _ = MoveGenerator::new(self).each_selected_move(selection, visit);
        }
    }

    /// Adds the legal moves in a selection to a list, or to sets; none once the game is decided.
    #[inline(never)]
    pub(crate) fn collect_legal<C: Collection<W>>(&self, selection: Selection, moves: &mut C) {
        if !self.is_decided() {
            MoveGenerator::new(self).collect(selection, moves);
        }
    }

    /// The table of the man on a square.
    #[inline]
    pub(crate) fn piece_table(&self, square: Square) -> &PieceTable<W> {
        &self.tables.pieces[usize::from(self.men.piece_index(square))]
    }

    /// The kind of a piece.
    #[inline]
    pub(super) fn kind_of(&self, piece: u16) -> KindId {
        KindId(self.tables.pieces[usize::from(piece)].kind)
    }

    /// Whether the rule that men must move allows another stationary move.
    #[inline]
    fn stationary_allowed(&self) -> bool {
        let stationary_run = self.status.stationary_run[self.status.turn];
        self.tables.variant.rules.must_move.is_none_or(|in_moves| stationary_run.saturating_add(1) < in_moves)
    }

    /// Whether a move on its square may end a check: by a wall that follows it, or since the man becomes one that holds the
    /// checker, or over which the checker does not hop.
    #[inline]
    pub(super) fn stationary_moves_may_meet_check(&self) -> bool {
        let features = &self.tables.features;
        features.holds || features.paths_depend_on_kinds || self.wall_rule_after_moves().is_some()
    }

    /// The enemies that a piece can capture.
    #[inline]
    pub(super) fn capturable_by(&self, piece: &PieceTable<W>, enemies: Bits<W>) -> Bits<W> {
        if piece.cannot_capture.is_empty() { enemies } else { enemies & !self.men.of_kinds(&piece.cannot_capture) }
    }
}
