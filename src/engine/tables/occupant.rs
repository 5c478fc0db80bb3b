//! Occupants of squares: all that making a move reads of a man, in one word.

use super::groups::side_of_group;
use super::pieces::PieceTable;
use crate::geometry::Side;

/// The occupant of a square in one word: a piece with all the properties that making a move reads, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Occupant(u32);

impl Occupant {
    /// Nothing.
    pub(crate) const NONE: Self = Self(0);

    /// The lowest bit of the group. The bits below hold the number of the piece.
    const GROUP: u32 = 16;
    /// A bit that no occupant has; code that packs occupants may use it as a flag.
    pub(crate) const UNUSED: u32 = 1 << 26;
    const CAPTURE_IS_PROGRESS: u32 = 1 << 27;
    const MAKES_PROGRESS: u32 = 1 << 28;
    const IRREVERSIBLE: u32 = 1 << 29;
    const SETS_EN_PASSANT: u32 = 1 << 30;
    const ROYAL: u32 = 1 << 31;

    pub(super) fn new<const W: usize>(number: usize, piece: &PieceTable<W>, capture_is_progress: bool) -> Self {
        let flag = |holds: bool, flag: u32| if holds { flag } else { 0 };
        Self(
            number as u32
                | (piece.group as u32) << Self::GROUP
                | flag(capture_is_progress, Self::CAPTURE_IS_PROGRESS)
                | flag(piece.makes_progress, Self::MAKES_PROGRESS)
                | flag(piece.irreversible, Self::IRREVERSIBLE)
                | flag(piece.long_steps.iter().any(|step| step.en_passant), Self::SETS_EN_PASSANT)
                | flag(piece.royal, Self::ROYAL),
        )
    }

    pub(crate) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    #[inline]
    pub(crate) fn is_some(self) -> bool {
        self != Self::NONE
    }

    /// The number of the piece; 0 for nothing.
    #[inline]
    pub(crate) const fn piece(self) -> u16 {
        self.0 as u16
    }

    /// The group of the man, see [`group`](super::group).
    #[inline]
    pub(crate) const fn group(self) -> usize {
        (self.0 >> Self::GROUP & 0x3FF) as usize
    }

    #[inline]
    pub(crate) const fn side(self) -> Side {
        side_of_group(self.group())
    }

    /// Whether a move of this man that captures `captured` counts as progress.
    #[inline]
    pub(crate) const fn progresses(self, captured: Self) -> bool {
        self.0 & Self::MAKES_PROGRESS | captured.0 & Self::CAPTURE_IS_PROGRESS != 0
    }

    /// Whether none of its moves can ever be undone, except stationary ones.
    #[inline]
    pub(crate) const fn is_irreversible(self) -> bool {
        self.0 & Self::IRREVERSIBLE != 0
    }

    /// Whether its long steps can be answered en passant.
    #[inline]
    pub(crate) const fn sets_en_passant(self) -> bool {
        self.0 & Self::SETS_EN_PASSANT != 0
    }

    #[inline]
    pub(crate) const fn is_royal(self) -> bool {
        self.0 & Self::ROYAL != 0
    }
}
