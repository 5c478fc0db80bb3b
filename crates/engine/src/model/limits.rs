//! The most parts of each sort that a game has.

/// The most kinds of men.
pub(super) const MAX_KINDS: usize = 255;
/// The most effects of the moves of a man.
pub(super) const MAX_EFFECTS: usize = 32;
/// The most regions.
pub(super) const MAX_REGIONS: usize = 256;
/// The most setups.
pub(super) const MAX_SETUPS: usize = 256;
/// The most endings.
pub(super) const MAX_ENDINGS: usize = 1000;
/// The most promotions of a side.
pub(super) const MAX_PROMOTIONS: usize = 4096;
/// The most long steps of a side.
pub(super) const MAX_LONG_STEPS: usize = 256;
/// The most leaps of a list.
pub(super) const MAX_LEAPS: usize = 16;
/// The most pairs of kinds that may not face each other.
pub(super) const MAX_OPPOSITIONS: usize = 512;
/// The most conditions of a sort that a drop has.
pub(super) const MAX_DROP_LIMITS: usize = 16;
/// The most limits of a count.
pub(super) const MAX_COUNT_LIMITS: usize = 64;
