//! Games of a playtest.

use serde::{Deserialize, Serialize};

use crate::search::{Played, QuickGame, Searcher};
use weakfish::engine::Game;
use weakfish::geometry::{PerSide, Side};
use weakfish::model::SetupId;

/// Players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Players {
    /// Random movers.
    Chance,
    /// Two players of the same strength.
    Equals,
    /// One side searches more nodes than the other.
    Better(Side),
}

/// Parameters of a playtest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// Nodes a move.
    pub nodes: u64,
    /// Factor of the nodes of a better player.
    pub better_factor: u64,
    /// Maximum length of a game, in plies.
    pub max_plies: u32,
    /// Random plies at the beginning of games of players.
    pub random_plies: u32,
    /// Seed.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self { nodes: 400, better_factor: 4, max_plies: 600, random_plies: 4, seed: 1 }
    }
}

/// A game of a playtest.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trial {
    /// The players.
    pub players: Players,
    /// The setup.
    pub setup: SetupId,
    /// The game.
    pub played: Played,
}

/// Maximum length of random games, in plies: those of orthodox chess take several hundred.
const MAX_RANDOM_PLIES: u32 = 6_000;

impl Plan {
    /// Plays the game of a number. It depends only on the plan, the number and the weights of the searcher.
    ///
    /// Of eight games two are random, four between equals and two between unequal players, one with each colour. Setups
    /// alternate.
    pub fn play(&self, searcher: &mut Searcher, game: &Game, number: u64) -> Trial {
        let players = match number % 8 {
            0 | 4 => Players::Chance,
            2 => Players::Better(Side::White),
            6 => Players::Better(Side::Black),
            _ => Players::Equals,
        };
        let setups = game.variant().setups.len().max(1) as u64;
        let setup = SetupId(u8::try_from(number / 8 % setups).unwrap_or_default());
        let mut quick = QuickGame {
            seed: self.seed.wrapping_mul(0x1_0000_0001).wrapping_add(number),
            random_plies: self.random_plies,
            max_plies: self.max_plies,
            nodes: PerSide::both(self.nodes),
        };
        match players {
            Players::Chance => (quick.random_plies, quick.max_plies) = (u32::MAX, self.max_plies.max(MAX_RANDOM_PLIES)),
            Players::Better(side) => quick.nodes[side] = self.nodes.saturating_mul(self.better_factor.max(1)),
            Players::Equals => {}
        }
        Trial { players, setup, played: quick.play(searcher, &game.start_of(setup)) }
    }
}
