//! Movements of single pieces, on boards that need not be positions of the game.

use super::bits::Bits;
use super::width::each_width;
use super::{Game, Piece};
use crate::geometry::{Square, SquareSet};

/// The targets of a piece from a square; see [`Game::reach`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reach {
    /// The squares where it may go if they are empty.
    pub moves: SquareSet,
    /// The squares where it may capture an enemy.
    pub captures: SquareSet,
}

impl Game {
    /// Targets of a piece on `from` by its own movement, including long steps, with `occupied` as blockers and hurdles.
    /// Royalty and side to move are ignored, and so is whether a target itself is occupied. Castling and captures en
    /// passant are left out; for a piece of another game the result is arbitrary.
    ///
    /// ```
    /// use weakfish::geometry::{Side, SquareSet};
    /// use weakfish::{BuiltIns, builtin, load};
    ///
    /// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    /// let square = |name: &str| game.variant().board.parse(name).unwrap();
    /// let pawn = game.start().piece_at(square("e2")).unwrap();
    /// let reach = game.reach(pawn, square("e2"), SquareSet::EMPTY);
    /// assert_eq!(reach.moves, [square("e3"), square("e4")].into_iter().collect());
    /// assert_eq!(reach.captures, [square("d3"), square("f3")].into_iter().collect());
    /// ```
    pub fn reach(&self, piece: Piece, from: Square, occupied: SquareSet) -> Reach {
        let board = self.variant().board;
        if !board.contains(from) {
            return Reach { moves: SquareSet::EMPTY, captures: SquareSet::EMPTY };
        }
        each_width!(&self.tables, tables => {
            let (men, slides) = (Bits::from_set(occupied), &tables.slides);
            let Some(piece) = tables.pieces.get(usize::from(piece.number())) else {
                return Reach { moves: SquareSet::EMPTY, captures: SquareSet::EMPTY };
            };
            let mut moves = piece.moves.targets(slides, from, men, || men);
            let captures = piece.captures().targets(slides, from, men, || men);
            for step in piece.long_steps.iter().filter(|step| step.from.contains(from)) {
                let way = step.squares(board, from).take_while(|&square| !men.contains(square));
                let ends = way.enumerate().filter(|(index, _)| (step.min..=step.max).contains(&(*index as u8 + 1)));
                ends.for_each(|(_, square)| moves.insert(square));
            }
            let moves = piece.masked(from, moves);
            Reach { moves: (moves & !piece.stuck).to_set(), captures: (captures & !piece.stuck).to_set() }
        })
    }

    /// The pieces that a piece can become by a stationary move: by turning or flipping on its square.
    pub fn turns(&self, piece: Piece) -> impl Iterator<Item = Piece> {
        let turned = each_width!(&self.tables, tables => {
            tables.pieces.get(usize::from(piece.number())).map_or(&[][..], |piece| &piece.stationary)
        });
        turned.iter().copied().filter_map(Piece::new)
    }

    /// The pieces that a piece can become by going to another square without promoting: itself, or turned as part of
    /// the move.
    pub fn arrivals(&self, piece: Piece) -> impl Iterator<Item = Piece> {
        let turned = each_width!(&self.tables, tables => {
            tables.pieces.get(usize::from(piece.number())).map_or(&[][..], |piece| &piece.after_moving)
        });
        std::iter::once(piece).chain(turned.iter().copied().filter_map(Piece::new).filter(move |&other| other != piece))
    }
}
