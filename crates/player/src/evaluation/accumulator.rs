//! The part of an evaluation that is a sum over single men, updated incrementally by moves.

use super::Tapered;

/// Sum over all men, each on its square. A search updates it with each move instead of computing it anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accumulator {
    /// Piece-square values of White's men minus those of Black's.
    pub(super) balance: Tapered,
    /// Material of all men, which determines the game phase.
    pub(super) material: i32,
}
