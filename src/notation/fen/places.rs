use crate::geometry::{Side, Square};
use crate::source::Span;

/// A part of a FEN that can be to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Man(Square),
    /// The side, and whether the right is toward the last file.
    Castling(Side, bool),
    EnPassant(Square),
    Unmoved(Square),
    Fullmove,
    StationaryRun,
    Passes,
    Count,
    Series,
}

/// The places in a FEN of the men, rights and counters.
#[derive(Debug, Default)]
pub(super) struct Places {
    pub(super) placement: Span,
    pub(super) parts: Vec<(Part, Span)>,
}

impl Places {
    /// The last place of a part, or else that of the whole placement.
    pub(super) fn of(&self, part: Part) -> Span {
        self.parts.iter().rfind(|(other, _)| *other == part).map_or(self.placement, |&(_, span)| span)
    }
}
