//! Long steps, the squares they cross, and captures en passant there.

use super::visitor::{Flow, MoveVisitor};
use super::{Core, Moves};
use crate::engine::bits::Bits;
use crate::engine::tables::{EnPassantCapture, PieceTable};
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
        let Some(step) = piece.long_step.as_ref().filter(|step| step.from.contains(from)) else {
            return Flow::Continue(());
        };
        let mut at = from;
        for count in 1..=step.max {
            let next = core.tables.variant.board.leap(at, Leap::forward(piece.side));
            let Some(to) = next.filter(|&to| core.men.at(to) == 0) else { break };
            at = to;
            let to_here = piece.masked(from, Bits::of(to)) & !usual;
            if count >= step.min && !self.safety.safe_targets(core, from, to_here).is_empty() {
                visitor.arrivals(self, piece, from, Bits::of(to), MoveKind::LongStep)?;
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
        let reached = table.targets(&self.tables.slides, from, self.men.all()) & crossed;
        let takes = |&to: &Square| {
            let victim = self.en_passant_victim(to);
            let is_free = |victim: &Square| !self.royals(!self.status.turn).contains(*victim);
            let victim = victim.filter(is_free).map(|victim| self.piece_table(victim));
            victim.is_some_and(|man| piece.may_capture(man.kind))
        };
        reached.iter().filter(takes).collect()
    }

    /// The man whose long step crossed a square: the nearest man ahead of the square, from its owner's view.
    pub(super) fn en_passant_victim(&self, crossed: Square) -> Option<Square> {
        let them = !self.status.turn;
        let board = self.tables.variant.board;
        let ahead =
            std::iter::successors(board.leap(crossed, Leap::forward(them)), |&at| board.leap(at, Leap::forward(them)));
        let victim = ahead.into_iter().find(|&square| self.men.at(square) != 0)?;
        let piece = self.piece_table(victim);
        (piece.side == them && self.tables.long_steppers[them].contains(&piece.kind)).then_some(victim)
    }

    /// The crossed squares where some capture en passant leaves no royal man attacked.
    pub(super) fn legal_en_passant_squares(&self) -> Bits<W> {
        let mut legal = Bits::EMPTY;
        for from in self.en_passant_captors().iter() {
            for to in self.en_passant_targets(self.piece_table(from), from).iter() {
                let Some(victim) = self.en_passant_victim(to) else { continue };
                if self.captures_en_passant_safely(from, to, victim) {
                    legal.insert(to);
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

    /// The squares that a long step crosses.
    #[inline]
    pub(super) fn crossed_by(&self, side: Side, from: Square, to: Square) -> Bits<W> {
        self.tables.ahead[side][from] & !self.tables.ahead[side][to] & !Bits::of(to)
    }

    /// The crossed squares directly behind a man that has made a long step to `square`.
    pub(super) fn en_passant_behind(&self, side: Side, square: Square) -> Bits<W> {
        let board = self.tables.variant.board;
        let back = -Leap::forward(side);
        std::iter::successors(board.leap(square, back), |&at| board.leap(at, back))
            .take_while(|&at| self.status.en_passant.contains(at))
            .collect()
    }

    /// All starts and ends of long steps of `side` that cross a square.
    pub(crate) fn long_step_ends(
        &self,
        side: Side,
        crossed: Square,
        min: u8,
        max: u8,
        starts: Bits<W>,
    ) -> impl Iterator<Item = (Square, Square)> {
        let board = self.tables.variant.board;
        let ahead = move |square, steps: u8| {
            std::iter::successors(Some(square), |&at| board.leap(at, Leap::forward(side))).nth(steps.into())
        };
        let behind = std::iter::successors(board.leap(crossed, -Leap::forward(side)), move |&at| {
            board.leap(at, -Leap::forward(side))
        });
        behind.take(max.into()).filter(move |&from| starts.contains(from)).flat_map(move |from| {
            (min..=max).filter_map(move |steps| ahead(from, steps)).filter_map(move |to| {
                let beyond = board.own_rank(side, to) > board.own_rank(side, crossed);
                beyond.then_some((from, to))
            })
        })
    }
}
