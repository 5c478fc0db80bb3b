//! What becomes of legal moves as they are found: they are counted in bulk, or shown one by one.

use std::ops::ControlFlow;

use super::{Core, Moves};
use crate::engine::bits::Bits;
use crate::engine::tables::{KindGroup, PieceTable, StationaryMoves};
use crate::engine::{Move, MoveKind, Piece};
use crate::geometry::Square;

/// Whether to go on.
pub(super) type Flow = ControlFlow<()>;

/// A taker of moves.
pub(super) trait MoveVisitor<const W: usize> {
    /// The man on `from` goes to any of these squares, and nothing else happens.
    fn plain_moves(&mut self, moves: &Moves<W>, from: Square, to: Bits<W>) -> Flow;

    /// The man on `from` goes to any of these squares, and may turn or promote there.
    fn arrivals(&mut self, moves: &Moves<W>, piece: &PieceTable<W>, from: Square, to: Bits<W>, kind: MoveKind) -> Flow;

    /// Men like `piece` go to these squares, each from the square that lies `offset` numbers before.
    fn shifted(&mut self, moves: &Moves<W>, piece: &PieceTable<W>, offset: i32, to: Bits<W>, kind: MoveKind) -> Flow;

    /// These men of a troop turn or flip, in all their ways.
    fn stationary(&mut self, moves: &Moves<W>, kind_group: &KindGroup<W>, men: Bits<W>) -> Flow;

    /// A move that is like no other.
    fn single(&mut self, moves: &Moves<W>, mv: Move) -> Flow;
}

/// Counts moves without making a list of them, where none is doubtful.
#[derive(Debug, Default)]
pub(super) struct Count(pub(super) u64);

/// Shows every move to a function, doubtful ones after a look at the position they make.
#[derive(Debug)]
pub(super) struct EachMove<'a, F>(pub(super) &'a mut F);

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
        self.0 += moves.core.count_arrivals(piece, to);
        Flow::Continue(())
    }

    #[inline(always)]
    fn shifted(&mut self, moves: &Moves<W>, piece: &PieceTable<W>, offset: i32, to: Bits<W>, kind: MoveKind) -> Flow {
        if moves.arrivals_need_trial(piece, to, kind) {
            return EachMove(&mut |_| self.one()).shifted(moves, piece, offset, to, kind);
        }
        self.0 += moves.core.count_arrivals(piece, to);
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

    fn single(&mut self, moves: &Moves<W>, mv: Move) -> Flow {
        if moves.respects_opposition(mv) { self.one() } else { Flow::Continue(()) }
    }
}

impl Count {
    const fn one(&mut self) -> Flow {
        self.0 += 1;
        Flow::Continue(())
    }
}

impl<const W: usize, F: FnMut(Move) -> Flow> MoveVisitor<W> for EachMove<'_, F> {
    #[inline]
    fn plain_moves(&mut self, moves: &Moves<W>, from: Square, to: Bits<W>) -> Flow {
        let piece = Piece::new(moves.core.men.at(from));
        for to in to.iter() {
            let mv = Move { from, to, piece, kind: MoveKind::Ordinary };
            if !moves.needs_trial() || moves.passes_trial(mv) {
                (self.0)(mv)?;
            }
        }
        Flow::Continue(())
    }

    fn arrivals(&mut self, moves: &Moves<W>, piece: &PieceTable<W>, from: Square, to: Bits<W>, kind: MoveKind) -> Flow {
        let look = moves.needs_trial() || moves.arrivals_need_trial(piece, to, kind);
        to.iter().try_for_each(|to| {
            moves.core.each_arrival(piece, from, to, kind, &mut |mv| {
                if !look || moves.passes_trial(mv) { (self.0)(mv) } else { Flow::Continue(()) }
            })
        })
    }

    fn shifted(&mut self, moves: &Moves<W>, piece: &PieceTable<W>, offset: i32, to: Bits<W>, kind: MoveKind) -> Flow {
        let start = |to: Square| Square::new((to.index() as i32 - offset) as u8);
        let doubtful = moves.needs_trial() || moves.arrivals_need_trial(piece, to, kind);
        if let Some(first) = to.first().filter(|_| !doubtful && !to.intersects(piece.changes_in)) {
            let piece = Piece::new(moves.core.men.at(start(first)));
            return to.iter().try_for_each(|to| (self.0)(Move { from: start(to), to, piece, kind }));
        }
        to.iter().try_for_each(|to| {
            let from = start(to);
            self.arrivals(moves, piece, from, Bits::of(to), kind)
        })
    }

    fn stationary(&mut self, moves: &Moves<W>, _: &KindGroup<W>, men: Bits<W>) -> Flow {
        for square in men.iter() {
            for &after in &moves.core.piece_table(square).stationary {
                let mv = Move { from: square, to: square, piece: Piece::new(after), kind: MoveKind::Stationary };
                if !moves.needs_trial() || moves.passes_trial(mv) {
                    (self.0)(mv)?;
                }
            }
        }
        Flow::Continue(())
    }

    fn single(&mut self, moves: &Moves<W>, mv: Move) -> Flow {
        if moves.passes_trial(mv) { (self.0)(mv) } else { Flow::Continue(()) }
    }
}

impl<const W: usize> Moves<'_, W> {
    /// Whether moves are to be looked at one by one because a man may become, or come by a way of its own to be,
    /// one that faces another against the rules.
    #[inline]
    fn arrivals_need_trial(&self, piece: &PieceTable<W>, to: Bits<W>, kind: MoveKind) -> bool {
        self.core.tables.features.opposition
            && (to.intersects(piece.changes_in) || piece.opposed && kind != MoveKind::Ordinary)
    }
}

impl<const W: usize> Core<W> {
    /// The number of moves that take men like this one to these squares.
    #[inline(always)]
    fn count_arrivals(&self, piece: &PieceTable<W>, to: Bits<W>) -> u64 {
        if to.intersects(piece.changes_in) { self.count_changes(piece, to) } else { u64::from(to.len()) }
    }

    /// The same, where men may become others.
    #[cold]
    fn count_changes(&self, piece: &PieceTable<W>, to: Bits<W>) -> u64 {
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
        let half = usize::from(variant.black.is_right_half(variant.board, piece.side, to));
        &self.tables.setups[self.setup].promotions[piece.side][usize::from(piece.kind)][half]
    }

    /// Every move that takes the man on `from` to `to`: plain, turned after moving, or promoted.
    #[inline]
    fn each_arrival(
        &self,
        piece: &PieceTable<W>,
        from: Square,
        to: Square,
        kind: MoveKind,
        visit: &mut impl FnMut(Move) -> Flow,
    ) -> Flow {
        if let Some(promotion) = piece.promotion.as_ref().filter(|promotion| promotion.zone.contains(to)) {
            let choices = self.promotions(piece, to);
            for &after in choices {
                visit(Move { from, to, piece: Piece::new(after), kind })?;
            }
            if !promotion.optional && !choices.is_empty() {
                return Flow::Continue(());
            }
        }
        visit(Move { from, to, piece: Piece::new(self.men.at(from)), kind })?;
        piece.after_moving.iter().try_for_each(|&after| visit(Move { from, to, piece: Piece::new(after), kind }))
    }
}
