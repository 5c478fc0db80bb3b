//! Statistics of games, with 95 % confidence intervals: shares, means, Elo differences, and the sequential probability
//! ratio test of a match.
//!
//! Games of a match come in pairs: one opening, played twice with colours changed. The two games of a pair depend on each
//! other, since an opening may favour a side, and pairs do not; so pairs are counted by their points (0, ½, 1, 1½, 2: the
//! *pentanomial* model). `docs/match.md` has the formulas and their sources.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Quantile of the normal distribution for a two-sided 95 % interval, in standard deviations.
const Z_95: f64 = 1.959_963_984_540_054;

/// Probability of either error of a sequential test: refusing a true hypothesis, accepting a false one.
const SPRT_ERROR: f64 = 0.05;

/// Score of a game in a pair, by the points of the pair.
const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Half width of the 95 % interval of a mean of `n` independent numbers.
fn margin(variance: f64, n: f64) -> f64 {
    Z_95 * (variance / n).sqrt()
}

/// Number, mean and variance of scores, from how often each occurred.
fn moments(counts: &[u64], scores: &[f64]) -> (f64, f64, f64) {
    let n = counts.iter().sum::<u64>() as f64;
    let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
        counts.iter().zip(scores).map(|(&count, &score)| count as f64 * of(score)).sum::<f64>() / n
    };
    let mean = sum(&|score| score);
    (n, mean, sum(&|score| (score - mean).powi(2)))
}

/// Share of a number of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Share {
    /// The number of games.
    pub games: u64,
    /// The share, from 0 to 1.
    pub share: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
}

impl Share {
    /// The share of `count` among `games`, with Wilson's interval (1927).
    pub fn new(count: u64, games: u64) -> Self {
        let (n, part) = (games.max(1) as f64, count as f64 / games.max(1) as f64);
        let squared = Z_95 * Z_95;
        let middle = (part + squared / (2.0 * n)) / (1.0 + squared / n);
        let half = Z_95 / (1.0 + squared / n) * (part * (1.0 - part) / n + squared / (4.0 * n * n)).sqrt();
        if games == 0 {
            return Self { games, share: 0.0, low: 0.0, high: 1.0 };
        }
        Self { games, share: part, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }

    /// The score of one side, a draw counting a half. The interval is that of a mean, but never narrower than Wilson's at
    /// an end of the scale.
    pub fn of_score(wins: u64, draws: u64, losses: u64) -> Self {
        let games = wins + draws + losses;
        if games == 0 {
            return Self::new(0, 0);
        }
        let (n, score, variance) = moments(&[losses, draws, wins], &[0.0, 0.5, 1.0]);
        let half = margin(variance, n).max(Self::new(0, games).high / 2.0);
        Self { games, share: score, low: (score - half).max(0.0), high: (score + half).min(1.0) }
    }

    /// Whether the interval contains a number.
    pub fn interval_contains(&self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }

    /// Standard error: the interval spans almost two of them to each side.
    pub(super) fn standard_error(&self) -> f64 {
        (self.high - self.low) / (2.0 * Z_95)
    }
}

/// Mean of several measurements.
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
        Self { mean, margin: margin(variance, n) }
    }

    /// *Jackknife* (Tukey 1958): `whole` is the value for all data, `without` the values with each of several equal parts
    /// left out.
    pub(super) fn jackknifed(whole: f64, without: &[f64]) -> Self {
        let n = without.len() as f64;
        let mean = without.iter().sum::<f64>() / n.max(1.0);
        let variance = without.iter().map(|number| (number - mean).powi(2)).sum::<f64>() * (n - 1.0) / n.max(1.0);
        Self { mean: whole, margin: margin(variance, 1.0) }
    }
}

/// A value with its 95 % interval, which need not be symmetric.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Half the width.
    pub fn margin(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Results of pairs of games: how many gave the first engine 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Counts a pair, by the half points of the first engine.
    pub fn add(&mut self, half_points: u8) {
        if let Some(count) = self.0.get_mut(usize::from(half_points)) {
            *count += 1;
        }
    }

    /// The number of pairs.
    pub fn count(self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean score and its variance; `None` unless pairs with different scores were played.
    fn moments(self) -> Option<(f64, f64)> {
        let (_, mean, variance) = moments(&self.0, &PAIR_SCORES);
        (variance > 0.0).then_some((mean, variance))
    }

    fn interval(self, transform: impl Fn(f64) -> f64) -> Option<Interval> {
        let (mean, variance) = self.moments()?;
        let margin = margin(variance, self.count() as f64);
        Some(Interval { value: transform(mean), low: transform(mean - margin), high: transform(mean + margin) })
    }

    /// Logistic Elo: the rating difference at which the mean score is expected.
    pub fn elo(self) -> Option<Interval> {
        self.interval(elo_of)
    }

    /// Normalised Elo: how many standard deviations of a game the mean score is above one half. It depends less on the
    /// openings and on the share of draws than logistic Elo.
    pub fn normalised_elo(self) -> Option<Interval> {
        let (_, variance) = self.moments()?;
        let scale = 800.0 / std::f64::consts::LN_10 / (2.0 * variance).sqrt();
        self.interval(|mean| (mean - 0.5) * scale)
    }

    /// Likelihood of superiority (LOS): the probability that the first engine is the stronger one.
    pub fn superiority(self) -> Option<f64> {
        let (mean, variance) = self.moments()?;
        Some(normal((mean - 0.5) / (variance / self.count() as f64).sqrt()))
    }

    /// Log-likelihood ratio (LLR) of a difference of `elo1` against one of `elo0`, each with the likeliest distribution of
    /// pairs that has this difference.
    pub fn log_likelihood_ratio(self, elo0: f64, elo1: f64) -> f64 {
        /// Pairs counted for a result that has not occurred yet, since it is not impossible.
        const UNSEEN: f64 = 1e-3;
        let counts = self.0.map(|pairs| if pairs == 0 { UNSEEN } else { pairs as f64 });
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|pairs| pairs / total);
        let [first, second] = [elo0, elo1].map(|elo| likeliest(observed, score_of(elo)));
        let ratios = observed.iter().zip(first.iter().zip(second));
        total * ratios.map(|(share, (first, second))| share * (second / first).ln()).sum::<f64>()
    }
}

/// Sequential probability ratio test (SPRT) of a difference of `elo0` against one of `elo1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SequentialTest {
    /// Elo difference of the null hypothesis.
    pub elo0: f64,
    /// Elo difference of the alternative.
    pub elo1: f64,
}

/// Decision of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// More games are needed.
    Open,
    /// `elo0` is accepted.
    First,
    /// `elo1` is accepted.
    Second,
}

impl SequentialTest {
    /// The log-likelihood ratios at which the test ends (Wald 1945).
    pub fn bounds() -> [f64; 2] {
        let bound = ((1.0 - SPRT_ERROR) / SPRT_ERROR).ln();
        [-bound, bound]
    }

    /// The decision after these pairs.
    pub fn decide(self, pairs: Pairs) -> Decision {
        let [low, high] = Self::bounds();
        match pairs.log_likelihood_ratio(self.elo0, self.elo1) {
            ratio if ratio <= low => Decision::First,
            ratio if ratio >= high => Decision::Second,
            _ => Decision::Open,
        }
    }
}

impl FromStr for SequentialTest {
    type Err = String;

    /// Reads `0,10`.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once(',').and_then(|(elo0, elo1)| {
            let number = |text: &str| text.trim().parse().ok().filter(|elo: &f64| elo.abs() <= 1000.0);
            Some((number(elo0)?, number(elo1)?))
        });
        match numbers {
            Some((elo0, elo1)) if elo0 < elo1 => Ok(Self { elo0, elo1 }),
            Some(_) => Err("the first difference must be the smaller one".to_owned()),
            None => Err("write two differences in Elo with a comma between them, such as `0,10`".to_owned()),
        }
    }
}

/// The expected score at an Elo difference.
fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The Elo difference at which a score is expected; infinite at the ends of the scale.
fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// Maximum-likelihood distribution over [`PAIR_SCORES`] with a given mean, for observed shares.
fn likeliest(observed: [f64; 5], mean: f64) -> [f64; 5] {
    // With a Lagrange multiplier t, each share becomes p / (1 + t (score - mean)), and t is where the mean is right. The
    // sum falls as t grows, between the two values at which a share becomes infinite.
    let excess = |t: f64| -> f64 {
        observed.iter().zip(PAIR_SCORES).map(|(share, score)| share * (score - mean) / (1.0 + t * (score - mean))).sum()
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
    std::array::from_fn(|index| observed[index] / (1.0 + t * (PAIR_SCORES[index] - mean)))
}

/// Cumulative normal distribution.
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
        // The same, app/tests/sprt_test.cpp, "logistic pentanomial" 1 and 2.
        near(Pairs([223, 9863, 21_279, 10_037, 246]).log_likelihood_ratio(0.5, 2.5), -3.07, 0.01);
        near(Pairs([871, 26_175, 55_983, 26_678, 821]).log_likelihood_ratio(0.0, 2.0), -4.98, 0.01);
    }

    #[test]
    fn a_likeliest_distribution_has_its_mean_and_is_one() {
        for mean in [0.1, 0.5, 0.9] {
            let shares = likeliest([0.1, 0.2, 0.4, 0.2, 0.1], mean);
            near(shares.iter().sum(), 1.0, 1e-9);
            near(shares.iter().zip(PAIR_SCORES).map(|(share, score)| share * score).sum(), mean, 1e-9);
        }
    }

    #[test]
    fn a_test_ends_when_a_hypothesis_is_refused() {
        let test = SequentialTest { elo0: 0.0, elo1: 10.0 };
        assert_eq!(test.decide(Pairs::default()), Decision::Open);
        assert_eq!(test.decide(Pairs([10, 20, 40, 20, 10])), Decision::Open);
        assert_eq!(test.decide(Pairs([0, 200, 400, 500, 200])), Decision::Second);
        assert_eq!(test.decide(Pairs([200, 500, 400, 200, 0])), Decision::First);
        near(SequentialTest::bounds()[1], 2.94, 0.01);
    }

    #[test]
    fn two_increasing_differences_are_a_test() {
        assert_eq!("0,10".parse(), Ok(SequentialTest { elo0: 0.0, elo1: 10.0 }));
        for text in ["", "5", "5,0", "0,0", "0,inf", "nan,1"] {
            assert!(text.parse::<SequentialTest>().is_err(), "{text}");
        }
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
        for (deviations, share) in [(0.0, 0.5), (Z_95, 0.975), (-Z_95, 0.025), (3.0, 0.998_650_1)] {
            near(normal(deviations), share, 1e-6);
        }
    }

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
        assert!(drawn.high < decided.high && drawn.interval_contains(0.5));
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
