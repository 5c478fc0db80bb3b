//! Perft: the counting loop of one thread, which counts the last two plies together.

use super::displaced::Displaced;
use super::replies::Replies;
use super::{Core, Moves};
use crate::engine::{Move, MoveList};

/// Buffers that a count reuses.
#[derive(Debug)]
pub(crate) struct Workspace<const W: usize> {
    /// A stack of the moves of all positions on the way.
    moves: MoveList,
    replies: Replies<W>,
    /// Whether the moves of the last ply are counted without being made.
    bulk: bool,
}

impl<const W: usize> Workspace<W> {
    pub(crate) fn new(bulk: bool) -> Self {
        Self { moves: MoveList::new(), replies: Replies::new(), bulk }
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
        if depth == 1 {
            return if workspace.bulk { Moves::new(self).count() } else { self.play_all(&mut workspace.moves) };
        }
        let start = workspace.moves.len();
        self.list_moves(&mut workspace.moves);
        let last = depth == 2 && workspace.bulk && workspace.replies.prepare(self);
        let hashing = self.hashing;
        if last && !self.may_recur_after_next() {
            self.hashing = false;
        }
        let nodes = if last {
            self.count_after_each(start, workspace, |core, workspace, mv, displaced| {
                if core.is_decided() { 0 } else { core.count_replies(&workspace.replies, mv, displaced) }
            })
        } else {
            self.count_after_each(start, workspace, |core, workspace, _, _| core.perft(depth - 1, workspace))
        };
        self.hashing = hashing;
        workspace.moves.truncate(start);
        nodes
    }

    /// The sum of `count` after each move of the list from `start` on.
    #[inline(always)]
    fn count_after_each(
        &mut self,
        start: usize,
        workspace: &mut Workspace<W>,
        mut count: impl FnMut(&mut Self, &mut Workspace<W>, Move, Displaced) -> u64,
    ) -> u64 {
        // Without the history nothing is saved there.
        self.status.saved &= self.hashing;
        let before = self.status;
        let mut nodes = 0;
        for index in start..workspace.moves.len() {
            let Some(mv) = workspace.moves.at(index) else { break };
            if self.hashing {
                let displaced = self.apply::<true>(mv);
                nodes += count(self, workspace, mv, displaced);
                self.unmake();
            } else {
                let displaced = self.apply::<false>(mv);
                nodes += count(self, workspace, mv, displaced);
                self.restore_men(mv, displaced);
                self.status = before;
            }
        }
        nodes
    }

    /// Makes and unmakes every legal move, and returns their number.
    fn play_all(&mut self, moves: &mut MoveList) -> u64 {
        let start = moves.len();
        self.list_moves(moves);
        let listed = &moves[start..];
        let nodes = listed.len();
        if self.hashing || !self.tables.features.counts_within_turns {
            for &mv in listed {
                self.apply::<true>(mv);
                self.take_back();
            }
        } else {
            // Where a turn may have several moves, keeping no history is faster, and nothing reads it here.
            self.status.saved = false;
            let before = self.status;
            for &mv in listed {
                let displaced = self.apply::<false>(mv);
                self.restore_men(mv, displaced);
                self.status = before;
            }
        }
        moves.truncate(start);
        nodes as u64
    }

    /// The legal moves; none once the game is decided.
    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        let mut moves = MoveList::new();
        if !self.is_decided() {
            self.list_moves(&mut moves);
        }
        moves.to_vec()
    }

    /// Adds the legal moves to a list, whether or not the game is decided.
    #[inline(never)]
    pub(crate) fn list_moves(&self, moves: &mut MoveList) {
        Moves::new(self).list(moves);
    }

    /// A copy for counting. It keeps earlier positions and hash keys only if rules, decisive endings or a table need
    /// them.
    pub(crate) fn for_counting(&self, keys_needed: bool) -> Self {
        self.lean_copy(self.tables.features.repetition_decides, keys_needed)
    }
}
