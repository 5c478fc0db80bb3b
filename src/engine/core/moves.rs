//! Context of move generation: facts about a position that all generators need.

use super::Core;
use super::king_safety::KingSafety;
use super::repetition::Recurrence;
use crate::engine::bits::Bits;

/// The legal moves of a position, generated on demand.
#[derive(Debug)]
pub(crate) struct Moves<'a, const W: usize> {
    pub(super) core: &'a Core<W>,
    pub(super) safety: KingSafety<W>,
    /// Whether the rule that men must move allows stationary moves.
    pub(super) stationary_allowed: bool,
    /// The changes that would bring back an earlier position, where that is illegal.
    pub(super) recurrence: Recurrence,
    /// Opposition or rules about check need a trial of every move.
    pub(super) by_trial: bool,
    pub(super) captures_only: bool,
}

/// A selection of the legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Selection {
    All,
    /// Moves that capture a man.
    Captures,
    /// Moves that capture nothing.
    Quiets,
}

/// The sets of squares that move generation needs for every kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Masks<const W: usize> {
    pub(super) occupied: Bits<W>,
    /// The enemies without their royal men, which are never captured.
    pub(super) enemies: Bits<W>,
    /// The targets of a man that captures as it moves: empty squares and enemies. Only enemies if captures are
    /// compulsory here.
    pub(super) open: Bits<W>,
    /// The men that have a capture en passant.
    pub(super) captors: Bits<W>,
    /// The men whose moves are judged one by one: all that are not free.
    pub(super) restricted: Bits<W>,
    /// Whether stationary moves are legal: they meet no check, and capture nothing.
    pub(super) stationary_allowed: bool,
}
