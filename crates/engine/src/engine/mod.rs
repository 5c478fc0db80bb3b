//! The engine: a [`Game`] is a variant compiled to tables, and a [`Position`] is played on it.
//!
//! Nothing here depends on a particular game, or on names and texts. The engine executes a model of ids and rules.

mod arrangement;
mod bits;
mod compile_error;
mod core;
mod game;
mod images;
mod move_sets;
mod moves;
mod outcome;
mod parts;
mod perft;
mod perft_bucket;
mod position;
mod position_error;
mod start;
mod state_parts;
mod tables;
mod width;

pub use arrangement::{Arrangement, CastlingPartners, CastlingRights, TurnState};
pub use bits::{Bits, Squares};
pub use compile_error::CompileError;
pub use game::{Game, Reach};
pub use move_sets::MoveSets;
pub use moves::{
    ChangeCause, DropMove, ManChange, ManMove, Move, MoveKind, MoveList, MoveMark, MoveShape, Piece, PieceInfo,
};
pub use outcome::{Claim, IllegalMove, Outcome, Verdict};
pub use perft::{Perft, PerftTable, TableTooBig};
pub use position::{Counter, LegalMoves, Position, Undo};
pub use position_error::PositionError;
pub use start::UnknownStart;
pub use state_parts::{Declaration, Hashed, StatePart, StateValue, Wanted, WrongCount};
