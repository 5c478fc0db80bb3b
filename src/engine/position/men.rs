//! Men on the board, and the squares they attack.

use super::{Move, Piece, Position, each_width};
use crate::geometry::{Side, Square, SquareSet};
use crate::model::KindId;

impl Position {
    /// The piece on a square; `None` if it is empty or not on the board.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let on_board = self.game.variant().board.contains(square);
        on_board.then(|| each_width!(&self.core, core => core.men.piece(square))).flatten()
    }

    /// All men with their squares, in the order of squares.
    ///
    /// ```
    /// use weakfish::{BuiltIns, builtin, load};
    ///
    /// let start = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap().start();
    /// assert_eq!(start.men().count(), 32);
    /// ```
    pub fn men(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// The squares of a side's men of a kind, in all their states; none for a kind of another game.
    pub fn men_of_kind(&self, side: Side, kind: KindId) -> SquareSet {
        if kind.index() >= self.game.variant().kinds.len() {
            return SquareSet::EMPTY;
        }
        each_width!(&self.core, core => core.men.of(side, kind.0).to_set())
    }

    /// The men of `by` that attack a square: those that could capture a man of the other side there, ignoring the
    /// safety of their own royal men. If no such man is on the square, a man that any kind may capture is assumed; for
    /// an own man the result is its defenders.
    ///
    /// Captures en passant attack no square.
    ///
    /// ```
    /// use weakfish::geometry::Side;
    /// use weakfish::{BuiltIns, builtin, load};
    ///
    /// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    /// let square = |name: &str| game.variant().board.parse(name).unwrap();
    /// let defenders = game.start().attackers(square("f3"), Side::White);
    /// assert_eq!(defenders, [square("g1"), square("e2"), square("g2")].into_iter().collect());
    /// ```
    pub fn attackers(&self, square: Square, by: Side) -> SquareSet {
        if !self.game.variant().board.contains(square) {
            return SquareSet::EMPTY;
        }
        each_width!(&self.core, core => {
            let victim = core.men.of_side(!by).contains(square).then(|| core.piece_table(square).kind);
            core.attackers(square, by, victim).to_set()
        })
    }

    /// Whether a move captures a man, en passant or otherwise.
    pub fn is_capture(&self, mv: Move) -> bool {
        self.captured_square(mv).is_some()
    }
}

accessors! {
    /// The squares on which men stand.
    #[inline]
    fn occupied() -> SquareSet = |core| core.men.all().to_set();

    /// The squares of a side's men.
    fn men_of(side: Side) -> SquareSet = |core| core.men.of_side(side).to_set();

    /// The squares of a side's royal men.
    fn royal_men(side: Side) -> SquareSet = |core| core.royals(side).to_set();

    /// The men that attack a royal man of the side to move.
    fn checkers() -> SquareSet = |core| core.checkers().to_set();

    /// Whether a royal man of the side to move is attacked.
    #[inline]
    fn in_check() -> bool = |core| core.is_in_check(core.status.turn);

    /// Whether a legal move attacks a royal man of the opponent, by the man that moves or by another one.
    fn gives_check(mv: Move) -> bool = |core| core.gives_check(mv);

    /// The square of the man that a move captures. Except for captures en passant this is the square where the move
    /// ends.
    #[inline]
    fn captured_square(mv: Move) -> Option<Square> = |core| core.captured(mv);
}
