//! Answers of `weakfish solve` as data and as lines of moves.

use std::fmt::Write as _;

use serde::Serialize;
use weakfish::geometry::Side;
use weakfish::prose::counted;
use weakfish_solve::{Aim, Branch, Problem, Stipulation};

/// A move of an answer as JSON.
#[derive(Serialize)]
pub(super) struct BranchData {
    #[serde(rename = "move")]
    pub(super) mv: String,
    pub(super) text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ending: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) moves: Vec<BranchData>,
}

/// A first move that fails, as JSON.
#[derive(Serialize)]
pub(super) struct TryData {
    #[serde(rename = "move")]
    pub(super) mv: String,
    pub(super) refutation: Option<String>,
}

/// Solutions of a problem as JSON.
#[derive(Serialize)]
pub(super) struct SolutionsData<'a> {
    pub(super) game: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub(super) heading: &'a [String],
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) part: &'a str,
    pub(super) fen: String,
    pub(super) problem: String,
    pub(super) first: Side,
    pub(super) winner: Side,
    pub(super) count: u64,
    pub(super) sound: bool,
    pub(super) shorter: Option<String>,
    pub(super) duals: u64,
    pub(super) cut: bool,
    pub(super) positions: u64,
    pub(super) solutions: Vec<BranchData>,
    pub(super) tries: Vec<TryData>,
}

/// Games to an ending as JSON.
#[derive(Serialize)]
pub(super) struct GamesData<'a> {
    pub(super) ending: &'a str,
    /// The plies of the shortest games; `null` if there are none within the bound.
    pub(super) plies: Option<u16>,
    pub(super) games: u64,
    /// The numbers of games that end with each ply, from the first.
    pub(super) by_ply: Vec<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) lines: Vec<BranchData>,
}

/// Proved claims and the figures of the search, as JSON.
#[derive(Serialize)]
pub(super) struct ProofData<'a> {
    pub(super) game: &'a str,
    pub(super) fen: String,
    pub(super) value: &'static str,
    pub(super) winner: Option<Side>,
    pub(super) positions: u64,
}

impl<'a> GamesData<'a> {
    pub(super) fn new(ending: &'a str, by_ply: Vec<u64>) -> Self {
        let first = by_ply.iter().position(|&count| count > 0);
        let (plies, games) = (first.map(|at| at as u16 + 1), first.and_then(|at| by_ply.get(at).copied()).unwrap_or(0));
        Self { ending, plies, games, by_ply, lines: Vec::new() }
    }

    /// `4 plies, 8 games; then 347 of 5 plies`.
    pub(super) fn in_words(&self) -> String {
        let Some(plies) = self.plies else {
            return format!("none of up to {}", counted(self.by_ply.len() as u64, "ply"));
        };
        let mut text = format!("{}, {}", counted(plies.into(), "ply"), counted(self.games, "game"));
        for (at, count) in self.by_ply.iter().enumerate().skip(plies.into()) {
            let _ = write!(text, "; {count} of {}", counted(at as u64 + 1, "ply"));
        }
        text
    }
}

/// A problem as it is called: `mate in 2`.
pub(super) fn name(problem: Problem) -> String {
    let kind = match problem.stipulation {
        Stipulation::Direct => "",
        Stipulation::SelfMate => "self",
        Stipulation::Reflex => "reflex ",
        Stipulation::SemiReflex => "semi-reflex ",
        Stipulation::Help => "help",
        Stipulation::HelpSelf => "help-self",
        Stipulation::Series => "series ",
        Stipulation::SeriesHelp => "series help",
    };
    let aim = if problem.aim == Aim::Win { "mate" } else { "stalemate" };
    format!("{kind}{aim} in {}", problem.length)
}

/// Numbering of the moves of a line.
#[derive(Clone, Copy)]
pub(super) struct Numbering {
    /// Plies of the first move that are left out.
    pub(super) skipped: usize,
    /// Moves in a row, each of which has a number.
    pub(super) series: Option<usize>,
}

impl Numbering {
    pub(super) fn of(problem: Problem) -> Self {
        let series = match problem.stipulation {
            Stipulation::Series | Stipulation::SeriesHelp => Some(problem.length.whole().into()),
            Stipulation::Direct
            | Stipulation::SelfMate
            | Stipulation::Reflex
            | Stipulation::SemiReflex
            | Stipulation::HelpSelf
            | Stipulation::Help => None,
        };
        Self { skipped: problem.length.has_half().into(), series }
    }

    /// The text before the move of a ply: `2. `, `2... ` at the begin of a line, or nothing.
    pub(super) fn before(self, ply: usize, begins: bool) -> String {
        if let Some(moves) = self.series {
            return if ply < moves { format!("{}. ", ply + 1) } else { String::new() };
        }
        let ply = ply + self.skipped;
        let number = ply / 2 + 1;
        match (ply % 2, begins) {
            (0, _) => format!("{number}. "),
            (_, true) => format!("{number}... "),
            _ => String::new(),
        }
    }
}

/// Writes moves as lines; where there is a choice, a line for each.
pub(super) fn write_tree(page: &mut String, branches: &[Branch], numbering: Numbering, ply: usize, indent: usize) {
    for branch in branches {
        let _ = write!(page, "{:indent$}{}{}", "", numbering.before(ply, true), branch.text);
        let (mut last, mut at) = (branch, ply);
        while let [only] = last.branches.as_slice() {
            at += 1;
            let _ = write!(page, " {}{}", numbering.before(at, false), only.text);
            last = only;
        }
        page.push('\n');
        write_tree(page, &last.branches, numbering, at + 1, indent + 2);
    }
}
