//! Consumers of generated moves: visitors count them in bulk, list them, or take them one by one.

use std::ops::ControlFlow;

use super::Moves;
use crate::engine::bits::Bits;
use crate::engine::tables::{KindGroup, PieceTable, StationaryMoves};
use crate::engine::{ManMove, Move, MoveKind, MoveList, Piece};
use crate::geometry::Square;

/// Whether to continue.
pub(super) type Flow = ControlFlow<()>;

/// A callback for each move. It is `dyn`, so that the generator is compiled once and not for every caller.
pub(super) type Visit<'a, M = ManMove> = &'a mut dyn FnMut(M) -> Flow;

/// Receives the legal moves from [`Moves`], many at a time where possible.
pub(super) trait MoveVisitor<const W: usize> {
    /// The man on `from` can go to any of these squares, and nothing else happens.
    fn plain_moves(&mut self, moves: &Moves<W>, from: Square, to: Bits<W>) -> Flow;

    /// The man on `from` can go to any of these squares, where it may turn or promote.
    fn arrivals(&mut self, moves: &Moves<W>, piece: &PieceTable<W>, from: Square, to: Bits<W>, kind: MoveKind) -> Flow;

    /// Men that are `piece` can go to these squares, each from the square whose number is lower by `offset`. They may
    /// turn or promote there.
    fn shifted(&mut self, moves: &Moves<W>, piece: &PieceTable<W>, offset: i32, to: Bits<W>, kind: MoveKind) -> Flow;

    /// These men of a kind group can make all their stationary moves.
    fn stationary(&mut self, moves: &Moves<W>, kind_group: &KindGroup<W>, men: Bits<W>) -> Flow;

    /// A single move.
    fn single(&mut self, moves: &Moves<W>, mv: ManMove) -> Flow;
}

/// Counts moves without looking at them one by one. Not for positions where moves must be tried; see
/// [`Moves::needs_trial`].
#[derive(Debug, Default)]
pub(super) struct Count(pub(super) u64);

/// Adds moves to a list. Not for positions where moves must be tried; see [`Moves::needs_trial`].
#[derive(Debug)]
pub(super) struct Listing<'a>(pub(super) &'a mut MoveList);

/// Calls a function for each move, after a trial where one is needed.
pub(super) struct EachMove<'a>(pub(super) Visit<'a>);

/// Passes on either captures only or other moves only.
#[derive(Debug)]
pub(super) struct Selected<'a, V, const W: usize> {
    pub(super) visitor: &'a mut V,
    /// The squares where such moves end, except captures en passant.
    pub(super) to: Bits<W>,
    pub(super) captures: bool,
}

impl<const W: usize> MoveVisitor<W> for Count {
    #[inline(always)]
    fn plain_moves(&mut self, _: &Moves<W>, _: Square, to: Bits<W>) -> Flow {
        self.0 += u64::from(to.len());
        Flow::Continue(())
    }

    #[inline(always)]
    fn arrivals(&mut self, moves: &Moves<W>, piece: &PieceTable<W>, from: Square, to: Bits<W>, kind: MoveKind) -> Flow {
        if moves.arrivals_need_trial(piece, to, kind) {
            return EachMove(&mut |_| self.one()).arrivals(moves, piece, from, to, kind);
        }
        self.0 += moves.core.count_arrivals(piece, Some(from), to, kind);
        Flow::Continue(())
    }

    #[inline(always)]
    fn shifted(&mut self, moves: &Moves<W>, piece: &PieceTable<W>, offset: i32, to: Bits<W>, kind: MoveKind) -> Flow {
        if moves.arrivals_need_trial(piece, to, kind) {
            return EachMove(&mut |_| self.one()).shifted(moves, piece, offset, to, kind);
        }
        self.0 += moves.core.count_arrivals(piece, None, to, kind);
        Flow::Continue(())
    }

    #[inline(always)]
    fn stationary(&mut self, moves: &Moves<W>, kind_group: &KindGroup<W>, men: Bits<W>) -> Flow {
        self.0 += match kind_group.stationary {
            StationaryMoves::Always(each) => u64::from(each) * u64::from(men.len()),
            StationaryMoves::ByState => men.iter().map(|man| moves.core.piece_table(man).stationary.len() as u64).sum(),
        };
        Flow::Continue(())
    }

    fn single(&mut self, moves: &Moves<W>, mv: ManMove) -> Flow {
        if moves.respects_opposition(mv.into()) { self.one() } else { Flow::Continue(()) }
    }
}

impl Count {
    const fn one(&mut self) -> Flow {
        self.0 += 1;
        Flow::Continue(())
    }
}

impl<const W: usize> MoveVisitor<W> for EachMove<'_> {
    #[inline]
    fn plain_moves(&mut self, moves: &Moves<W>, from: Square, to: Bits<W>) -> Flow {
        let Some(piece) = moves.core.men.piece(from) else { return Flow::Continue(()) };
        for to in to.iter() {
            let mv = ManMove { from, to, piece, kind: MoveKind::Ordinary };
            if !moves.needs_trial() || moves.passes_trial(mv.into()) {
                (self.0)(mv)?;
            }
        }
        Flow::Continue(())
    }

    fn arrivals(&mut self, moves: &Moves<W>, piece: &PieceTable<W>, from: Square, to: Bits<W>, kind: MoveKind) -> Flow {
        let look = moves.needs_trial() || moves.arrivals_need_trial(piece, to, kind);
        to.iter().try_for_each(|to| {
            moves.core.each_arrival(piece, from, to, kind, &mut |mv| {
                if !look || moves.passes_trial(mv.into()) { (self.0)(mv) } else { Flow::Continue(()) }
            })
        })
    }

    fn shifted(&mut self, moves: &Moves<W>, piece: &PieceTable<W>, offset: i32, to: Bits<W>, kind: MoveKind) -> Flow {
        let start = |to: Square| Square::new((to.index() as i32 - offset) as u8);
        let doubtful = moves.needs_trial() || moves.arrivals_need_trial(piece, to, kind);
        let same = to.first().filter(|_| !doubtful && !to.intersects(piece.changes_in));
        if let Some(piece) = same.and_then(|first| moves.core.men.piece(start(first))) {
            return to.iter().try_for_each(|to| (self.0)(ManMove { from: start(to), to, piece, kind }));
        }
        to.iter().try_for_each(|to| {
            let from = start(to);
            self.arrivals(moves, piece, from, Bits::of(to), kind)
        })
    }

    fn stationary(&mut self, moves: &Moves<W>, _: &KindGroup<W>, men: Bits<W>) -> Flow {
        for square in men.iter() {
            for piece in moves.core.piece_table(square).stationary.iter().copied().filter_map(Piece::new) {
                let mv = ManMove { from: square, to: square, piece, kind: MoveKind::Stationary };
                if !moves.needs_trial() || moves.passes_trial(mv.into()) {
                    (self.0)(mv)?;
                }
            }
        }
        Flow::Continue(())
    }

    fn single(&mut self, moves: &Moves<W>, mv: ManMove) -> Flow {
        if moves.passes_trial(mv.into()) { (self.0)(mv) } else { Flow::Continue(()) }
    }
}

impl<const W: usize> MoveVisitor<W> for Listing<'_> {
    #[inline(always)]
    fn plain_moves(&mut self, moves: &Moves<W>, from: Square, to: Bits<W>) -> Flow {
        if to.is_empty() {
            return Flow::Continue(());
        }
        if let Some(piece) = moves.core.men.piece(from) {
            self.0.push_each(to, |to| Move::Man(ManMove { from, to, piece, kind: MoveKind::Ordinary }));
        }
        Flow::Continue(())
    }

    fn arrivals(&mut self, moves: &Moves<W>, piece: &PieceTable<W>, from: Square, to: Bits<W>, kind: MoveKind) -> Flow {
        if moves.arrivals_need_trial(piece, to, kind) {
            return EachMove(&mut |mv| self.push(mv)).arrivals(moves, piece, from, to, kind);
        }
        to.iter().try_for_each(|to| moves.core.each_arrival(piece, from, to, kind, &mut |mv| self.push(mv)))
    }

    #[inline(always)]
    fn shifted(&mut self, moves: &Moves<W>, piece: &PieceTable<W>, offset: i32, to: Bits<W>, kind: MoveKind) -> Flow {
        let Some(first) = to.first() else { return Flow::Continue(()) };
        if to.intersects(piece.changes_in) || moves.arrivals_need_trial(piece, to, kind) {
            return EachMove(&mut |mv| self.push(mv)).shifted(moves, piece, offset, to, kind);
        }
        let start = |to: Square| Square::new((to.index() as i32 - offset) as u8);
        if let Some(piece) = moves.core.men.piece(start(first)) {
            self.0.push_each(to, |to| Move::Man(ManMove { from: start(to), to, piece, kind }));
        }
        Flow::Continue(())
    }

    fn stationary(&mut self, moves: &Moves<W>, kind_group: &KindGroup<W>, men: Bits<W>) -> Flow {
        EachMove(&mut |mv| self.push(mv)).stationary(moves, kind_group, men)
    }

    fn single(&mut self, moves: &Moves<W>, mv: ManMove) -> Flow {
        EachMove(&mut |mv| self.push(mv)).single(moves, mv)
    }
}

impl<const W: usize, V: MoveVisitor<W>> MoveVisitor<W> for Selected<'_, V, W> {
    fn plain_moves(&mut self, moves: &Moves<W>, from: Square, to: Bits<W>) -> Flow {
        self.visitor.plain_moves(moves, from, to & self.to)
    }

    fn arrivals(&mut self, moves: &Moves<W>, piece: &PieceTable<W>, from: Square, to: Bits<W>, kind: MoveKind) -> Flow {
        let en_passant = matches!(kind, MoveKind::EnPassant { .. });
        let to = if en_passant && self.captures { to } else { to & self.to };
        if to.is_empty() || en_passant && !self.captures {
            return Flow::Continue(());
        }
        self.visitor.arrivals(moves, piece, from, to, kind)
    }

    fn shifted(&mut self, moves: &Moves<W>, piece: &PieceTable<W>, offset: i32, to: Bits<W>, kind: MoveKind) -> Flow {
        self.visitor.shifted(moves, piece, offset, to & self.to, kind)
    }

    fn stationary(&mut self, moves: &Moves<W>, kind_group: &KindGroup<W>, men: Bits<W>) -> Flow {
        if self.captures { Flow::Continue(()) } else { self.visitor.stationary(moves, kind_group, men) }
    }

    fn single(&mut self, moves: &Moves<W>, mv: ManMove) -> Flow {
        if self.captures { Flow::Continue(()) } else { self.visitor.single(moves, mv) }
    }
}

impl Listing<'_> {
    fn push(&mut self, mv: ManMove) -> Flow {
        self.0.push(Move::Man(mv));
        Flow::Continue(())
    }
}

impl<const W: usize> Moves<'_, W> {
    /// Whether arrivals must be tried because of opposition: a man may become one that opposition concerns, or such a
    /// man arrives by a special move, which the usual masks do not cover.
    #[inline]
    fn arrivals_need_trial(&self, piece: &PieceTable<W>, to: Bits<W>, kind: MoveKind) -> bool {
        self.core.tables.features.opposition
            && (to.intersects(piece.changes_in) || piece.opposed && kind != MoveKind::Ordinary)
    }
}
