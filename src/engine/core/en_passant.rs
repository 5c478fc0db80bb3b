//! Long steps, the squares they cross, and captures en passant there.

use super::visitor::{Flow, MoveVisitor};
use super::{Core, Moves};
use crate::engine::bits::Bits;
use crate::engine::tables::{EnPassantCapture, LongStepTable, Occupant, PieceTable};
use crate::engine::{ManMove, MoveKind};
use crate::geometry::{Leap, Side, Square};

impl<const W: usize> Moves<'_, W> {
    /// The long steps of a man. A step to one of its usual targets is left out, because it is generated as an ordinary
    /// move.
    pub(super) fn visit_long_steps(
        &self,
        piece: &PieceTable<W>,
        from: Square,
        usual: Bits<W>,
        visitor: &mut impl MoveVisitor<W>,
    ) -> Flow {
        let core = self.core;
        let (mut known, occupied) = (usual, core.men.all());
        for step in piece.long_steps.iter().filter(|step| step.from.contains(from)) {
            let mut at = Bits::of(from);
            for count in 1..=step.max {
                at = step.shift.from(at) & !occupied;
                if at.is_empty() {
                    break;
                }
                let to = piece.masked(from, at) & !known;
                if count >= step.min && !self.safety.safe_targets(core, from, to).is_empty() {
                    known |= at;
                    visitor.arrivals(self, piece, from, at, MoveKind::LongStep)?;
                }
            }
        }
        Flow::Continue(())
    }

    /// The captures en passant of these men.
    pub(super) fn visit_en_passant(&self, captors: Bits<W>, visitor: &mut impl MoveVisitor<W>) -> Flow {
        let core = self.core;
        for from in captors.iter() {
            let piece = core.piece_table(from);
            for to in core.en_passant_targets(piece, from).iter() {
                let Some(victim) = core.en_passant_victim(to) else { continue };
                let by_trial = core.tables.features.own_check_by_trial;
                if by_trial || core.leaves_royals_safe(from, to, Bits::of(victim)) {
                    visitor.arrivals(self, piece, from, Bits::of(to), MoveKind::EnPassant { victim })?;
                }
            }
        }
        Flow::Continue(())
    }
}

impl<const W: usize> Core<W> {
    /// The men of the side to move that have a capture en passant now, whether or not it leaves a royal man attacked.
    #[inline(always)]
    pub(super) fn en_passant_captors(&self) -> Bits<W> {
        if self.status.en_passant.is_empty() || self.status.series > 0 { Bits::EMPTY } else { self.captors_near() }
    }

    /// The men of the side to move that can capture en passant by their kind and stand where they could do so.
    #[inline(always)]
    pub(super) fn near_en_passant(&self) -> Bits<W> {
        let us = self.status.turn;
        let from = &self.tables.en_passant_from[us];
        let near = self.status.en_passant.iter().fold(Bits::EMPTY, |near, crossed| near | from[crossed.index()]);
        near & self.men.of_groups(&self.tables.en_passant_groups[us])
    }

    fn captors_near(&self) -> Bits<W> {
        let candidates = self.near_en_passant();
        let captures = |&from: &Square| !self.en_passant_targets(self.piece_table(from), from).is_empty();
        candidates.iter().filter(captures).collect()
    }

    /// The squares where the man on `from` has a capture en passant now.
    pub(super) fn en_passant_targets(&self, piece: &PieceTable<W>, from: Square) -> Bits<W> {
        let crossed = self.status.en_passant & !self.men.all();
        let table = match &piece.en_passant {
            EnPassantCapture::Never => return Bits::EMPTY,
            EnPassantCapture::AsCapture => piece.captures(),
            EnPassantCapture::Table(table) => table,
        };
        let men = self.men.all();
        let reached = table.targets(&self.tables.slides, from, men, || self.hurdles(piece, men)) & crossed;
        let takes = |&to: &Square| {
            let victim = self.en_passant_victim(to);
            let is_free = |victim: &Square| !self.royals(!self.status.turn).contains(*victim);
            let victim = victim.filter(is_free).map(|victim| self.piece_table(victim));
            victim.is_some_and(|man| piece.may_capture(man.kind))
        };
        reached.iter().filter(takes).collect()
    }

    /// The man whose long step crossed a square: where long steps go straight forward, the nearest man ahead of the
    /// square, from its owner's view.
    pub(super) fn en_passant_victim(&self, crossed: Square) -> Option<Square> {
        let them = !self.status.turn;
        if !self.tables.answered_steps[them].straight {
            return self.stepper_across(them, crossed);
        }
        let board = self.tables.variant.board;
        let ahead =
            std::iter::successors(board.leap(crossed, Leap::forward(them)), |&at| board.leap(at, Leap::forward(them)));
        let victim = ahead.into_iter().find(|&square| self.men.at(square) != 0)?;
        let piece = self.piece_table(victim);
        let steps = self.tables.answered_steps[them].of_kind(piece.kind).next().is_some();
        (piece.side == them && steps).then_some(victim)
    }

    /// The man of a side that a crossed square belongs to, where the squares of these men are among the en passant
    /// squares.
    fn stepper_across(&self, side: Side, crossed: Square) -> Option<Square> {
        let steppers = self.status.en_passant & self.men.of_side(side);
        self.nearest_across(side, crossed, steppers.iter().map(|at| (at, self.piece_table(at).kind)))
    }

    /// The one of these men, each with its kind, whose long step could have crossed a square: the nearest, and of
    /// several equally near, the one on the lowest square. So it is one man, if several crossed the square in a series.
    fn nearest_across(&self, side: Side, crossed: Square, men: impl Iterator<Item = (Square, u8)>) -> Option<Square> {
        let board = self.tables.variant.board;
        let mut nearest: Option<(usize, Square)> = None;
        for (at, kind) in men {
            for step in self.tables.answered_steps[side].of_kind(kind) {
                let crosses = step.across(board, crossed).any(|(_, to)| to == at);
                let beyond = std::iter::successors(board.leap(crossed, step.leap), |&on| board.leap(on, step.leap));
                let distance = beyond.take(step.max.into()).position(|on| on == at).filter(|_| crosses);
                let found = distance.map(|distance| (distance, at));
                nearest = nearest.into_iter().chain(found).min();
            }
        }
        nearest.map(|(_, at)| at)
    }

    /// The `crossed` squares whose stepper is still there, and the squares of these steppers.
    fn kept_en_passant(&self, side: Side, crossed: Bits<W>, steppers: Bits<W>) -> Bits<W> {
        let men = || steppers.iter().map(|at| (at, self.piece_table(at).kind));
        let mut kept = Bits::EMPTY;
        for square in crossed.iter() {
            if let Some(stepper) = self.nearest_across(side, square, men()) {
                kept = kept | Bits::of(square) | Bits::of(stepper);
            }
        }
        kept
    }

    /// The crossed squares where some capture en passant leaves no royal man attacked.
    pub(super) fn legal_en_passant_squares(&self) -> Bits<W> {
        let mut legal = Bits::EMPTY;
        for from in self.en_passant_captors().iter() {
            for to in self.en_passant_targets(self.piece_table(from), from).iter() {
                let Some(victim) = self.en_passant_victim(to) else { continue };
                if self.captures_en_passant_safely(from, to, victim) {
                    legal.insert(to);
                    if !self.tables.answered_steps[!self.status.turn].straight {
                        legal.insert(victim);
                    }
                }
            }
        }
        legal
    }

    /// Whether a capture en passant leaves no royal man attacked that may not be.
    fn captures_en_passant_safely(&self, from: Square, to: Square, victim: Square) -> bool {
        if !self.tables.features.own_check_by_trial {
            return self.leaves_royals_safe(from, to, Bits::of(victim));
        }
        let piece = self.men.piece(from);
        let mv = piece.map(|piece| ManMove { from, to, piece, kind: MoveKind::EnPassant { victim } });
        mv.is_some_and(|mv| self.own_check_fault(mv.into()).is_none())
    }

    /// The en passant squares after a long step, which has been made: those that it crossed, as far as the opponent can
    /// capture there, and where steps go other ways than straight forward, the square of the man.
    #[inline(always)]
    pub(super) fn crossed_by(&self, side: Side, mover: Occupant, from: Square, to: Square) -> Bits<W> {
        if self.tables.answered_steps[side].simple {
            return self.tables.ahead[side][from] & !self.tables.ahead[side][to] & !Bits::of(to);
        }
        self.crossed_by_steps(side, mover, from, to)
    }

    /// The en passant squares after a move, for long steps of any kind.
    #[inline(never)]
    fn crossed_by_steps(&self, side: Side, mover: Occupant, from: Square, to: Square) -> Bits<W> {
        let answered = &self.tables.answered_steps[side];
        let piece = &self.tables.pieces[usize::from(mover.piece())];
        let crossed = match &*piece.long_steps {
            [step] if step.is_straight(side) => {
                self.tables.ahead[side][from] & !self.tables.ahead[side][to] & !Bits::of(to)
            }
            steps => self.crossed_by_any(steps, from, to),
        };
        let crossed = crossed & answered.on;
        if answered.straight || crossed.is_empty() { crossed } else { crossed | Bits::of(to) }
    }

    /// The squares crossed by those of a man's long steps that lead from one square to another.
    fn crossed_by_any(&self, steps: &[LongStepTable<W>], from: Square, to: Square) -> Bits<W> {
        let board = self.tables.variant.board;
        let mut all = Bits::EMPTY;
        for step in steps.iter().filter(|step| step.en_passant && step.ends(board, from).contains(to)) {
            let crossed: Bits<W> = step.squares(board, from).take_while(|&at| at != to).collect();
            if !crossed.intersects(self.men.all()) {
                all |= crossed;
            }
        }
        all
    }

    /// The en passant squares that remain within a series after a move, whose man, if any, has been moved.
    pub(super) fn en_passant_within_series(&self, man: Option<ManMove>, mover: Occupant) -> Bits<W> {
        let (us, before) = (self.status.turn, self.status.en_passant);
        let Some(man) = man.filter(|man| man.leaves()) else { return before };
        if self.tables.answered_steps[us].straight {
            // Asked of the kind: a man that has turned after its step can make none as it stands.
            let kind = self.tables.pieces[usize::from(mover.piece())].kind;
            let steps = self.tables.answered_steps[us].of_kind(kind).next().is_some();
            return if steps { before & !self.en_passant_behind(us, man.from) } else { before };
        }
        // Squares crossed by the man that left are cleared, and the square where a man arrived.
        let mut arrived = Bits::of(man.to);
        if let MoveKind::Castling { partner_to, .. } = man.kind {
            arrived.insert(partner_to);
        }
        let steppers = before & self.men.of_side(us) & !arrived;
        let mut crossed = before & !steppers & !Bits::of(man.from);
        if before.contains(man.from) {
            let kind = self.tables.pieces[usize::from(mover.piece())].kind;
            let men = || steppers.iter().map(|at| (at, self.piece_table(at).kind)).chain([(man.from, kind)]);
            crossed = crossed.iter().filter(|&at| self.nearest_across(us, at, men()) != Some(man.from)).collect();
        }
        self.kept_en_passant(us, crossed & !arrived, steppers)
    }

    /// The en passant squares within a series after another long step in it.
    pub(super) fn with_crossed(&self, before: Bits<W>, crossed: Bits<W>) -> Bits<W> {
        let (us, all) = (self.status.turn, before | crossed);
        if self.tables.answered_steps[us].straight || before.is_empty() {
            return all;
        }
        let steppers = all & self.men.of_side(us);
        self.kept_en_passant(us, all & !steppers, steppers)
    }

    /// The crossed squares directly behind a man that has made a long step to `square`.
    fn en_passant_behind(&self, side: Side, square: Square) -> Bits<W> {
        let board = self.tables.variant.board;
        let back = -Leap::forward(side);
        std::iter::successors(board.leap(square, back), |&at| board.leap(at, back))
            .take_while(|&at| self.status.en_passant.contains(at))
            .collect()
    }

    /// The given en passant squares that no long step of `side` can have left: a crossed square lies between the start
    /// and the end of one. It is empty, unless the side's series has gone on since; if the step was the only move of
    /// its turn, the square where it started is empty too.
    pub(crate) fn impossible_en_passant(
        &self,
        side: Side,
        inside_series: bool,
        only_move: bool,
    ) -> impl Iterator<Item = Square> {
        let board = self.tables.variant.board;
        let answered = &self.tables.answered_steps[side];
        let all = self.status.en_passant;
        let own = self.men.of_side(side);
        let steppers = if answered.straight { Bits::EMPTY } else { all & own };
        let can_have_crossed = move |square: Square| {
            let stepped = |kind: u8, (from, to): (Square, Square)| {
                own.contains(to)
                    && self.piece_table(to).kind == kind
                    && (answered.straight || steppers.contains(to))
                    && (!only_move || self.men.at(from) == 0)
            };
            let free = self.men.at(square) == 0 || answered.straight && inside_series;
            let mut steps = answered.steps.iter();
            free && answered.on.contains(square)
                && steps.any(|(kind, step)| step.across(board, square).any(|ends| stepped(*kind, ends)))
        };
        let belongs = move |stepper: Square| {
            (!only_move || steppers.len() == 1)
                && (all & !steppers).iter().any(|square| self.stepper_across(side, square) == Some(stepper))
        };
        all.iter().filter(move |&at| if steppers.contains(at) { !belongs(at) } else { !can_have_crossed(at) })
    }
}
