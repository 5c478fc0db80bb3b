//! Report of a match: score, strength, and reasons of the results.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;
use weakfish::geometry::Side;
use weakfish::model::Worth;
use weakfish::prose::counted;

use super::Summary;
use crate::playtest::{Interval, Pentanomial, Sprt, SprtResult};

/// Wins, draws and losses (WDL) of the first engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct WinDrawLoss {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// The points, in hundredths.
    #[serde(skip)]
    hundredths: u64,
}

impl WinDrawLoss {
    /// Counts a game by the points of the first engine, in hundredths.
    fn add(&mut self, hundredths: u8) {
        match hundredths.cmp(&Worth::DRAW) {
            Ordering::Less => self.lost += 1,
            Ordering::Equal => self.drawn += 1,
            Ordering::Greater => self.won += 1,
        }
        self.hundredths += u64::from(hundredths);
    }

    fn games(self) -> u64 {
        self.won + self.drawn + self.lost
    }

    #[expect(clippy::cast_precision_loss, reason = "no match has so many games that a float could not count them")]
    fn score(self) -> Option<f64> {
        (self.games() > 0).then(|| self.hundredths as f64 / 100.0 / self.games() as f64)
    }
}

/// Score of a match so far: WDL, pentanomial counts and terminations.
#[derive(Clone, Debug, Default)]
pub struct MatchScore {
    total: WinDrawLoss,
    white: WinDrawLoss,
    black: WinDrawLoss,
    /// Pairs of games with one opening, by the points of the first engine.
    pub pentanomial: Pentanomial,
    /// The points, in hundredths, of pairs with only one finished game.
    open_pairs: BTreeMap<usize, u8>,
    reasons: BTreeMap<String, WinDrawLoss>,
    plies: usize,
}

impl MatchScore {
    /// Counts a game: total, by colour, by reason, and its pair once both games have ended.
    pub fn add(&mut self, summary: &Summary) {
        let first_is_white = summary.white == 1;
        let first = if first_is_white { Side::White } else { Side::Black };
        let hundredths = summary.worth.score(summary.winner, first);
        self.total.add(hundredths);
        if first_is_white { &mut self.white } else { &mut self.black }.add(hundredths);
        self.reasons.entry(summary.reason.clone()).or_default().add(hundredths);
        self.plies += summary.plies;
        let pair = summary.game.saturating_sub(1) / 2;
        match self.open_pairs.remove(&pair) {
            Some(other) => self.pentanomial.add(other + hundredths),
            None => {
                self.open_pairs.insert(pair, hundredths);
            }
        }
    }

    /// The number of games that have ended.
    pub fn games(&self) -> usize {
        usize::try_from(self.total.games()).unwrap_or(usize::MAX)
    }

    /// Wins, draws and losses as `+3 =2 -1`.
    pub fn wdl_text(&self) -> String {
        let WinDrawLoss { won, drawn, lost, .. } = self.total;
        format!("+{won} ={drawn} -{lost}")
    }
}

/// Description of a match in its report.
#[derive(Debug)]
pub struct MatchReport<'a> {
    /// The title of the game.
    pub title: &'a str,
    /// Names of the engines.
    pub names: &'a [String; 2],
    /// The limits of both, one behind the other if they differ.
    pub limits: String,
    /// The sequential test, if there is one.
    pub test: Option<Sprt>,
}

/// Findings of a match, for JSON.
#[derive(Serialize)]
pub struct MatchFindings<'a> {
    game: &'a str,
    engines: &'a [String; 2],
    games: u64,
    #[serde(flatten)]
    all: WinDrawLoss,
    score: Option<f64>,
    as_white: WinDrawLoss,
    as_black: WinDrawLoss,
    /// Pairs by the points of the first engine.
    pairs: Pentanomial,
    elo: Option<Interval>,
    normalised_elo: Option<Interval>,
    superiority: Option<f64>,
    sprt: Option<SprtData>,
    endings: BTreeMap<&'a str, WinDrawLoss>,
    mean_plies: Option<f64>,
}

/// SPRT of a match as JSON: hypotheses, LLR, bounds and result.
#[derive(Serialize)]
struct SprtData {
    elo0: f64,
    elo1: f64,
    log_likelihood_ratio: f64,
    bounds: [f64; 2],
    decision: SprtResult,
}

impl<'a> MatchReport<'a> {
    /// Report of a match as data, for JSON and for the text.
    #[expect(clippy::cast_precision_loss, reason = "no match has so many plies that a float could not count them")]
    pub fn report(&self, score: &'a MatchScore) -> MatchFindings<'a> {
        let MatchScore { total, white, black, ref pentanomial, ref reasons, plies, .. } = *score;
        let sprt = self.test.map(|test| SprtData {
            elo0: test.elo0,
            elo1: test.elo1,
            log_likelihood_ratio: pentanomial.log_likelihood_ratio(test.elo0, test.elo1),
            bounds: Sprt::llr_bounds(),
            decision: test.result(pentanomial),
        });
        let games = total.games();
        MatchFindings {
            game: self.title,
            engines: self.names,
            games,
            all: total,
            score: total.score(),
            as_white: white,
            as_black: black,
            pairs: pentanomial.clone(),
            elo: pentanomial.elo(),
            normalised_elo: pentanomial.normalised_elo(),
            superiority: pentanomial.likelihood_of_superiority(),
            sprt,
            endings: reasons.iter().map(|(reason, tally)| (reason.as_str(), *tally)).collect(),
            mean_plies: (games > 0).then(|| plies as f64 / games as f64),
        }
    }

    /// Report of a match as text.
    pub fn text(&self, score: &MatchScore) -> String {
        let report = self.report(score);
        let [first, second] = self.names;
        let mut page = format!("{first} against {second}\n");
        let mut line = |text: String| page.extend([text.trim_end(), "\n"]);
        line(format!("{}, {}, {}", report.game, counted(report.games, "game"), self.limits));
        line(String::new());
        line(format!("{:<10}{:>6}{:>7}{:>6}{:>9}", "", "won", "drawn", "lost", "score"));
        for (name, tally) in [("all", score.total), ("as White", score.white), ("as Black", score.black)] {
            let score = tally.score().map_or_else(|| "-".to_owned(), |score| format!("{:.1} %", score * 100.0));
            line(format!("{name:<10}{:>6}{:>7}{:>6}{score:>9}", tally.won, tally.drawn, tally.lost));
        }
        line(String::new());
        let counts = report.pairs.counts().map(|count| count.to_string()).join(", ");
        line(format!("pairs with 0, ½, 1, 1½, 2 points: {counts}"));
        match (report.elo, report.normalised_elo, report.superiority) {
            (Some(elo), Some(normalised), Some(superiority)) => {
                line(format!("Elo: {}", format_estimate(elo)));
                line(format!("normalised Elo: {}", format_estimate(normalised)));
                line(format!("{first} is the stronger one with a probability of {:.1} %", superiority * 100.0));
            }
            _ => line("Elo: unknown, as long as all pairs have the same score".to_owned()),
        }
        if let Some(sprt) = &report.sprt {
            let [low, high] = sprt.bounds;
            let decision = match sprt.decision {
                SprtResult::Continue => "more games are needed".to_owned(),
                SprtResult::AcceptH0 => format!("{} is accepted", sprt.elo0),
                SprtResult::AcceptH1 => format!("{} is accepted", sprt.elo1),
            };
            line(format!(
                "SPRT of Elo {} against {}: {:.2} between {low:.2} and {high:.2}; {decision}",
                sprt.elo0, sprt.elo1, sprt.log_likelihood_ratio
            ));
        }
        line(String::new());
        let width = report.endings.keys().map(|reason| reason.chars().count()).max().unwrap_or(0).max(8) + 2;
        let mean = report.mean_plies.map_or_else(String::new, |mean| format!("   ({mean:.0} plies on average)"));
        line(format!("{:<width$}{:>6}{:>7}{:>6}{mean}", "ended by", "won", "drawn", "lost"));
        for (reason, tally) in &report.endings {
            line(format!("{reason:<width$}{:>6}{:>7}{:>6}", tally.won, tally.drawn, tally.lost));
        }
        page
    }
}

/// An estimate with its interval.
fn format_estimate(estimate: Interval) -> String {
    let Interval { value, low, high } = estimate;
    let mut text = format!("{value:+.1}");
    if estimate.margin().is_finite() {
        let _ = write!(text, " ± {:.1}", estimate.margin());
    }
    let _ = write!(text, " (95 %: {low:+.1} to {high:+.1})");
    text
}
