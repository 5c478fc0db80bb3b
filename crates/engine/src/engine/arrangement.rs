//! Arrangements: the content of a FEN, and why one is not a legal position.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::geometry::{PerSide, Side, Square, SquareSet};
use crate::model::{KindId, ManState, PlacedMan, SetupId};

/// The content of a FEN, which may or may not be a legal position; see [`Game::position`](super::Game::position).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrangement {
    /// The setup the game began from. It determines the squares of castling partners and what men promote to.
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
    /// Plies since progress was made; what counts as progress is a rule of the variant.
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
    /// Whether each side has passed up a win that it could claim, which lapsed by that.
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

/// Castling rights of a side, by wing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CastlingRights {
    /// Toward the last file, written `K`.
    pub last_file: bool,
    /// Toward the first file, written `Q`.
    pub first_file: bool,
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

/// The side to move, with the counts that rules limit to a few numbers: what the positions of an ending differ in beside
/// their men. Counts of plies and of repetitions are no part of it.
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

/// A reason why an [`Arrangement`] is not a legal position.
///
/// `Display` is one sentence without the names of men and squares, since these belong to the game;
/// `notation::explain_position_error` of the `weakfish` package has the sentence with them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PositionError {
    /// The variant has no such setup.
    UnknownSetup,
    /// A square is not on the board.
    OffBoard(Square),
    /// Two men are on one square.
    TwoMen(Square),
    /// The side does not have this kind of men.
    UnknownMan(Square),
    /// The man cannot be in this state.
    UnknownState(Square, ManState),
    /// The number of royal men of a side differs from that of the setup.
    RoyalMen {
        /// The side with the wrong number.
        side: Side,
        /// The number on the board.
        found: usize,
        /// The number in the setup.
        expected: usize,
    },
    /// The side that has just moved has left the royal man on this square attacked.
    RoyalAttacked(Square),
    /// A castling right without the king and the partner on their squares, or in a game without castling.
    Castling {
        /// The side that has the right.
        side: Side,
        /// Whether the right is toward the last file.
        last_file: bool,
    },
    /// No long step can have crossed this square in the last turn.
    EnPassant(Square),
    /// The number of the move is 0.
    Fullmove,
    /// More stationary moves in a row than the rules allow, or in a game that does not count them.
    StationaryRun(Side),
    /// A series cannot have this length here, or the game has no series.
    Series,
    /// No man stands here that could have moved in the series, or too many are named.
    Moved(Square),
    /// Which man has moved in the series is not said, and it must move again.
    MoverMissing,
    /// More passes in a row than end the game, or passes in a game that does not count them.
    Passes,
    /// A claim that has lapsed in a game without wins on claim.
    Lapsed,
    /// Castling of this side, in a game where it is not noted or where the side never castles.
    Castled(Side),
    /// A count of moves without a limit, or in a game that has no such count.
    Count,
    /// No man stands here that could still have its first move.
    Unmoved(Square),
    /// No man stands here that has a movement to use once a game.
    OnceAGame(Square),
    /// A wall on a man's square, in a game without walls, or a second one where there is one at a time.
    Wall(Square),
    /// Two men face each other although they may not: the squares of the watcher and of the watched man.
    Opposition(Square, Square),
    /// A man stands outside the region it may not leave.
    OutsideRegion(Square),
    /// A side can't have men of this kind in hand.
    Hand {
        /// The side.
        side: Side,
        /// The kind.
        kind: KindId,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnknownSetup => "the game has no such setup",
            Self::OffBoard(_) => "a square is not on the board",
            Self::TwoMen(_) => "two men stand on one square",
            Self::UnknownMan(_) => "a side has a man of a kind that it does not have in this game",
            Self::UnknownState(..) => "a man is in a state in which it can't be",
            Self::RoyalMen { side, found, expected } => {
                return write!(f, "{side} has {found} royal men, and the setup has {expected}");
            }
            Self::RoyalAttacked(_) => "the side that has just moved has left a royal man attacked",
            Self::Castling { side, .. } => return write!(f, "{side} can't have this castling right"),
            Self::EnPassant(_) => "no long step can have crossed a square given for captures en passant",
            Self::Fullmove => "moves are counted from 1",
            Self::StationaryRun(side) => return write!(f, "{side} can't have made so many stationary moves in a row"),
            Self::Series => "a series can't have this length here",
            Self::Moved(_) => "a man that has moved in the series can't stand there",
            Self::MoverMissing => "the man that must move again is not named",
            Self::Passes => "so many passes in a row can't have been made",
            Self::Lapsed => "no win could be claimed, so no claim can have lapsed",
            Self::Castled(side) => return write!(f, "{side} can't have castled"),
            Self::Count => "moves can't have been counted so far",
            Self::Wall(_) => "no wall can stand here",
            Self::Unmoved(_) => "a man that still has its first move is not where it started",
            Self::OnceAGame(_) => "no man with a movement to use once a game stands there",
            Self::Opposition(..) => "two men face each other that may not",
            Self::Hand { side, .. } => return write!(f, "{side} can't have such a man in hand"),
            Self::OutsideRegion(_) => "a man stands outside of the region that it may not leave",
        })
    }
}

impl std::error::Error for PositionError {}
