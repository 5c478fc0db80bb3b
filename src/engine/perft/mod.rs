//! Perft: counting sequences of legal moves, with several threads and a table if wanted.
//!
//! Perft (performance test) is the usual way to test and time move generators; see
//! <https://www.chessprogramming.org/Perft>.

mod count;
mod counter;
mod key;
mod options;
mod table;
mod threads;

pub use options::Perft;
pub use table::{PerftTable, TableTooBig};
