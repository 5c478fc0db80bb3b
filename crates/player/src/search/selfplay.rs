//! Quick games of the search against itself, to learn from.

use super::{Limits, Score, Searcher, Unhurried};
use weakfish::dice::{Dice, mix};
use weakfish::engine::{Move, Outcome, Position};
use weakfish::geometry::PerSide;

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QuickGame {
    /// The plies played at random at the beginning, so that games differ.
    pub random_plies: u32,
    /// The nodes that each move of a side may take.
    pub nodes: PerSide<u64>,
    /// The plies after which a game counts as a draw.
    pub longest: u32,
    /// What chance begins with: the same number gives the same game.
    pub seed: u64,
}

impl Default for QuickGame {
    fn default() -> Self {
        Self { random_plies: 8, nodes: PerSide::both(1000), longest: 400, seed: 0 }
    }
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Played {
    /// The moves from the beginning.
    pub moves: Vec<Move>,
    /// For each move, whether the position before it was quiet: nothing forced, and nothing to capture that is worth it.
    pub quiet: Vec<bool>,
    /// How it ended; `None` if it was too long, or nobody could move.
    pub outcome: Option<Outcome>,
}

impl QuickGame {
    /// Plays a game from a position. A draw is claimed as soon as that can be done.
    ///
    /// What the searcher knows is forgotten first, so that the game depends on nothing else.
    pub fn play(&self, searcher: &mut Searcher, start: &Position) -> Played {
        searcher.forget();
        let mut dice = Dice::new(mix(self.seed));
        let mut position = start.clone();
        let mut played = Played { moves: Vec::new(), quiet: Vec::new(), outcome: None };
        let mut limits = Limits::default();
        while played.moves.len() < self.longest as usize {
            played.outcome = position.outcome().or_else(|| {
                let claim = position.claims().into_iter().next()?;
                Some(Outcome { winner: None, reason: claim.reason })
            });
            if played.outcome.is_some() {
                break;
            }
            let (mv, quiet) = if played.moves.len() < self.random_plies as usize {
                let legal = position.legal_moves().to_vec();
                let Some(&mv) = legal.get(dice.below(legal.len())) else { break };
                (mv, false)
            } else {
                // A few nodes more or less, so that games from the same opening differ.
                let nodes = self.nodes[position.turn()];
                limits.nodes = Some(nodes + dice.below(nodes as usize / 8 + 1) as u64);
                let lines = searcher.search(&position, &limits, &Unhurried, &mut |_| ());
                let Some((line, mv)) = lines.first().and_then(|line| Some((line, *line.moves.first()?))) else { break };
                let open = matches!(line.score, Score::Worth(_)) && !position.in_check();
                (mv, open && !position.is_capture(mv))
            };
            if position.play(mv).is_err() {
                break;
            }
            played.moves.push(mv);
            played.quiet.push(quiet);
        }
        played
    }
}
