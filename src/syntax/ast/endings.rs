use super::{Area, EndingResult, Judged, Name, Symbol};
use crate::geometry::Side;
use crate::source::{Span, Spanned};

/// A line under `endings`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "nearly all lines are endings")]
pub(crate) enum EndingLine {
    /// `stalemate: draw`.
    Ending(Ending),
    /// `the rest: inherited`; the place of the whole line.
    TheRest(Span),
}

/// `black K on e1: wins (goal)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    /// The whole line.
    pub(crate) span: Span,
    /// `white` or `black` before it.
    pub(crate) side: Option<Spanned<Side>>,
    /// `both` before it.
    pub(crate) both: bool,
    /// The condition; its place is that of all words before the colon except the side.
    pub(crate) condition: Spanned<Condition>,
    /// The side that must be to move.
    pub(crate) judged: Option<Spanned<Judged>>,
    /// The result.
    pub(crate) result: Spanned<EndingResult>,
    /// The reason in parentheses, without them.
    pub(crate) label: Option<Name>,
}

/// The condition of an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// `checkmate`.
    Checkmate,
    /// `stalemate`.
    Stalemate,
    /// `opponent bared`.
    OpponentBared,
    /// `bared`.
    Bared,
    /// `100 moves without progress`.
    Quiet {
        /// How many.
        count: Spanned<u32>,
        /// The kind of lines.
        unit: Spanned<QuietUnit>,
    },
    /// `position 5 times`, `position 3 times by perpetual check`.
    Position {
        /// How often.
        times: Spanned<u32>,
        /// `by perpetual check`.
        perpetual: bool,
    },
    /// `only K v K, K N v K, or K and B of one colour`: at least one.
    Only(Vec<Spanned<Balance>>),
    /// `K on e8`, `K or Q on hill`, `3 P on hill, safe`.
    ManOn {
        /// Any of these; none at all are men of any kind.
        men: Vec<Symbol>,
        /// How many of them, if a number is written.
        least: Option<Spanned<u32>>,
        /// Where.
        on: Spanned<Area>,
        /// `safe`: no enemy may attack them.
        safe: bool,
        /// `secure`: one capture can't undo it.
        secure: bool,
        /// `no square empty`.
        full: bool,
    },
    /// `fewer than 2 K`, `fewer than 2 men against 2 or more`.
    FewerThan {
        /// How many.
        count: Spanned<u32>,
        /// The kinds of men; empty for any kind.
        men: Vec<Symbol>,
        /// How many the opponent has at least.
        against: Option<Spanned<u32>>,
    },
    /// `4 men in a row on ranks or files`.
    InARow {
        /// How many.
        count: Spanned<u32>,
        /// The kinds of men; empty for any kind.
        men: Vec<Symbol>,
        /// `in line`: not necessarily side by side.
        apart: bool,
        /// The lines that are named: ranks, files, diagonals.
        lines: Vec<Spanned<LineKind>>,
    },
    /// `both pass`.
    BothPass,
    /// `opposition accepted`.
    OppositionAccepted,
    /// `counted out`.
    CountedOut,
    /// `without R or A`: none of these.
    Without(Vec<Symbol>),
    /// `without men`.
    WithoutMen,
    /// `3 checks given`.
    ChecksGiven(Spanned<u32>),
}

/// A kind of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineKind {
    /// `ranks`.
    Ranks,
    /// `files`.
    Files,
    /// `diagonals`.
    Diagonals,
}

/// The unit of a quiet limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QuietUnit {
    /// `moves`, one by each side.
    Moves,
    /// `plies`.
    Plies,
    /// `series`.
    Series,
}

/// The material of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Balance {
    /// `K N v K`: exactly these, either way round.
    Versus(Vec<Symbol>, Vec<Symbol>),
    /// `K and B of one colour`: for each side the first men, and any number of the last on one colour of squares.
    OneColour {
        /// The men that each side has exactly.
        men: Vec<Symbol>,
        /// The men that both may have in addition.
        any: Symbol,
    },
}
