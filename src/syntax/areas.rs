//! The part of the tree for squares: areas and places.

use std::fmt;

use crate::source::Spanned;

/// `own rank 6 to 10 or hill`: at least one area.
pub(crate) type Place = Spanned<Vec<Spanned<Area>>>;

/// Squares, named in one of several ways. Files and ranks count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Area {
    /// `e4`.
    Square(SquareName),
    /// `d4 to e5`: a box by two opposite corners.
    Box(Spanned<SquareName>, Spanned<SquareName>),
    /// `own e4`, `own d1 to f3`: White's squares, and those of Black that correspond to them.
    OwnBox(Spanned<SquareName>, Spanned<SquareName>),
    /// `file e`, `file a to c`.
    Files(Spanned<u8>, Spanned<u8>),
    /// `rank 4`, `rank 4 to 5`: as numbered on the board, here from 1.
    Ranks(Spanned<u32>, Spanned<u32>),
    /// `own rank 2`, `own rank 1 to 5`: as their side counts them, here from 1.
    OwnRanks(Spanned<u32>, Spanned<u32>),
    /// `last rank`: the one farthest from the side's own first.
    LastRank,
    /// `anywhere`: all squares of the board.
    Anywhere,
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

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = |f: &mut fmt::Formatter<'_>, from: &dyn fmt::Display, to: &dyn fmt::Display, is_one: bool| {
            if is_one { write!(f, "{from}") } else { write!(f, "{from} to {to}") }
        };
        let file = |file: u8| char::from(b'a' + file.min(25));
        match self {
            Self::Square(square) => square.fmt(f),
            Self::Box(a, b) => range(f, &a.value, &b.value, false),
            Self::OwnBox(a, b) => {
                f.write_str("own ")?;
                range(f, &a.value, &b.value, a.value == b.value)
            }
            Self::Files(a, b) => {
                f.write_str("file ")?;
                range(f, &file(a.value), &file(b.value), a.value == b.value)
            }
            Self::Ranks(a, b) | Self::OwnRanks(a, b) => {
                f.write_str(if matches!(self, Self::Ranks(..)) { "rank " } else { "own rank " })?;
                range(f, &a.value, &b.value, a.value == b.value)
            }
            Self::LastRank => f.write_str("last rank"),
            Self::Anywhere => f.write_str("anywhere"),
            Self::Region(name) => f.write_str(name),
        }
    }
}

/// A place as a definition has it.
pub(crate) fn place_text(place: &Place) -> String {
    place.value.iter().map(|area| area.value.to_string()).collect::<Vec<_>>().join(" or ")
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
