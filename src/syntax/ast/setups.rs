use std::fmt;

use super::{Name, Symbol};
use crate::geometry::Side;
use crate::source::{Span, Spanned};

/// `hill: d4 to e5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RegionLine {
    /// The whole line.
    pub(crate) span: Span,
    /// `white` or `black` before it.
    pub(crate) side: Option<Spanned<Side>>,
    /// The name.
    pub(crate) name: Name,
    /// The squares: the union of these, or nothing for `none`.
    pub(crate) areas: Vec<Spanned<Area>>,
}

/// Squares, named in one of several ways. Files and ranks count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Area {
    /// `e4`.
    Square(SquareName),
    /// `d4 to e5`: a box by two opposite corners.
    Box(Spanned<SquareName>, Spanned<SquareName>),
    /// `own e4`, `own squares d1 to f3`: White's squares, and those of Black that correspond to them.
    OwnBox(Spanned<SquareName>, Spanned<SquareName>),
    /// `file e`, `files a to c`.
    Files(Spanned<u8>, Spanned<u8>),
    /// `rank 4`, `ranks 4 to 5`: as numbered on the board, here from 1.
    Ranks(Spanned<u32>, Spanned<u32>),
    /// `own rank 2`, `own ranks 1 to 5`: as their side counts them, here from 1.
    OwnRanks(Spanned<u32>, Spanned<u32>),
    /// `the last rank`: the one farthest from the side's own first.
    LastRank,
    /// A region's name; never in the definition of a region.
    Region(String),
}

/// A square by file and rank, both from 0. It may lie outside of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SquareName {
    /// The file, from 0 for `a` to 25 for `z`.
    pub(crate) file: u8,
    /// The rank, from 0 to 98.
    pub(crate) rank: u8,
}

/// A setup: drawn, or another one changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SetupSection {
    /// The heading, or the whole line of a changed setup.
    pub(crate) span: Span,
    /// The name.
    pub(crate) name: Name,
    /// The squares of the men.
    pub(crate) layout: Layout,
    /// `facing: …`; absent means as written, or as the setup that is changed says.
    pub(crate) facing: Option<FacingLine>,
}

/// The squares of the men of a setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Rows from the far rank down.
    Drawn(Vec<Row>),
    /// `setup b: a with C for Q, Q on d1, empty b1`.
    Changed {
        /// The setup it starts from.
        base: Name,
        /// The changes, made in order.
        changes: Vec<Spanned<Change>>,
    },
}

/// A row of a drawn board, from the first file on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The whole row.
    pub(crate) span: Span,
    /// The cells.
    pub(crate) cells: Vec<Spanned<Cell>>,
}

/// A square of a drawn board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    /// `.`.
    Empty,
    /// `*`: a square of the rectangle that is no part of the board.
    Hole,
    /// A man.
    Man(DrawnMan),
}

/// A man on a drawn board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DrawnMan {
    /// White for a capital letter.
    pub(crate) side: Side,
    /// The symbol in capitals.
    pub(crate) symbol: Symbol,
    /// The state in braces after it, without them.
    pub(crate) state: Option<Spanned<String>>,
}

/// A change to a setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// `C for Q`: every such man becomes another.
    Replace {
        /// The new one.
        new: DrawnMan,
        /// The old one; its state is not asked.
        old: DrawnMan,
    },
    /// `Q on d1`: whatever stood there is gone.
    Place {
        /// The man.
        man: DrawnMan,
        /// Where.
        on: Spanned<SquareName>,
    },
    /// `empty b1`.
    Empty(Spanned<SquareName>),
}

/// `facing: right half mirrored`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FacingLine {
    /// The whole line.
    pub(crate) span: Span,
    /// The setting.
    pub(crate) value: Spanned<StartFacing>,
}

/// How men face at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartFacing {
    /// `as written`.
    AsWritten,
    /// `right half mirrored`.
    RightHalfMirrored,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file.min(25)), self.rank + 1)
    }
}

impl fmt::Debug for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
