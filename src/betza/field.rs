//! The board for looking at a movement without a game: square, with the man in the middle.

use crate::geometry::{Board, Square};
use crate::model::{Joined, Landing, Movement, Path};

/// A square as files to the right and ranks forward of the man.
pub(crate) type Offset = (i32, i32);

/// A board whose edges are equally far from the man.
#[derive(Clone, Copy)]
pub(super) struct Field {
    reach: i32,
}

impl Field {
    /// 15x15 squares.
    pub(super) const LARGEST: Self = Self { reach: 7 };

    /// The field whose edges are `reach` squares from the man, but at least 1 and no more than on the largest field.
    pub(super) fn new(reach: i32) -> Self {
        Self { reach: reach.clamp(1, Self::LARGEST.reach) }
    }

    /// The field on which all moves on a board of this size have room.
    pub(super) fn on(board: Board) -> Self {
        Self::new(i32::from(board.files().max(board.ranks())) - 1)
    }

    /// The distance from the man to the edges.
    pub(super) const fn reach(self) -> i32 {
        self.reach
    }

    fn board_and_centre(self) -> Option<(Board, Square)> {
        let size = (2 * self.reach + 1) as u8;
        let board = Board::new(size, size)?;
        Some((board, board.square(self.reach, self.reach)?))
    }

    /// Calls `visit` with every landing of the movement.
    pub(super) fn landings<'a>(self, movement: &'a Movement, visit: &mut impl FnMut(&Landing<'a>)) {
        if let Some((board, centre)) = self.board_and_centre() {
            movement.landings(board, &Joined::default(), centre, visit);
        }
    }

    /// The number of leaps that it takes to find all landings of a path, counted until it exceeds `limit`.
    pub(super) fn walk_steps(self, path: &Path, limit: u64) -> u64 {
        self.board_and_centre().map_or(0, |(board, centre)| path.walk_steps(board, centre, limit))
    }

    /// The place of a square as seen from the man.
    pub(super) const fn offset(self, square: Square) -> Offset {
        let size = 2 * self.reach + 1;
        (square.index() as i32 % size - self.reach, square.index() as i32 / size - self.reach)
    }
}
