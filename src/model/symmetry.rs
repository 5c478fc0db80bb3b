//! How the two armies correspond.

use serde::{Deserialize, Serialize};

use super::Movement;
use crate::geometry::{Board, Leap, Side, Square, Wind};

/// How Black's men are made from White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Symmetry {
    /// Reflected in the ranks: left and right are as on the board.
    MirrorsWhite,
    /// Seen from the other end of the board: left and right are as their owner sees them.
    RotatesWhite,
}

impl Symmetry {
    /// The movement of `side` that corresponds to this one of White.
    pub fn movement(self, side: Side, movement: &Movement) -> Movement {
        match (side, self) {
            (Side::White, _) => Movement::new(movement.paths.clone()),
            (Side::Black, Self::MirrorsWhite) => movement.mirrored_in_ranks(),
            (Side::Black, Self::RotatesWhite) => movement.turned(4),
        }
    }

    /// The leap of `side` that corresponds to this one of White.
    pub(crate) const fn leap(self, side: Side, leap: Leap) -> Leap {
        match (side, self) {
            (Side::White, _) => leap,
            (Side::Black, Self::MirrorsWhite) => Leap::new(leap.dx, -leap.dy),
            (Side::Black, Self::RotatesWhite) => Leap::new(-leap.dx, -leap.dy),
        }
    }

    /// The wind of `side` that corresponds to this one of White.
    pub const fn wind(self, side: Side, wind: Wind) -> Wind {
        match (side, self) {
            (Side::White, _) => wind,
            (Side::Black, Self::MirrorsWhite) => wind.mirrored_in_ranks(),
            (Side::Black, Self::RotatesWhite) => wind.turned(4),
        }
    }

    /// The square of `side` that corresponds to this one of White, and the other way round.
    pub fn square(self, board: Board, side: Side, square: Square) -> Square {
        match (side, self) {
            (Side::White, _) => square,
            (Side::Black, Self::MirrorsWhite) => board.mirrored_in_ranks(square),
            (Side::Black, Self::RotatesWhite) => board.rotated(square),
        }
    }

    /// Whether `square` is on the half of the board that is right of the middle line as `side` sees it, or on the line
    /// itself.
    pub(crate) fn is_right_half(self, board: Board, side: Side, square: Square) -> bool {
        let file = board.file(square);
        match (self, side) {
            (Self::RotatesWhite, Side::Black) => board.is_right_half(i32::from(board.files()) - 1 - file),
            _ => board.is_right_half(file),
        }
    }
}
