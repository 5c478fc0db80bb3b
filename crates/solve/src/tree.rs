//! Trees of moves with their texts, in the order of moves.

use weakfish::engine::{Move, Position, Verdict};
use weakfish::notation::{uci, write_move};

/// A move of a solution, with the moves that follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Branch {
    /// The move.
    pub mv: Move,
    /// The move as people write it.
    pub text: String,
    /// The move as programs write it.
    pub machine: String,
    /// Verdict on the game, if the move has ended it.
    pub verdict: Option<Verdict>,
    /// The winner's moves to the end of the game at the latest, this one included if it is the winner's; in help
    /// problems, the plies that are left.
    pub length: u16,
    /// The moves that follow, in order of their texts.
    pub branches: Vec<Branch>,
}

impl Branch {
    /// A move of a position, without its continuation.
    pub(crate) fn new(position: &Position, mv: Move, length: u16) -> Self {
        Self {
            mv,
            text: write_move(position, mv),
            machine: uci::write(position, mv),
            verdict: None,
            length,
            branches: Vec::new(),
        }
    }

    /// The number of lines in it: paths from it to a move that nothing follows.
    pub fn lines(&self) -> u64 {
        if self.branches.is_empty() { 1 } else { self.branches.iter().map(Self::lines).sum() }
    }
}

/// The moves of a position, also of one in which the game is over, in the order of their texts as programs write them.
pub(crate) fn ordered_moves(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    moves.sort_by_cached_key(|&mv| uci::write(position, mv));
    moves
}
