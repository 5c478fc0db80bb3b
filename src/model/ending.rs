use serde::{Deserialize, Serialize};

use super::KindId;
use crate::geometry::{PerSide, Side, SquareSet};

/// An ending. Endings are tested in order before each move; the first that holds decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Ending {
    /// The side that the condition must hold for; `None` is either side.
    pub side: Option<Side>,
    /// When the game ends.
    pub condition: Condition,
    /// How it ends.
    pub result: GameResult,
    /// The reason that is reported, such as `stalemate`.
    pub label: String,
}

/// The condition of an ending.
///
/// Most conditions hold *for* a side, whose win or loss the ending declares.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Condition {
    /// The player to move is in check and has no legal move. Holds for that player.
    Checkmate,
    /// The player to move is not in check and has no legal move. Holds for that player.
    Stalemate,
    /// The opponent has only royal men, and the player to move has others. Holds for the player to move.
    OpponentBared,
    /// The player to move has only royal men, and the opponent has others. Holds for the player to move.
    Bared,
    /// This many moves, plies or series have passed without progress. Holds for the player to move.
    Quiet {
        /// The number.
        count: u16,
        /// What is counted.
        unit: QuietUnit,
    },
    /// The position has occurred this many times. Holds for neither side.
    Position {
        /// The number of times, the present one included.
        times: u8,
    },
    /// Only this material is left, for White and Black or the other way round. Holds for neither side.
    OnlyMaterial(Vec<PerSide<MaterialSide>>),
    /// A man of one of these kinds stands on one of its side's squares. Holds for its owner.
    ManOn {
        /// The kinds.
        kinds: Vec<KindId>,
        /// The squares for each side's men.
        squares: PerSide<SquareSet>,
    },
    /// A side has no man of any of these kinds. Holds for that side.
    Without(Vec<KindId>),
    /// A side has no men at all. Holds for that side.
    WithoutMen,
    /// A side has given this many checks. Holds for that side.
    ChecksGiven(u8),
}

/// One side of a material balance.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MaterialSide {
    /// Exactly these men, in ascending order of id.
    pub men: Vec<KindId>,
    /// In addition any number of men of this kind, if all of them on the board stand on squares of one colour.
    pub any_on_one_colour: Option<KindId>,
}

/// What a quiet limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum QuietUnit {
    /// One move by each side: two plies.
    Moves,
    /// One move of one side.
    Plies,
    /// A whole series of one side.
    Series,
}

/// The result of an ending for the side that its condition holds for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// That side wins.
    Wins,
    /// That side loses.
    Loses,
    /// Nobody wins.
    Draw,
    /// Nobody wins, if the player to move claims it.
    DrawOnClaim,
}
