//! What is added up man by man, and changed by each move.

use super::Tapered;

/// The part of an evaluation that is the sum over all men, each on its square. A search changes it with each move
/// instead of adding it up anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accumulator {
    /// What White's men are worth more than Black's, on their squares.
    pub(super) balance: Tapered,
    /// What all men that are not royal reach on average: how full the board is.
    pub(super) material: i32,
}
