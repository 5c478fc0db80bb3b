use serde::{Deserialize, Serialize};

use super::{KindId, ManState};
use crate::geometry::{Side, Square};

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
#[non_exhaustive]
pub struct Setup {
    /// The name, as `--setup` takes it.
    pub name: String,
    /// Whether men on the right half, as their owner sees it, start as mirror images of their kind.
    pub right_half_mirrored: bool,
    /// The men in order of square, no two on one.
    pub men: Vec<PlacedMan>,
}

/// A man on a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedMan {
    /// Where it stands.
    pub square: Square,
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: KindId,
    /// How it faces, and its mode.
    pub state: ManState,
}
