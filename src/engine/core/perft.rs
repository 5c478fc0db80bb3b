//! Counting sequences of moves.

use std::ops::ControlFlow;

use super::{Core, Moves};
use crate::engine::Move;

impl<const W: usize> Core<W> {
    /// The number of sequences of `depth` plies; the last ply is counted, not played.
    pub(crate) fn perft(&mut self, depth: u32, moves: &mut Vec<Move>) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_decided() {
            return 0;
        }
        if depth == 1 {
            return Moves::new(self).count();
        }
        let start = moves.len();
        let _ = Moves::new(self).each(&mut |mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        let mut nodes = 0;
        for index in start..moves.len() {
            let mv = moves[index];
            let undo = self.make(mv);
            nodes += self.perft(depth - 1, moves);
            self.unmake(mv, undo);
        }
        moves.truncate(start);
        nodes
    }

    /// The legal moves; none once the game has been decided.
    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if !self.is_decided() {
            let _ = Moves::new(self).each(&mut |mv| {
                moves.push(mv);
                ControlFlow::Continue(())
            });
        }
        moves
    }
}
