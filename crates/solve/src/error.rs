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
            Self::Length => "no problem of this kind has this length",
        })
    }
}

impl std::error::Error for Unsupported {}

/// Reason why a solver has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// The game or the position can't be solved.
    Unsupported(Unsupported),
    /// More games than a number can hold.
    TooMany,
    /// The observer did not go on.
    Interrupted,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(reason) => reason.fmt(f),
            Self::TooMany => f.write_str("more games than can be counted"),
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
