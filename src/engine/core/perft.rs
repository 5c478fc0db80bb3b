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
        self.list_moves(moves);
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
            self.list_moves(&mut moves);
        }
        moves
    }

    /// Adds the legal moves to a list, whether or not the game has been decided.
    pub(crate) fn list_moves(&self, moves: &mut Vec<Move>) {
        let _ = Moves::new(self).each(&mut |mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
    }

    /// A copy that keeps no more history than the rules and decisive endings ask for.
    pub(crate) fn for_counting(&self) -> Self {
        let mut core = self.clone();
        core.recording = core.tables.decisive.iter().any(|&ending| core.tables.endings[ending].looks_back());
        core
    }
}
