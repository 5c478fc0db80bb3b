//! Outcomes of games, and why a move is illegal.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::geometry::{Side, Square};
use crate::model::{KindId, Worth};

/// Outcome of a game.
///
/// Its `Display` is `White has won by checkmate`, `White has won by stalemate and scores 0.75` or `it is a draw by stalemate`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Score of the winner; a whole point if there is none.
    #[serde(default, skip_serializing_if = "crate::model::is_default")]
    pub worth: Worth,
    /// The label of the ending that holds. Cloning it allocates nothing.
    pub reason: Arc<str>,
}

/// Outcome of a game, without words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Score of the winner; a whole point if there is none.
    pub worth: Worth,
    /// The ending that holds, as an index into [`Variant::endings`](crate::model::Variant::endings).
    pub ending: usize,
}

impl Outcome {
    /// An outcome with one point for the winner, or half a point for each side.
    pub fn new(winner: Option<Side>, reason: impl Into<Arc<str>>) -> Self {
        Self { winner, worth: Worth::FULL, reason: reason.into() }
    }

    /// The score of a side, in hundredths of a point: 100 for a win, 50 for a draw, 0 for a loss, or the worth in the
    /// ending.
    ///
    /// ```
    /// use weakfish::engine::Outcome;
    /// use weakfish::geometry::Side;
    ///
    /// assert_eq!(Outcome::new(None, "stalemate").score(Side::White), 50);
    /// assert_eq!(Outcome::new(Some(Side::Black), "checkmate").score(Side::White), 0);
    /// ```
    pub fn score(&self, side: Side) -> u8 {
        self.worth.score(self.winner, side)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) if self.worth.is_full() => write!(f, "{side} has won by {}", self.reason),
            Some(side) => write!(f, "{side} has won by {} and scores {}", self.reason, self.worth),
            None => write!(f, "it is a draw by {}", self.reason),
        }
    }
}

/// A draw or a win that the player to move can claim.
///
/// Its `Display` is `a draw by repetition`, `a win by bare-king` or `a win by bare-king that scores 0.75`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Claim {
    /// The player to move, or `None` for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// Score of the winner; a whole point if there is none.
    #[serde(default, skip_serializing_if = "crate::model::is_default")]
    pub worth: Worth,
    /// The label of its ending.
    pub reason: Arc<str>,
}

impl Claim {
    /// The outcome of the game once it is claimed.
    pub fn outcome(&self) -> Outcome {
        Outcome { winner: self.winner, worth: self.worth, reason: Arc::clone(&self.reason) }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(_) if self.worth.is_full() => write!(f, "a win by {}", self.reason),
            Some(_) => write!(f, "a win by {} that scores {}", self.reason, self.worth),
            None => write!(f, "a draw by {}", self.reason),
        }
    }
}

/// Declares the reasons why moves are illegal: the documentation of each, its name with its fields, and its sentence.
///
/// `/// …` above `Held(man: Square, holder: Square) => "a man next to it holds the man",` is the documented variant
/// `Held(Square, Square)`, which `Display` writes as this sentence. A sentence may name fields in braces.
macro_rules! reasons {
    ($($(#[$attribute:meta])+ $name:ident $(($($field:ident: $type:ty),+))? => $sentence:literal,)+) => {
        /// Reason why a move is illegal.
        ///
        /// The reasons are tested in a fixed order, and the first that applies is given. `Display` is one sentence
        /// without the names of men and squares, since these belong to the game; `notation::explain_illegal_move` of
        /// the `weakfish` package has the sentence with them, and a help.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum IllegalMove {
            $($(#[$attribute])+ $name $(($($type),+))?,)+
        }

        impl fmt::Display for IllegalMove {
            #[expect(unused_variables, reason = "few sentences name what the reason holds")]
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$name $(($($field),+))? => write!(f, $sentence),)+
                }
            }
        }
    };
}

reasons! {
    /// The game is over.
    GameOver(outcome: Outcome) => "the game is over: {outcome}",
    /// The player to move has no man on this square.
    NoMan(square: Square) => "no man of the player to move stands there",
    /// The man on the first square makes no move: the one on the second square holds it.
    Held(man: Square, holder: Square) => "a man next to it holds the man",
    /// The man on this square may not move on in the series: it has moved, or another one must move again.
    Resting(man: Square) => "the man may not move on in this series",
    /// A man on the board must move again: none may be dropped.
    DropInSeries => "the man that moved first in this series must move again",
    /// The man does not reach the square in any of its states, or cannot make a move of this kind.
    Unreachable => "the man can't make this move",
    /// The man could reach the square in its other mode.
    WrongMode => "the man must flip before it can make this move",
    /// The man could reach the square with another facing.
    WrongFacing => "the man must turn before it can make this move",
    /// The man could reach the square with another facing and in its other mode.
    WrongFacingAndMode => "the man must turn and flip before it can make this move",
    /// The man can go there, but cannot arrive as this piece: it must promote otherwise, or cannot turn like this.
    #[serde(rename = "wrong_result")]
    WrongPromotionOrTurn => "the man can go there, but can't become this",
    /// The man could reach the square if its path were free.
    Blocked => "something stands in the way of the man",
    /// The man goes there only by its first move, or by its move once a game, which it has lost or may not make in check.
    FirstMove => "the man can go there only by its first move or once a game, and not now",
    /// The target has a man of the same side.
    OwnMan => "a man of the same side stands there",
    /// The man cannot capture the man on the target.
    Uncapturable => "the man can't capture the man that stands there",
    /// The captor can't return home: a man or a wall stands on this square, or the setup has no such man.
    NoHome(home: Option<Square>) => "the man can't return home after its capture",
    /// The move leaves the royal man on this square attacked.
    RoyalAttacked(royal: Square) => "the move leaves a royal man attacked",
    /// The move kills the royal man of its own side on this square.
    RoyalDies(royal: Square) => "the move kills a royal man of its own side",
    /// The move gives check, which the rules forbid here.
    GivesCheck => "the move gives check, which the rules forbid here",
    /// A royal man leaves its square in check, which the rules forbid.
    Flight => "a royal man may not leave its square in check",
    /// The move brings back a position.
    Repetition => "the move brings back a position, which this game forbids",
    /// After as many stationary moves in a row as are allowed, the man must leave its square.
    MustMove => "after so many stationary moves in a row a man must leave its square",
    /// Two men would face each other: the squares of the watcher and of the watched man.
    Opposition(watcher: Square, watched: Square) => "the move leaves two men facing each other that may not",
    /// The player can capture, and therefore must.
    CaptureCompulsory => "the player can capture, and therefore must",
    /// The player can make a move of a class that comes before: its number in the [rule](crate::model::Rules::compulsory).
    Compulsory(class: u8) => "the player can make a move that comes before this one, and therefore must",
    /// The man could never move again there.
    Immobile => "the man could never move again there",
    /// The man must promote there, and no promotion choice is left.
    #[serde(rename = "nothing_to_become")]
    NoPromotionChoice => "the man must promote there, and there is nothing left that it could become",
    /// A condition of castling is not met.
    Castling => "a condition of castling is not met",
    /// The series cannot end here.
    SeriesLength => "the series can't end here",
    /// A finishing move that would not end the game.
    NotFinishing => "the move would not end the game",
    /// The player has no man of this kind in hand.
    NotInHand(kind: KindId) => "the player has no such man in hand",
    /// A man stands where one in hand is to be dropped.
    DropOnMan => "a man can be dropped on an empty square only",
    /// The man may not be dropped there, or not as this piece.
    DropSquare => "the man may not be dropped there",
    /// The man slides in from a side of the board, and does not stop there.
    DropSlide => "the man slides in from a side of the board and stops elsewhere",
    /// The men next to the square don't admit the drop, or other squares are filled first.
    DropNeighbours => "no man of this kind is dropped there, as the men stand",
    /// The drop makes no man change sides, as it must.
    DropConvertsNothing => "a drop of this man must make another one change sides",
    /// The file, the rank or the colour of the square already holds the number of men that limits drops.
    DropLimit => "no man of this kind is dropped on the line of this square, as the player's men stand",
    /// The drop gives check, which the rules forbid.
    DropGivesCheck => "a drop of this man may not give check",
    /// The drop leaves the opponent in check without a legal move, which the rules forbid.
    DropGivesCheckmate => "a drop of this man may not give checkmate",
    /// The player can drop a man that must be dropped.
    DropCompulsory => "the player has a man in hand that must be dropped, and can",
    /// No wall may be put there, or none by this move.
    WallSquare => "no wall may be put there by this move",
    /// A wall must follow the move, and the move names none.
    WallMissing => "a wall must follow the move",
    /// A wall must follow the move, and there is no square for one.
    NoWall => "a wall must follow the move, and there is no square for one",
    /// The man leaves none behind: it has moved before, or none that it could leave is in hand.
    CannotLeave => "the man can leave no such man behind on its square",
    /// The engine does not have the move, and no rule is known that forbids it: a fault of the engine.
    Unexplained => "no rule is known that forbids the move; this is a fault of the engine",
}

impl std::error::Error for IllegalMove {}
