use std::fmt;

use serde::{Deserialize, Serialize};

use super::parts::parts;
use crate::geometry::{Board, Square};

/// How a board is drawn. No rule depends on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardStyle {
    /// The colours of the squares, or points.
    pub pattern: BoardPattern,
    /// The number of ranks on White's side of a river, which interrupts all files but the outer ones; only on boards of points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub river: Option<u8>,
    /// Rectangles with both diagonals; only on boards of points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub palaces: Vec<Palace>,
}

parts! { struct BoardStyle { pattern: NoLeaf, river: NoLeaf, palaces } }

/// The pattern of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardPattern {
    /// Squares of two colours in turn.
    #[default]
    Checkered,
    /// Squares of one colour, with lines between them.
    Plain,
    /// Lines, on whose crossings men stand.
    Points,
}

/// A palace: the opposite corners of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Palace {
    /// A corner.
    pub from: Square,
    /// The opposite corner.
    pub to: Square,
}

parts! { struct Palace[16] { from, to } }

impl BoardStyle {
    /// The most palaces of a board.
    pub const MAX_PALACES: usize = 16;

    /// The style in the words of a definition.
    pub fn in_words(&self, board: Board) -> impl fmt::Display {
        let mut words = vec![self.pattern.to_string()];
        words.extend(self.river.map(|river| format!("river between ranks {river} and {}", river.saturating_add(1))));
        let palace = |palace: &Palace| format!("palace {} to {}", board.name(palace.from), board.name(palace.to));
        words.extend(self.palaces.iter().map(palace));
        words.join(", ")
    }
}

impl fmt::Display for BoardPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkered => "checkered",
            Self::Plain => "plain",
            Self::Points => "points",
        })
    }
}
