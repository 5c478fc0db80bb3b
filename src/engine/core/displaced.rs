//! Undo information of a move: the men that it displaces.

use crate::engine::tables::Occupant;

/// Undo information of a move: the man that moves and the man that is captured, as they were before.
///
/// One word, since the history reads it back right after it was written, and processors forward a store to a load only
/// if both have the same width.
#[derive(Clone, Copy, Debug)]
pub(super) struct Displaced(u64);

impl Displaced {
    /// Marks a move made on the general path, which must put the men back too.
    const SPECIAL: u32 = Occupant::UNUSED;
    pub(super) const NOTHING: Self = Self::special(Occupant::NONE, Occupant::NONE);

    pub(super) const fn new(mover: Occupant, captured: Occupant) -> Self {
        Self(mover.bits() as u64 | (captured.bits() as u64) << 32)
    }

    pub(super) const fn special(mover: Occupant, captured: Occupant) -> Self {
        Self(Self::new(mover, captured).0 | Self::SPECIAL as u64)
    }

    /// The man that moves, if one does.
    #[inline]
    pub(super) const fn mover(self) -> Occupant {
        Occupant::from_bits(self.0 as u32 & !Self::SPECIAL)
    }

    /// The man that is captured, if one is.
    #[inline]
    pub(super) const fn captured(self) -> Occupant {
        Occupant::from_bits((self.0 >> 32) as u32)
    }

    pub(super) const fn is_special(self) -> bool {
        self.0 & Self::SPECIAL as u64 != 0
    }
}
