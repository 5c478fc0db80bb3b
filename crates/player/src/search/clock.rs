//! How much of a player's time a move may take.

use std::time::Duration;

use super::Limits;

/// What a clock shows to the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Clock {
    /// The time that is left.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// The moves until the next time control; `None` if the time must do for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// What is lost on the way of each move to the clock.
    pub overhead: Duration,
}

impl Clock {
    /// A clock with this time and increment for the rest of the game.
    pub const fn new(left: Duration, increment: Duration) -> Self {
        Self { left, increment, moves_to_go: None, overhead: Duration::from_millis(10) }
    }

    /// Sets the limits of time for one move.
    ///
    /// A game is expected to go on for some moves more, whatever it is. The increment is spent nearly whole.
    pub fn limit(&self, limits: &mut Limits) {
        /// The moves that a game is expected to go on for.
        const EXPECTED: u32 = 32;
        let left = self.left.saturating_sub(self.overhead);
        let moves = self.moves_to_go.unwrap_or(EXPECTED).clamp(1, EXPECTED);
        let last = left.mul_f64(if moves == 1 { 0.9 } else { 0.7 });
        let soft = left / moves + self.increment.mul_f64(0.75);
        limits.soft_time = Some(soft.min(last).max(Duration::from_millis(1)));
        limits.hard_time = Some((soft * 4).min(last).max(Duration::from_millis(1)));
    }
}
