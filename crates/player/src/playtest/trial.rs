//! The games of a playtest.

use serde::{Deserialize, Serialize};

use weakfish::engine::Game;
use weakfish::geometry::{PerSide, Side};
use weakfish::model::SetupId;
use crate::search::{Played, QuickGame, Searcher};

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Players {
    /// Chance alone.
    Chance,
    /// Two players of the same strength.
    Equals,
    /// One side looks at more positions than the other.
    Better(Side),
}

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// The positions that a player looks at for a move.
    pub nodes: u64,
    /// How many times as many a better player looks at.
    pub better: u64,
    /// The plies after which a game is broken off.
    pub longest: u32,
    /// The random plies with which games of players begin.
    pub random_plies: u32,
    /// What chance begins with.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self { nodes: 400, better: 4, longest: 600, random_plies: 4, seed: 1 }
    }
}

/// A game of a playtest.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trial {
    /// Who played.
    pub players: Players,
    /// Where it began.
    pub setup: SetupId,
    /// The game.
    pub played: Played,
}

/// Random games are not broken off sooner than this: those of orthodox chess take several hundred plies.
const LONGEST_BY_CHANCE: u32 = 6_000;

impl Plan {
    /// Plays the game of a number. It depends on nothing but the plan, the number and what the searcher judges positions
    /// by.
    ///
    /// Of eight games two are played by chance, four by equals and two by unequal players, one with each colour. Setups
    /// take turns.
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
            longest: self.longest,
            nodes: PerSide::both(self.nodes),
        };
        match players {
            Players::Chance => (quick.random_plies, quick.longest) = (u32::MAX, self.longest.max(LONGEST_BY_CHANCE)),
            Players::Better(side) => quick.nodes[side] = self.nodes.saturating_mul(self.better.max(1)),
            Players::Equals => {}
        }
        Trial { players, setup, played: quick.play(searcher, &game.start_of(setup)) }
    }
}
