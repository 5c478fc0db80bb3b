use std::fmt;

use serde::{Deserialize, Serialize};

use super::KindId;
use super::parts::parts;

/// How men and walls are drawn. No rule depends on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    /// The tile under each man; none in most games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<Tile>,
    /// The figures of certain men; their names and movements determine those of the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub men: Vec<ManFigure>,
    /// The figure of a wall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall: Option<Figure>,
}

parts! { struct Figures { on: NoLeaf, men, wall: NoLeaf } }

/// The shape on which all figures stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tile {
    /// A disc: Xiangqi.
    Disc,
    /// An octagon: Janggi.
    Octagon,
    /// A pentagon that points at the enemy: Shogi.
    Pentagon,
}

/// The figure of a kind of men.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManFigure {
    /// The kind.
    pub kind: KindId,
    /// Its figure.
    pub figure: Figure,
}

parts! { struct ManFigure[256] { kind, figure: NoLeaf } }

/// A figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Figure {
    /// One of the library's, by its name.
    Named(String),
    /// Shapes as elements of SVG in a square of 100x100.
    Drawn(String),
}

impl Figures {
    /// The most figures of men that a game names.
    pub const MAX_MEN: usize = 256;

    /// Whether no tile and no figure is given.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Disc => "discs",
            Self::Octagon => "octagons",
            Self::Pentagon => "pentagons",
        })
    }
}

/// The notation of a definition: `duck`, or shapes in quotes.
impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(name) => f.write_str(name),
            Self::Drawn(shapes) => write!(f, "\"{shapes}\""),
        }
    }
}
