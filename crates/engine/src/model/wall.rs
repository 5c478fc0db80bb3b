//! Walls placed in play.

use serde::{Deserialize, Serialize};

use super::parts::{parts, without_parts};
use crate::geometry::SquareSet;

/// Rule of walls: squares where a side puts walls, which no man enters or passes from then on. A wall stands on an
/// empty square and belongs to neither side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct WallRule {
    /// How the squares depend on the man that moves.
    pub place: WallPlace,
    /// The squares where a wall may be put, if they are empty after the move.
    pub on: SquareSet,
    /// Whether it may be put beside another wall, too: one step along a rank or file from it.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub or_beside_wall: bool,
    /// Whether the walls that stand are taken away as one is put: so one wall moves, and never stays where it is.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub one_at_a_time: bool,
    /// Whether no wall is put where a man dies by the move.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub not_where_men_die: bool,
    /// Whether a wall is put instead of a move. If not, one is put after each move of a man, which is illegal without.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub instead_of_move: bool,
}

parts! { struct WallRule { place, on, or_beside_wall, one_at_a_time, not_where_men_die, instead_of_move } }

impl WallRule {
    /// A wall on any of these squares after each move.
    pub fn on(on: SquareSet) -> Self {
        Self {
            place: WallPlace::Anywhere,
            on,
            or_beside_wall: false,
            one_at_a_time: false,
            not_where_men_die: false,
            instead_of_move: false,
        }
    }
}

/// Place of a wall, relative to the man that moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WallPlace {
    /// Anywhere: independent of the man.
    #[default]
    Anywhere,
    /// The square that the man has left.
    WhereItCameFrom,
    /// The squares where the man could move next by its own movement, without capturing.
    WhereItCouldGo,
}

without_parts! { WallPlace }
