//! Game review: every move of a game is judged by the winning chances that it loses.
//!
//! A [`Review`] searches the positions of a line of play from the last one to the first: what the search of a position has
//! found is known to that of the position before it.

mod judgement;

use std::collections::VecDeque;

use serde::Serialize;
use weakfish::engine::{Game, Move, Position, Undo};
use weakfish::geometry::Side;
use weakfish::notation::{NotedMove, uci, write_move, write_moves};
use weakfish::prose::counted;

use crate::search::{Limits, Line, Score, SearchTimer, Searcher};

pub use judgement::{Judgement, MoveClass};
use judgement::{rounded, serialize_rounded};

/// Searcher with the limits that each position gets.
pub struct Analyzer {
    searcher: Searcher,
    limits: Limits,
    /// Whether the time for a position includes that of its tables.
    tables_in_time: bool,
    /// Starts the timer of a search.
    start_timer: Box<dyn Fn() -> Box<dyn SearchTimer>>,
}

/// Analysis of a position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Analysis {
    /// Score for the side to move.
    pub score: Score,
    /// The best lines; none if the game is over.
    pub lines: Vec<Line>,
    /// Search depth.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
}

impl Analyzer {
    /// Makes an analyzer; `start_timer` makes the timer of each search. The tables of a position are made before its search,
    /// and within its time only if `tables_in_time` is set.
    pub fn new(
        searcher: Searcher,
        limits: Limits,
        tables_in_time: bool,
        start_timer: impl Fn() -> Box<dyn SearchTimer> + 'static,
    ) -> Self {
        Self { searcher, limits, tables_in_time, start_timer: Box::new(start_timer) }
    }

    /// Value of a pawn in this game; see [`Evaluator::pawn_value`](crate::evaluation::Evaluator::pawn_value).
    pub fn pawn_value(&self) -> i32 {
        self.searcher.evaluator().pawn_value()
    }

    /// Analyses a position; calls `report` after each depth.
    pub fn analyze(&mut self, position: &Position, report: &mut dyn FnMut(u32)) -> Analysis {
        if let Some(tablebase) = self.searcher.tablebase().filter(|_| !self.tables_in_time) {
            let timer = (self.start_timer)();
            tablebase.prepare(position, &mut |_| !timer.must_stop());
        }
        let (mut depth, mut nodes) = (0, 0);
        let timer = (self.start_timer)();
        let lines = self.searcher.search(position, &self.limits, &*timer, &mut |analysis| {
            (depth, nodes) = (analysis.depth, analysis.nodes);
            report(depth);
        });
        let score = lines.first().map_or_else(|| final_score(position), |line| line.score);
        Analysis { score, lines, depth, nodes }
    }

    /// Whether searches are stopped from outside.
    fn is_stopped(&self) -> bool {
        (self.start_timer)().must_stop()
    }
}

/// Score of a finished game for the side to move.
fn final_score(position: &Position) -> Score {
    let outcome = position.outcome();
    outcome.map_or(Score::Centipawns(0), |outcome| Score::of_end(outcome.worth, outcome.winner, position.turn()))
}

/// A line of play from a position.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct AnalyzedLine {
    /// For the side to move.
    pub score: Score,
    /// The chance that it wins, a draw being half a win.
    pub chance: f64,
    /// The moves in machine notation.
    pub moves: Vec<String>,
    /// The moves in algebraic notation.
    pub text: String,
}

impl AnalyzedLine {
    /// Describes a line that a search has found.
    pub fn new(position: &Position, line: &Line, pawn_value: i32) -> Self {
        let moves = line.texts(position).into_iter().map(|(written, _)| written).collect();
        let chance = rounded(line.score.winning_chance(pawn_value));
        Self { score: line.score, chance, moves, text: write_moves(position, &line.moves) }
    }
}

/// A move with its judgement.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct JudgedMove {
    /// The number of the move, as in a FEN.
    pub number: u32,
    /// Its player.
    pub side: Side,
    /// The move.
    #[serde(skip)]
    pub mv: Move,
    /// The move in machine notation.
    #[serde(rename = "move")]
    pub written: String,
    /// The move in algebraic notation.
    pub text: String,
    /// Score before the move, for the player.
    pub before: Score,
    /// Score after it, for the player.
    pub after: Score,
    /// What it loses.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// What it misses or allows, and the better line.
    pub remark: Option<String>,
    /// The best alternatives, the best first.
    pub best: Vec<AnalyzedLine>,
}

impl JudgedMove {
    /// Comment on a bad move: how it changes the score, and the remark.
    pub fn comment(&self, game: &Game) -> Option<String> {
        let remark = self.remark.as_ref()?;
        let [before, after] = [self.before, self.after].map(|score| score.white_text(game, self.side));
        Some(format!("{before} to {after}; {remark}"))
    }
}

/// Statistics of a player's moves: mean loss, inaccuracies, mistakes, blunders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MoveSummary {
    /// Moves that are judged.
    pub moves: usize,
    /// The winning chances that a move has lost, on average.
    #[serde(serialize_with = "serialize_rounded")]
    pub mean_loss: f64,
    /// Number of inaccuracies.
    pub inaccuracies: usize,
    /// Number of mistakes.
    pub mistakes: usize,
    /// Number of blunders.
    pub blunders: usize,
}

impl MoveSummary {
    /// The statistics in words: moves, mean loss, and numbers of bad moves.
    pub fn text(&self) -> String {
        let mut parts = vec![counted(self.moves as u64, "move")];
        if self.moves > 0 {
            let mean = 100.0 * self.mean_loss;
            parts.push(format!("which lose {mean:.1} % of the winning chances on average"));
        }
        for (count, name) in [(self.blunders, "blunder"), (self.mistakes, "mistake"), (self.inaccuracies, "inaccuracy")]
        {
            parts.extend((count > 0).then(|| counted(count as u64, name)));
        }
        parts.join(", ")
    }
}

/// A line of play whose moves are judged from the last one to the first.
pub struct Review {
    /// The position before the first move that is judged.
    position: Position,
    /// Analysis of that position.
    analysis: Analysis,
    /// Moves that are not judged yet, in order.
    left: Vec<(Move, Undo)>,
    judged: VecDeque<JudgedMove>,
}

impl Review {
    /// Begins with the analysis of the last position; the moves are legal ones.
    pub fn new(start: &Position, moves: impl IntoIterator<Item = Move>, analyzer: &mut Analyzer) -> Self {
        let mut position = start.clone();
        let left = moves.into_iter().map(|mv| (mv, position.make(mv))).collect();
        let analysis = analyzer.analyze(&position, &mut |_| ());
        Self { position, analysis, left, judged: VecDeque::new() }
    }

    /// Judges the last move that is not judged yet; `None` if there is none, or the search is stopped.
    pub fn judge_next(&mut self, analyzer: &mut Analyzer) -> Option<&JudgedMove> {
        /// Moves shown of a better line.
        const MAX_SHOWN_MOVES: usize = 6;
        let (mv, undo) = self.left.pop()?;
        let next_turn = self.position.turn();
        self.position.unmake(undo);
        let position = &mut self.position;
        let (side, pawn_value) = (position.turn(), analyzer.pawn_value());
        let analysis = analyzer.analyze(position, &mut |_| ());
        if analyzer.is_stopped() {
            self.left.push((mv, position.make(mv)));
            return None;
        }
        let best = analysis.lines.first();
        let is_best = best.is_none_or(|line| line.moves.first() == Some(&mv));
        let before = analysis.score;
        let after = if next_turn == side { self.analysis.score } else { self.analysis.score.negated() };
        let judgement = Judgement::of(before, after, is_best, pawn_value);
        let shown = best.map(|line| &line.moves[..line.moves.len().min(MAX_SHOWN_MOVES)]).unwrap_or_default();
        let score = before.white_text(position.game(), side);
        let better = format!("better {} ({score})", write_moves(position, shown));
        self.judged.push_front(JudgedMove {
            number: position.fullmove(),
            side,
            mv,
            written: uci::write(position, mv),
            text: write_move(position, mv),
            before,
            after,
            remark: judgement.remark(position.game(), better),
            best: analysis.lines.iter().map(|line| AnalyzedLine::new(position, line, pawn_value)).collect(),
            judgement,
        });
        self.analysis = analysis;
        self.judged.front()
    }

    /// The position before the first move that is judged; the last one before any is.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Score of [`position`](Self::position), for the side to move.
    pub fn score(&self) -> Score {
        self.analysis.score
    }

    /// The moves that are judged, in the order of the game.
    pub fn judged(&self) -> &VecDeque<JudgedMove> {
        &self.judged
    }

    /// Number of moves that are not judged yet.
    pub fn left(&self) -> usize {
        self.left.len()
    }

    /// Statistics of a player's moves.
    pub fn summary(&self, side: Side) -> MoveSummary {
        let mut summary = MoveSummary::default();
        for mv in self.judged.iter().filter(|mv| mv.side == side) {
            summary.moves += 1;
            summary.mean_loss += mv.judgement.loss;
            match mv.judgement.fault {
                None => {}
                Some(MoveClass::Inaccuracy) => summary.inaccuracies += 1,
                Some(MoveClass::Mistake) => summary.mistakes += 1,
                Some(MoveClass::Blunder) => summary.blunders += 1,
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "a game has few moves")]
        let moves = summary.moves.max(1) as f64;
        summary.mean_loss /= moves;
        summary
    }

    /// The judged moves with annotation symbols and comments.
    pub fn annotated_moves(&self) -> Vec<NotedMove> {
        let game = self.position.game();
        let note = |mv: &JudgedMove| NotedMove::new(mv.mv, mv.judgement.suffix(), mv.comment(game).unwrap_or_default());
        self.judged.iter().map(note).collect()
    }
}
