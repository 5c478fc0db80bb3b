//! Answers as data, for `weakfish solve --json` and pages.

use std::fmt::Write as _;

use serde::Serialize;
use weakfish::engine::Position;
use weakfish::geometry::Side;
use weakfish::notation::fen;
use weakfish::prose::counted;

use crate::error::SolveError;
use crate::games::{Games, Goal};
use crate::problem::{Aim, Options, Problem, Solutions, Stipulation};
use crate::tree::Branch;

/// A move of an answer, with the moves that follow it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BranchReport {
    /// The move in machine notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move in the notation of people.
    pub text: String,
    /// The label of the ending, if the move has ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// The moves that follow.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<BranchReport>,
}

/// A first move that fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TryReport {
    /// The move in machine notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The answer that refutes it.
    pub refutation: Option<String>,
}

/// Solutions of a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SolutionsReport {
    /// The name of the game.
    pub game: String,
    /// The heading of the problem in a file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub heading: Vec<String>,
    /// The part of the problem: a twin, the set play.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub part: String,
    /// The position.
    pub fen: String,
    /// The problem: `mate in 2`.
    pub problem: String,
    /// The side that moves first.
    pub first: Side,
    /// The side that wins.
    pub winner: Side,
    /// The number of solutions.
    pub count: u64,
    /// Whether there is exactly one solution, and none that is shorter.
    pub sound: bool,
    /// A shorter length that has a solution, too.
    pub shorter: Option<String>,
    /// The number of times that there is a choice after the first move.
    pub duals: u64,
    /// Whether moves were left out.
    pub cut: bool,
    /// Positions that were searched.
    pub positions: u64,
    /// The first moves that solve the problem, or the games.
    pub solutions: Vec<BranchReport>,
    /// The first moves that don't, where there is a defence.
    pub tries: Vec<TryReport>,
}

/// The shortest games to an ending or a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct GamesReport {
    /// The label of the ending; `position` for a position.
    pub ending: String,
    /// The plies of the shortest games; `null` if there are none within the bound.
    pub plies: Option<u16>,
    /// The number of the shortest games.
    pub games: u64,
    /// The numbers of games that end with each ply, from the first.
    pub by_ply: Vec<u64>,
    /// The games as trees.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<BranchReport>,
}

impl BranchReport {
    /// Reports moves from a position of this game.
    pub fn of(position: &Position, branches: &[Branch]) -> Vec<Self> {
        let endings = &position.game().variant().endings;
        let report = |branch: &Branch| Self {
            mv: branch.machine.clone(),
            text: branch.text.clone(),
            ending: branch.verdict.and_then(|verdict| endings.get(verdict.ending)).map(|ending| ending.label.clone()),
            moves: Self::of(position, &branch.branches),
        };
        branches.iter().map(report).collect()
    }
}

impl Solutions {
    /// The report of these solutions from a position, of the game of this name.
    pub fn report(&self, game: &str, position: &Position) -> SolutionsReport {
        let text = |branch: &Branch| branch.machine.clone();
        let tries = self.tries.iter();
        SolutionsReport {
            game: game.to_owned(),
            heading: Vec::new(),
            part: String::new(),
            fen: fen::write(position),
            problem: self.problem.name(),
            first: self.first,
            winner: self.winner,
            count: self.count,
            sound: self.is_sound(),
            shorter: self.shorter.map(|length| length.to_string()),
            duals: self.duals,
            cut: self.cut,
            positions: self.positions,
            solutions: BranchReport::of(position, &self.branches),
            tries: tries
                .map(|tried| TryReport { mv: text(&tried.branch), refutation: tried.refutation.as_ref().map(text) })
                .collect(),
        }
    }
}

impl GamesReport {
    /// Reports numbers of games by ply, from the first.
    pub fn new(ending: impl Into<String>, by_ply: Vec<u64>) -> Self {
        let first = by_ply.iter().position(|&count| count > 0);
        let (plies, games) = (first.map(|at| at as u16 + 1), first.and_then(|at| by_ply.get(at).copied()).unwrap_or(0));
        Self { ending: ending.into(), plies, games, by_ply, lines: Vec::new() }
    }

    /// `4 plies, 8 games; then 347 of 5 plies`.
    pub fn in_words(&self) -> String {
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

impl Games {
    /// The numbers of games to a goal by ply, up to the shortest games, or to this many plies; and those games as trees, with
    /// whether some are left out.
    ///
    /// # Errors
    ///
    /// If the observer does not go on, or the rules don't admit it.
    pub fn shortest(
        position: &Position,
        goal: &Goal,
        most: u16,
        options: &Options,
        observer: &mut dyn FnMut(u64) -> bool,
    ) -> Result<(Vec<u64>, Vec<Branch>, bool), SolveError> {
        let mut games = Self::new(position, goal, options)?;
        let mut by_ply = Vec::new();
        for plies in 1..=most {
            by_ply.push(games.count(plies, observer)?.total());
            if by_ply.last() > Some(&0) {
                let (branches, cut) = games.list(plies, options.max_branches, observer)?;
                return Ok((by_ply, branches, cut));
            }
        }
        Ok((by_ply, Vec::new(), false))
    }

    /// The numbers of games to each ending that need not be claimed, up to this many plies, in the order of the definition.
    ///
    /// # Errors
    ///
    /// If the observer does not go on, or the rules don't admit it.
    pub fn to_endings(
        position: &Position,
        most: u16,
        options: &Options,
        observer: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Vec<GamesReport>, SolveError> {
        let mut games = Self::new(position, &Goal::Endings, options)?;
        let counts = (1..=most).map(|plies| games.count(plies, observer)).collect::<Result<Vec<_>, _>>()?;
        let endings = &position.game().variant().endings;
        let unclaimed = || endings.iter().enumerate().filter(|(_, ending)| !ending.must_be_claimed());
        let mut labels: Vec<&str> = Vec::new();
        for (_, ending) in unclaimed() {
            if !labels.contains(&ending.label.as_str()) {
                labels.push(&ending.label);
            }
        }
        let rows = labels.into_iter().map(|label| {
            let indices = || unclaimed().filter(|(_, ending)| ending.label == label).map(|(index, _)| index);
            GamesReport::new(label, counts.iter().map(|counts| indices().map(|index| counts.of(index)).sum()).collect())
        });
        Ok(rows.collect())
    }
}

impl Problem {
    /// The problem as it is called: `mate in 2`.
    pub fn name(self) -> String {
        let kind = match self.stipulation {
            Stipulation::Direct => "",
            Stipulation::SelfMate => "self",
            Stipulation::Reflex => "reflex ",
            Stipulation::SemiReflex => "semi-reflex ",
            Stipulation::Help => "help",
            Stipulation::HelpSelf => "help-self",
            Stipulation::Series => "series ",
            Stipulation::SeriesHelp => "series help",
        };
        let aim = if self.aim == Aim::Win { "mate" } else { "stalemate" };
        format!("{kind}{aim} in {}", self.length)
    }
}
