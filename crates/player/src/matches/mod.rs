//! Matches of two engines: openings, the searcher as a player, ends of games, score and report.

#![allow(clippy::cast_precision_loss, reason = "scores and means are estimates")]

mod openings;
mod report;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use weakfish::engine::{Game, Move, Outcome, Position};
use weakfish::geometry::Side;
use weakfish::model::Worth;
use weakfish::random::mix;

use crate::evaluation::Weights;
use crate::search::{Level, Limits, SearchTimer, Searcher, Tablebase};

pub use openings::{Opening, OpeningError, choose_openings, draw_array, is_shuffled};
pub use report::{MatchFindings, MatchReport, MatchScore, WinDrawLoss};

/// Termination of a game: rules, draw claim, forfeit or adjudication (PGN tag `Termination`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Termination {
    /// The rules of the game.
    Rules,
    /// A draw or a win that the rules let a player claim. It is always claimed.
    Claim,
    /// A fault of a player.
    #[serde(rename = "fault")]
    Forfeit,
    /// The limit of plies.
    Adjudication,
}

/// Summary of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Its number, from 1. Games 1 and 2 have the same opening, and so on.
    pub game: usize,
    /// The engine with White, 1 or 2.
    pub white: u8,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Score of the winner, in hundredths of a point.
    #[serde(default, skip_serializing_if = "is_full")]
    pub worth: Worth,
    /// The end of the game.
    #[serde(rename = "cause")]
    pub termination: Termination,
    /// Such as `checkmate` or `illegal move`.
    pub reason: String,
    /// Details of a forfeit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The plies, those of the opening among them.
    pub plies: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_full(worth: &Worth) -> bool {
    worth.is_full()
}

/// The end of a game after a number of plies: by the rules, by a claim, which is made always, or by the limit of plies.
pub fn game_end(position: &Position, plies: usize, max_plies: usize) -> Option<(Outcome, Termination)> {
    if let Some(outcome) = position.outcome() {
        return Some((outcome, Termination::Rules));
    }
    if let Some(claim) = position.claims().first() {
        return Some((claim.outcome(), Termination::Claim));
    }
    let limit = || format!("limit of {max_plies} plies");
    (plies >= max_plies).then(|| (Outcome::new(None, limit()), Termination::Adjudication))
}

/// The searcher as a player of a match.
#[derive(Debug)]
pub struct SearchPlayer {
    searcher: Searcher,
    level: Level,
    seed: u64,
}

impl SearchPlayer {
    /// A player of a level, with a hash table of a size in bytes, or of the default size, and with tables of endings.
    pub fn new(
        game: &Game,
        weights: &Weights,
        hash_bytes: Option<usize>,
        level: Level,
        tablebase: Option<Arc<Tablebase>>,
    ) -> Self {
        let mut searcher = Searcher::with_weights(game, weights);
        if let Some(bytes) = hash_bytes {
            searcher.set_hash_bytes(bytes);
        }
        searcher.set_threads(1);
        searcher.set_tablebase(tablebase);
        Self { searcher, level, seed: 0 }
    }

    /// Sets the number of threads of the search; with more than one, equal games can't be expected.
    pub fn set_threads(&mut self, threads: usize) {
        self.searcher.set_threads(threads);
    }

    /// Clears the memory of earlier games. A player below full strength uses this seed.
    pub fn new_game(&mut self, seed: u64) {
        self.searcher.clear();
        self.seed = seed;
    }

    /// Chooses a move; `None` if there is none.
    pub fn choose(&mut self, position: &Position, limits: &Limits, timer: &dyn SearchTimer) -> Option<Move> {
        let lines = self.searcher.search_at_level(self.level, self.seed, position, limits, timer, &mut |_| ());
        lines.first()?.moves.first().copied()
    }
}

/// Seed of the game of a number, from 1, for players that play by chance.
pub fn game_seed(seed: u64, game: usize) -> u64 {
    mix(seed ^ mix(game as u64))
}
