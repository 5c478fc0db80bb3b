//! Findings of a playtest, as data.

use serde::{Deserialize, Serialize};

use super::{Estimate, Share};
use weakfish::geometry::Side;

/// All findings of a playtest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Findings {
    /// The title of the game.
    pub title: String,
    /// Numbers of games.
    pub games: Games,
    /// Results of games between equals, by setup.
    pub fairness: Vec<Fairness>,
    /// Score of the better player.
    pub skill: Share,
    /// Length of games of players.
    pub length: Length,
    /// Number of legal moves.
    pub choice: Choice,
    /// The endings in the order of the definition.
    pub endings: Vec<EndingUse>,
    /// The kinds of men.
    pub men: Vec<KindUse>,
    /// Squares to which no man moved in any game of players.
    pub unvisited: Vec<String>,
    /// First moves after which White's score in games between equals is significantly different.
    pub openings: Vec<Opening>,
    /// Random games.
    pub chance: Chance,
}

/// Numbers of games played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Games {
    /// Between players of the same strength.
    pub equals: u64,
    /// Between a better and a worse player.
    pub unequal: u64,
    /// Random games.
    pub chance: u64,
}

impl Games {
    /// The total.
    pub const fn total(&self) -> u64 {
        self.equals + self.unequal + self.chance
    }
}

/// Results of games between equals from a setup.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Fairness {
    /// The name of the setup.
    pub setup: String,
    /// Share won by White.
    pub white: Share,
    /// Share of draws, unfinished games included.
    pub draws: Share,
    /// Share won by Black.
    pub black: Share,
    /// White's score, a draw counting a half.
    pub score: Share,
}

/// Length of games of players, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Length {
    /// The mean.
    pub plies: Estimate,
    /// Quartiles of the length.
    pub quartiles: [u32; 3],
    /// Share of games unfinished at the ply limit.
    pub unfinished: Share,
}

/// Choice of moves, averaged over the games of players.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Choice {
    /// Legal moves of a position.
    pub moves: Estimate,
    /// Share of turns and flips among the legal moves.
    pub stationary: Estimate,
    /// Share of turns and flips among the moves played.
    pub stationary_played: Estimate,
}

/// Frequency of an ending.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EndingUse {
    /// Its label in the definition.
    pub label: String,
    /// The only side that it is for, if it is not for both.
    pub side: Option<Side>,
    /// Share of games of players that end by it.
    pub players: Share,
    /// Share of random games that end by it.
    pub chance: Share,
}

/// Activity of a kind of men in games of players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KindUse {
    /// The letter.
    pub symbol: String,
    /// The name.
    pub name: String,
    /// Value of a man relative to the most frequent kind with a significantly positive value; `None` if too few games had
    /// different numbers of the kind, or there is no such kind.
    pub value: Option<Estimate>,
    /// Moves to other squares per game.
    pub moves: Estimate,
    /// Captures per game.
    pub captures: Estimate,
    /// Turns and flips per game; `None` if such men never turn.
    pub turns: Option<Estimate>,
    /// Share of games in which no such man moves.
    pub idle: Share,
}

/// Score of games between equals that begin with a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Opening {
    /// The move.
    pub first: String,
    /// White's score.
    pub score: Share,
}

/// Results of random games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Chance {
    /// Share of draws.
    pub draws: Share,
    /// The mean number of plies.
    pub plies: Estimate,
    /// Share unfinished at the ply limit.
    pub unfinished: Share,
}
