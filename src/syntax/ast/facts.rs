use super::{Area, FactName, SquareName};
use crate::geometry::Side;
use crate::source::{Span, Spanned};

/// A line under the title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fact {
    /// The whole line.
    pub(crate) span: Span,
    /// The word before the colon.
    pub(crate) name: Spanned<FactName>,
    /// The value.
    pub(crate) value: FactValue,
}

/// The value of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FactValue {
    /// `inventor: "…"`, `source: "…"`, `about: "…"`, without the quotes.
    Text(Spanned<String>),
    /// `year: 2002`.
    Year(Spanned<u32>),
    /// `board: 10x8`.
    Board {
        /// The number of files.
        files: Spanned<u32>,
        /// The number of ranks.
        ranks: Spanned<u32>,
        /// The squares that are no part of the board.
        holes: Vec<Spanned<Area>>,
    },
    /// `lines: d1 e2 f3, f1 e2 d3`; none if the line is `lines: none`.
    Lines(Vec<Spanned<Vec<Spanned<SquareName>>>>),
    /// `first: white`.
    First(Spanned<Side>),
    /// `black: mirrors white`.
    Black(Spanned<BlackIs>),
}

/// How Black's men are made from White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlackIs {
    /// `mirrors white`.
    MirrorsWhite,
    /// `rotates white`.
    RotatesWhite,
}
