//! Generator of legal moves, with the data that it computes once for a position.

use super::Core;
use super::attack::CheckAndPins;
use super::counters::UpcomingRepetition;
use crate::engine::bits::Bits;

/// Generator of the legal moves of a position.
#[derive(Debug)]
pub(crate) struct MoveGenerator<'a, const W: usize> {
    pub(super) core: &'a Core<W>,
    pub(super) safety: CheckAndPins<W>,
    /// Whether the rule that men must move allows stationary moves.
    pub(super) stationary_allowed: bool,
    /// The changes that would bring back an earlier position, where that is illegal.
    pub(super) upcoming_repetition: UpcomingRepetition,
    /// Opposition, rules about check or a class of compulsory moves need a trial of every move.
    pub(super) by_trial: bool,
    pub(super) compulsion: Compulsion,
}

/// The compulsory moves that are in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compulsion {
    /// All moves are allowed.
    None,
    /// Only captures.
    Captures,
    /// Only drops of the men that must be dropped.
    Drops,
    /// Only moves of one of the classes that come before others, by its number.
    Class(u8),
}

/// The sets of squares that move generation needs for every kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Masks<const W: usize> {
    pub(super) occupied: Bits<W>,
    /// The enemies without their royal men, which are never captured.
    pub(super) enemies: Bits<W>,
    /// The targets of a man that captures as it moves: empty squares and enemies. Only enemies if captures are
    /// compulsory here.
    pub(super) target_mask: Bits<W>,
    /// The men that have a capture en passant.
    pub(super) captors: Bits<W>,
    /// The men whose moves are judged one by one: all that are not free.
    pub(super) restricted: Bits<W>,
    /// Whether stationary moves are legal: they meet no check, and capture nothing.
    pub(super) stationary_allowed: bool,
}
