use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};

use crate::geometry::Side;
use crate::model::{KindId, ManState};

/// A man of one side and kind in one state, as a number of a [`Game`](super::Game).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Piece(NonZeroU16);

/// Side, kind and state of a [`Piece`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PieceInfo {
    /// The side it belongs to.
    pub side: Side,
    /// Its kind.
    pub kind: KindId,
    /// Its facings and its mode.
    pub state: ManState,
}

impl Piece {
    /// The piece with this number; 0 means none.
    pub(crate) fn new(number: u16) -> Option<Self> {
        NonZeroU16::new(number).map(Self)
    }

    /// Its index in the tables of the game.
    #[inline]
    pub(crate) const fn number(self) -> u16 {
        self.0.get()
    }
}
