//! Time management: from clocks to the time limits of a move.

use std::time::Duration;

use super::Limits;

/// Clock of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Clock {
    /// Remaining time.
    pub left: Duration,
    /// Increment, added after each move.
    pub increment: Duration,
    /// Moves to the next time control; `None` for sudden death.
    pub moves_to_go: Option<u32>,
    /// Move overhead: time lost in communication with each move.
    pub overhead: Duration,
}

impl Clock {
    /// A clock with this time and increment for the rest of the game, and a usual overhead.
    pub const fn new(left: Duration, increment: Duration) -> Self {
        Self { left, increment, moves_to_go: None, overhead: Duration::from_millis(10) }
    }

    /// Sets the soft and hard time limit of one move: the remaining time divided by the moves expected, and most of the
    /// increment.
    pub fn limit(&self, limits: &mut Limits) {
        /// Moves for which the remaining time must last.
        const MAX_MOVES_TO_GO: u32 = 32;
        let left = self.left.saturating_sub(self.overhead);
        let moves = self.moves_to_go.unwrap_or(MAX_MOVES_TO_GO).clamp(1, MAX_MOVES_TO_GO);
        let last = left.mul_f64(if moves == 1 { 0.9 } else { 0.7 });
        let soft = left / moves + self.increment.mul_f64(0.75);
        limits.soft_time = Some(soft.min(last).max(Duration::from_millis(1)));
        limits.hard_time = Some((soft * 4).min(last).max(Duration::from_millis(1)));
    }
}
