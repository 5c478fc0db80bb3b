//! Self-play for tuning in units: an item is a game, its result the line of the game without its number.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::num::NonZero;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use weakfish::engine::{Game, Move, Position};
use weakfish::geometry::{PerSide, Side};
use weakfish::model::Worth;
use weakfish_player::evaluation::{Evaluator, Fit, TrainingGame, Weights};
use weakfish_player::search::{SelfPlay, SelfPlayGame};

use super::playtest::{read_weights, self_play_searcher};
use super::{Page, Prepared, ReportError, Runner, find_text, read_item};
use crate::fault::Fault;

/// Self-play games for tuning, with one set of weights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct TuneTask {
    /// The number of the first game.
    pub first: u32,
    /// The number of games.
    pub games: u32,
    /// Nodes a move.
    pub nodes: u64,
    /// Random plies at the beginning.
    pub random_plies: u32,
    /// Seed.
    pub seed: u64,
    /// The hash of the text of the weights.
    pub weights: String,
}

impl TuneTask {
    /// The default number of games.
    pub const DEFAULT_GAMES: u32 = 8000;

    /// The default number of games after which weights are fitted.
    pub const DEFAULT_ROUND: u32 = 2000;

    /// The games from number `first` on, with the settings of the command otherwise.
    pub fn new(first: u32, games: u32, weights: impl Into<String>) -> Self {
        let SelfPlay { random_plies, nodes, .. } = SelfPlay::default();
        Self { first, games, nodes: nodes.white, random_plies, seed: 1, weights: weights.into() }
    }

    /// The rounds of so many games, each with the numbers of its games. Those of a round are played with the weights that are
    /// fitted to all earlier rounds.
    pub fn rounds(&self, round: NonZero<u32>) -> impl Iterator<Item = Range<u32>> + use<> {
        let (first, end, round) = (self.first, self.first.saturating_add(self.games), round.get());
        (first..end).step_by(round as usize).map(move |first| first..end.min(first.saturating_add(round)))
    }

    /// Settings of the self-play game of a number.
    pub fn self_play(&self, number: u32) -> SelfPlay {
        let mut game = SelfPlay::default();
        game.seed = self.seed.wrapping_mul(1 << 32).wrapping_add(number.into());
        game.nodes = PerSide::both(self.nodes);
        game.random_plies = self.random_plies;
        game
    }

    pub(super) fn prepare<'t>(
        &self,
        game: &Game,
        text: &dyn Fn(&str) -> Option<&'t str>,
    ) -> Result<PreparedTune, Fault> {
        let weights = read_weights(game, find_text(&self.weights, text)?)?;
        Ok(PreparedTune { task: self.clone(), start: game.start(), weights })
    }
}

/// Self-play that is ready to be played.
pub(super) struct PreparedTune {
    task: TuneTask,
    start: Position,
    weights: Weights,
}

impl Prepared for PreparedTune {
    fn items(&self) -> u64 {
        self.task.games.into()
    }

    fn runner(&self) -> Runner<'_> {
        let mut searcher = self_play_searcher(self.start.game(), &self.weights);
        Box::new(move |item, stop| {
            let number = self.task.first.saturating_add(item as u32);
            let played = self.task.self_play(number).play_until(&mut searcher, &self.start, stop);
            let text = played.map(|played| StoredGame::from(played).to_text(&self.start));
            Ok(text.map(|text| serde_json::to_string(&text).unwrap_or_default()))
        })
    }

    fn report(&self, items: &BTreeMap<u64, &str>) -> Result<Page, ReportError> {
        let mut page = Page::default();
        for (&item, text) in items {
            let line: String = read_item(item, text)?;
            if StoredGame::parse(&line, &self.start).is_none() {
                return Err((Some(item), "this is no game of the definition".to_owned()));
            }
            let _ = writeln!(page.text, "{} {line}", u64::from(self.task.first) + item);
        }
        Ok(page)
    }
}

/// Names of the winner of a game, by the score of White in hundredths of a point. Other scores are written as numbers.
const WINNERS: [(&str, u8); 3] = [("white", 100), ("black", 0), ("nobody", Worth::DRAW)];

/// A training game: its moves, which of them were made in quiet positions, and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredGame {
    /// The moves.
    pub moves: Vec<Move>,
    /// For each move, whether it was made in a quiet position.
    pub quiet: Vec<bool>,
    /// For each move, the score of the search; see [`SelfPlayGame::scores`]. Games of earlier versions have none.
    pub scores: Vec<i32>,
    /// The score of White, in hundredths of a point.
    pub score: u8,
}

impl From<SelfPlayGame> for StoredGame {
    fn from(played: SelfPlayGame) -> Self {
        let score = played.outcome.map_or(Worth::DRAW, |outcome| outcome.score(Side::White));
        Self { moves: played.moves, quiet: played.quiet, scores: played.scores, score }
    }
}

impl StoredGame {
    /// Writes the game: its winner or the score of White, then its moves.
    pub fn to_text(&self, start: &Position) -> String {
        let named = WINNERS.iter().find(|(_, score)| *score == self.score);
        let result = named.map_or_else(|| self.score.to_string(), |(name, _)| (*name).to_owned());
        let mut played = SelfPlayGame::default();
        (played.moves, played.quiet, played.scores) = (self.moves.clone(), self.quiet.clone(), self.scores.clone());
        let moves = played.moves_text(start);
        if moves.is_empty() { result } else { format!("{result} {moves}") }
    }

    /// Parses [`to_text`](Self::to_text); `None` if it is no game from this position.
    pub fn parse(text: &str, start: &Position) -> Option<Self> {
        let (name, moves) = text.split_once(' ').unwrap_or((text, ""));
        let named = WINNERS.into_iter().find(|(known, _)| *known == name).map(|(_, score)| score);
        let score = named.or_else(|| name.parse().ok().filter(|score| *score <= 100))?;
        let played = SelfPlayGame::parse(moves, start, None).ok()?;
        Some(Self { moves: played.moves, quiet: played.quiet, scores: played.scores, score })
    }
}

/// One in this many games is held back for validation.
const VALIDATION_SHARE: usize = 10;

/// Weights that were fitted to games.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FittedWeights {
    /// The weights.
    pub weights: Weights,
    /// The loss of the initial weights on the games held back: the root of the mean squared error of the predicted score,
    /// which is from 0 to 1.
    pub initial_loss: f64,
    /// The loss of the fitted weights on the same games.
    pub loss: f64,
}

impl FittedWeights {
    /// Fits weights, beginning with the initial ones, to games from the start; `None` if they are too few.
    pub fn fit<'g>(
        start: &Position,
        initial: &Weights,
        games: impl ExactSizeIterator<Item = &'g StoredGame>,
    ) -> Option<Self> {
        if games.len() < 2 * VALIDATION_SHARE {
            return None;
        }
        let evaluator = Evaluator::new(start.game(), initial);
        let (mut training, mut validation) = (Vec::new(), Vec::new());
        for (index, game) in games.enumerate() {
            let score = f64::from(game.score) / 100.0;
            let training_game = TrainingGame::new(start, &game.moves, &game.quiet, score, &evaluator);
            if index % VALIDATION_SHARE == 0 { &mut validation } else { &mut training }.push(training_game);
        }
        let mut fit = Fit::new(start.game(), initial);
        fit.fit_scale(&training);
        let before = fit.loss(&validation);
        fit.train(&training, &validation);
        let [initial_loss, loss] = [before, fit.loss(&validation)].map(f64::sqrt);
        Some(Self { weights: fit.weights(), initial_loss, loss })
    }
}
