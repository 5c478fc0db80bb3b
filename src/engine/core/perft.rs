//! Counting sequences of moves.

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
        if depth == 1 {
            return if workspace.bulk { Moves::new(self).count() } else { self.play_all(&mut workspace.moves) };
        }
        let start = workspace.moves.len();
        self.list_moves(&mut workspace.moves);
        let last = depth == 2 && workspace.bulk && workspace.replies.prepare(self);
        let mut nodes = 0;
        let before = self.status;
        let (hashing, keeps_history) = (self.hashing, self.keeps_history);
        if last && !self.may_recur_after_next() {
            (self.hashing, self.keeps_history) = (false, false);
        }
        for index in start..workspace.moves.len() {
            let mv = workspace.moves[index];
            let displaced = self.apply::<false>(mv);
            nodes += if !last {
                self.perft(depth - 1, workspace)
            } else if self.is_decided() {
                0
            } else {
                self.count_replies(&workspace.replies, mv, displaced)
            };
            self.restore_men::<false>(mv, displaced);
            self.status = before;
        }
        (self.hashing, self.keeps_history) = (hashing, keeps_history);
        workspace.moves.truncate(start);
        nodes
    }

    /// Plays and takes back every legal move, and gives their number.
    fn play_all(&mut self, moves: &mut Vec<Move>) -> u64 {
        let start = moves.len();
        self.list_moves(moves);
        let nodes = moves.len() - start;
        if self.is_plain() {
            self.play_each::<true>(&moves[start..]);
        } else {
            self.play_each::<false>(&moves[start..]);
        }
        moves.truncate(start);
        nodes as u64
    }

    fn play_each<const PLAIN: bool>(&mut self, moves: &[Move]) {
        let before = self.status;
        for &mv in moves {
            let displaced = self.apply::<PLAIN>(mv);
            self.restore_men::<PLAIN>(mv, displaced);
            self.status = before;
        }
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
        Moves::new(self).list(moves);
    }

    /// A copy that keeps no more history and keys than the rules and decisive endings ask for, or a table.
    pub(crate) fn for_counting(&self, keys_needed: bool) -> Self {
        let mut core = self.clone();
        core.limit_upkeep(core.tables.features.repetition_decides, keys_needed);
        core
    }
}
