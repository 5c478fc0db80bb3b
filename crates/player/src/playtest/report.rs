//! Findings of a playtest as data, and as a report of questions, answers and tables.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::{Estimate, Share};
use weakfish::geometry::Side;
use weakfish::picture::escaped;

/// All findings of a playtest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Findings {
    /// The title of the game.
    pub title: String,
    /// Numbers of games.
    pub games: Games,
    /// Results of games between equals, by setup.
    pub fairness: Vec<Fairness>,
    /// Score of the better player.
    pub skill: Share,
    /// Length of games of players.
    pub length: Length,
    /// Number of legal moves.
    pub choice: Choice,
    /// The endings in the order of the definition.
    pub endings: Vec<EndingUse>,
    /// The kinds of men.
    pub men: Vec<KindUse>,
    /// Squares to which no man moved in any game of players.
    pub unvisited: Vec<String>,
    /// First moves after which White's score in games between equals is significantly different.
    pub openings: Vec<Opening>,
    /// Random games.
    pub chance: Chance,
}

/// Numbers of games played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Games {
    /// Between players of the same strength.
    pub equals: u64,
    /// Between a better and a worse player.
    pub unequal: u64,
    /// Random games.
    pub chance: u64,
}

impl Games {
    /// The total.
    pub const fn total(&self) -> u64 {
        self.equals + self.unequal + self.chance
    }
}

/// Results of games between equals from a setup.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Fairness {
    /// The name of the setup.
    pub setup: String,
    /// Share won by White.
    pub white: Share,
    /// Share of draws, unfinished games included.
    pub draws: Share,
    /// Share won by Black.
    pub black: Share,
    /// White's score, a draw counting a half.
    pub score: Share,
}

/// Length of games of players, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Length {
    /// The mean.
    pub plies: Estimate,
    /// Quartiles of the length.
    pub quartiles: [u32; 3],
    /// Share of games unfinished at the ply limit.
    pub unfinished: Share,
}

/// Choice of moves, averaged over the games of players.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Choice {
    /// Legal moves of a position.
    pub moves: Estimate,
    /// Share of turns and flips among the legal moves.
    pub stationary: Estimate,
    /// Share of turns and flips among the moves played.
    pub stationary_played: Estimate,
}

/// Frequency of an ending.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EndingUse {
    /// Its label in the definition.
    pub label: String,
    /// The only side that it is for, if it is not for both.
    pub side: Option<Side>,
    /// Share of games of players that end by it.
    pub players: Share,
    /// Share of random games that end by it.
    pub chance: Share,
}

/// Activity of a kind of men in games of players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KindUse {
    /// The letter.
    pub symbol: String,
    /// The name.
    pub name: String,
    /// Value of a man relative to the most frequent kind with a significantly positive value; `None` if too few games had
    /// different numbers of the kind, or there is no such kind.
    pub value: Option<Estimate>,
    /// Moves to other squares per game.
    pub moves: Estimate,
    /// Captures per game.
    pub captures: Estimate,
    /// Turns and flips per game; `None` if such men never turn.
    pub turns: Option<Estimate>,
    /// Share of games in which no such man moves.
    pub idle: Share,
}

/// Score of games between equals that begin with a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Opening {
    /// The move.
    pub first: String,
    /// White's score.
    pub score: Share,
}

/// Results of random games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Chance {
    /// Share of draws.
    pub draws: Share,
    /// The mean number of plies.
    pub plies: Estimate,
    /// Share unfinished at the ply limit.
    pub unfinished: Share,
}

// Report of a playtest: questions, answers and tables.

/// Section of a report: a question, the answer, and its figures.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Section {
    /// The question.
    pub question: &'static str,
    /// The answer.
    pub answer: String,
    /// Table of figures, headings first; may be empty.
    pub rows: Vec<Vec<String>>,
}

impl Section {
    fn new(question: &'static str, answer: impl Into<String>) -> Self {
        Self { question, answer: answer.into(), rows: Vec::new() }
    }

    fn with_table(mut self, heads: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> Self {
        self.rows.push(heads.iter().map(|&head| head.to_owned()).collect());
        self.rows.extend(rows);
        self
    }
}

impl Findings {
    /// Title of the game, and numbers of games.
    pub fn heading(&self) -> String {
        let games = self.games;
        format!(
            "{}: {} games of equals, {} of unequal players, {} by chance; in parentheses 95 % intervals",
            self.title, games.equals, games.unequal, games.chance
        )
    }

    /// The report, question by question.
    pub fn sections(&self) -> Vec<Section> {
        vec![
            self.fairness_section(),
            self.draw_section(),
            self.skill_section(),
            self.length_section(),
            self.endings_section(),
            self.men_section(),
            self.choice_section(),
            self.openings_section(),
            self.random_section(),
        ]
    }

    /// Section on fairness: White's score from each setup, and where a side is better off.
    fn fairness_section(&self) -> Section {
        let unfair = self.fairness.iter().filter(|setup| setup.score.games > 0 && !setup.score.interval_contains(0.5));
        let parts: Vec<String> = unfair
            .map(|setup| {
                let side = if setup.score.share > 0.5 { "White" } else { "Black" };
                let setup_words =
                    if self.fairness.len() > 1 { format!(" from {}", setup.setup) } else { String::new() };
                format!("{side} is better off{setup_words}: White scores {}", format_share(&setup.score))
            })
            .collect();
        let answer = if !parts.is_empty() {
            parts.join("; ")
        } else if let [only] = &self.fairness[..] {
            format!("nothing shows that a side is better off: White scores {}", format_share(&only.score))
        } else {
            "nothing shows that a side is better off from any setup".to_owned()
        };
        let rows = self.fairness.iter().map(|setup| {
            let shares = [&setup.white, &setup.draws, &setup.black, &setup.score].map(format_share);
            [setup.setup.clone(), setup.score.games.to_string()].into_iter().chain(shares).collect()
        });
        Section::new("Is it fair?", answer)
            .with_table(&["setup", "games", "White wins", "drawn", "Black wins", "White's score"], rows)
    }

    /// Section on the share of draws in games between equals.
    fn draw_section(&self) -> Section {
        let games: u64 = self.fairness.iter().map(|setup| setup.draws.games).sum();
        let drawn: f64 = self.fairness.iter().map(|setup| setup.draws.share * setup.draws.games as f64).sum();
        let draws = Share::new(drawn.round() as u64, games);
        let frequency = match draws.share {
            part if part < 0.1 => "hardly ever",
            part if part < 0.35 => "now and then",
            part if part < 0.65 => "often",
            _ => "most of the time",
        };
        Section::new("Is it drawish?", format!("equals draw {frequency}, {} of their games", format_share(&draws)))
    }

    /// Section on the score of the player who searches more.
    fn skill_section(&self) -> Section {
        let answer = if self.skill.games == 0 {
            "no games of unequal players were played".to_owned()
        } else {
            let verdict = if self.skill.low > 0.5 { "it does" } else { "nothing shows that it does" };
            format!("{verdict}: who looks at more positions scores {}", format_share(&self.skill))
        };
        Section::new("Does skill matter?", answer)
    }

    /// Section on the length of games, and on those broken off.
    fn length_section(&self) -> Section {
        let [short, middle, long] = self.length.quartiles;
        let ends = if self.length.unfinished.share == 0.0 {
            "all of them ended".to_owned()
        } else {
            format!("{} were broken off before they ended", format_share(&self.length.unfinished))
        };
        let answer = format!(
            "{} plies on average; half of the games have {short} to {long}, the middle one {middle}, and {ends}",
            format_estimate(&self.length.plies)
        );
        Section::new("How long is it, and does it end?", answer)
    }

    /// Section on the endings: how often each occurred, and which never did.
    fn endings_section(&self) -> Section {
        let unused = |ending: &&EndingUse| ending.players.share == 0.0 && ending.chance.share == 0.0;
        let never: Vec<String> = self.endings.iter().filter(unused).map(ending_name).collect();
        let answer = match &never[..] {
            [] => "every ending has come about".to_owned(),
            [only] => format!("{only} never came about"),
            several => format!("these never came about: {}", several.join(", ")),
        };
        let rows = self
            .endings
            .iter()
            .map(|ending| vec![ending_name(ending), format_share(&ending.players), format_share(&ending.chance)]);
        Section::new("How does it end?", answer).with_table(&["ending", "players", "chance"], rows)
    }

    /// Section on the kinds of men: their values and activity, those that never move, and the squares that no man goes
    /// to.
    fn men_section(&self) -> Section {
        let mut parts = Vec::new();
        let list = |filter: &dyn Fn(&&KindUse) -> bool| {
            self.men.iter().filter(filter).map(|kind| kind.name.as_str()).collect::<Vec<_>>().join(", ")
        };
        let unused = [
            ("move", list(&|kind| kind.moves.mean == 0.0)),
            ("capture", list(&|kind| kind.captures.mean == 0.0)),
            ("turn", list(&|kind| kind.turns.is_some_and(|turns| turns.mean == 0.0))),
        ];
        for (action, kinds) in unused.iter().filter(|(_, kinds)| !kinds.is_empty()) {
            parts.push(format!("never {action}: {kinds}"));
        }
        match &self.unvisited[..] {
            [] => {}
            squares if squares.len() <= 12 => parts.push(format!("no man ever goes to {}", squares.join(", "))),
            squares => parts.push(format!("no man ever goes to {} of the squares", squares.len())),
        }
        let answer = if parts.is_empty() { "all men and all squares are used".to_owned() } else { parts.join("; ") };
        let rows = self.men.iter().map(|kind| {
            let [value, moves, captures, turns] = [kind.value, Some(kind.moves), Some(kind.captures), kind.turns]
                .map(|estimate| estimate.as_ref().map_or_else(|| "-".to_owned(), format_estimate));
            vec![format!("{} {}", kind.symbol, kind.name), value, moves, captures, turns, format_share(&kind.idle)]
        });
        let heads = ["men", "worth", "moves a game", "captures", "turns", "games without"];
        Section::new("Is every man used, and what is it worth?", answer).with_table(&heads, rows)
    }

    /// Section on the number of legal moves, and the share of turns and flips.
    fn choice_section(&self) -> Section {
        let mut answer = format!("{} legal moves in a position on average", format_estimate(&self.choice.moves));
        if self.choice.stationary.mean > 0.0 {
            let _ = write!(
                answer,
                "; {} of them turn or flip a man where it stands, and {} of those that are played",
                format_percent(&self.choice.stationary),
                format_percent(&self.choice.stationary_played)
            );
        }
        Section::new("What is there to choose from?", answer)
    }

    /// Section on the first moves that change White's score.
    fn openings_section(&self) -> Section {
        let answer = if self.openings.is_empty() {
            "no first move clearly decides anything".to_owned()
        } else {
            let part = |opening: &Opening| format!("{} ({})", opening.first, format_share(&opening.score));
            let parts = self.openings.iter().take(8).map(part);
            format!("White's score is another one after {}", parts.collect::<Vec<_>>().join(", "))
        };
        Section::new("Do openings decide?", answer)
    }

    /// Section on random games: draws and length.
    fn random_section(&self) -> Section {
        let mut answer = format!(
            "{} of {} games are drawn, after {} plies on average",
            format_share(&self.chance.draws),
            self.chance.draws.games,
            format_estimate(&self.chance.plies)
        );
        if self.chance.unfinished.share > 0.0 {
            let _ = write!(answer, "; {} were broken off before they ended", format_share(&self.chance.unfinished));
        }
        Section::new("And if chance plays?", answer)
    }
}

fn ending_name(EndingUse { label, side, .. }: &EndingUse) -> String {
    side.map_or_else(|| label.clone(), |side| format!("{label} ({side})"))
}

/// `41 % (38 to 44)`.
fn format_share(share: &Share) -> String {
    if share.games == 0 {
        return "-".to_owned();
    }
    let [part, low, high] = [share.share, share.low, share.high].map(|part| 100.0 * part);
    let digits = usize::from(high < 10.0);
    format!("{part:.digits$} % ({low:.digits$} to {high:.digits$})")
}

/// `3.1 ± 0.2`.
fn format_estimate(estimate: &Estimate) -> String {
    let digits = match estimate.mean.abs() {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    format!("{:.digits$} ± {:.digits$}", estimate.mean, estimate.margin)
}

fn format_percent(estimate: &Estimate) -> String {
    format!("{:.0} % ± {:.0}", 100.0 * estimate.mean, 100.0 * estimate.margin)
}

// The report as a page of HTML.

/// Style for screen and print.
const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222;background:#fff}\
h1{font-size:1.6em}h2{font-size:1.15em;margin:1.6em 0 .2em}table{border-collapse:collapse;margin:.6em 0}\
th,td{padding:.15em .8em;text-align:right;border-bottom:1px solid #ddd;white-space:nowrap}\
th:first-child,td:first-child{text-align:left;padding-left:0}@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1b}\
th,td{border-color:#444}}";

impl Findings {
    /// The report for a terminal: each question with its answer and an aligned table.
    pub fn to_text(&self) -> String {
        let mut page = format!("{}\n", self.heading());
        for Section { question, answer, rows, .. } in self.sections() {
            let _ = writeln!(page, "\n{question} {answer}.");
            let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len))
                .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
                .collect();
            for row in &rows {
                let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                    if column == 0 { format!("  {cell:<width$}") } else { format!("  {cell:>width$}") }
                });
                page += cells.collect::<String>().trim_end();
                page.push('\n');
            }
        }
        page
    }

    /// The report as a page of HTML without any other part.
    pub fn to_html(&self) -> String {
        let title = escaped(&self.title);
        let mut body = format!("<h1>{title}</h1>\n<p>{}.</p>\n", escaped(&self.heading()));
        for Section { question, answer, rows } in self.sections() {
            let _ = writeln!(body, "<h2>{}</h2>\n<p>{}.</p>", escaped(question), escaped(&answer));
            if rows.is_empty() {
                continue;
            }
            body += "<table>\n";
            for (index, row) in rows.iter().enumerate() {
                let tag = if index == 0 { "th" } else { "td" };
                let cells = row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell)));
                let _ = writeln!(body, "<tr>{}</tr>", cells.collect::<String>());
            }
            body += "</table>\n";
        }
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style></head>\n<body>\n{body}</body>\n</html>\n"
        )
    }
}
