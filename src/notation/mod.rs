//! Positions, moves and games as text: FEN with a tail, machine moves, moves for people.
//!
//! * [`fen`]: a position with facings, modes and counters; plain FIDE FENs are everybody's.
//! * [`machine`]: a move as programs exchange it, one text for each legal move.

mod explain;
pub mod fen;
mod letters;
pub mod machine;
mod man;
pub mod phrase;
mod resolve;
mod scene;
mod stationary;
pub mod text;
mod words;

pub use letters::{Letter, Letters};
pub use man::{man_name, state_text, symbol};
pub use resolve::resolve;
