//! Positions as text: FEN with states in braces and a tail of counters.
//!
//! `placement side castling ep halfmove fullmove key=value …`: the six fields of the usual FEN, in which
//! a man may be followed by its state in braces and runs of empty squares may exceed 9, then `still=W/B`,
//! `series=N/K`, `quiet=N` and `checks=W/B`, which are left out if they are zero.
//!
//! Reading accepts variations that can't be misread: trailing fields may be missing, a man without braces has the state
//! in which it would start on that half of the board, and an en passant square may be given whether or not a capture is
//! possible. A position is always written in the same form.

mod impossible;
mod places;
mod read;
mod write;

pub use read::read;
pub(crate) use read::read_around;
pub use write::{write, write_arrangement};
