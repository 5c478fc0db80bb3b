use crate::geometry::{Side, Square};

/// How a game ended, or stands by claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// Why: the label of the ending that holds.
    pub reason: String,
}

/// A draw that the player to move may claim, by the label of its ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The label.
    pub reason: String,
}

/// Why a move can't be played.
///
/// What follows is told in order: the first that holds is given.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over.
    GameOver(Outcome),
    /// No man of the player to move stands there.
    NoMan(Square),
    /// No rule lets the man make this move: it does not reach the square, in its facing or at all.
    Unreachable,
    /// The man could reach the square in its other mode.
    WrongMode,
    /// The man could reach the square if it faced otherwise.
    WrongFacing,
    /// The man could reach the square if it faced otherwise and were in its other mode.
    WrongFacingAndMode,
    /// The man can go there, but not become this: it must promote, or can't turn so.
    WrongResult,
    /// The man could reach the square if nothing stood in its way.
    Blocked,
    /// A man of the same side stands there.
    OwnMan,
    /// The man may not capture what stands there.
    Uncapturable,
    /// It leaves a royal man attacked here.
    RoyalAttacked(Square),
    /// It brings back a position.
    Repetition,
    /// The player has made so many stationary moves in a row that this one must leave its square.
    MustMove,
    /// Two kinds would face each other: the watcher's square, and the watched one's.
    Opposition(Square, Square),
    /// The player could capture, and so must.
    CaptureCompulsory,
    /// A castling that its conditions forbid.
    Castling,
    /// The series may not end here.
    SeriesLength,
    /// The move would not end the game.
    NotFinishing,
}
