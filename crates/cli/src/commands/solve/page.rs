//! Answers of `weakfish solve` as data and as lines of moves.

use std::fmt::Write as _;

use serde::Serialize;
use weakfish::geometry::Side;
use weakfish::prose::counted;
use weakfish_solve::{Branch, Checked, Claim, Problem, Stipulation};

/// Proved claims and the figures of the search, as JSON.
#[derive(Serialize)]
pub(super) struct ProofData<'a> {
    pub(super) game: &'a str,
    pub(super) fen: String,
    pub(super) value: &'static str,
    pub(super) winner: Option<Side>,
    pub(super) positions: u64,
    pub(super) claims: Vec<ClaimData>,
}

/// A proved claim, as JSON.
#[derive(Serialize)]
pub(super) struct ClaimData {
    claim: &'static str,
    side: Side,
    positions: usize,
    plies: Option<u32>,
}

impl ClaimData {
    pub(super) fn of(checked: &Checked) -> Self {
        let claim = match checked.claim {
            Claim::Wins(_) => "wins",
            Claim::DoesNotLose(_) => "does_not_lose",
        };
        Self { claim, side: checked.claim.side(), positions: checked.positions, plies: checked.plies }
    }
}

/// A sentence about a proved claim.
pub(super) fn proved_in_words(checked: &Checked) -> String {
    let positions = counted(checked.positions as u64, "position");
    let lines = match checked.plies {
        Some(plies) => format!(" and at most {}", counted(plies.into(), "ply")),
        None => ", some of which may recur".to_owned(),
    };
    format!("{}: proved, in {positions}{lines}", checked.claim)
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
