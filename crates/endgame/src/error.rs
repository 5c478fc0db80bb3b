//! Errors: reasons why there is no table, or no value.

use std::fmt;

use weakfish::model::facts::{self, Deaths, Facts};

use crate::Men;
use crate::value::Cell;

/// Reason why a game has no exact tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsupported {
    /// Series become longer without limit.
    GrowingSeries,
    /// Captures en passant answer the moves of a series.
    EnPassantInSeries,
    /// The men that may move depend on those that have moved in the series.
    MoversOfSeries,
    /// A win may score less than a point: the score of a win matters, too.
    PartialScores,
    /// Men can be in hand: the hands are no part of a table's positions.
    Hands,
    /// A move can make men die that it does not capture, which leads to tables of many sets of men.
    Deaths,
    /// Captured men return home, men change sides, or captors stay on their squares.
    Aftermath,
    /// Men hold others still: attacks depend on the men beside the attacker.
    Holds,
    /// Walls are put in play: they are no part of a table's positions.
    Walls,
    /// A win must be claimed, and is lost otherwise: the right to it is no part of a table's positions.
    WinsOnClaim,
}

impl Unsupported {
    /// Finds the reason why a game with these facts has no exact tables.
    pub(crate) fn find(facts: &Facts) -> Option<Self> {
        let Facts {
            series: facts::Series { any: series, varying: growing, limit_movers },
            turns: facts::Turns { passing: _, finishing_moves: _, stationary_limit: _ },
            drops: facts::Drops { hands, unlimited, by_men_around: _, left_behind: _ },
            compulsion: _,
            walls: facts::Walls { staying, one_at_a_time, filling: _, instead_of_moves: _, of_men },
            effects: facts::Effects { deaths, conversions, returns, captors, in_place: _ },
            men: facts::Men { turn: _, flip: _, hold, relay: _, see_kinds: _, first_moves: _, once_a_game: _ },
            royals: facts::Royals { any: _, vary: _, gained: _, killed: _, killed_along_lines: _ },
            checks: facts::Checks { limited: _, no_flight: _, own_in_series: _ },
            castling: facts::Castlings { by_side: _, dropped: _, noted: _ },
            opposition: facts::Oppositions { any: _, to_be_broken: _, accepted: _ },
            // Omissions.
            repetition: facts::Repetitions { illegal: _, ends: _, draws: _, decides: _ },
            quiet: facts::Quiet { plies: _, series: _, other_progress: _ },
            counts: facts::Counts { moves: _, moves_end: _, checks: _, passes: _ },
            results: facts::Results { claims: _, claims_lapse, partial, points: _ },
            en_passant,
            grid: _,
            immobility_illegal: _,
            several_setups: _,
            shuffled: _,
        } = *facts;
        let reasons = [
            (growing, Self::GrowingSeries),
            (limit_movers, Self::MoversOfSeries),
            (series && en_passant, Self::EnPassantInSeries),
            (partial, Self::PartialScores),
            (claims_lapse, Self::WinsOnClaim),
            (hands || unlimited, Self::Hands),
            (deaths != Deaths::None, Self::Deaths),
            (conversions || returns || captors, Self::Aftermath),
            (hold, Self::Holds),
            (staying || one_at_a_time || of_men, Self::Walls),
        ];
        reasons.into_iter().find_map(|(holds, reason)| holds.then_some(reason))
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GrowingSeries => "the length of a series depends on the one before, without limit",
            Self::EnPassantInSeries => "captures en passant answer several moves of a turn",
            Self::MoversOfSeries => "which men may move depends on those that have moved in the series",
            Self::PartialScores => "the winner scores less than a point by some ending",
            Self::Hands => "men can be in hand",
            Self::Deaths => "men die by moves that do not capture them",
            Self::Aftermath => "captured men return home, men change sides, or captors stay on their squares",
            Self::Holds => "men hold others still",
            Self::Walls => "walls are put in play",
            Self::WinsOnClaim => "a win must be claimed, or is lost",
        })
    }
}

impl std::error::Error for Unsupported {}

/// Reason why a table was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MakeError {
    /// The table takes at least this much memory, in bytes, and may have less.
    Memory(u64),
    /// The table has more positions or moves than can be numbered.
    TooManyPositions,
    /// Captures en passant need a list of all moves, and memory does not suffice for it.
    EnPassant,
    /// A position has more moves than can be counted.
    TooManyMoves,
    /// A win takes more plies than can be kept.
    TooLong,
    /// No such men can stand on the board together: a side has another number of royal men, or there is no square.
    NoPosition,
    /// Moves lead to positions of these men that can't be set up: a man has become one that may not stand there.
    Missing(Vec<Men>),
    /// The observer did not go on.
    Interrupted,
    /// The ending is no draw after a number of plies without progress.
    NoLimit,
    /// The table of these men has not been made.
    NoTable,
}

impl fmt::Display for MakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory(bytes) => write!(f, "the table takes at least {} MiB", bytes >> 20),
            Self::TooManyPositions => f.write_str("the table has too many positions"),
            Self::EnPassant => f.write_str("captures en passant need more memory"),
            Self::TooManyMoves => f.write_str("a position has too many moves"),
            Self::TooLong => write!(f, "a win takes more than {} plies", Cell::MAX_PLIES),
            Self::NoPosition => f.write_str("these men have no legal position"),
            Self::Missing(_) => f.write_str("moves lead to positions that can't be set up"),
            Self::Interrupted => f.write_str("interrupted"),
            Self::NoLimit => f.write_str("the ending is no draw after plies without progress"),
            Self::NoTable => f.write_str("the table has not been made"),
        }
    }
}

impl std::error::Error for MakeError {}

/// Reason why the value of a position is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotInTable {
    /// No table of these men has been made.
    Men(Men),
    /// A side can still castle, or a man has its first move.
    Rights,
    /// A man stands where a game never leads it, such as a pawn on its own first rank.
    Place,
}
