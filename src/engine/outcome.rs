//! Outcomes, arrangements, and why a move, an arrangement or a variant is refused.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::geometry::{PerSide, Side, Square};
use crate::model::{InvalidModel, KindId, ManState, PlacedMan, SetupId};

/// How a game ended.
///
/// Its `Display` is `White has won by checkmate` or `it is a draw by stalemate`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The label of the ending that holds. Cloning it allocates nothing.
    pub reason: Arc<str>,
}

/// How a game ended, without words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The ending that holds, as an index into [`Variant::endings`](crate::model::Variant::endings).
    pub ending: usize,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "{side} has won by {}", self.reason),
            None => write!(f, "it is a draw by {}", self.reason),
        }
    }
}

/// A draw that the player to move can claim.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Claim {
    /// The label of its ending.
    pub reason: Arc<str>,
}

/// Why a move is illegal.
///
/// The reasons are tested in a fixed order, and the first that applies is given. `Display` is one sentence without the
/// names of men and squares, since these belong to the game;
/// [`explain_illegal_move`](crate::notation::explain_illegal_move) has the sentence with them, and what to do instead.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over.
    GameOver(Outcome),
    /// The player to move has no man on this square.
    NoMan(Square),
    /// The man does not reach the square in any of its states, or cannot make a move of this kind.
    Unreachable,
    /// The man could reach the square in its other mode.
    WrongMode,
    /// The man could reach the square with another facing.
    WrongFacing,
    /// The man could reach the square with another facing and in its other mode.
    WrongFacingAndMode,
    /// The man can go there, but cannot arrive as this piece: it must promote otherwise, or cannot turn like this.
    WrongPromotionOrTurn,
    /// The man could reach the square if its path were free.
    Blocked,
    /// The man goes there only by its first move, which it has lost or may not make in check.
    FirstMove,
    /// The target has a man of the same side.
    OwnMan,
    /// The man cannot capture the man on the target.
    Uncapturable,
    /// The move leaves the royal man on this square attacked.
    RoyalAttacked(Square),
    /// The move gives check, which the rules forbid here.
    GivesCheck,
    /// A royal man leaves its square in check, which the rules forbid.
    Flight,
    /// The move brings back a position.
    Repetition,
    /// After as many stationary moves in a row as are allowed, the man must leave its square.
    MustMove,
    /// Two men would face each other: the squares of the watcher and of the watched man.
    Opposition(Square, Square),
    /// The player can capture, and therefore must.
    CaptureCompulsory,
    /// The man could never move again there.
    Immobile,
    /// The man must promote there, and no promotion choice is left.
    NoPromotionChoice,
    /// A condition of castling is not met.
    Castling,
    /// The series cannot end here.
    SeriesLength,
    /// A finishing move that would not end the game.
    NotFinishing,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GameOver(outcome) => return write!(f, "the game is over: {outcome}"),
            Self::NoMan(_) => "no man of the player to move stands there",
            Self::Unreachable => "the man can't make this move",
            Self::WrongMode => "the man must flip before it can make this move",
            Self::WrongFacing => "the man must turn before it can make this move",
            Self::WrongFacingAndMode => "the man must turn and flip before it can make this move",
            Self::WrongPromotionOrTurn => "the man can go there, but can't become this",
            Self::Blocked => "something stands in the way of the man",
            Self::FirstMove => "the man can go there only by its first move, which it does not have now",
            Self::OwnMan => "a man of the same side stands there",
            Self::Uncapturable => "the man can't capture the man that stands there",
            Self::RoyalAttacked(_) => "the move leaves a royal man attacked",
            Self::GivesCheck => "the move gives check, which the rules forbid here",
            Self::Flight => "a royal man may not leave its square in check",
            Self::Repetition => "the move brings back a position, which this game forbids",
            Self::MustMove => "after so many stationary moves in a row a man must leave its square",
            Self::Opposition(..) => "the move leaves two men facing each other that may not",
            Self::CaptureCompulsory => "the player can capture, and therefore must",
            Self::Immobile => "the man could never move again there",
            Self::NoPromotionChoice => "the man must promote there, and there is nothing left that it could become",
            Self::Castling => "a condition of castling is not met",
            Self::SeriesLength => "the series can't end here",
            Self::NotFinishing => "the move would not end the game",
        })
    }
}

impl std::error::Error for IllegalMove {}

/// The content of a FEN, which may or may not be a legal position; see [`Game::position`](super::Game::position).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Arrangement {
    /// The setup the game began from. It determines the squares of castling partners and what men promote to.
    pub setup: SetupId,
    /// The men, in any order.
    pub men: Vec<PlacedMan>,
    /// The side to move.
    pub turn: Side,
    /// Castling rights that remain: for each side, toward the last file (`K`) and toward the first (`Q`).
    pub castling: PerSide<CastlingRights>,
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
    /// Completed series in a row without progress.
    pub quiet_series: u16,
    /// The checks each side has given, in games that count them.
    pub checks: PerSide<u8>,
    /// Passes in a row, one by each side, in games that count them: 0, 1 or 2.
    #[serde(default)]
    pub passes: u8,
    /// Plies counted so far by the count of moves that runs.
    #[serde(default)]
    pub counted: u16,
    /// The limit of that count, in plies; 0 while none runs.
    #[serde(default)]
    pub count_limit: u16,
    /// Squares of the men that have never moved and still have their first move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmoved: Vec<Square>,
}

/// Castling rights of a side, by wing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CastlingRights {
    /// Toward the last file, written `K`.
    pub last_file: bool,
    /// Toward the first file, written `Q`.
    pub first_file: bool,
}

/// A reason why an [`Arrangement`] is not a legal position.
///
/// `Display` is one sentence without the names of men and squares, since these belong to the game;
/// [`explain_position_error`](crate::notation::explain_position_error) has the sentence with them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
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
    /// More passes in a row than end the game, or passes in a game that does not count them.
    Passes,
    /// A count of moves without a limit, or in a game that has no such count.
    Count,
    /// No man stands here that could still have its first move.
    Unmoved(Square),
    /// Two men face each other although they may not: the squares of the watcher and of the watched man.
    Opposition(Square, Square),
    /// A man stands outside the region it may not leave.
    OutsideRegion(Square),
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
            Self::Passes => "so many passes in a row can't have been made",
            Self::Count => "moves can't have been counted so far",
            Self::Unmoved(_) => "a man that still has its first move is not where it started",
            Self::Opposition(..) => "two men face each other that may not",
            Self::OutsideRegion(_) => "a man stands outside of the region that it may not leave",
        })
    }
}

impl std::error::Error for PositionError {}

/// A reason why a variant cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompileError {
    /// The men have more states than the tables can hold.
    TooManyStates {
        /// The number of states found. There may be more: those of one kind are listed only until they are too many.
        found: usize,
        /// The highest number allowed.
        max: usize,
    },
    /// The movements have more ways to go than the tables can hold.
    TooManyPaths {
        /// The kind whose movements need the most room.
        kind: KindId,
    },
    /// The model is none that a game can have. The checker never makes such a model.
    Invalid(InvalidModel),
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyStates { found, max } => {
                write!(f, "the men have {found} states in all, and no more than {max} fit")
            }
            Self::TooManyPaths { .. } => f.write_str("the movements have more ways to go than the tables can hold"),
            Self::Invalid(errors) => errors.fmt(f),
        }
    }
}

impl std::error::Error for CompileError {}
