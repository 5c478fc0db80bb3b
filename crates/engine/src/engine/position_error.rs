//! Reasons why an arrangement is not a legal position.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::WrongCount;
use crate::geometry::{Side, Square};
use crate::model::{KindId, ManState};

/// A reason why an [`Arrangement`](super::Arrangement) is not a legal position.
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
    /// A count that is too large, or in a game without it.
    Count(WrongCount),
    /// No man on this square can have moved in the series, or too many squares are named.
    Moved(Square),
    /// The man that has moved in the series is missing, and must move again.
    MoverMissing,
    /// No man on this square can still have its first move.
    Unmoved(Square),
    /// No man on this square has a movement once a game.
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
            Self::Count(wrong) => return f.write_str(&wrong.texts().1[0]),
            Self::Moved(_) => "a man that has moved in the series can't stand there",
            Self::MoverMissing => "the man that must move again is not named",
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
