//! Reports on a table, or on one of its positions, as data and as text.

use std::fmt::{self, Write as _};
use std::time::Duration;

use serde::Serialize;
use weakfish::engine::{IllegalMove, Move, Position};
use weakfish::geometry::Side;
use weakfish::notation::{fen, uci, write_move, write_moves};
use weakfish::prose::{capitalized, counted};

use crate::{
    FitReport, LimitReport, MakeError, NotInTable, Omission, Options, Progress, Selection, Statistics, Tables, Value,
};

/// The figures of a table. [`TableReport::page`] is its text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TableReport {
    /// The name of the game.
    pub game: String,
    /// The men, with the states in which they stand.
    pub men: String,
    /// The numbers of positions.
    #[serde(flatten)]
    pub statistics: Statistics,
    /// Limits of plies without progress that some win does not stay below.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<LimitReport>,
    /// The time that the table has taken.
    pub seconds: f64,
}

/// The value of a position, with best play and the value of each move; printed, a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PositionReport {
    /// The position.
    pub fen: String,
    /// Its value for the player to move.
    #[serde(flatten)]
    pub value: Value,
    /// Limits of plies without progress that some win of the men does not stay below.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<FitReport>,
    /// Best play to the end of the game, or until a rule about earlier positions forbids it; empty for a draw.
    pub line: Vec<String>,
    /// The legal moves, the best first; none if the game is over.
    pub moves: Vec<MoveReport>,
    #[serde(skip)]
    turn: Side,
    /// The outcome, if the game is over.
    #[serde(skip)]
    over: Option<String>,
    /// What the value leaves out, if the game counts moves while few men are left.
    #[serde(skip)]
    uncounted: Option<String>,
    /// Best play in the notation of people.
    #[serde(skip)]
    line_text: String,
}

/// A move with its value for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MoveReport {
    /// The move in machine notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value.
    #[serde(flatten)]
    pub value: Value,
    /// The move in the notation of people.
    #[serde(skip)]
    text: String,
}

impl Tables {
    /// The report of selected positions, of the game of this name. The table must have been made.
    ///
    /// # Errors
    ///
    /// If the observer of a comparison of wins with limits does not go on.
    pub fn report(
        &self,
        game: &str,
        selection: &Selection,
        options: &Options,
        observer: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<TableReport, MakeError> {
        let statistics = self.statistics_of(selection).unwrap_or_default();
        let limits = self.limits(selection, &statistics, options, observer)?;
        let (game, men) = (game.to_owned(), selection.text(self.game().variant()));
        Ok(TableReport { game, men, statistics, limits, seconds: 0.0 })
    }

    /// The report of a position, without limits of plies without progress; [`Tables::limits_at`] finds these.
    ///
    /// # Errors
    ///
    /// If no table has the position.
    pub fn position_report(&self, position: &Position) -> Result<PositionReport, NotInTable> {
        let value = self.value(position)?;
        let best = self.best_line(position)?;
        let report = |(mv, value): (Move, Value)| MoveReport {
            mv: uci::write(position, mv),
            value,
            text: write_move(position, mv),
        };
        let moves: Vec<MoveReport> = self.moves(position)?.into_iter().map(report).collect();
        let mut along = position.clone();
        let write = |&mv: &Move| {
            let text = uci::write(&along, mv);
            along.make(mv);
            text
        };
        let line = best.iter().map(write).collect();
        let over = (moves.is_empty() && position.verdict().is_some())
            .then(|| position.outcome().map_or_else(String::new, |outcome| outcome.to_string()));
        let (fen, turn, line_text) = (fen::write(position), position.turn(), self.best_play(position, &best));
        let uncounted = self.omissions().contains(&Omission::MoveCount).then(|| match position.move_count() {
            Some((counted, limit)) => {
                format!("the count of moves, {counted} of {limit} plies, is not part of the value")
            }
            None => "counts of moves while few men are left are not part of the value".to_owned(),
        });
        Ok(PositionReport { fen, value, limits: Vec::new(), line, moves, turn, over, uncounted, line_text })
    }

    /// A line of best play as text. If a rule about earlier positions decides before its end, the text says so.
    fn best_play(&self, position: &Position, line: &[Move]) -> String {
        let moves = write_moves(position, line);
        let mut last = position.clone();
        for &mv in line {
            last.make(mv);
        }
        let best = self.moves(&last).unwrap_or_default().first().map(|&(mv, _)| mv);
        match best.and_then(|mv| last.check_move(mv).err()) {
            None => moves,
            Some(over @ IllegalMove::GameOver(_)) => format!("{moves} … here {over}"),
            Some(reason) => format!("{moves} … here the best move is illegal: {reason}"),
        }
    }
}

impl fmt::Display for PositionReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(outcome) = &self.over {
            return write!(f, "the game is over: {outcome}");
        }
        write!(f, "{} to move {}", capitalized(&self.turn.to_string()), self.value)?;
        for limit in &self.limits {
            write!(f, "\n  {limit}")?;
        }
        if self.value != Value::Draw {
            if let Some(uncounted) = &self.uncounted {
                write!(f, "\n  {uncounted}")?;
            }
            write!(f, "\n{}", self.line_text)?;
        }
        let width = self.moves.iter().map(|rated| rated.text.chars().count()).max().unwrap_or(0);
        for MoveReport { text, value, .. } in &self.moves {
            write!(f, "\n  {text:width$}  {value}")?;
        }
        Ok(())
    }
}

impl TableReport {
    /// Notes the time that the table has taken.
    #[must_use]
    pub fn took(self, time: Duration) -> Self {
        Self { seconds: (time.as_secs_f64() * 1000.0).round() / 1000.0, ..self }
    }

    /// Writes the page: the figures, the symmetries, the longest wins, the distances, and the omissions of the values.
    /// The tables and the selection are those of the report.
    pub fn page(&self, tables: &Tables, selection: &Selection) -> String {
        let variant = tables.game().variant();
        let (board, men, statistics) = (variant.board, selection.men(), &self.statistics);
        let mut page = format!("{}, {}, on {}x{}\n\n", variant.title, self.men, board.files(), board.ranks());
        page += &statistics.figures();
        // Writing to a string can't fail.
        let _ = writeln!(page, "\nmutual zugzwang: {}", counted(statistics.zugzwangs, "arrangement"));
        let mut symmetries = tables.symmetries(men);
        symmetries.dedup();
        if !symmetries.is_empty() {
            let [white, black] = Side::ALL.map(|side| statistics.to_move[side].up_to_symmetry);
            let _ = writeln!(
                page,
                "symmetries: {}\nup to symmetry: {} with White to move, {} with Black",
                symmetries.join(", "),
                counted(white, "position"),
                counted(black, "position")
            );
        }
        let counts = tables.counts(men);
        if counts > 1 {
            let _ = writeln!(page, "each arrangement is counted with {counts} states of what the rules count");
        }
        for side in Side::ALL {
            let Some(plies) = statistics.to_move[side].longest_win else { continue };
            let Some(position) = tables.longest_win(selection, side).filter(|_| plies > 0) else { continue };
            let line = tables.best_line(&position).unwrap_or_default();
            let _ = writeln!(
                page,
                "\nlongest win, {side} to move: {}\n  {}\n  {}",
                counted(plies.into(), "ply"),
                fen::write(&position),
                tables.best_play(&position, &line)
            );
        }
        page += &statistics.histogram();
        let left_out = left_out(&tables.omissions(), &self.limits);
        if !left_out.is_empty() {
            let _ = write!(page, "\nnot part of the values:\n{left_out}");
        }
        page
    }
}

/// The rules and endings that the values ignore, a line each.
fn left_out(omissions: &[Omission], limits: &[LimitReport]) -> String {
    let mut page = String::new();
    for omission in omissions {
        let line = match omission {
            Omission::RepetitionIllegal => "repetition is forbidden".to_owned(),
            Omission::Repetition(label) => label.clone(),
            Omission::Quiet { plies, label, claimed, .. } => {
                let of_plies = |plies: u32| match limits.iter().find(|limit| limit.is_of(label, plies, *claimed)) {
                    Some(limit) => limit.to_string(),
                    None => "no win takes so long".to_owned(),
                };
                let claimed = if *claimed { ", by a claim" } else { "" };
                match plies {
                    None => format!("{label}{claimed}"),
                    Some(plies) => format!("{label}{claimed}: {}", of_plies(*plies)),
                }
            }
            Omission::MoveCount => "counts of moves while few men are left".to_owned(),
        };
        let _ = writeln!(page, "  {line}");
    }
    page
}
