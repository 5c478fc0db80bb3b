//! Arrangements: the content of a FEN.

use serde::{Deserialize, Serialize};

use crate::geometry::{PerSide, Side, Square, SquareSet};
use crate::model::{KindId, PlacedMan, SetupId};

/// The content of a FEN, which may or may not be a legal position; see [`Game::position`](super::Game::position).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrangement {
    /// The setup the game began from. It determines the squares of castling partners and the choices of promotion.
    pub setup: SetupId,
    /// The men, in any order.
    pub men: Vec<PlacedMan>,
    /// The side to move.
    pub turn: Side,
    /// Castling rights that remain: for each side, toward the last file (`K`) and toward the first (`Q`).
    pub castling: PerSide<CastlingRights>,
    /// In a game from a shuffled setup: the partners of the castling rights that remain. A right without one is for the
    /// outermost man that can be the partner.
    #[serde(default, skip_serializing_if = "crate::model::is_default")]
    pub partners: PerSide<CastlingPartners>,
    /// Squares crossed by long steps, where captures en passant may be possible; where such steps go other ways than
    /// straight forward, also those of the men that made them.
    pub en_passant: Vec<Square>,
    /// Plies since progress was made; a rule of the variant defines progress.
    pub halfmove: u32,
    /// The number of the move, counted from 1.
    pub fullmove: u32,
    /// The number of stationary moves that each side has made in a row.
    pub stationary_run: PerSide<u8>,
    /// The length of the opponent's last series. Where series grow each turn, the full length it could have had.
    pub last_series: u16,
    /// Moves made in the present series.
    pub series: u16,
    /// The squares of the men that have moved in the present series, where the same man must, or may not, move again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<Square>,
    /// Completed series in a row without progress.
    pub quiet_series: u16,
    /// The checks each side has given, in games that count them.
    pub checks: PerSide<u8>,
    /// Whether each side has let a win lapse that it could have claimed.
    #[serde(default, skip_serializing_if = "crate::model::is_default")]
    pub lapsed: PerSide<bool>,
    /// Wings on which each side has castled; none in games without an ending `castled`.
    #[serde(default, skip_serializing_if = "crate::model::is_default")]
    pub castled: PerSide<CastlingRights>,
    /// Passes in a row, one by each side, in games that count them: 0, 1 or 2.
    #[serde(default)]
    pub passes: u8,
    /// Plies counted so far by the count of moves that runs.
    #[serde(default)]
    pub counted: u16,
    /// The limit of that count, in plies; 0 while none runs.
    #[serde(default)]
    pub count_limit: u16,
    /// The men in hand: kinds of each side and their number, each kind once.
    #[serde(default, skip_serializing_if = "crate::model::is_default")]
    pub hands: PerSide<Vec<(KindId, u16)>>,
    /// Squares of the men that have never moved and still have their first move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmoved: Vec<Square>,
    /// Squares of the men that have not yet used the movement that they may use once a game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub once_a_game: Vec<Square>,
    /// Whether `unmoved` and `once_a_game` name all such men. Otherwise men with a castling right are among them, too.
    #[serde(default, skip_serializing_if = "crate::model::is_default")]
    pub unmoved_complete: bool,
    /// Squares where walls stand that were put in play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<Square>,
}

impl Arrangement {
    /// No men, a side to move, no rights, all counters at their start.
    pub fn empty(turn: Side) -> Self {
        Self { turn, fullmove: 1, ..Self::default() }
    }
}

/// Castling rights of a side, by wing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CastlingRights {
    /// Toward the last file, written `K`.
    pub last_file: bool,
    /// Toward the first file, written `Q`.
    pub first_file: bool,
}

impl CastlingRights {
    /// Whether the right toward the last file, or the one toward the first, is among them.
    pub const fn on(self, last_file: bool) -> bool {
        if last_file { self.last_file } else { self.first_file }
    }
}

/// The squares of the partners that the king of a side can castle with, by wing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CastlingPartners {
    /// Toward the last file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_file: Option<Square>,
    /// Toward the first file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_file: Option<Square>,
}

/// The side to move, with the counts that rules limit to a few numbers. Positions of an ending differ only in these and
/// in their men. Counts of plies and of repetitions are no part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnState {
    /// The side to move.
    pub turn: Side,
    /// The squares where captures en passant may be possible; see [`Arrangement::en_passant`].
    pub en_passant: SquareSet,
    /// The number of stationary moves that each side has made in a row, in games that count them.
    pub stationary_run: PerSide<u8>,
    /// Moves made in the present series.
    pub series: u16,
    /// The squares of the men that have moved in the present series; see [`Arrangement::moved`].
    pub moved: SquareSet,
    /// The checks each side has given, in games that count them.
    pub checks: PerSide<u8>,
    /// Passes in a row, in games that count them: 0, 1 or 2.
    pub passes: u8,
}

impl TurnState {
    /// A side is to move, and nothing has been counted.
    pub const fn of(turn: Side) -> Self {
        Self {
            turn,
            en_passant: SquareSet::EMPTY,
            stationary_run: PerSide::new(0, 0),
            series: 0,
            moved: SquareSet::EMPTY,
            checks: PerSide::new(0, 0),
            passes: 0,
        }
    }
}
