//! The legal moves of a position, in batches that can be counted without being listed.

use std::ops::ControlFlow;

use super::Core;
use super::guard::Guard;
use crate::engine::bits::Bits;
use crate::engine::tables::{PieceTable, Stride, Swarm};
use crate::engine::{Move, MoveKind, Piece};
use crate::geometry::Square;
use crate::model::{Passing, Repetition};

/// The legal moves of a position, made as they are asked for.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question asked once a position, not a state")]
pub(crate) struct Moves<'a, const W: usize> {
    pub(super) core: &'a Core<W>,
    pub(super) guard: Guard<W>,
    /// Stationary moves are allowed.
    may_rest: bool,
    /// A move might bring back a position.
    look_back: bool,
    /// Some pair of kinds may not face each other.
    opposed: bool,
    captures_only: bool,
}

/// Legal moves of one kind.
#[derive(Clone, Copy, Debug)]
pub(super) enum Batch<const W: usize> {
    /// The man on `from` goes to any of these squares.
    Travels { from: Square, to: Bits<W> },
    /// Men of one kind go to these squares, each from the square that lies `offset` numbers before.
    Swarms { offset: i32, to: Bits<W>, kind: MoveKind },
    /// The man on this square turns or flips, in all its ways.
    Rests(Square),
    /// One move of another kind.
    Single(Move),
}

/// What the men of a position are looked at with.
#[derive(Clone, Copy, Debug)]
struct View<const W: usize> {
    occupied: Bits<W>,
    /// Enemy men that can be captured at all.
    enemies: Bits<W>,
    /// Men of the side to move that could capture en passant.
    captors: Bits<W>,
    /// Stationary moves are legal.
    may_rest: bool,
}

type Flow = ControlFlow<()>;

impl<'a, const W: usize> Moves<'a, W> {
    pub(crate) fn new(core: &'a Core<W>) -> Self {
        let (rules, status) = (&core.tables.variant.rules, &core.status);
        // Coming back takes each side a move there and a move back, unless a player may move twice or not at all.
        let soonest = if rules.passing == Passing::Never && core.series_rule().is_none() { 3 } else { 1 };
        let mut moves = Self {
            core,
            guard: Guard::new(core),
            may_rest: rules.must_move.is_none_or(|in_moves| status.still[status.turn].saturating_add(1) < in_moves),
            look_back: rules.repetition == Repetition::Illegal && status.reversible >= soonest,
            opposed: !rules.opposition.is_empty(),
            captures_only: false,
        };
        if rules.compulsory_capture {
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
        let mut count = 0;
        let _ = self.batches(&mut |batch| {
            count += self.count_batch(batch);
            Flow::Continue(())
        });
        let mut others = 0;
        let _ = self.each_other(count > 0, &mut |_| {
            others += 1;
            Flow::Continue(())
        });
        count + others
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
        self.batches(&mut |batch| self.each_of_batch(batch, visit))
    }

    /// The moves that depend on whether there are others: passing, ending a series, finishing the game.
    fn each_other(&self, men_can_move: bool, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let core = self.core;
        let of_nobody = |kind| Move { from: Square::new(0), to: Square::new(0), piece: None, kind };
        let rules = &core.tables.variant.rules;
        let may_end = core.series_may_end();
        // Who can capture must, and not end the series instead.
        if may_end && !self.captures_only {
            let mv = of_nobody(MoveKind::EndSeries);
            if self.stands(mv, false) {
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
        if passes && self.may_rest && !self.in_check() && !self.captures_only && self.stands(mv, false) {
            visit(mv)?;
        }
        if men_can_move && rules.finishing_move.is_some() {
            self.each_finishing(visit)?;
        }
        Flow::Continue(())
    }

    /// Every batch of legal moves of men, kind by kind, since the men of one kind take the same branches.
    pub(super) fn batches(&self, visit: &mut impl FnMut(Batch<W>) -> Flow) -> Flow {
        let core = self.core;
        let (tables, men, us) = (&*core.tables, &core.men, core.status.turn);
        let view = View {
            occupied: men.all(),
            enemies: men.of_side(!us) & !core.royals(!us),
            captors: core.en_passant_captors(),
            may_rest: self.may_rest && !self.guard.in_check && !self.captures_only,
        };
        for (kind, &only_piece) in tables.only_pieces[us].iter().enumerate() {
            let mut of_kind = men.of_kind(kind as u8) & men.of_side(us);
            if of_kind.is_empty() {
                continue;
            }
            if only_piece == 0 {
                for from in of_kind.iter() {
                    self.of_man(&tables.pieces[usize::from(men.at(from))], from, view, visit)?;
                }
                continue;
            }
            let piece = &tables.pieces[usize::from(only_piece)];
            if let Some(swarm) = piece.swarm.as_ref().filter(|_| self.guard.trusts_sets()) {
                let free = of_kind & !self.guard.hampered() & !view.captors;
                self.of_swarm(piece, swarm, free, view, visit)?;
                of_kind &= !free;
            }
            for from in of_kind.iter() {
                self.of_man(piece, from, view, visit)?;
            }
        }
        if !view.captors.is_empty() {
            self.en_passant(view.captors, &mut |mv| visit(Batch::Single(mv)))?;
        }
        if core.status.rights != 0 && !self.captures_only {
            self.castling(&mut |mv| visit(Batch::Single(mv)))?;
        }
        Flow::Continue(())
    }

    /// The moves of one man.
    #[inline]
    fn of_man(
        &self,
        piece: &PieceTable<W>,
        from: Square,
        view: View<W>,
        visit: &mut impl FnMut(Batch<W>) -> Flow,
    ) -> Flow {
        let core = self.core;
        let mut targets = self.targets(piece, from, view.occupied, view.enemies);
        if view.captors.contains(from) {
            targets &= !core.en_passant_targets(piece, from);
        }
        if self.captures_only {
            targets &= view.enemies;
        }
        let to = self.guard.safe(core, from, targets);
        if !to.is_empty() {
            visit(Batch::Travels { from, to })?;
        }
        if view.may_rest && !piece.stationary.is_empty() {
            visit(Batch::Rests(from))?;
        }
        if piece.long_step.is_some() && !self.captures_only {
            self.long_steps(piece, from, targets, &mut |mv| visit(Batch::Single(mv)))?;
        }
        Flow::Continue(())
    }

    /// The moves of many men of one kind at once, all of them free to go wherever a check is met.
    #[inline]
    fn of_swarm(
        &self,
        piece: &PieceTable<W>,
        swarm: &Swarm<W>,
        men: Bits<W>,
        view: View<W>,
        visit: &mut impl FnMut(Batch<W>) -> Flow,
    ) -> Flow {
        let prey =
            if piece.spares.is_empty() { view.enemies } else { view.enemies & !self.core.men.of_kinds(&piece.spares) };
        let meets_check = self.guard.meets_check();
        let mut ordinary = |strides: &[Stride<W>], targets: Bits<W>| {
            strides.iter().try_for_each(|stride| {
                let to = stride.from(men) & targets & meets_check;
                if to.is_empty() {
                    return Flow::Continue(());
                }
                visit(Batch::Swarms { offset: stride.offset, to, kind: MoveKind::Ordinary })
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
            let to = at & meets_check;
            if count >= step.least && !to.is_empty() {
                let offset = swarm.forward.offset * i32::from(count);
                visit(Batch::Swarms { offset, to, kind: MoveKind::LongStep })?;
            }
        }
        Flow::Continue(())
    }

    /// Where a man goes by its kind's movement, whatever becomes of royal men.
    #[inline]
    fn targets(&self, piece: &PieceTable<W>, from: Square, occupied: Bits<W>, enemies: Bits<W>) -> Bits<W> {
        let (tables, men) = (&*self.core.tables, &self.core.men);
        let prey = if piece.spares.is_empty() { enemies } else { enemies & !men.of_kinds(&piece.spares) };
        let moves = piece.moves.targets(&tables.slides, from, occupied);
        match &piece.captures {
            None => moves & (!occupied | prey) & tables.board,
            Some(captures) if captures.is_empty() => moves & !occupied,
            Some(captures) => moves & !occupied | captures.targets(&tables.slides, from, occupied) & prey,
        }
    }

    fn each_of_batch(&self, batch: Batch<W>, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let core = self.core;
        match batch {
            Batch::Single(mv) => self.if_it_stands(mv, visit),
            Batch::Rests(square) => {
                let piece = core.piece_table(square);
                piece.stationary.iter().try_for_each(|&after| {
                    let mv = Move { from: square, to: square, piece: Piece::new(after), kind: MoveKind::Stationary };
                    self.if_it_stands(mv, visit)
                })
            }
            Batch::Travels { from, to } => to.iter().try_for_each(|to| {
                core.each_arrival(from, to, MoveKind::Ordinary, &mut |mv| self.if_it_stands(mv, visit))
            }),
            Batch::Swarms { offset, to, kind } => to.iter().try_for_each(|to| {
                core.each_arrival(start_of(to, offset), to, kind, &mut |mv| self.if_it_stands(mv, visit))
            }),
        }
    }

    fn if_it_stands(&self, mv: Move, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let captures =
            self.core.men.at(mv.to) != 0 && mv.from != mv.to || matches!(mv.kind, MoveKind::EnPassant { .. });
        if self.stands(mv, captures) { visit(mv) } else { Flow::Continue(()) }
    }

    fn count_batch(&self, batch: Batch<W>) -> u64 {
        let core = self.core;
        let may_repeat = |man: Square, to: Bits<W>| {
            self.look_back && !core.piece_table(man).irreversible && to.intersects(!core.men.all())
        };
        let doubtful = self.opposed
            || match batch {
                Batch::Travels { from, to } => may_repeat(from, to),
                Batch::Swarms { offset, to, .. } => to.first().is_some_and(|end| may_repeat(start_of(end, offset), to)),
                Batch::Rests(_) | Batch::Single(_) => self.look_back,
            };
        if doubtful {
            let mut count = 0;
            let _ = self.each_of_batch(batch, &mut |_| {
                count += 1;
                Flow::Continue(())
            });
            return count;
        }
        match batch {
            Batch::Single(_) => 1,
            Batch::Rests(square) => core.piece_table(square).stationary.len() as u64,
            Batch::Travels { from, to } => core.count_arrivals(core.piece_table(from), to),
            Batch::Swarms { offset, to, .. } => {
                let start = to.first().map_or(Square::new(0), |end| start_of(end, offset));
                core.count_arrivals(core.piece_table(start), to)
            }
        }
    }

    /// Whether a move leaves no two men face to face that may not be so.
    pub(super) fn faces_nobody(&self, mv: Move) -> bool {
        !self.opposed || self.core.opposition_after(mv).is_none()
    }

    /// Whether a move that leaves royal men safe breaks no rule about the position it makes.
    fn stands(&self, mv: Move, captures: bool) -> bool {
        self.faces_nobody(mv) && (!self.look_back || captures || !self.core.repeats(mv))
    }
}

/// The square from which a man of a swarm has come to `end`.
#[inline]
fn start_of(end: Square, offset: i32) -> Square {
    Square::new((end.index() as i32 - offset) as u8)
}

impl<const W: usize> Core<W> {
    /// The table of the man on a square.
    #[inline]
    pub(crate) fn piece_table(&self, square: Square) -> &PieceTable<W> {
        &self.tables.pieces[usize::from(self.men.at(square))]
    }

    /// The number of moves that take men like this one to these squares.
    #[inline]
    fn count_arrivals(&self, piece: &PieceTable<W>, to: Bits<W>) -> u64 {
        let staying = 1 + piece.after_moving.len() as u64;
        let Some(promotion) = piece.promotion.as_ref().filter(|promotion| to.intersects(promotion.zone)) else {
            return u64::from(to.len()) * staying;
        };
        let promoting = (to & promotion.zone).iter().map(|to| {
            let choices = self.promotions(piece, to).len() as u64;
            choices + if promotion.optional || choices == 0 { staying } else { 0 }
        });
        promoting.sum::<u64>() + u64::from((to & !promotion.zone).len()) * staying
    }

    /// The pieces that a man can become by promoting on `to`.
    #[inline]
    pub(super) fn promotions(&self, piece: &PieceTable<W>, to: Square) -> &[u16] {
        let variant = &self.tables.variant;
        let half = usize::from(variant.is_right_half(piece.side, to));
        &self.tables.setups[self.setup].promotions[piece.side][usize::from(piece.kind)][half]
    }

    /// Every move that takes the man on `from` to `to`: plain, turned after moving, or promoted.
    #[inline]
    pub(super) fn each_arrival(
        &self,
        from: Square,
        to: Square,
        kind: MoveKind,
        visit: &mut impl FnMut(Move) -> Flow,
    ) -> Flow {
        let number = self.men.at(from);
        let piece = self.piece_table(from);
        if let Some(promotion) = piece.promotion.as_ref().filter(|promotion| promotion.zone.contains(to)) {
            let choices = self.promotions(piece, to);
            for &after in choices {
                visit(Move { from, to, piece: Piece::new(after), kind })?;
            }
            if !promotion.optional && !choices.is_empty() {
                return Flow::Continue(());
            }
        }
        visit(Move { from, to, piece: Piece::new(number), kind })?;
        piece.after_moving.iter().try_for_each(|&after| visit(Move { from, to, piece: Piece::new(after), kind }))
    }
}
