use crate::geometry::{Side, Square};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The label of the ending that holds.
    pub reason: String,
}

/// A draw that the player to move can claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The label of its ending.
    pub reason: String,
}

/// Why a move is illegal.
///
/// The reasons are tested in a fixed order, and the first that applies is given.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over.
    GameOver(Outcome),
    /// No man of the player to move stands on this square.
    NoMan(Square),
    /// The man does not reach the square in any of its states, or cannot make a move of this kind.
    Unreachable,
    /// The man could reach the square in its other mode.
    WrongMode,
    /// The man could reach the square with another facing.
    WrongFacing,
    /// The man could reach the square with another facing and in its other mode.
    WrongFacingAndMode,
    /// The man can go there, but cannot become this: it must promote, or cannot turn like this.
    WrongResult,
    /// The man could reach the square if nothing stood in its way.
    Blocked,
    /// A man of the same side stands there.
    OwnMan,
    /// The man cannot capture the man that stands there.
    Uncapturable,
    /// The move leaves the royal man on this square attacked.
    RoyalAttacked(Square),
    /// The move brings back a position.
    Repetition,
    /// After as many stationary moves in a row as are allowed, the man must leave its square.
    MustMove,
    /// Two men would face each other: the squares of the watcher and of the watched man.
    Opposition(Square, Square),
    /// The player can capture, and therefore must.
    CaptureCompulsory,
    /// A condition of castling is not met.
    Castling,
    /// The series cannot end here.
    SeriesLength,
    /// A finishing move that would not end the game.
    NotFinishing,
}
