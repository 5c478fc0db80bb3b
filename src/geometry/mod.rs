//! Boards, squares, winds and leaps: small `Copy` types that every other layer uses.
//!
//! Files are counted to the right and ranks away from White, both from 0. A [`Leap`] is a difference of squares as
//! White sees them.

mod board;
mod leap;
mod side;
mod square;
mod wind;

pub use board::Board;
pub use leap::Leap;
pub(crate) use leap::LeapClass;
pub use side::{PerSide, Side};
pub use square::{Square, SquareSet};
pub use wind::Wind;
