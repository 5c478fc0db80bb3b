//! Places of names, and the subjects that they denote.

use super::lines::FileId;
use crate::model::{KindId, RegionId};
use crate::source::Span;

/// A place in one of the texts that a game is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Place {
    /// The text.
    pub file: FileId,
    /// The place in it.
    pub span: Span,
}

/// A symbol that is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Subject {
    Man(KindId),
    Part(KindId, usize),
    Region(RegionId),
    /// The setup whose name stands at this place.
    Setup(FileId, Span),
}
