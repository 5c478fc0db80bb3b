//! An analysis as data.

use serde::Serialize;
use weakfish::engine::Position;
use weakfish::geometry::Side;
use weakfish::notation::replay::Replay;
use weakfish::notation::{fen, uci, write_moves};
use weakfish_player::search::{Line, Score};

use super::judge::{Fault, JudgedLine, JudgedPly, Summary};
use super::search::Analysis;
use crate::commands::moves;
use crate::engine::line_as_text;

/// An analysed position as JSON.
#[derive(Serialize)]
pub(super) struct PositionData {
    fen: String,
    status: &'static str,
    reason: Option<String>,
    claims: Vec<String>,
    depth: u32,
    nodes: u64,
    lines: Vec<LineData>,
}

/// A line of play from a position.
#[derive(Serialize)]
pub(super) struct LineData {
    /// For the side to move.
    score: Score,
    /// The chance that it wins, a draw being half a win.
    chance: f64,
    moves: Vec<String>,
    /// The moves as people write them.
    text: String,
}

/// A game text.
#[derive(Serialize)]
pub(super) struct GameData {
    /// Whether the whole text could be played.
    complete: bool,
    lines: Vec<JudgedData>,
}

#[derive(Serialize)]
struct JudgedData {
    start: String,
    plies: Vec<PlyData>,
    status: &'static str,
    reason: Option<String>,
    white: SummaryData,
    black: SummaryData,
}

#[derive(Serialize)]
struct PlyData {
    number: u32,
    side: Side,
    #[serde(rename = "move")]
    mv: String,
    text: String,
    /// For the player.
    before: Score,
    after: Score,
    /// Winning chances, from 0 to 1.
    loss: f64,
    fault: Option<Fault>,
    missed_win: Option<u16>,
    remark: Option<String>,
    /// The best alternatives.
    best: Vec<LineData>,
}

#[derive(Serialize)]
struct SummaryData {
    moves: usize,
    mean_loss: f64,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

impl PositionData {
    pub(super) fn of(position: &Position, analysis: &Analysis, unit: i32) -> Self {
        let outcome = position.outcome();
        Self {
            fen: fen::write(position),
            status: moves::status(outcome.as_ref()),
            reason: outcome.map(|outcome| outcome.reason.to_string()),
            claims: position.claims().into_iter().map(|claim| claim.reason.to_string()).collect(),
            depth: analysis.depth,
            nodes: analysis.nodes,
            lines: analysis.lines.iter().map(|line| LineData::of(position, line, unit)).collect(),
        }
    }
}

impl LineData {
    fn of(position: &Position, line: &Line, unit: i32) -> Self {
        let moves = line_as_text(position, &line.moves, uci::write);
        let chance = rounded(line.score.chance(unit));
        Self { score: line.score, chance, moves, text: write_moves(position, &line.moves) }
    }
}

impl GameData {
    pub(super) fn of(replay: &Replay, judged: &[JudgedLine]) -> Self {
        Self { complete: replay.is_complete(), lines: judged.iter().map(JudgedData::of).collect() }
    }
}

impl JudgedData {
    fn of(judged: &JudgedLine) -> Self {
        let mut position = judged.line.start.clone();
        let start = fen::write(&position);
        let mut plies = Vec::new();
        for (ply, played) in judged.plies.iter().zip(&judged.line.plies) {
            plies.push(PlyData::of(judged, ply, &position, &played.text));
            position.make(ply.mv);
        }
        let outcome = judged.line.outcome.as_ref();
        let [white, black] = Side::ALL.map(|side| SummaryData::of(judged.summaries()[side]));
        let reason = outcome.map(|outcome| outcome.reason.to_string());
        Self { start, plies, status: moves::status(outcome), reason, white, black }
    }
}

impl PlyData {
    fn of(judged: &JudgedLine, ply: &JudgedPly, position: &Position, mv: &str) -> Self {
        Self {
            number: ply.number,
            side: ply.side,
            mv: mv.to_owned(),
            text: ply.text.clone(),
            before: ply.before,
            after: ply.after,
            loss: rounded(ply.judgement.loss),
            fault: ply.judgement.fault,
            missed_win: ply.judgement.missed_win,
            remark: judged.remark(ply),
            best: ply.lines.iter().map(|line| LineData::of(position, line, judged.unit)).collect(),
        }
    }
}

impl SummaryData {
    fn of(summary: Summary) -> Self {
        let [inaccuracies, mistakes, blunders] = summary.faults;
        Self { moves: summary.moves, mean_loss: rounded(summary.mean_loss()), inaccuracies, mistakes, blunders }
    }
}

/// Four digits are more than a search knows.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
