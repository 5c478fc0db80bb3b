//! What a search has found, as the page's library would tell it.

use serde::Serialize;
use weakfish::engine::Position;
use weakfish::geometry::Side;
use weakfish::model::Variant;
use weakfish::notation::{uci, write_move};
use weakfish_player::search::{self, Report};

/// A line of the answer.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Told {
    /// What has been found so far.
    Progress(Progress),
    /// The end: what has been found.
    Found(Found),
    /// The end: why nothing can be found.
    Refused(String),
}

#[derive(Clone, Default, Serialize)]
pub(super) struct Progress {
    depth: u32,
    nodes: u64,
    pub(super) seconds: f64,
    pub(super) lines: Vec<Line>,
}

#[derive(Clone, Serialize)]
pub(super) struct Line {
    /// In the notation of programs.
    moves: Vec<String>,
    /// In the notation of people.
    texts: Vec<String>,
    score: Score,
}

/// For the side to move.
#[derive(Clone, Serialize)]
struct Score {
    #[serde(skip_serializing_if = "Option::is_none")]
    centipawns: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    chance: f64,
}

#[derive(Serialize)]
pub(super) struct Found {
    /// The move to play; none if the game is over.
    #[serde(rename = "move")]
    chosen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ponder: Option<String>,
    /// The draw that is claimed instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<String>,
    progress: Progress,
}

impl Progress {
    /// What a search reports, without its lines.
    pub(super) fn of(report: &Report) -> Self {
        let seconds = report.elapsed.as_secs_f64();
        Self { depth: report.depth, nodes: report.nodes, seconds, lines: Vec::new() }
    }

    /// With the best lines from a position; `unit` is what a pawn is to orthodox chess.
    pub(super) fn with(self, position: &Position, lines: &[search::Line], unit: i32) -> Self {
        Self { lines: lines.iter().map(|line| Line::of(position, line, unit)).collect(), ..self }
    }
}

impl Found {
    /// What a search has come to.
    pub(super) fn of(position: &Position, lines: &[search::Line], progress: Progress) -> Self {
        let is_no_win = lines.first().is_some_and(|line| line.score <= search::Score::Worth(0));
        let claim = position.claims().into_iter().next().filter(|_| is_no_win);
        let mut moves = progress.lines.first().into_iter().flat_map(|line| &line.moves).cloned();
        let (chosen, ponder) = (moves.next(), moves.next());
        Self { chosen, ponder, claim: claim.map(|claim| claim.reason.to_string()), progress }
    }
}

impl Line {
    fn of(position: &Position, line: &search::Line, unit: i32) -> Self {
        let mut at = position.clone();
        let (mut moves, mut texts) = (Vec::new(), Vec::new());
        for &mv in &line.moves {
            moves.push(uci::write(&at, mv));
            texts.push(write_move(&at, mv));
            at.make(mv);
        }
        Self { moves, texts, score: Score::of(position.game().variant(), line.score, unit) }
    }
}

impl Score {
    fn of(variant: &Variant, score: search::Score, unit: i32) -> Self {
        let series = Side::ALL.iter().any(|&side| variant.rules.series[side].is_some());
        // Where turns have several moves, plies can't be told as moves.
        let moves = |plies: u16| i32::from(if series { plies } else { plies.div_ceil(2) });
        let (centipawns, mate) = match score {
            search::Score::Worth(worth) => (Some(worth.saturating_mul(100) / unit.max(1)), None),
            search::Score::Win(plies) => (None, Some(moves(plies))),
            search::Score::Loss(plies) => (None, Some(-moves(plies))),
        };
        Self { centipawns, mate, chance: score.chance(unit) }
    }
}
