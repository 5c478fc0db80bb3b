//! Counting sequences of moves.

use std::ops::ControlFlow;

use super::replies::Replies;
use super::{Core, Moves};
use crate::engine::Move;

/// What counting uses again and again.
#[derive(Debug)]
pub(crate) struct Workspace<const W: usize> {
    /// The moves of all positions on the way, each after those of the one before.
    moves: Vec<Move>,
    replies: Replies<W>,
    /// The last ply is counted, not played.
    bulk: bool,
}

impl<const W: usize> Workspace<W> {
    pub(crate) fn new(bulk: bool) -> Self {
        Self { moves: Vec::new(), replies: Replies::new(), bulk }
    }
}

impl<const W: usize> Core<W> {
    /// The number of sequences of `depth` plies.
    pub(crate) fn perft(&mut self, depth: u32, workspace: &mut Workspace<W>) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_decided() {
            return 0;
        }
        if depth == 1 && workspace.bulk {
            return Moves::new(self).count();
        }
        let start = workspace.moves.len();
        self.list_moves(&mut workspace.moves);
        let last = depth == 2 && workspace.bulk && workspace.replies.prepare(self);
        let mut nodes = 0;
        let before = self.status;
        for index in start..workspace.moves.len() {
            let mv = workspace.moves[index];
            let taken = self.advance(mv);
            nodes += if depth == 1 {
                1
            } else if !last {
                self.perft(depth - 1, workspace)
            } else if self.is_decided() {
                0
            } else {
                self.count_replies(&workspace.replies, mv, taken)
            };
            self.retreat(mv, taken);
            self.status = before;
        }
        workspace.moves.truncate(start);
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
        core.hashing = core.recording || core.tables.parts.repetition_illegal;
        core
    }
}
