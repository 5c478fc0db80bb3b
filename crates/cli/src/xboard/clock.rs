//! How long to think.

use std::time::Duration;

use weakfish_player::search::{Clock, Limits};

/// Time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeControl {
    /// The moves of a time control; 0 if it is for the whole game.
    moves: u32,
    increment: Duration,
    /// Our time left.
    left: Duration,
    /// Time for each move, instead of a clock.
    each: Option<Duration>,
    depth: Option<u32>,
}

/// Time lost between the clock and the engine.
const OVERHEAD: Duration = Duration::from_millis(20);

impl Default for TimeControl {
    /// Five minutes for the game, as XBoard begins with.
    fn default() -> Self {
        let left = Duration::from_secs(300);
        Self { moves: 0, increment: Duration::ZERO, left, each: None, depth: None }
    }
}

impl TimeControl {
    /// `level MOVES BASE INCREMENT`: base in minutes, or minutes and seconds; increment in seconds.
    pub(super) fn level(&mut self, words: &[&str]) -> Option<()> {
        let &[moves, base, increment] = words else { return None };
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let number = |text: &str| text.parse::<u32>().ok();
        let base = u64::from(number(minutes)?) * 60 + u64::from(number(seconds)?);
        let increment = seconds_of(increment)?;
        (self.moves, self.left) = (number(moves)?, Duration::from_secs(base));
        (self.increment, self.each) = (increment, None);
        Some(())
    }

    /// `st SECONDS`.
    pub(super) fn each(&mut self, word: &str) -> Option<()> {
        self.each = Some(seconds_of(word)?);
        Some(())
    }

    /// `sd PLIES`.
    pub(super) fn depth(&mut self, word: &str) -> Option<()> {
        self.depth = Some(word.parse::<u32>().ok()?.max(1));
        Some(())
    }

    /// A new game has no limit of depth.
    pub(super) fn begin(&mut self) {
        self.depth = None;
    }

    /// `time CENTISECONDS`.
    pub(super) fn shows(&mut self, word: &str) -> Option<()> {
        self.left = Duration::from_millis(word.parse::<i64>().ok()?.clamp(0, 1 << 40) as u64 * 10);
        Some(())
    }

    /// Limits of a move, after `made` moves of the player.
    pub(super) fn limits(&self, made: u32) -> Limits {
        let mut limits = Limits::default();
        limits.depth = self.depth;
        if let Some(each) = self.each {
            limits.hard_time = Some(each.saturating_sub(OVERHEAD).max(Duration::from_millis(1)));
            return limits;
        }
        let mut clock = Clock::new(self.left, self.increment);
        clock.overhead = OVERHEAD;
        clock.moves_to_go = (self.moves > 0).then(|| self.moves - made % self.moves);
        clock.limit(&mut limits);
        limits
    }
}

fn seconds_of(text: &str) -> Option<Duration> {
    text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_they_are_told() {
        let mut timing = TimeControl::default();
        timing.level(&["40", "0:30", "0.5"]).unwrap();
        assert_eq!((timing.moves, timing.left), (40, Duration::from_secs(30)));
        assert_eq!(timing.increment, Duration::from_millis(500));
        timing.level(&["0", "2", "0"]).unwrap();
        assert_eq!(timing.left, Duration::from_secs(120));
        timing.shows("150").unwrap();
        assert_eq!(timing.left, Duration::from_millis(1500));
        timing.each("2").unwrap();
        assert_eq!(timing.limits(3).hard_time, Some(Duration::from_millis(1980)));
        for wrong in [&["1", "2"][..], &["x", "2", "0"], &["1", "2:x", "0"], &["1", "2", "-1"]] {
            assert_eq!(timing.level(wrong), None, "{wrong:?}");
        }
        assert_eq!((timing.each("nan"), timing.depth("-1"), timing.shows("")), (None, None, None));
    }
}
