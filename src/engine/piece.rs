use std::num::NonZeroU16;

use crate::geometry::Side;
use crate::model::{KindId, ManState};

/// A man in a state: its side, its kind, how it faces and its mode, as one number of a [`Game`](super::Game).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(NonZeroU16);

/// What a [`Piece`] stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceInfo {
    /// Whose.
    pub side: Side,
    /// What kind.
    pub kind: KindId,
    /// How it faces, and its mode.
    pub state: ManState,
}

impl Piece {
    /// The piece of this number; 0 is none.
    pub(crate) fn new(number: u16) -> Option<Self> {
        NonZeroU16::new(number).map(Self)
    }

    /// The number in the game's tables.
    #[inline]
    pub(crate) const fn number(self) -> u16 {
        self.0.get()
    }
}
