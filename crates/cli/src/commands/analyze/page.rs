//! An analysis for people to read.

use weakfish::engine::Position;
use weakfish::geometry::Side;
use weakfish::notation::{fen, write_moves};
use weakfish::prose::counted;

use super::judge::{Fault, JudgedLine, Summary};
use super::search::Analysis;
use crate::commands::moves;
use crate::support::console::{self, Failure};
use crate::support::scores;

/// The best lines of a position.
pub(super) fn position(position: &Position, analysis: &Analysis) -> Result<(), Failure> {
    let game = position.game();
    if let Some(outcome) = position.outcome() {
        return console::line(format_args!("the game is over: {outcome}"));
    }
    let positions = counted(analysis.nodes, "position");
    console::line(format_args!("{} to move; depth {}, {positions}", position.turn(), analysis.depth))?;
    for claim in position.claims() {
        console::line(format_args!("{} can claim a draw by {}", position.turn(), claim.reason))?;
    }
    let scores_text: Vec<_> =
        analysis.lines.iter().map(|line| scores::format(game, line.score, position.turn())).collect();
    let width = scores_text.iter().map(String::len).max().unwrap_or_default();
    for (line, score) in analysis.lines.iter().zip(&scores_text) {
        console::line(format_args!("{score:>width$}  {}", write_moves(position, &line.moves)))?;
    }
    Ok(())
}

/// Each move of a game with its score, what is wrong with it, and what the players have done.
pub(super) fn game(judged: &JudgedLine) -> Result<(), Failure> {
    let start = &judged.line.start;
    let (game, variant) = (start.game(), start.game().variant());
    let name = |index: usize| {
        let ply = &judged.plies[index];
        let dots = if ply.side == variant.first { "." } else { "..." };
        let sign = ply.judgement.fault.map_or("", Fault::sign);
        (format!("{}{dots}", ply.number), format!("{}{sign}", ply.text))
    };
    let names: Vec<_> = (0..judged.plies.len()).map(name).collect();
    let number_width = names.iter().map(|(number, _)| number.len()).max().unwrap_or_default();
    let width = names.iter().map(|(_, text)| text.chars().count()).max().unwrap_or_default();
    let scores_text = judged.plies.iter().map(|ply| scores::format(game, ply.after, ply.side));
    let scores_text: Vec<_> =
        std::iter::once(scores::format(game, judged.start.score, start.turn())).chain(scores_text).collect();
    let score_width = scores_text.iter().map(String::len).max().unwrap_or_default();
    console::line(format_args!("{:number_width$} {:width$}  {:>score_width$}", "", "", scores_text[0]))?;
    for ((ply, (number, text)), score) in judged.plies.iter().zip(&names).zip(&scores_text[1..]) {
        let remark = judged.remark(ply).map_or_else(String::new, |remark| format!("  {remark}"));
        console::line(format_args!("{number:<number_width$} {text:<width$}  {score:>score_width$}{remark}"))?;
    }
    let summaries = judged.summaries();
    if !judged.plies.is_empty() {
        console::line("")?;
        for side in Side::ALL {
            console::line(format_args!("{side}: {}", summaries[side].text()))?;
        }
    }
    let outcome = judged.line.outcome.as_ref();
    let reason = outcome.map_or_else(String::new, |outcome| format!(" by {}", outcome.reason));
    console::line(format_args!("{}{reason}", moves::status(outcome)))
}

/// The position that a line of play begins from, where a text has several.
pub(super) fn begins(judged: &JudgedLine, first: bool) -> Result<(), Failure> {
    if !first {
        console::line("")?;
    }
    console::line(format_args!("position: {}", fen::write(&judged.line.start)))
}

impl Summary {
    /// The winning chances that a move has lost, on average.
    pub(super) fn mean_loss(&self) -> f64 {
        if self.moves == 0 { 0.0 } else { self.loss / self.moves as f64 }
    }

    fn text(&self) -> String {
        let mut parts = vec![counted(self.moves as u64, "move")];
        if self.moves > 0 {
            let mean = 100.0 * self.mean_loss();
            parts.push(format!("which lose {mean:.1} % of the winning chances on average"));
        }
        for fault in Fault::ALL.into_iter().rev() {
            let count = self.faults[fault as usize] as u64;
            parts.extend((count > 0).then(|| counted(count, fault.name())));
        }
        parts.join(", ")
    }
}
