//! Why a question has no answer.

use std::fmt;

/// Reason why a game or a position can't be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// A win must be claimed, or is lost: positions depend on claims that have lapsed.
    WinsOnClaim,
    /// Moves that repeat a position are illegal: a proof would depend on earlier positions.
    RepetitionIllegal,
    /// No move can be skipped: a turn has several moves, or passes are counted.
    NoNullMoves,
    /// The sides don't move in turn: plies don't alternate.
    SeveralMovesInTurn,
    /// Repetition or moves without progress decide a game: a value would depend on earlier positions.
    PastDecides,
    /// Series become longer without limit, so that positions have no end.
    GrowingSeries,
    /// A win may score less than a point: who wins is not the whole value.
    PartialScores,
    /// The length is no number of moves of this kind of problem.
    Length,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WinsOnClaim => "a win must be claimed, or is lost",
            Self::RepetitionIllegal => "moves that repeat a position are illegal, so that a value depends on the past",
            Self::NoNullMoves => "no side can be left out: a turn may have several moves, or passes are counted",
            Self::SeveralMovesInTurn => "a turn may have several moves, so that the players don't move in turn",
            Self::PastDecides => {
                "repetition or moves without progress decide a game, so that a value depends on the past"
            }
            Self::GrowingSeries => "the length of a series depends on the one before, without limit",
            Self::PartialScores => "the winner scores less than a point by some ending",
            Self::Length => "no problem of this kind has this length",
        })
    }
}

impl std::error::Error for Unsupported {}

/// Reason why a solver has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// The game or the position can't be solved.
    Unsupported(Unsupported),
    /// More games, moves, plies or men in a hand than a number can hold.
    TooMany,
    /// A key is of no position of the game.
    NoPosition,
    /// A symmetry of an enumeration does not hold.
    Asymmetric {
        /// A position whose image has other moves, as a FEN.
        fen: String,
        /// The symmetry.
        symmetry: String,
    },
    /// The observer did not go on.
    Interrupted,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(reason) => reason.fmt(f),
            Self::TooMany => f.write_str("more than can be counted"),
            Self::NoPosition => f.write_str("a key is of no position of the game"),
            Self::Asymmetric { fen, symmetry } => {
                write!(f, "the image of {fen} has other moves or another end; the symmetry was `{symmetry}`")
            }
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for SolveError {}

impl From<Unsupported> for SolveError {
    fn from(reason: Unsupported) -> Self {
        Self::Unsupported(reason)
    }
}
