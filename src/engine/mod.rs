//! The engine: a [`Game`] is a variant compiled to tables, and a [`Position`] is played on it.
//!
//! Nothing here depends on a particular game, or on names and texts. The engine executes a model of ids and rules.

mod arrangement;
mod bits;
mod by_square;
mod compile_error;
mod core;
mod game;
mod legal_moves;
mod move_list;
mod moves;
mod outcome;
mod perft;
mod piece;
mod position;
mod reach;
mod start;
mod tables;
mod validate;
mod width;

pub use arrangement::{Arrangement, CastlingRights, PositionError};
pub use bits::{Bits, Squares};
pub use compile_error::CompileError;
pub use game::Game;
pub use legal_moves::LegalMoves;
pub use move_list::MoveList;
pub use moves::{ManMove, Move, MoveKind};
pub use outcome::{Claim, IllegalMove, Outcome, Verdict};
pub use perft::{Perft, PerftTable, TableTooBig};
pub use piece::{Piece, PieceInfo};
pub use position::{Counter, Position, Undo};
pub use reach::Reach;
