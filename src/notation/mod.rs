//! Positions, moves and games as text: FEN with a tail, machine moves, moves for people.
//!
//! * [`fen`]: a position with facings, modes and counters; plain FIDE FENs are everybody's.
//! * [`machine`]: a move as programs exchange it, one text for each legal move.

pub mod fen;
pub mod machine;
mod man;
pub mod phrase;
mod words;

pub use man::{man_name, state_text, symbol};
