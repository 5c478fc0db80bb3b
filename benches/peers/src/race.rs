//! Counts timed in turns: other work of the machine affects all of them alike.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// One turn repeats the count until this much time has passed.
const TURN: Duration = Duration::from_millis(50);

/// The timed function; it returns the number of sequences.
pub(crate) type Count<'a> = Box<dyn Fn() -> u64 + 'a>;

/// Result of one count.
pub(crate) struct Runner {
    /// The number of sequences.
    pub nodes: u64,
    /// Millions of sequences a second, round by round.
    speeds: Vec<f64>,
}

impl Runner {
    /// The best round.
    pub(crate) fn best(&self) -> f64 {
        self.speeds.iter().copied().fold(0.0, f64::max)
    }

    /// The best round of this one by the best of another.
    pub(crate) fn ratio(&self, other: &Self) -> f64 {
        self.best() / other.best()
    }

    /// The median of the ratios to another, round by round.
    pub(crate) fn median_ratio(&self, other: &Self) -> f64 {
        let mut ratios: Vec<f64> = self.speeds.iter().zip(&other.speeds).map(|(own, other)| own / other).collect();
        ratios.sort_by(f64::total_cmp);
        ratios[ratios.len() / 2]
    }
}

/// Times all counts, each once in every round.
///
/// # Panics
///
/// Panics if a count differs from its earlier result.
pub(crate) fn race(rounds: usize, counts: &[Count]) -> Vec<Runner> {
    let mut runners: Vec<Runner> =
        counts.iter().map(|count| Runner { nodes: count(), speeds: Vec::with_capacity(rounds) }).collect();
    for _ in 0..rounds {
        for (count, runner) in counts.iter().zip(&mut runners) {
            runner.speeds.push(turn(count, runner.nodes));
        }
    }
    runners
}

/// Millions of sequences a second in one turn.
fn turn(count: &Count, expected: u64) -> f64 {
    let began = Instant::now();
    let mut nodes = 0;
    loop {
        let found = black_box(count());
        assert_eq!(found, expected, "the same count gave another number");
        nodes += found;
        let time = began.elapsed();
        if time >= TURN {
            #[expect(clippy::cast_precision_loss, reason = "a speed has a few digits")]
            return nodes as f64 / 1e6 / time.as_secs_f64();
        }
    }
}
