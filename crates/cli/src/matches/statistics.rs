//! Estimates of playing strength from the results of a match.
//!
//! Games come in pairs: one opening, played twice with colours changed. The two games of a pair depend on each other,
//! since an opening may favour a side, and pairs do not; so pairs are what is counted, by their points (0, ½, 1, 1½, 2).
//! Nothing here reads or writes. `docs/match.md` has the formulas and where they come from.

#![allow(clippy::cast_precision_loss, reason = "no match has so many games that a float could not count them")]

use serde::Serialize;

/// The probability that a true hypothesis is refused, and that a false one is accepted.
const ERROR_RATE: f64 = 0.05;

/// Standard deviations to either side of the mean that hold 95 % of a normal distribution.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// The score of a game in a pair, for each number of points of the pair.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// How many pairs gave the first engine 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(super) struct Pairs(pub(super) [u64; 5]);

/// An estimate and the 95 % interval around it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Estimate {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Estimate {
    /// Half the width of the interval.
    pub(super) fn margin(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl Pairs {
    /// Counts a pair in which the first engine scored `half_points`.
    pub(super) fn add(&mut self, half_points: u8) {
        if let Some(count) = self.0.get_mut(usize::from(half_points)) {
            *count += 1;
        }
    }

    /// The number of pairs.
    pub(super) fn count(self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean and variance of the score of a pair, from 0 to 1; nothing if all pairs have the same score, or there are none.
    fn moments(self) -> Option<(f64, f64)> {
        let count = self.count() as f64;
        let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
            self.0.iter().zip(SCORES).map(|(&pairs, score)| pairs as f64 * of(score)).sum::<f64>() / count
        };
        if count == 0.0 {
            return None;
        }
        let mean = sum(&|score| score);
        let variance = sum(&|score| (score - mean).powi(2));
        (variance > 0.0).then_some((mean, variance))
    }

    /// Logistic Elo: the difference in rating at which the mean score is expected.
    pub(super) fn elo(self) -> Option<Estimate> {
        let (mean, variance) = self.moments()?;
        let margin = DEVIATIONS * (variance / self.count() as f64).sqrt();
        Some(Estimate { value: elo_of(mean), low: elo_of(mean - margin), high: elo_of(mean + margin) })
    }

    /// Normalised Elo: by how many standard deviations of a game the mean score is above one half. It says how many games
    /// show a difference, and depends less on the openings and on how many games are drawn.
    pub(super) fn normalised_elo(self) -> Option<Estimate> {
        let (mean, variance) = self.moments()?;
        let deviation = (2.0 * variance).sqrt();
        let scale = 800.0 / std::f64::consts::LN_10;
        let margin = DEVIATIONS * (variance / self.count() as f64).sqrt();
        let of = |mean: f64| (mean - 0.5) / deviation * scale;
        Some(Estimate { value: of(mean), low: of(mean - margin), high: of(mean + margin) })
    }

    /// The probability that the first engine is the stronger one, if nothing was known before.
    pub(super) fn superiority(self) -> Option<f64> {
        let (mean, variance) = self.moments()?;
        Some(normal((mean - 0.5) / (variance / self.count() as f64).sqrt()))
    }

    /// The logarithm of how much likelier these results are if the difference is `elo1` than if it is `elo0`, each with
    /// the likeliest distribution of pairs that has this difference.
    pub(super) fn log_likelihood_ratio(self, elo0: f64, elo1: f64) -> f64 {
        /// Pseudo-count of a result that has not happened yet.
        const PSEUDO_COUNT: f64 = 1e-3;
        let counts = self.0.map(|pairs| if pairs == 0 { PSEUDO_COUNT } else { pairs as f64 });
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|pairs| pairs / total);
        let [first, second] = [elo0, elo1].map(|elo| likeliest(observed, score_of(elo)));
        let ratios = observed.iter().zip(first.iter().zip(second));
        total * ratios.map(|(share, (first, second))| share * (second / first).ln()).sum::<f64>()
    }
}

/// A sequential test of two hypotheses: that the difference in Elo is `elo0`, and that it is `elo1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SequentialTest {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
}

/// State of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Decision {
    /// More games are needed.
    Open,
    /// The difference is rather `elo0`.
    First,
    /// The difference is rather `elo1`.
    Second,
}

impl SequentialTest {
    /// The logarithms of likelihood ratios at which the test ends (Wald 1945).
    pub(super) fn bounds() -> [f64; 2] {
        let bound = ((1.0 - ERROR_RATE) / ERROR_RATE).ln();
        [-bound, bound]
    }

    /// State after these pairs.
    pub(super) fn decide(self, pairs: Pairs) -> Decision {
        let [low, high] = Self::bounds();
        match pairs.log_likelihood_ratio(self.elo0, self.elo1) {
            ratio if ratio <= low => Decision::First,
            ratio if ratio >= high => Decision::Second,
            _ => Decision::Open,
        }
    }
}

/// The expected score at a difference in Elo.
fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in Elo at which a score is expected; infinite if the score is none that is expected at any.
fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// Maximum-likelihood distribution over [`SCORES`] with this mean.
fn likeliest(observed: [f64; 5], mean: f64) -> [f64; 5] {
    // With a Lagrange multiplier t, each share becomes p / (1 + t (score - mean)), and t is where the mean is right. The
    // sum falls as t grows, between the two values at which a share becomes infinite.
    let excess = |t: f64| -> f64 {
        observed.iter().zip(SCORES).map(|(share, score)| share * (score - mean) / (1.0 + t * (score - mean))).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = f64::midpoint(low, high);
    std::array::from_fn(|index| observed[index] / (1.0 + t * (SCORES[index] - mean)))
}

/// Cumulative distribution function of the standard normal distribution.
fn normal(deviations: f64) -> f64 {
    // Abramowitz and Stegun 1964, 26.2.17; the error is below 1e-7.
    const COEFFICIENTS: [f64; 5] = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * deviations.abs());
    let polynomial = COEFFICIENTS.iter().rev().fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    let density = (-deviations * deviations / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let above = density * polynomial;
    if deviations < 0.0 { above } else { 1.0 - above }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64, within: f64) {
        assert!((value - expected).abs() <= within, "{value} instead of {expected}");
    }

    /// Counts of pairs with what fastchess prints for them (`app/tests/elo_test.cpp`): Elo, its margin, normalised Elo,
    /// its margin.
    const PRINTED: [([u64; 5], [f64; 4]); 3] = [
        ([34, 54, 63, 64, 75], [55.58, 27.65, 57.94, 28.28]),
        ([332, 433, 498, 333, 334], [-8.64, 10.33, -9.17, 10.96]),
        ([7895, 8757, 5685, 568, 9999], [-21.04, 2.95, -19.01, 2.65]),
    ];

    #[test]
    fn estimates_are_those_that_fastchess_prints() {
        for (counts, [elo, margin, normalised, normalised_margin]) in PRINTED {
            let pairs = Pairs(counts);
            let (one, other) = (pairs.elo().unwrap(), pairs.normalised_elo().unwrap());
            near(one.value, elo, 0.01);
            near(one.margin(), margin, 0.05);
            near(other.value, normalised, 0.01);
            near(other.margin(), normalised_margin, 0.05);
        }
        near(Pairs(PRINTED[1].0).superiority().unwrap(), 0.0505, 0.0001);
    }

    #[test]
    fn likelihood_ratios_are_those_that_fastchess_prints() {
        // app/tests/sprt_test.cpp, "logistic pentanomial" 1 and 2.
        near(Pairs([223, 9863, 21_279, 10_037, 246]).log_likelihood_ratio(0.5, 2.5), -3.07, 0.01);
        near(Pairs([871, 26_175, 55_983, 26_678, 821]).log_likelihood_ratio(0.0, 2.0), -4.98, 0.01);
    }

    #[test]
    fn a_likeliest_distribution_has_its_mean_and_is_one() {
        for mean in [0.1, 0.5, 0.9] {
            let shares = likeliest([0.1, 0.2, 0.4, 0.2, 0.1], mean);
            near(shares.iter().sum(), 1.0, 1e-9);
            near(shares.iter().zip(SCORES).map(|(share, score)| share * score).sum(), mean, 1e-9);
        }
    }

    #[test]
    fn a_test_goes_on_until_a_hypothesis_is_refused() {
        let test = SequentialTest { elo0: 0.0, elo1: 10.0 };
        assert_eq!(test.decide(Pairs::default()), Decision::Open);
        assert_eq!(test.decide(Pairs([10, 20, 40, 20, 10])), Decision::Open);
        assert_eq!(test.decide(Pairs([0, 200, 400, 500, 200])), Decision::Second);
        assert_eq!(test.decide(Pairs([200, 500, 400, 200, 0])), Decision::First);
        near(SequentialTest::bounds()[1], 2.94, 0.01);
    }

    #[test]
    fn changing_the_engines_changes_the_sign() {
        let (pairs, turned) = (Pairs([3, 5, 11, 7, 2]), Pairs([2, 7, 11, 5, 3]));
        let (one, other) = (pairs.elo().unwrap(), turned.elo().unwrap());
        near(one.value, -other.value, 1e-9);
        near(one.low, -other.high, 1e-9);
        near(pairs.log_likelihood_ratio(-5.0, 5.0), -turned.log_likelihood_ratio(-5.0, 5.0), 1e-6);
    }

    #[test]
    fn pairs_that_are_all_alike_say_nothing_of_elo() {
        for counts in [[0; 5], [0, 0, 9, 0, 0], [0, 0, 0, 0, 4]] {
            assert_eq!(Pairs(counts).elo(), None);
        }
    }

    #[test]
    fn shares_of_a_normal_distribution() {
        for (deviations, share) in [(0.0, 0.5), (DEVIATIONS, 0.975), (-DEVIATIONS, 0.025), (3.0, 0.998_650_1)] {
            near(normal(deviations), share, 1e-6);
        }
    }
}
