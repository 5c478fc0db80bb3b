//! A whole game: what each of its moves is worth.

use std::time::Duration;

use weakfish::engine::Move;
use weakfish::geometry::{PerSide, Side};
use weakfish::notation::{NotedMove, write_move, write_moves};
use weakfish_player::search::{self, Score};
use weakfish::tools::replay::Line;

use super::judgement::{Fault, Judgement};
use super::search::{Analyst, Found};
use crate::progress::Progress;
use crate::{interrupt, scores};

/// A line of play whose moves have been judged.
pub(super) struct Judged {
    /// The line from the first move that has been judged.
    pub(super) line: Line,
    /// Analysis of its first position.
    pub(super) start: Found,
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
pub(super) fn time_for(positions: usize) -> Duration {
    const GAME: Duration = Duration::from_secs(40);
    let share = GAME / u32::try_from(positions).unwrap_or(u32::MAX).max(1);
    share.clamp(Duration::from_millis(10), Duration::from_secs(1))
}

/// Judges every move of a line of play.
///
/// Works from the last position to the first, so that the later ones are known. After an interrupt the moves before it
/// are left out.
pub(super) fn judge(analyst: &mut Analyst, line: &Line, progress: &mut Progress) -> Judged {
    /// Moves shown of a better line.
    const TOLD: usize = 6;
    let mut position = line.start.clone();
    let undos: Vec<_> = line.plies.iter().map(|ply| position.make(ply.mv)).collect();
    let mut after = analyst.look(&position, &mut |_| ());
    let mut turn_after = position.turn();
    let mut plies = Vec::new();
    for (ply, undo) in line.plies.iter().zip(undos).rev() {
        progress.show(format_args!("{} of {} moves", plies.len(), line.plies.len()));
        position.unmake(undo);
        let found = analyst.look(&position, &mut |_| ());
        if interrupt::came() {
            position.make(ply.mv);
            break;
        }
        let best = found.lines.first();
        let is_best = best.is_none_or(|line| line.moves.first() == Some(&ply.mv));
        let score_after = if turn_after == ply.side { after.score } else { after.score.reversed() };
        let told = best.map(|line| &line.moves[..line.moves.len().min(TOLD)]).unwrap_or_default();
        plies.push(JudgedPly {
            side: ply.side,
            mv: ply.mv,
            number: position.fullmove(),
            text: write_move(&position, ply.mv),
            before: found.score,
            after: score_after,
            lines: found.lines.clone(),
            best: write_moves(&position, told),
            judgement: Judgement::of(found.score, score_after, is_best, analyst.unit()),
        });
        (after, turn_after) = (found, position.turn());
    }
    progress.clear();
    plies.reverse();
    let mut line = line.clone();
    line.plies.drain(..line.plies.len() - plies.len());
    line.start = position;
    Judged { line, start: after, plies, unit: analyst.unit() }
}

impl Judged {
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
        let better = format!("better {} ({})", ply.best, scores::told(game, ply.before, ply.side));
        Some([missed, allowed, Some(better)].into_iter().flatten().collect::<Vec<_>>().join("; "))
    }

    /// The moves with signs and comments.
    pub(super) fn noted(&self) -> Vec<NotedMove> {
        let game = self.line.start.game();
        let note = |ply: &JudgedPly| {
            let sign = ply.judgement.fault.map_or("", Fault::sign);
            let scores = [ply.before, ply.after].map(|score| scores::told(game, score, ply.side));
            let comment = self.remark(ply).map(|remark| format!("{} to {}; {remark}", scores[0], scores[1]));
            NotedMove::new(ply.mv, sign, comment.unwrap_or_default())
        };
        self.plies.iter().map(note).collect()
    }
}
