//! The engine: a [`Game`] is a variant compiled to tables, a [`Position`] is played on it.
//!
//! The engine knows no game, no name and no text. It sees a model with ids and executes its parts.

mod arrangement;
mod bits;
mod complete;
mod core;
mod game;
mod moves;
mod position;
mod tables;
mod validate;
mod width;

pub use arrangement::{Arrangement, CastlingRights, PositionError};
pub use game::{CompileError, Game, Piece, PieceInfo};
pub use moves::{Move, MoveKind};
pub use position::{Claim, IllegalMove, Outcome, Position};
