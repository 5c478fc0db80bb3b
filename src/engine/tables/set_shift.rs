//! A leap of several men at once.

use super::Bits;
use crate::geometry::{Board, Leap};

/// A leap as a shift of a set of squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetShift<const W: usize> {
    /// The difference of the square numbers.
    pub(crate) offset: i32,
    /// The squares from which the leap stays on the board.
    starts: Bits<W>,
}

impl<const W: usize> SetShift<W> {
    pub(super) fn new(board: Board, leap: Leap) -> Self {
        Self {
            offset: i32::from(leap.dy) * i32::from(board.files()) + i32::from(leap.dx),
            starts: board.squares().filter(|&square| board.leap(square, leap).is_some()).collect(),
        }
    }

    /// The squares where the leap takes these men.
    #[inline]
    pub(crate) fn from(&self, men: Bits<W>) -> Bits<W> {
        (men & self.starts).moved(self.offset)
    }
}
