//! Perft.

use weakfish::engine::{Perft, Position};
use weakfish::notation::uci;

use crate::answers::{self, FirstMove};

/// Perft divide: counts the sequences of moves for each first move.
pub fn perft(position: &Position, depth: u32) -> answers::Perft {
    let counted = Perft::new(depth).divide(position);
    let mut divide: Vec<FirstMove> =
        counted.into_iter().map(|(mv, nodes)| FirstMove { mv: uci::write(position, mv), nodes }).collect();
    divide.sort_by(|one, other| one.mv.cmp(&other.mv));
    let nodes = if depth == 0 { 1 } else { divide.iter().map(|first| first.nodes).sum() };
    answers::Perft { nodes, divide }
}
