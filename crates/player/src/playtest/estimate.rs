//! Numbers with their 95 % intervals.

use serde::{Deserialize, Serialize};

/// The quantile of the normal distribution beyond which 2.5 % lie.
const Z: f64 = 1.96;

/// A part of a number of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Share {
    /// How many games there are.
    pub games: u64,
    /// The part of them, from 0 to 1.
    pub share: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of it.
    pub high: f64,
}

impl Share {
    /// So many of some games: the interval is Wilson's (1927).
    pub fn new(count: u64, games: u64) -> Self {
        let (n, part) = (games.max(1) as f64, count as f64 / games.max(1) as f64);
        let middle = (part + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let half = Z / (1.0 + Z * Z / n) * (part * (1.0 - part) / n + Z * Z / (4.0 * n * n)).sqrt();
        if games == 0 {
            return Self { games, share: 0.0, low: 0.0, high: 1.0 };
        }
        Self { games, share: part, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }

    /// What one side made of games, a draw counting a half. The interval is that of a mean, but no narrower than
    /// Wilson's for as many games would be at an end of the scale.
    pub fn of_score(wins: u64, draws: u64, losses: u64) -> Self {
        let games = wins + draws + losses;
        if games == 0 {
            return Self::new(0, 0);
        }
        let (n, score) = (games as f64, (wins as f64 + draws as f64 / 2.0) / games as f64);
        let square = |result: f64, count: u64| count as f64 * (result - score).powi(2);
        let variance = (square(1.0, wins) + square(0.5, draws) + square(0.0, losses)) / n;
        let least = Self::new(0, games).high / 2.0;
        let half = (Z * (variance / n).sqrt()).max(least);
        Self { games, share: score, low: (score - half).max(0.0), high: (score + half).min(1.0) }
    }

    /// Whether a part of the interval lies on both sides of a number.
    pub fn admits(&self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }
}

/// A number that was measured several times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half the width of its 95 % interval.
    pub margin: f64,
}

impl Estimate {
    /// The mean of numbers.
    pub fn of(numbers: &[f64]) -> Self {
        let n = numbers.len() as f64;
        if numbers.is_empty() {
            return Self::default();
        }
        let mean = numbers.iter().sum::<f64>() / n;
        let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        Self { mean, margin: Z * (variance / n).sqrt() }
    }

    /// A number from what it would be with each of some equal parts of the data left out (the *jackknife*; Tukey 1958).
    pub(super) fn jackknifed(whole: f64, without: &[f64]) -> Self {
        let n = without.len() as f64;
        let mean = without.iter().sum::<f64>() / n.max(1.0);
        let variance = without.iter().map(|number| (number - mean).powi(2)).sum::<f64>() * (n - 1.0) / n.max(1.0);
        Self { mean: whole, margin: Z * variance.sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_books() {
        // Wilson's interval for 10 of 20, and for none and all of 10.
        let half = Share::new(10, 20);
        assert!((half.low - 0.2993).abs() < 1e-3 && (half.high - 0.7007).abs() < 1e-3, "{half:?}");
        assert!((Share::new(0, 10).high - 0.2775).abs() < 1e-3);
        assert!((Share::new(10, 10).low - 0.7225).abs() < 1e-3);
        assert!(Share::new(0, 0).high > 0.99);
    }

    #[test]
    fn draws_make_a_score_more_certain() {
        let (drawn, decided) = (Share::of_score(10, 80, 10), Share::of_score(50, 0, 50));
        assert_eq!((drawn.share, decided.share), (0.5, 0.5));
        assert!(drawn.high < decided.high && drawn.admits(0.5));
        assert!(Share::of_score(100, 0, 0).low < 1.0);
    }

    #[test]
    fn means_have_margins() {
        let estimate = Estimate::of(&[1.0, 2.0, 3.0, 4.0]);
        assert!((estimate.mean - 2.5).abs() < 1e-9);
        assert!((estimate.margin - 1.265).abs() < 1e-3, "{estimate:?}");
        assert_eq!(Estimate::of(&[]), Estimate::default());
    }
}
