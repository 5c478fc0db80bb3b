//! What a playtest has found, as data.

use serde::{Deserialize, Serialize};

use super::{Estimate, Share};
use weakfish::geometry::Side;

/// All findings of a playtest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Findings {
    /// The title of the game.
    pub title: String,
    /// How many games there were.
    pub games: Games,
    /// What White makes of games of equals, by setup.
    pub fairness: Vec<Fairness>,
    /// What the better player makes of games.
    pub skill: Share,
    /// How long games of players are.
    pub length: Length,
    /// What there is to choose from.
    pub choice: Choice,
    /// The endings in the order of the definition.
    pub endings: Vec<EndingUse>,
    /// The kinds of men.
    pub men: Vec<KindUse>,
    /// The squares to which no man has gone in any game of players.
    pub unvisited: Vec<String>,
    /// The first moves after which White makes clearly more or less of games of equals than otherwise.
    pub openings: Vec<Opening>,
    /// What comes of games that chance plays.
    pub chance: Chance,
}

/// How many games were played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Games {
    /// By two players of the same strength.
    pub equals: u64,
    /// By a better and a worse one.
    pub unequal: u64,
    /// By chance.
    pub chance: u64,
}

impl Games {
    /// All of them.
    pub const fn total(&self) -> u64 {
        self.equals + self.unequal + self.chance
    }
}

/// How games of equals from a setup end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Fairness {
    /// The name of the setup.
    pub setup: String,
    /// The part that White wins.
    pub white: Share,
    /// The part that nobody wins, games that were broken off among them.
    pub draws: Share,
    /// The part that Black wins.
    pub black: Share,
    /// What White makes of them, a draw counting a half.
    pub score: Share,
}

/// How long games of players are, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Length {
    /// The mean.
    pub plies: Estimate,
    /// A quarter of the games is shorter than the first number, half of them than the second, three quarters than the
    /// third.
    pub quartiles: [u32; 3],
    /// The part of the games that had not ended after the most plies of the plan.
    pub unfinished: Share,
}

/// What players can choose from, on average over the games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Choice {
    /// The legal moves of a position.
    pub moves: Estimate,
    /// The part of these that turn or flip a man where it stands.
    pub stationary: Estimate,
    /// The part of the moves played that do.
    pub stationary_played: Estimate,
}

/// How often an ending comes about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EndingUse {
    /// What the definition calls it.
    pub label: String,
    /// The side for which alone it holds, if there is one.
    pub side: Option<Side>,
    /// The part of the games of players that end by it.
    pub players: Share,
    /// The part of the games by chance that do.
    pub chance: Share,
}

/// What men of a kind do in games of players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KindUse {
    /// The letter.
    pub symbol: String,
    /// The name.
    pub name: String,
    /// What a man is worth, where one of the kind of which there are most, and that is surely worth something, is worth 1;
    /// `None` if too few games had more of them on one side than on the other, or no kind can be measured by.
    pub value: Option<Estimate>,
    /// Moves to other squares in a game.
    pub moves: Estimate,
    /// Captures in a game.
    pub captures: Estimate,
    /// Turns and flips in a game; `None` if such men never turn.
    pub turns: Option<Estimate>,
    /// The part of the games in which none of them does anything.
    pub idle: Share,
}

/// What White makes of games of equals that begin with a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Opening {
    /// The move.
    pub first: String,
    /// White's score.
    pub score: Share,
}

/// What comes of games that chance plays.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Chance {
    /// The part that nobody wins.
    pub draws: Share,
    /// The mean number of plies.
    pub plies: Estimate,
    /// The part that had not ended after many plies.
    pub unfinished: Share,
}
