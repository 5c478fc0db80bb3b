//! Sets of legal moves, the one output of the generator: counting is their length, listing goes through them, and a selection is a part of
//! each.

use std::ops::ControlFlow;

use super::generator::MoveGenerator;
use crate::engine::bits::Bits;
use crate::engine::tables::{KindGroup, PieceTable, StationaryMoves};
use crate::engine::{ManMove, Move, MoveKind, MoveList, MoveSets};
use crate::geometry::Square;

/// A selection of the legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Selection {
    All,
    /// Moves that capture a man.
    Captures,
    /// Moves that capture nothing.
    Quiets,
}

/// Whether to continue.
pub(super) type Flow = ControlFlow<()>;

/// A callback for each move. It is `dyn`: the generator is compiled once and not for every caller.
pub(super) type Visit<'a, M = ManMove> = &'a mut dyn FnMut(M) -> Flow;

/// Moves of men that are generated together. They are legal unless each must be tried; see
/// [`MoveGenerator::needs_legality_test`].
#[derive(Clone, Copy, Debug)]
pub(super) enum MoveSet<'a, const W: usize> {
    /// The man on a square goes to any of these, and nothing else happens.
    Plain { from: Square, to: Bits<W> },
    /// The man on a square goes to any of these, where it may turn or promote.
    Arrivals { piece: &'a PieceTable<W>, from: Square, to: Bits<W>, kind: MoveKind },
    /// Men of a piece go to these squares, each from the square whose number is lower by `offset`. They may turn or promote there.
    Shifted { piece: &'a PieceTable<W>, offset: i32, to: Bits<W>, kind: MoveKind },
    /// Men of a kind group make all their stationary moves.
    Stationary { kind_group: &'a KindGroup<W>, men: Bits<W> },
    /// A castling.
    Castling(ManMove),
}

/// The square where a shifted man comes from.
#[inline(always)]
fn origin(to: Square, offset: i32) -> Square {
    Square::new((to.index() as i32 - offset) as u8)
}

impl<const W: usize> MoveSet<'_, W> {
    /// The number of moves that are legal.
    #[inline(always)]
    pub(super) fn count(self, moves: &MoveGenerator<'_, W>) -> u64 {
        if self.needs_trial(moves) {
            return self.count_by_trial(moves);
        }
        match self {
            Self::Plain { to, .. } => u64::from(to.len()),
            Self::Arrivals { piece, from, to, kind } => moves.core.count_arrivals(piece, Some(from), to, kind),
            Self::Shifted { piece, to, kind, .. } => moves.core.count_arrivals(piece, None, to, kind),
            Self::Stationary { kind_group, men } => match kind_group.stationary {
                StationaryMoves::Always(each) => u64::from(each) * u64::from(men.len()),
                StationaryMoves::ByState => men.iter().map(|man| moves.core.made_in_place(man).count() as u64).sum(),
            },
            Self::Castling(mv) => u64::from(moves.respects_opposition(mv.into())),
        }
    }

    #[inline(never)]
    fn count_by_trial(self, moves: &MoveGenerator<'_, W>) -> u64 {
        let mut count = 0;
        let _ = self.each(moves, &mut |_| {
            count += 1;
            Flow::Continue(())
        });
        count
    }

    /// Whether each of these moves must be tried although others need not be: opposition depends on the man that
    /// arrives.
    #[inline(always)]
    fn needs_trial(&self, moves: &MoveGenerator<'_, W>) -> bool {
        match *self {
            Self::Arrivals { piece, to, kind, .. } | Self::Shifted { piece, to, kind, .. } => {
                moves.arrivals_need_trial(piece, to, kind)
            }
            Self::Plain { .. } | Self::Stationary { .. } | Self::Castling(_) => false,
        }
    }

    /// Adds the moves to a list, or to sets.
    #[inline(always)]
    fn collect<C: Collection<W>>(self, moves: &MoveGenerator<'_, W>, collection: &mut C) {
        match self {
            Self::Plain { from, to } if !to.is_empty() => {
                if let Some(piece) = moves.core.men.piece(from) {
                    collection.push_moves(ManMove::new(from, from, piece, MoveKind::Ordinary), to);
                }
            }
            Self::Shifted { piece, offset, to, kind } if self.is_uniform(moves, piece, to) => {
                let from = to.first().map(|first| origin(first, offset));
                if let Some((from, piece)) = from.and_then(|from| Some((from, moves.core.men.piece(from)?))) {
                    collection.push_shifted(ManMove::new(from, from, piece, kind), offset, to);
                }
            }
            Self::Plain { .. } => {}
            Self::Arrivals { .. } | Self::Shifted { .. } | Self::Stationary { .. } | Self::Castling(_) => {
                self.collect_rare(moves, collection);
            }
        }
    }

    /// [`Self::collect`] of moves other than the most frequent.
    fn collect_rare<C: Collection<W>>(self, moves: &MoveGenerator<'_, W>, collection: &mut C) {
        if let Self::Arrivals { piece, from, to, kind } = self
            && self.is_uniform(moves, piece, to)
        {
            if let Some(piece) = moves.core.men.piece(from) {
                collection.push_moves(ManMove::new(from, from, piece, kind), to);
            }
            return;
        }
        let _ = self.each(moves, &mut |mv| {
            collection.push(Move::Man(mv));
            Flow::Continue(())
        });
    }

    /// Whether men of a piece that arrive on these squares don't change, and none must be tried.
    #[inline(always)]
    fn is_uniform(&self, moves: &MoveGenerator<'_, W>, piece: &PieceTable<W>, to: Bits<W>) -> bool {
        !to.intersects(piece.changes_in) && !self.needs_trial(moves)
    }

    /// Calls `visit` for each move that is legal until it breaks, after a trial where one is needed.
    pub(super) fn each(self, moves: &MoveGenerator<'_, W>, visit: Visit) -> Flow {
        let core = moves.core;
        let by_trial = moves.needs_legality_test() || self.needs_trial(moves) || matches!(self, Self::Castling(_));
        let mut visit = |mv: ManMove| {
            if !by_trial || moves.is_legal_in_result(mv.into()) { visit(mv) } else { Flow::Continue(()) }
        };
        match self {
            Self::Plain { from, to } => {
                let Some(piece) = core.men.piece(from) else { return Flow::Continue(()) };
                to.iter().try_for_each(|to| visit(ManMove::new(from, to, piece, MoveKind::Ordinary)))
            }
            Self::Arrivals { piece, from, to, kind } => {
                to.iter().try_for_each(|to| core.each_arrival(piece, from, to, kind, &mut visit))
            }
            Self::Shifted { piece, offset, to, kind } => {
                to.iter().try_for_each(|to| core.each_arrival(piece, origin(to, offset), to, kind, &mut visit))
            }
            Self::Stationary { men, .. } => men.iter().try_for_each(|square| {
                let mut turned = core.made_in_place(square);
                turned.try_for_each(|piece| visit(ManMove::new(square, square, piece, MoveKind::Stationary)))
            }),
            Self::Castling(mv) => visit(mv),
        }
    }

    /// The moves in a selection, given the squares of the opponent's men; `None` if there is none.
    pub(super) fn selected(self, selection: Selection, enemies: Bits<W>) -> Option<Self> {
        let captures = match selection {
            Selection::All => return Some(self),
            Selection::Captures => true,
            Selection::Quiets => false,
        };
        let squares = if captures { enemies } else { !enemies };
        let (set, to) = match self {
            Self::Arrivals { kind: MoveKind::EnPassant { .. }, .. } => return captures.then_some(self),
            Self::Stationary { .. } | Self::Castling(_) => return (!captures).then_some(self),
            Self::Plain { from, to } => (Self::Plain { from, to: to & squares }, to & squares),
            Self::Arrivals { piece, from, to, kind } => {
                (Self::Arrivals { piece, from, to: to & squares, kind }, to & squares)
            }
            Self::Shifted { piece, offset, to, kind } => {
                (Self::Shifted { piece, offset, to: to & squares, kind }, to & squares)
            }
        };
        (!to.is_empty()).then_some(set)
    }
}

/// Receives the moves of men from [`MoveGenerator`]. A function of a set is one, too.
pub(super) trait MoveVisitor<const W: usize> {
    /// Receives a set of moves.
    fn visit(&mut self, moves: &MoveGenerator<'_, W>, set: MoveSet<'_, W>) -> Flow;
}

/// Counts moves without looking at them one by one. Not for positions where moves must be tried; see
/// [`MoveGenerator::needs_legality_test`].
#[derive(Debug, Default)]
pub(super) struct MoveCounter(pub(super) u64);

/// Adds moves to a list or to sets. Not for positions where moves must be tried; see [`MoveGenerator::needs_legality_test`].
#[derive(Debug)]
pub(super) struct Collector<'a, C>(pub(super) &'a mut C);

impl<const W: usize> MoveVisitor<W> for MoveCounter {
    #[inline(always)]
    fn visit(&mut self, moves: &MoveGenerator<'_, W>, set: MoveSet<'_, W>) -> Flow {
        self.0 += set.count(moves);
        Flow::Continue(())
    }
}

impl<C: Collection<W>, const W: usize> MoveVisitor<W> for Collector<'_, C> {
    #[inline(always)]
    fn visit(&mut self, moves: &MoveGenerator<'_, W>, set: MoveSet<'_, W>) -> Flow {
        set.collect(moves, self.0);
        Flow::Continue(())
    }
}

impl<F: FnMut(&MoveGenerator<'_, W>, MoveSet<'_, W>) -> Flow, const W: usize> MoveVisitor<W> for F {
    #[inline]
    fn visit(&mut self, moves: &MoveGenerator<'_, W>, set: MoveSet<'_, W>) -> Flow {
        self(moves, set)
    }
}

/// Moves that are kept: one by one in a list, or as sets.
pub(crate) trait Collection<const W: usize> {
    /// The number of moves.
    fn len(&self) -> usize;

    /// Adds a move.
    fn push(&mut self, mv: Move);

    /// Adds moves like `model` to these squares, from its own.
    fn push_moves(&mut self, model: ManMove, to: Bits<W>);

    /// Adds moves like `model` to these squares, each from the square whose number is lower by `offset`.
    fn push_shifted(&mut self, model: ManMove, offset: i32, to: Bits<W>);
}

impl<const W: usize> Collection<W> for MoveList {
    fn len(&self) -> usize {
        <[Move]>::len(self)
    }

    #[inline(always)]
    fn push(&mut self, mv: Move) {
        Self::push(self, mv);
    }

    #[inline(always)]
    fn push_moves(&mut self, model: ManMove, to: Bits<W>) {
        self.push_each(to, |to| Move::Man(ManMove { to, ..model }));
    }

    #[inline(always)]
    fn push_shifted(&mut self, model: ManMove, offset: i32, to: Bits<W>) {
        self.push_each(to, |to| Move::Man(ManMove { from: origin(to, offset), to, ..model }));
    }
}

impl<const W: usize> Collection<W> for MoveSets {
    fn len(&self) -> usize {
        Self::len(self)
    }

    #[inline(always)]
    fn push(&mut self, mv: Move) {
        Self::push(self, mv);
    }

    #[inline(always)]
    fn push_moves(&mut self, model: ManMove, to: Bits<W>) {
        Self::push_moves(self, model, to.to_set(), to.len());
    }

    #[inline(always)]
    fn push_shifted(&mut self, model: ManMove, offset: i32, to: Bits<W>) {
        Self::push_shifted(self, model, offset, to.to_set(), to.len());
    }
}
