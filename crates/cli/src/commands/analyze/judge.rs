//! Judgement of the moves of a game against the best ones.

use std::time::Duration;

use serde::Serialize;
use weakfish::engine::Move;
use weakfish::geometry::{PerSide, Side};
use weakfish::notation::replay::Line;
use weakfish::notation::{NotedMove, write_move, write_moves};
use weakfish_player::search::{self, Score};

use super::search::{Analysis, Analyzer};
use crate::support::progress::Progress;
use crate::support::{interrupt, scores};

/// A line of play whose moves have been judged.
pub(super) struct JudgedLine {
    /// The line from the first move that has been judged.
    pub(super) line: Line,
    /// Analysis of its first position.
    pub(super) start: Analysis,
    pub(super) plies: Vec<JudgedPly>,
    /// Value of a pawn relative to orthodox chess, in centipawns.
    pub(super) unit: i32,
}

/// A move that has been judged.
pub(super) struct JudgedPly {
    pub(super) side: Side,
    pub(super) mv: Move,
    /// The move with and without its number.
    pub(super) number: u32,
    pub(super) text: String,
    /// Scores before and after the move, for the player.
    pub(super) before: Score,
    pub(super) after: Score,
    /// The best alternatives, the best first, and the first in algebraic notation.
    pub(super) lines: Vec<search::Line>,
    pub(super) best: String,
    pub(super) judgement: Judgement,
}

/// Totals of a player in a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Summary {
    pub(super) moves: usize,
    /// The winning chances that were lost by all moves.
    pub(super) loss: f64,
    /// The moves of each fault.
    pub(super) faults: [usize; Fault::ALL.len()],
}

/// Default time for each position.
pub(super) fn default_time(positions: usize) -> Duration {
    const GAME_TIME: Duration = Duration::from_secs(40);
    let share = GAME_TIME / u32::try_from(positions).unwrap_or(u32::MAX).max(1);
    share.clamp(Duration::from_millis(10), Duration::from_secs(1))
}

/// Judges every move of a line of play.
///
/// Works from the last position to the first, so that the later ones are known. After an interrupt the moves before it
/// are left out.
pub(super) fn judge(analyzer: &mut Analyzer, line: &Line, progress: &mut Progress) -> JudgedLine {
    /// Moves shown of a better line.
    const MAX_SHOWN_MOVES: usize = 6;
    let mut position = line.start.clone();
    let undos: Vec<_> = line.plies.iter().map(|ply| position.make(ply.mv)).collect();
    let mut after = analyzer.analyze(&position, &mut |_| ());
    let mut turn_after = position.turn();
    let mut plies = Vec::new();
    for (ply, undo) in line.plies.iter().zip(undos).rev() {
        progress.show(format_args!("{} of {} moves", plies.len(), line.plies.len()));
        position.unmake(undo);
        let analysis = analyzer.analyze(&position, &mut |_| ());
        if interrupt::came() {
            position.make(ply.mv);
            break;
        }
        let best = analysis.lines.first();
        let is_best = best.is_none_or(|line| line.moves.first() == Some(&ply.mv));
        let score_after = if turn_after == ply.side { after.score } else { after.score.reversed() };
        let shown = best.map(|line| &line.moves[..line.moves.len().min(MAX_SHOWN_MOVES)]).unwrap_or_default();
        plies.push(JudgedPly {
            side: ply.side,
            mv: ply.mv,
            number: position.fullmove(),
            text: write_move(&position, ply.mv),
            before: analysis.score,
            after: score_after,
            lines: analysis.lines.clone(),
            best: write_moves(&position, shown),
            judgement: Judgement::of(analysis.score, score_after, is_best, analyzer.unit()),
        });
        (after, turn_after) = (analysis, position.turn());
    }
    progress.clear();
    plies.reverse();
    let mut line = line.clone();
    line.plies.drain(..line.plies.len() - plies.len());
    line.start = position;
    JudgedLine { line, start: after, plies, unit: analyzer.unit() }
}

impl JudgedLine {
    /// Totals of each player.
    pub(super) fn summaries(&self) -> PerSide<Summary> {
        let mut summaries = PerSide::<Summary>::default();
        for ply in &self.plies {
            let summary = &mut summaries[ply.side];
            summary.moves += 1;
            summary.loss += ply.judgement.loss;
            if let Some(fault) = ply.judgement.fault {
                summary.faults[fault as usize] += 1;
            }
        }
        summaries
    }

    /// Comment on a move: what it misses or allows, and the better line.
    pub(super) fn remark(&self, ply: &JudgedPly) -> Option<String> {
        let game = self.line.start.game();
        let Judgement { fault, missed_win, allowed_loss, .. } = ply.judgement;
        if fault.is_none() && missed_win.is_none() {
            return None;
        }
        let missed = missed_win.map(|plies| format!("misses a win in {}", scores::distance(game, plies)));
        let allowed = allowed_loss.map(|plies| match plies {
            0 => "loses at once".to_owned(),
            _ => format!("loses in {}", scores::distance(game, plies)),
        });
        let better = format!("better {} ({})", ply.best, scores::format(game, ply.before, ply.side));
        Some([missed, allowed, Some(better)].into_iter().flatten().collect::<Vec<_>>().join("; "))
    }

    /// The moves with signs and comments.
    pub(super) fn noted(&self) -> Vec<NotedMove> {
        let game = self.line.start.game();
        let note = |ply: &JudgedPly| {
            let sign = ply.judgement.fault.map_or("", Fault::sign);
            let scores = [ply.before, ply.after].map(|score| scores::format(game, score, ply.side));
            let comment = self.remark(ply).map(|remark| format!("{} to {}; {remark}", scores[0], scores[1]));
            NotedMove::new(ply.mv, sign, comment.unwrap_or_default())
        };
        self.plies.iter().map(note).collect()
    }
}

/// How bad a move is, by the winning chances that it loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Fault {
    /// At least a tenth.
    Inaccuracy,
    /// At least two tenths.
    Mistake,
    /// At least three tenths.
    Blunder,
}

impl Fault {
    pub(super) const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Class of a loss of winning chances.
    fn of(loss: f64) -> Option<Self> {
        let worst_first = [(0.3, Self::Blunder), (0.2, Self::Mistake), (0.1, Self::Inaccuracy)];
        worst_first.into_iter().find(|(least, _)| loss >= *least).map(|(_, fault)| fault)
    }

    /// The sign of annotators.
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// Judgement of a move, from the view of its player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Judgement {
    /// The winning chances that it loses, from 0 to 1.
    pub(super) loss: f64,
    pub(super) fault: Option<Fault>,
    /// A win that is missed, with the plies that it takes.
    pub(super) missed_win: Option<u16>,
    /// A loss by force that was none before, with the plies that it takes.
    pub(super) allowed_loss: Option<u16>,
}

impl Judgement {
    /// Judges a move by the best score before it and the score after it, in a game of this unit; the best move loses
    /// nothing.
    pub(super) fn of(before: Score, after: Score, is_best: bool, unit: i32) -> Self {
        let none = Self { loss: 0.0, fault: None, missed_win: None, allowed_loss: None };
        if is_best {
            return none;
        }
        let loss = (before.chance(unit) - after.chance(unit)).max(0.0);
        let missed_win = match (before, after) {
            (Score::Win(plies), Score::Worth(_) | Score::Loss(_)) => Some(plies),
            _ => None,
        };
        let allowed_loss = match (before, after) {
            (Score::Worth(_) | Score::Win(_), Score::Loss(plies)) => Some(plies),
            _ => None,
        };
        Self { loss, fault: Fault::of(loss), missed_win, allowed_loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_move_has_no_fault() {
        let judgement = Judgement::of(Score::Worth(300), Score::Worth(-900), true, 100);
        assert_eq!((judgement.fault, judgement.loss as u8), (None, 0));
    }

    #[test]
    fn what_a_man_is_worth_decides_how_bad_its_loss_is() {
        let fault = |before, after| Judgement::of(Score::Worth(before), Score::Worth(after), false, 100).fault;
        assert_eq!(fault(30, 0), None);
        assert_eq!(fault(0, -100), Some(Fault::Inaccuracy));
        assert_eq!(fault(0, -200), Some(Fault::Mistake));
        assert_eq!(fault(0, -500), Some(Fault::Blunder));
        // A won position that stays won.
        assert_eq!(fault(1800, 1300), None);
        assert_eq!(fault(0, 100), None);
    }

    #[test]
    fn wins_that_are_missed_and_losses_that_are_allowed_are_told() {
        let missed = Judgement::of(Score::Win(5), Score::Worth(0), false, 100);
        assert_eq!((missed.fault, missed.missed_win, missed.allowed_loss), (Some(Fault::Blunder), Some(5), None));
        let longer = Judgement::of(Score::Win(5), Score::Win(9), false, 100);
        assert_eq!((longer.fault, longer.missed_win), (None, None));
        let lost = Judgement::of(Score::Worth(0), Score::Loss(4), false, 100);
        assert_eq!((lost.fault, lost.allowed_loss), (Some(Fault::Blunder), Some(4)));
        assert_eq!(Judgement::of(Score::Loss(9), Score::Loss(2), false, 100).fault, None);
    }
}
