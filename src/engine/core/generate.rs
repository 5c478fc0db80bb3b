//! The legal moves of a position, troop by troop, for whatever a [`Sink`] makes of them.

use super::Core;
use super::guard::Guard;
use super::repetition::Recurrence;
use super::sink::{Count, Flow, Show, Sink};
use crate::engine::bits::Bits;
use crate::engine::tables::{Gait, PieceTable, Rests, Stride, Swarm, Troop, rights_of};
use crate::engine::{Move, MoveKind};
use crate::geometry::Square;
use crate::model::Passing;

/// The legal moves of a position, made as they are asked for.
#[derive(Debug)]
pub(crate) struct Moves<'a, const W: usize> {
    pub(super) core: &'a Core<W>,
    pub(super) guard: Guard<W>,
    /// Stationary moves are allowed.
    may_rest: bool,
    /// What a move must not bring back.
    recurrence: Recurrence,
    /// A move might bring men face to face that may not be so, in a way that sets don't tell.
    pub(super) opposed: bool,
    pub(super) captures_only: bool,
}

/// What the men of a position are looked at with.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<const W: usize> {
    pub(super) occupied: Bits<W>,
    /// Enemy men that can be captured at all.
    enemies: Bits<W>,
    /// Where a man may go that moves as it captures: to empty squares and enemies.
    open: Bits<W>,
    /// Men of the side to move that could capture en passant.
    pub(super) captors: Bits<W>,
    /// Men whose every move must be looked at.
    bound: Bits<W>,
    /// Stationary moves are legal.
    may_rest: bool,
}

impl<'a, const W: usize> Moves<'a, W> {
    #[inline(always)]
    pub(crate) fn new(core: &'a Core<W>) -> Self {
        Self::guarded(core, Guard::new(core))
    }

    /// The same, when it is known what the safety of royal men asks.
    #[inline(always)]
    pub(super) fn guarded(core: &'a Core<W>, guard: Guard<W>) -> Self {
        let mut moves = Self {
            core,
            guard,
            may_rest: core.may_rest(),
            recurrence: core.recurrence(),
            opposed: core.tables.parts.opposition_needs_trial,
            captures_only: false,
        };
        if core.tables.variant.rules.compulsory_capture {
            moves.captures_only = true;
            moves.captures_only = moves.men_have_any();
        }
        moves
    }

    /// Whether a royal man of the side to move is attacked.
    pub(crate) fn in_check(&self) -> bool {
        self.guard.in_check
    }

    /// Whether there is any legal move.
    pub(crate) fn any(&self) -> bool {
        self.each(&mut |_| Flow::Break(())).is_break()
    }

    /// Whether there is any legal move that is neither a choice to end a series nor a pass for want of others.
    pub(super) fn men_have_any(&self) -> bool {
        self.each_of_men(&mut |_| Flow::Break(())).is_break()
    }

    /// The number of legal moves.
    pub(crate) fn count(&self) -> u64 {
        let mut total = 0;
        if self.is_doubtful() {
            let _ = self.each_of_men(&mut |_| {
                total += 1;
                Flow::Continue(())
            });
        } else {
            let mut count = Count::default();
            let _ = self.show(&mut count);
            total = count.0;
        }
        total + self.count_others(total > 0)
    }

    /// The number of moves that depend on whether there are others.
    #[inline(always)]
    pub(super) fn count_others(&self, men_can_move: bool) -> u64 {
        let mut others = 0;
        let _ = self.each_other(men_can_move, &mut |_| {
            others += 1;
            Flow::Continue(())
        });
        others
    }

    /// Adds every legal move to a list.
    #[inline]
    pub(super) fn list(&self, moves: &mut Vec<Move>) {
        let start = moves.len();
        let mut push = |mv| {
            moves.push(mv);
            Flow::Continue(())
        };
        let _ = self.each_of_men(&mut push);
        let any = moves.len() > start;
        let _ = self.each_other(any, &mut |mv| {
            moves.push(mv);
            Flow::Continue(())
        });
    }

    /// Shows every legal move, until told to stop.
    pub(crate) fn each(&self, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let mut any = false;
        self.each_of_men(&mut |mv| {
            any = true;
            visit(mv)
        })?;
        self.each_other(any, visit)
    }

    /// The moves of men by the rules of their kinds.
    pub(super) fn each_of_men(&self, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        self.show(&mut Show(visit))
    }

    /// Whether men who are not pinned may yet move otherwise than they would if no royal man concerned them, so that
    /// all must be counted.
    #[inline]
    pub(super) fn must_count_all(&self) -> bool {
        self.guard.in_check || !self.guard.trusts_sets() || self.is_doubtful() || self.captures_only
    }

    /// Whether each move must be looked at for the position that it makes.
    pub(super) const fn is_doubtful(&self) -> bool {
        self.recurrence.is_possible() || self.opposed
    }

    /// The moves that depend on whether there are others: passing, ending a series, finishing the game.
    #[inline(always)]
    fn each_other(&self, men_can_move: bool, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        if self.core.tables.parts.moves_of_nobody {
            self.each_of_nobody(men_can_move, visit)
        } else {
            Flow::Continue(())
        }
    }

    fn each_of_nobody(&self, men_can_move: bool, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let core = self.core;
        let of_nobody = |kind| Move { from: Square::new(0), to: Square::new(0), piece: None, kind };
        let rules = &core.tables.variant.rules;
        let may_end = core.series_may_end();
        // Who can capture must, and not end the series instead.
        if may_end && !self.captures_only {
            let mv = of_nobody(MoveKind::EndSeries);
            if self.stands(mv) {
                visit(mv)?;
            }
            if !men_can_move && core.series_rule().is_some_and(|series| series.stuck_may_claim_stalemate) {
                visit(of_nobody(MoveKind::ClaimStalemate))?;
            }
        }
        let passes = match rules.passing {
            Passing::Never => false,
            Passing::WhenStuck => !men_can_move && !may_end,
            Passing::Always => true,
        };
        let mv = of_nobody(MoveKind::Pass);
        if passes && self.may_rest && !self.in_check() && !self.captures_only && self.stands(mv) {
            visit(mv)?;
        }
        if men_can_move && rules.finishing_move.is_some() {
            self.each_finishing(visit)?;
        }
        Flow::Continue(())
    }

    /// Shows all moves of men to a sink.
    #[inline(always)]
    fn show<S: Sink<W>>(&self, sink: &mut S) -> Flow {
        let core = self.core;
        let view = self.view(core.en_passant_captors());
        for troop in &core.tables.troops[core.status.turn] {
            let men = core.men.of_group(troop.group);
            if !men.is_empty() {
                self.of_troop(troop, men, view, sink)?;
            }
        }
        if !view.captors.is_empty() {
            self.en_passant(view.captors, sink)?;
        }
        self.castlings(sink)
    }

    /// What the side to move finds, if these men of it could capture en passant.
    #[inline(always)]
    pub(super) fn view(&self, captors: Bits<W>) -> View<W> {
        let core = self.core;
        let us = core.status.turn;
        let occupied = core.men.all();
        let enemies = core.men.of_side(!us) & !core.royals(!us);
        View {
            occupied,
            enemies,
            open: if self.captures_only { enemies } else { !occupied | enemies },
            captors,
            // Free men go wherever a check is met; the others are judged one by one.
            bound: if self.guard.trusts_sets() { self.guard.hampered() | captors } else { !Bits::EMPTY },
            may_rest: self.may_rest && !self.guard.in_check && !self.captures_only,
        }
    }

    /// The moves of these men of a troop, captures en passant and castling apart.
    #[inline(always)]
    pub(super) fn of_troop<S: Sink<W>>(&self, troop: &Troop<W>, men: Bits<W>, view: View<W>, sink: &mut S) -> Flow {
        self.of_free_men(troop, men & !view.bound, view, sink)?;
        let bound = men & view.bound;
        if !bound.is_empty() {
            for from in bound.iter() {
                self.of_bound_man(self.core.piece_table(from), troop, from, view, sink)?;
            }
        }
        if view.may_rest && troop.rests != Rests::Always(0) {
            sink.rests(self, troop, men)?;
        }
        Flow::Continue(())
    }

    /// The castlings, if any right to one remains.
    #[inline(always)]
    pub(super) fn castlings<S: Sink<W>>(&self, sink: &mut S) -> Flow {
        let status = &self.core.status;
        if status.rights & rights_of(status.turn) != 0 && !self.captures_only {
            self.castling(sink)?;
        }
        Flow::Continue(())
    }

    /// The moves of men of one troop who can go wherever a check is met.
    #[inline(always)]
    fn of_free_men<S: Sink<W>>(&self, troop: &Troop<W>, men: Bits<W>, view: View<W>, sink: &mut S) -> Flow {
        let tables = &*self.core.tables;
        let meets_check = self.guard.meets_check();
        let goal = || self.bearable(troop.kind, view.open & meets_check);
        match &troop.gait {
            Gait::Swarm(swarm) => {
                if !men.is_empty() {
                    self.of_swarm(&tables.pieces[usize::from(troop.first)], swarm, men, view, sink)?;
                }
            }
            Gait::Leaps if troop.single => {
                let (goal, leaps) = (goal(), &tables.pieces[usize::from(troop.first)].moves);
                for from in men.iter() {
                    sink.travels(self, from, leaps.leaps(from) & goal)?;
                }
            }
            Gait::Leaps => {
                let goal = goal();
                for from in men.iter() {
                    sink.travels(self, from, self.core.piece_table(from).moves.leaps(from) & goal)?;
                }
            }
            Gait::DivergentLeaps => {
                let goal = goal();
                let (empty, prey) = (goal & !view.occupied, goal & view.enemies);
                for from in men.iter() {
                    let piece = self.core.piece_table(from);
                    sink.travels(self, from, piece.moves.leaps(from) & empty | piece.captures().leaps(from) & prey)?;
                }
            }
            Gait::Slides if troop.single => {
                let goal = goal();
                let slides = tables.pieces[usize::from(troop.first)].moves.all_slides.map(|all| &tables.slides[all]);
                for from in men.iter() {
                    let slid = slides.map_or(Bits::EMPTY, |slides| slides.targets(from, view.occupied));
                    sink.travels(self, from, slid & goal)?;
                }
            }
            Gait::Slides => {
                let goal = goal();
                for from in men.iter() {
                    let slides = &self.core.piece_table(from).moves;
                    sink.travels(self, from, slides.slid(&tables.slides, from, view.occupied) & goal)?;
                }
            }
            Gait::Mixed => {
                let goal = goal();
                for from in men.iter() {
                    let piece = self.core.piece_table(from);
                    let targets = self.targets(piece, from, view);
                    self.of_man(piece, from, targets, targets & goal, sink)?;
                }
            }
        }
        Flow::Continue(())
    }

    /// The moves of a man whose every move must be looked at.
    #[inline]
    fn of_bound_man<S: Sink<W>>(
        &self,
        piece: &PieceTable<W>,
        troop: &Troop<W>,
        from: Square,
        view: View<W>,
        sink: &mut S,
    ) -> Flow {
        let core = self.core;
        if matches!(troop.gait, Gait::Leaps) && !view.captors.contains(from) {
            let targets = self.bearable(piece.kind, piece.moves.leaps(from) & view.open);
            if targets.is_empty() {
                return Flow::Continue(());
            }
            return sink.travels(self, from, self.guard.safe(core, from, targets));
        }
        self.of_any_bound_man(piece, from, view, sink)
    }

    fn of_any_bound_man<S: Sink<W>>(&self, piece: &PieceTable<W>, from: Square, view: View<W>, sink: &mut S) -> Flow {
        let core = self.core;
        let mut targets = self.targets(piece, from, view);
        if view.captors.contains(from) {
            targets &= !core.en_passant_targets(piece, from);
        }
        let to = self.guard.safe(core, from, self.bearable(piece.kind, targets));
        self.of_man(piece, from, targets, to, sink)
    }

    /// The moves of one man: those to squares already found legal, and its long steps beside its usual `targets`.
    #[inline]
    fn of_man<S: Sink<W>>(
        &self,
        piece: &PieceTable<W>,
        from: Square,
        targets: Bits<W>,
        to: Bits<W>,
        sink: &mut S,
    ) -> Flow {
        if !to.is_empty() {
            sink.arrivals(self, piece, from, to, MoveKind::Ordinary)?;
        }
        if piece.long_step.is_some() && !self.captures_only {
            self.long_steps(piece, from, targets, sink)?;
        }
        Flow::Continue(())
    }

    /// The moves of many men of one kind at once, all of them free to go wherever a check is met.
    #[inline(always)]
    fn of_swarm<S: Sink<W>>(
        &self,
        piece: &PieceTable<W>,
        swarm: &Swarm<W>,
        men: Bits<W>,
        view: View<W>,
        sink: &mut S,
    ) -> Flow {
        let prey = self.core.prey_of(piece, view.enemies);
        let meets_check = self.guard.meets_check();
        let mut ordinary = |strides: &[Stride<W>], targets: Bits<W>| {
            strides.iter().try_for_each(|stride| {
                let to = stride.from(men) & targets & meets_check;
                sink.swarm(self, piece, stride.offset, to, MoveKind::Ordinary)
            })
        };
        ordinary(&swarm.captures, prey)?;
        if self.captures_only {
            return Flow::Continue(());
        }
        ordinary(&swarm.moves, !view.occupied)?;
        let Some(step) = &piece.long_step else { return Flow::Continue(()) };
        let mut at = men & step.from;
        for count in 1..=step.most {
            at = swarm.forward.from(at) & !view.occupied;
            if count >= step.least {
                let offset = swarm.forward.offset * i32::from(count);
                sink.swarm(self, piece, offset, at & meets_check, MoveKind::LongStep)?;
            }
        }
        Flow::Continue(())
    }

    /// Where a man goes by its kind's movement, whatever becomes of royal men.
    #[inline]
    fn targets(&self, piece: &PieceTable<W>, from: Square, view: View<W>) -> Bits<W> {
        let slides = &self.core.tables.slides;
        let prey = self.core.prey_of(piece, view.enemies);
        let moves = piece.moves.targets(slides, from, view.occupied);
        let targets = match &piece.captures {
            None => moves & (!view.occupied | prey),
            Some(captures) if captures.is_empty() => moves & !view.occupied,
            Some(captures) => moves & !view.occupied | captures.targets(slides, from, view.occupied) & prey,
        };
        targets & view.open
    }

    /// Those of the targets of men of this kind on which they meet nobody whom they may not face.
    #[inline(always)]
    fn bearable(&self, kind: u8, targets: Bits<W>) -> Bits<W> {
        if self.core.tables.parts.opposition { targets & !self.core.shunned(kind) } else { targets }
    }

    /// Whether a move that leaves royal men safe breaks no rule about the position it makes.
    pub(super) fn stands(&self, mv: Move) -> bool {
        self.faces_nobody(mv) && !(self.recurrence.is_possible() && self.core.repeats(mv, &self.recurrence))
    }

    /// Whether a move leaves no two men face to face that may not be so.
    pub(super) fn faces_nobody(&self, mv: Move) -> bool {
        !self.core.tables.parts.opposition || self.core.opposition_after(mv).is_none()
    }
}

impl<const W: usize> Core<W> {
    /// The table of the man on a square.
    #[inline]
    pub(crate) fn piece_table(&self, square: Square) -> &PieceTable<W> {
        &self.tables.pieces[usize::from(self.men.at(square))]
    }

    /// Whether the rule that men must move allows another stationary move.
    #[inline]
    fn may_rest(&self) -> bool {
        let still = self.status.still[self.status.turn];
        self.tables.variant.rules.must_move.is_none_or(|in_moves| still.saturating_add(1) < in_moves)
    }

    /// Those of these enemies that a piece may capture.
    #[inline]
    fn prey_of(&self, piece: &PieceTable<W>, enemies: Bits<W>) -> Bits<W> {
        if piece.spares.is_empty() { enemies } else { enemies & !self.men.of_kinds(&piece.spares) }
    }
}
