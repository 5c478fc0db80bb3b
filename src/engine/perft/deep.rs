//! Counting to depths that could overflow the stack of a thread.

use super::counter::Counter;
use crate::engine::Move;
use crate::engine::core::Undo;

/// A position on the way from the one where the count began.
struct Level<const W: usize> {
    /// The move that led to it.
    made: Option<(Move, Undo<W>)>,
    /// Its legal moves that have not been made yet.
    left: Vec<Move>,
}

impl<const W: usize> Counter<'_, W> {
    /// The number of sequences of `depth` plies. At most the last `shallow` plies are counted by recursion.
    pub(super) fn count_deep(&mut self, depth: u32, shallow: u32) -> u64 {
        let mut nodes = 0_u64;
        let mut levels = vec![Level { made: None, left: self.legal_moves() }];
        while let Some(level) = levels.last_mut() {
            let Some(mv) = level.left.pop() else {
                if let Some((mv, undo)) = levels.pop().and_then(|level| level.made) {
                    self.unmake(mv, undo);
                }
                continue;
            };
            let undo = self.make(mv);
            let left = depth - levels.len() as u32;
            if left <= shallow {
                nodes = nodes.saturating_add(self.count(left));
                self.unmake(mv, undo);
            } else {
                levels.push(Level { made: Some((mv, undo)), left: self.legal_moves() });
            }
        }
        nodes
    }
}
