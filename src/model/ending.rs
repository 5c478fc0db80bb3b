use serde::{Deserialize, Serialize};

use super::KindId;
use crate::geometry::{PerSide, Side, SquareSet};

/// A line of the list of endings, judged in order before each move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Ending {
    /// The side it is for: the one its condition speaks of. `None` is either.
    pub side: Option<Side>,
    /// When.
    pub condition: Condition,
    /// What then.
    pub result: GameResult,
    /// The reason that is reported, such as `stalemate`.
    pub label: String,
}

/// What an ending waits for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Condition {
    /// The player to move is in check and has no legal move.
    Checkmate,
    /// The player to move is not in check and has no legal move.
    Stalemate,
    /// The player to move has more than royal men, the opponent has none but royal men.
    OpponentBared,
    /// The player to move has none but royal men, the opponent has more.
    Bared,
    /// So many moves, plies or series without progress; speaks of the player to move.
    Quiet {
        /// How many.
        count: u16,
        /// Of what.
        unit: QuietUnit,
    },
    /// The position stands for this time; speaks of nobody.
    Position {
        /// The number of times, the present one included.
        times: u8,
    },
    /// Only this material is left, either way round; speaks of nobody.
    OnlyMaterial(Vec<PerSide<MaterialSide>>),
    /// A man of one of these kinds stands on one of these squares (of its own side's set); speaks of its owner.
    ManOn {
        /// Any of these.
        kinds: Vec<KindId>,
        /// For each side, where.
        squares: PerSide<SquareSet>,
    },
    /// A side has no man of any of these kinds; speaks of that side.
    Without(Vec<KindId>),
    /// A side has no men at all; speaks of that side.
    WithoutMen,
    /// A side has given so many checks; speaks of that side.
    ChecksGiven(u8),
}

/// One side of a material balance.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MaterialSide {
    /// Exactly these men, in ascending order of id.
    pub men: Vec<KindId>,
    /// Besides them any number of these, as long as all of them on the board stand on squares of one colour.
    pub any_on_one_colour: Option<KindId>,
}

/// What a quiet limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum QuietUnit {
    /// One move by each side: two plies.
    Moves,
    /// One action of one side.
    Plies,
    /// A whole series of one side.
    Series,
}

/// How an ending ends the game, for the side its condition speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// That side wins.
    Wins,
    /// That side loses.
    Loses,
    /// Nobody wins.
    Draw,
    /// Nobody wins, if the player to move says so.
    DrawOnClaim,
}
