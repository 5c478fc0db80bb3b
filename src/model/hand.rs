//! Drops, which bring men in hand onto the board.

use serde::{Deserialize, Serialize};

use super::KindId;
use crate::geometry::SquareSet;

/// How the men of a kind in hand are dropped: put on an empty square as a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DropRule {
    /// The kind in hand.
    pub kind: KindId,
    /// The squares where it may be dropped while they are empty; none where it is never dropped.
    pub on: SquareSet,
    /// The kinds as which it may arrive; at least one.
    pub to: Vec<KindId>,
    /// The lines on which it may not be dropped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<DropLimit>,
    /// The checks that a drop may give.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub check: DropCheck,
    /// Whether a player who can drop such a man must drop one that is compulsory.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub compulsory: bool,
}

/// Squares on which a man may not be dropped because of the men of its side that stand there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DropLimit {
    /// The squares that are looked at together.
    pub along: DropLine,
    /// The kinds that count.
    pub kinds: Vec<KindId>,
    /// The number of such men from which on no other is dropped there; at least 1.
    pub least: u8,
}

/// The squares that a limit of drops looks at together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DropLine {
    /// A file.
    File,
    /// A rank.
    Rank,
    /// The squares of one colour.
    Colour,
}

/// The checks that a drop may give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DropCheck {
    /// All.
    #[default]
    Allowed,
    /// None that leaves the opponent without a legal move.
    NotCheckmate,
    /// None.
    Forbidden,
}

impl DropRule {
    /// The most limits of the drops of a kind.
    pub(crate) const MAX_LIMITS: usize = 16;

    /// A drop on any square of a board, as a man of the same kind.
    pub(crate) fn anywhere(kind: KindId, board: SquareSet) -> Self {
        Self { kind, on: board, to: vec![kind], limits: Vec::new(), check: DropCheck::Allowed, compulsory: false }
    }
}
