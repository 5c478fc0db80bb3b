//! Setups: starting positions, with their men.

use serde::{Deserialize, Serialize};

use super::limits::MAX_SETUPS;
use super::parts::parts;
use super::{KindId, ManState};
use crate::geometry::{PerSide, Side, Square, SquareSet};

/// A setup, as an index into [`super::Variant::setups`]; the first is the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SetupId(pub u8);

impl SetupId {
    /// The index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A starting position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The name, as `--setup` takes it.
    pub name: String,
    /// Whether men on the right half, as their owner sees it, start as mirror images of their kind.
    pub right_half_mirrored: bool,
    /// The men in order of their squares, at most one on each.
    pub men: Vec<PlacedMan>,
    /// The men in hand: kinds in order of id, and the number of each.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub hands: PerSide<Vec<(KindId, u8)>>,
    /// How its men are shuffled, if they are.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub shuffle: Option<Shuffle>,
}

parts! { struct Setup[MAX_SETUPS] { name: NoLeaf, right_half_mirrored, men, hands, shuffle } }

/// The shuffle of a setup: the men that change places, and the conditions of every order.
///
/// Permutes the men of `kinds` on `squares` among themselves. Each admissible order is an array with a
/// number; see [`Arrays`](super::Arrays).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shuffle {
    /// The kinds, in the order in which they are placed.
    pub kinds: Vec<KindId>,
    /// The squares whose men are shuffled.
    pub squares: PerSide<SquareSet>,
    /// Lists of kinds whose men are split evenly between light and dark squares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub both_colours: Vec<Vec<KindId>>,
    /// Men that stand between others of their rank.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub between: Vec<Between>,
    /// Whether each side has an order of its own. Otherwise Black's men stand opposite White's.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub each_side: bool,
}

parts! { struct Shuffle { kinds, squares, both_colours, between, each_side } }

/// Shuffle condition: one man between two others on its rank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Between {
    /// The man in the middle.
    pub middle: KindId,
    /// The others, of any of these kinds.
    pub outer: Vec<KindId>,
}

parts! { struct Between { middle, outer } }

/// A man on a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedMan {
    /// Its square.
    pub square: Square,
    /// Its side.
    pub side: Side,
    /// Its kind.
    pub kind: KindId,
    /// Its facings and mode.
    pub state: ManState,
}

parts! { struct PlacedMan { square, side, kind: Men::Of(*side), state: NoLeaf } }
