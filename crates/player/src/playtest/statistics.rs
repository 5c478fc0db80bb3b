//! Statistics of games, with 95 % confidence intervals: shares, means, Elo differences, and the sequential probability
//! ratio test of a match.
//!
//! Games of a match come in pairs: one opening, played twice with colours changed. The two games of a pair depend on each
//! other, since an opening may favour a side, and pairs do not; so pairs are counted by their points (0, ½, 1, 1½, 2: the
//! *pentanomial* model); where an end of the game is worth a part of a point, there are more kinds of
//! pairs. `docs/match.md` has the formulas and their sources.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Quantile of the normal distribution for a two-sided 95 % interval, in standard deviations.
const Z_95: f64 = 1.959_963_984_540_054;

/// Probability of either error of a sequential test: refusing a true hypothesis, accepting a false one.
const SPRT_ERROR: f64 = 0.05;

/// Half width of the 95 % interval of a mean of `n` independent numbers.
fn margin(variance: f64, n: f64) -> f64 {
    Z_95 * (variance / n).sqrt()
}

/// Number, mean and variance of scores, from how often each occurred.
fn moments(counts: &[(f64, u64)]) -> (f64, f64, f64) {
    let n = counts.iter().map(|(_, count)| count).sum::<u64>() as f64;
    let weighted_mean = |term: &dyn Fn(f64) -> f64| -> f64 {
        counts.iter().map(|&(score, count)| count as f64 * term(score)).sum::<f64>() / n
    };
    let mean = weighted_mean(&|score| score);
    (n, mean, weighted_mean(&|score| (score - mean).powi(2)))
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

    /// The score of one side, a draw counting a half. See [`of_scores`](Self::of_scores).
    pub fn of_score(wins: u64, draws: u64, losses: u64) -> Self {
        Self::of_scores(&[(0.0, losses), (0.5, draws), (1.0, wins)])
    }

    /// The score of one side, from scores of a game and how often each occurred. The interval is that of a mean, but never
    /// narrower than Wilson's at an end of the scale.
    pub fn of_scores(counts: &[(f64, u64)]) -> Self {
        let games = counts.iter().map(|(_, count)| count).sum();
        if games == 0 {
            return Self::new(0, 0);
        }
        let (n, score, variance) = moments(counts);
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

/// Pentanomial counts: how many pairs of games gave the first engine 0, ½, 1, 1½ and 2 points, and other points where an
/// end of the game is worth a part of a point.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(into = "[u64; 5]")]
pub struct Pentanomial {
    /// By hundredths of a point.
    pairs: BTreeMap<u8, u64>,
}

impl From<[u64; 5]> for Pentanomial {
    fn from(counts: [u64; 5]) -> Self {
        Self { pairs: (0..).step_by(50).zip(counts).collect() }
    }
}

impl From<Pentanomial> for [u64; 5] {
    fn from(counts: Pentanomial) -> Self {
        counts.counts()
    }
}

impl Pentanomial {
    /// Counts a pair, by the points of the first engine, in hundredths.
    pub fn add(&mut self, hundredths: u8) {
        *self.pairs.entry(hundredths).or_default() += 1;
    }

    /// The number of pairs.
    pub fn count(&self) -> u64 {
        self.pairs.values().sum()
    }

    /// The numbers of pairs with 0, ½, 1, 1½ and 2 points, any others added to the nearest of these: half way between two, to
    /// the one nearer to 1.
    pub fn counts(&self) -> [u64; 5] {
        let mut counts = [0; 5];
        for (&hundredths, pairs) in &self.pairs {
            let steps = usize::from((hundredths.abs_diff(100) + 24) / 50).min(2);
            counts[if hundredths < 100 { 2 - steps } else { 2 + steps }] += pairs;
        }
        counts
    }

    /// The score of a game in a pair, and how many pairs have it, also 0, ½, 1, 1½ and 2 points where none has them.
    fn by_score(&self) -> Vec<(f64, u64)> {
        let mut pairs = Self::from([0; 5]).pairs;
        pairs.extend(&self.pairs);
        pairs.into_iter().map(|(hundredths, pairs)| (f64::from(hundredths) / 200.0, pairs)).collect()
    }

    /// Mean score and its variance; `None` unless pairs with different scores were played.
    fn moments(&self) -> Option<(f64, f64)> {
        let (_, mean, variance) = moments(&self.by_score());
        (variance > 0.0).then_some((mean, variance))
    }

    /// The mean score with its 95 % interval, each transformed, such as to Elo; `None` without a variance.
    fn interval(&self, transform: impl Fn(f64) -> f64) -> Option<Interval> {
        let (mean, variance) = self.moments()?;
        let margin = margin(variance, self.count() as f64);
        Some(Interval { value: transform(mean), low: transform(mean - margin), high: transform(mean + margin) })
    }

    /// Logistic Elo: the rating difference at which the mean score is expected.
    pub fn elo(&self) -> Option<Interval> {
        self.interval(elo_difference)
    }

    /// Normalised Elo: how many standard deviations of a game the mean score is above one half. It depends less on the
    /// openings and on the share of draws than logistic Elo.
    pub fn normalised_elo(&self) -> Option<Interval> {
        let (_, variance) = self.moments()?;
        let scale = 800.0 / std::f64::consts::LN_10 / (2.0 * variance).sqrt();
        self.interval(|mean| (mean - 0.5) * scale)
    }

    /// Likelihood of superiority (LOS): the probability that the first engine is the stronger one.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        let (mean, variance) = self.moments()?;
        Some(normal_cdf((mean - 0.5) / (variance / self.count() as f64).sqrt()))
    }

    /// Log-likelihood ratio (LLR) of a difference of `elo1` against one of `elo0`, each with the likeliest distribution of
    /// pairs that has this difference.
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        /// Pairs counted for a result that has not occurred yet, since it is not impossible.
        const UNSEEN: f64 = 1e-3;
        let seen = |(score, pairs)| (score, if pairs == 0 { UNSEEN } else { pairs as f64 });
        let counts: Vec<(f64, f64)> = self.by_score().into_iter().map(seen).collect();
        let total: f64 = counts.iter().map(|(_, pairs)| pairs).sum();
        let observed: Vec<(f64, f64)> = counts.into_iter().map(|(score, pairs)| (score, pairs / total)).collect();
        let [under0, under1] = [elo0, elo1].map(|elo| max_likelihood_with_mean(&observed, expected_score(elo)));
        let ratios = observed.iter().zip(under0.iter().zip(under1));
        total * ratios.map(|((_, share), (under0, under1))| share * (under1 / under0).ln()).sum::<f64>()
    }
}

/// Sequential probability ratio test (SPRT): H0 is an Elo difference of `elo0`, H1 one of `elo1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Elo difference of the null hypothesis.
    pub elo0: f64,
    /// Elo difference of the alternative.
    pub elo1: f64,
}

/// Result of an SPRT so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtResult {
    /// LLR is between the bounds: more games are needed.
    #[serde(rename = "open")]
    Continue,
    /// LLR is at or below the lower bound: H0 (`elo0`) is accepted.
    #[serde(rename = "first")]
    AcceptH0,
    /// LLR is at or above the upper bound: H1 (`elo1`) is accepted.
    #[serde(rename = "second")]
    AcceptH1,
}

impl Sprt {
    /// Lower and upper LLR bound of the SPRT (Wald 1945), for error probabilities of 5 %.
    pub fn llr_bounds() -> [f64; 2] {
        let bound = ((1.0 - SPRT_ERROR) / SPRT_ERROR).ln();
        [-bound, bound]
    }

    /// SPRT result for these pentanomial counts: accept H0, accept H1 or continue.
    pub fn result(self, counts: &Pentanomial) -> SprtResult {
        let [low, high] = Self::llr_bounds();
        match counts.log_likelihood_ratio(self.elo0, self.elo1) {
            ratio if ratio <= low => SprtResult::AcceptH0,
            ratio if ratio >= high => SprtResult::AcceptH1,
            _ => SprtResult::Continue,
        }
    }
}

impl FromStr for Sprt {
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
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The Elo difference at which a score is expected; infinite at the ends of the scale.
fn elo_difference(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// Maximum-likelihood distribution over scores with a given mean, for the observed share of each.
fn max_likelihood_with_mean(observed: &[(f64, f64)], mean: f64) -> Vec<f64> {
    // With a Lagrange multiplier t, each share becomes p / (1 + t (score - mean)); t is chosen to give the mean. The
    // sum falls as t grows, between the two poles where a share becomes infinite.
    let excess = |t: f64| -> f64 {
        observed.iter().map(|(score, share)| share * (score - mean) / (1.0 + t * (score - mean))).sum()
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
    observed.iter().map(|(score, share)| share / (1.0 + t * (score - mean))).collect()
}

/// Cumulative normal distribution.
fn normal_cdf(deviations: f64) -> f64 {
    // Abramowitz and Stegun 1964, 26.2.17; the error is below 1e-7.
    const COEFFICIENTS: [f64; 5] = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * deviations.abs());
    let polynomial = COEFFICIENTS.iter().rev().fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    let density = (-deviations * deviations / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let above = density * polynomial;
    if deviations < 0.0 { above } else { 1.0 - above }
}
