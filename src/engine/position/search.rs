//! Queries for every node of a search. None allocates.

use super::{Position, each_width};
use crate::engine::bits::Bits;
use crate::engine::{Piece, Verdict};
use crate::geometry::{Side, Square, SquareSet};

impl Position {
    /// How many plies ago the present position has occurred for the last time, by
    /// [`Position::repetition_key`]; `None` if it has not, or not since a move that can't be undone.
    pub fn last_occurrence(&self) -> Option<usize> {
        each_width!(&self.core, core => {
            let mut keys = core.past_keys();
            let now = keys.next()?;
            keys.position(|key| key == now).map(|index| index + 1)
        })
    }

    /// A number that depends on the positions before this one that may recur, in any order, and on no others. It is 0 if
    /// there are none.
    pub fn past_key(&self) -> u64 {
        // Distinct positions must not cancel out, so that their keys are mixed before they are added.
        let mix = |key: u64| (key ^ key >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9).rotate_left(31);
        each_width!(&self.core, core => core.past_keys().skip(1).fold(0, |sum: u64, key| sum.wrapping_add(mix(key))))
    }

    /// Calls `visit` for each `wanted` man, with the squares where it would capture an enemy, given the present
    /// occupancy and whatever side is to move.
    #[inline]
    pub fn visit_aims(&self, wanted: impl Fn(Piece) -> bool, mut visit: impl FnMut(Piece, Square, SquareSet)) {
        each_width!(&self.core, core => {
            let men = core.men.all();
            for square in men.iter() {
                let Some(piece) = core.men.piece(square).filter(|&piece| wanted(piece)) else { continue };
                let table = core.piece_table(square);
                let aims = table.captures().targets(&core.tables.slides, square, men, || core.hurdles(table, men));
                visit(piece, square, aims.to_set());
            }
        });
    }

    /// Mobility of a side: the number of moves to other squares that its men have by their own movements, given the
    /// present occupancy and whatever side is to move. Other rules are not applied; turns, flips and castling are not
    /// counted.
    ///
    /// ```
    /// use weakfish::geometry::Side;
    /// use weakfish::{BuiltIns, builtin, load};
    ///
    /// let game = load(&builtin::source("shatranj").unwrap(), &BuiltIns).unwrap();
    /// let start = game.start();
    /// // Each pawn has a step, each alfil and knight two leaps; the ferz and the king have pawns around them.
    /// assert_eq!(start.count_leaving(Side::White), start.legal_moves().into_iter().count());
    /// assert_eq!(start.count_leaving(Side::Black), 16);
    /// ```
    #[inline]
    pub fn count_leaving(&self, side: Side) -> usize {
        each_width!(&self.core, core => {
            let men = core.men.all();
            let (own, others) = (core.men.of_side(side), core.men.of_side(!side));
            let mut count = 0;
            for square in own.iter() {
                let table = core.piece_table(square);
                for (moves, among) in [(&table.moves, !men), (table.captures(), others)] {
                    let to = moves.targets(&core.tables.slides, square, men, || core.hurdles(table, men));
                    count += (to & among).len();
                }
            }
            count as usize
        })
    }

    /// The squares, among those in `occupied`, of the men of `by` that attack a square where all other squares are
    /// empty; see [`Position::attackers`]. With each man that captures on the square and is captured there, fewer men
    /// stand in the way of others.
    pub fn attackers_among(&self, square: Square, by: Side, occupied: SquareSet) -> SquareSet {
        if !self.game.variant().board.contains(square) {
            return SquareSet::EMPTY;
        }
        each_width!(&self.core, core => {
            core.attackers_among(square, by, None, Bits::from_set(occupied)).to_set()
        })
    }
}

accessors! {
    /// How the game has ended, if it has: [`Position::outcome`] without its words.
    fn verdict() -> Option<Verdict> = |core| core.verdict();

    /// The verdict on a position that is known to have a legal move. No move is looked for.
    fn verdict_if_mobile() -> Option<Verdict> = |core| core.verdict_if_mobile();

    /// Whether the player to move can claim a draw, if the game is not over; [`Position::claims`] names the reasons.
    fn can_claim() -> bool = |core| core.can_claim();

    /// Whether an earlier position may make a move illegal now, because the move would bring it back. Never where
    /// repetition is legal.
    fn past_may_bar_moves() -> bool = |core| core.past_may_bar_moves();
}
