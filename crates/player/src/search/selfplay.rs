//! Quick self-play games, for tuning and playtests.

use super::{Limits, NoTimer, Score, SearchTimer, Searcher};
use weakfish::engine::{Move, Outcome, Position};
use weakfish::geometry::PerSide;
use weakfish::notation::uci;
use weakfish::random::{SplitMix64, mix};

/// Parameters of a self-play game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SelfPlay {
    /// Random plies at the beginning.
    pub random_plies: u32,
    /// Node limit of a move, by side.
    pub nodes: PerSide<u64>,
    /// Plies after which a game counts as a draw.
    pub max_plies: u32,
    /// Seed: equal seeds give equal games.
    pub seed: u64,
}

impl Default for SelfPlay {
    fn default() -> Self {
        Self { random_plies: 8, nodes: PerSide::both(1000), max_plies: 400, seed: 0 }
    }
}

/// A finished self-play game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SelfPlayGame {
    /// The moves from the beginning.
    pub moves: Vec<Move>,
    /// For each move, whether the position before it was quiet: no check, no forced end, and the best move no capture.
    pub quiet: Vec<bool>,
    /// For each move, the score of the search for the side to move, in centipawns; 0 unless the position was quiet. Empty if
    /// the scores are not kept.
    pub scores: Vec<i32>,
    /// The outcome; `None` if the game was too long or there was no legal move.
    pub outcome: Option<Outcome>,
}

/// Marks a move that was made in a quiet position.
const QUIET_MARK: char = '*';

impl SelfPlayGame {
    /// Moves in machine notation, those made in quiet positions with a `*` behind them and the score, if scores are kept:
    /// `e2e4 e7e5*` or `e2e4 e7e5*-34`.
    pub fn moves_text(&self, start: &Position) -> String {
        let mut text = String::new();
        let mut position = start.clone();
        for (index, (&mv, &quiet)) in self.moves.iter().zip(&self.quiet).enumerate() {
            if !text.is_empty() {
                text.push(' ');
            }
            text += &uci::write(&position, mv);
            if quiet {
                text.push(QUIET_MARK);
                if let Some(score) = self.scores.get(index) {
                    text += &score.to_string();
                }
            }
            position.make(mv);
        }
        text
    }

    /// Parses [`moves_text`](Self::moves_text).
    ///
    /// # Errors
    ///
    /// The first word that is no legal move, or has no score behind its mark where others have.
    pub fn parse<'t>(text: &'t str, start: &Position, outcome: Option<Outcome>) -> Result<Self, &'t str> {
        let mut game = Self { outcome, ..Self::default() };
        let mut position = start.clone();
        let has_scores =
            text.split(' ').any(|word| word.split_once(QUIET_MARK).is_some_and(|(_, score)| !score.is_empty()));
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            let (name, score) = word.split_once(QUIET_MARK).map_or((word, None), |(name, score)| (name, Some(score)));
            let mv = uci::find(&position, name).filter(|&mv| position.play(mv).is_ok()).ok_or(word)?;
            game.moves.push(mv);
            game.quiet.push(score.is_some());
            if has_scores {
                game.scores.push(score.map_or(Ok(0), str::parse).map_err(|_| word)?);
            }
        }
        Ok(game)
    }
}

impl SelfPlay {
    /// Plays a game from a position. Draws and wins are claimed as soon as possible.
    ///
    /// The searcher is cleared first: the game depends only on its weights and these parameters.
    pub fn play(&self, searcher: &mut Searcher, start: &Position) -> SelfPlayGame {
        self.play_until(searcher, start, &NoTimer).unwrap_or_default()
    }

    /// Plays a game like [`play`](Self::play); `None` if the timer has stopped it.
    pub fn play_until(
        &self,
        searcher: &mut Searcher,
        start: &Position,
        timer: &dyn SearchTimer,
    ) -> Option<SelfPlayGame> {
        searcher.clear();
        let mut dice = SplitMix64::new(mix(self.seed));
        let mut position = start.clone();
        let mut played = SelfPlayGame::default();
        let mut limits = Limits::default();
        while played.moves.len() < self.max_plies as usize {
            played.outcome = position.outcome().or_else(|| Some(position.claims().first()?.outcome()));
            if played.outcome.is_some() {
                break;
            }
            if timer.must_stop() {
                return None;
            }
            let (mv, quiet_score) = if played.moves.len() < self.random_plies as usize {
                let legal = position.legal_moves().to_vec();
                let Some(&mv) = legal.get(dice.below(legal.len())) else { break };
                (mv, None)
            } else {
                // The node limit varies: games from the same opening differ.
                let nodes = self.nodes[position.turn()];
                limits.nodes = Some(nodes + dice.below(nodes as usize / 8 + 1) as u64);
                let lines = searcher.search(&position, &limits, timer, &mut |_| ());
                if timer.must_stop() {
                    return None;
                }
                let Some((line, mv)) = lines.first().and_then(|line| Some((line, *line.moves.first()?))) else { break };
                let score = match line.score {
                    Score::Centipawns(score) if line.score.end().is_none() => Some(score),
                    Score::Centipawns(_) | Score::Win(_) | Score::Loss(_) => None,
                };
                (mv, score.filter(|_| !position.in_check() && !position.is_capture(mv)))
            };
            if position.play(mv).is_err() {
                break;
            }
            played.moves.push(mv);
            played.quiet.push(quiet_score.is_some());
            played.scores.push(quiet_score.unwrap_or_default());
        }
        Some(played)
    }
}
