//! Reviews: the moves of a game with their judgements, from the last one to the first.

use std::sync::Arc;

use weakfish::engine::{Move, Position};
use weakfish::geometry::Side;
use weakfish_js_values::Refusal;
use weakfish_player::review::{Analyzer, JudgedMove, Review};
use weakfish_player::search::{Limits, NoTimer, Searcher, Tablebase, TablebaseBudget};

use crate::answers;
use crate::arguments::ReviewOptions;
use crate::games::Compiled;

/// Size of the transposition table, in bytes, and nodes for a position.
const TABLE_BYTES: usize = 64 << 20;
const NODES: u64 = 20_000;

/// The review of a game.
pub struct Reviewing {
    analyzer: Analyzer,
    review: Review,
}

impl Reviewing {
    pub fn new(compiled: &Compiled, options: &ReviewOptions, start: &Position, moves: Vec<Move>) -> Self {
        let mut searcher = Searcher::with_weights(&compiled.game, &compiled.weights);
        searcher.set_hash_bytes(TABLE_BYTES);
        let memory = options.tables.map_or(TablebaseBudget::SMALL.memory, |mebibytes| u64::from(mebibytes) << 20);
        let budget = TablebaseBudget { memory, ..TablebaseBudget::SMALL };
        let tablebase = (memory > 0).then(|| Tablebase::new(&compiled.game, budget).ok()).flatten();
        searcher.set_tablebase(tablebase.map(Arc::new));
        let mut limits = Limits::default();
        limits.depth = options.depth;
        limits.nodes = options.nodes.map(|nodes| nodes.max(1.0) as u64);
        if limits == Limits::default() {
            limits.nodes = Some(NODES);
        }
        let mut analyzer = Analyzer::new(searcher, limits, false, || Box::new(NoTimer));
        let review = Review::new(start, moves, &mut analyzer);
        Self { analyzer, review }
    }

    /// Whether so many moves are judged.
    pub fn has_judged(&self, moves: usize) -> bool {
        self.review.judged().len() == moves
    }

    /// Judges the last move that is not judged yet.
    pub fn judge_next(&mut self) -> Result<answers::Judged, Refusal> {
        let judged = self.review.judge_next(&mut self.analyzer);
        let judged = judged.ok_or_else(|| Refusal::new("all moves are judged"))?.clone();
        let (review, game) = (&self.review, self.review.position().game());
        let pawn_value = self.analyzer.pawn_value();
        let white_chance = |score: weakfish_player::search::Score, side: Side| {
            let chance = score.winning_chance(pawn_value);
            if side == Side::White { chance } else { 1.0 - chance }
        };
        let JudgedMove { side, before, after, ref judgement, .. } = judged;
        let [white, black] = Side::ALL.map(|side| review.summary(side).text());
        Ok(answers::Judged {
            ply: review.left(),
            score_before: before.white_text(game, side),
            chance_before: white_chance(before, side),
            score: after.white_text(game, side),
            chance: white_chance(after, side),
            loss: judgement.loss,
            sign: judgement.suffix().to_owned(),
            comment: judged.comment(game),
            better: judged.best.first().map(|line| line.moves.clone()).unwrap_or_default(),
            number: format!("{}{}", judged.number, if side == game.variant().first { "." } else { "..." }),
            side,
            mv: judged.written,
            text: judged.text,
            remark: judged.remark,
            white,
            black,
        })
    }
}
