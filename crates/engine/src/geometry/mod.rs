//! Boards, squares, winds and leaps: small `Copy` types that every other layer uses.
//!
//! Files are counted to the right and ranks away from White, both from 0. A [`Leap`] is a difference of squares as
//! White sees them.

mod board;
mod board_map;
mod direction;

pub use board::{Board, Square, SquareSet};
pub use board_map::BoardMap;
pub use direction::LeapClass;
pub use direction::{Leap, PerSide, Side, Wind};
