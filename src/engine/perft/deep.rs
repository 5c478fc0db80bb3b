//! Counting to depths that could overflow the stack of a thread.

use super::counter::Counter;

impl<const W: usize> Counter<'_, W> {
    /// The number of sequences of `depth` plies. At most the last `shallow` plies are counted by recursion.
    pub(super) fn count_deep(&mut self, depth: u32, shallow: u32) -> u64 {
        let mut nodes = 0_u64;
        // By ply: the moves that remain to be made.
        let mut levels = vec![self.legal_moves()];
        while let Some(level) = levels.last_mut() {
            let Some(mv) = level.pop() else {
                levels.pop();
                if !levels.is_empty() {
                    self.unmake();
                }
                continue;
            };
            self.make(mv);
            let left = depth - levels.len() as u32;
            if left <= shallow {
                nodes = nodes.saturating_add(self.count(left));
                self.unmake();
            } else {
                levels.push(self.legal_moves());
            }
        }
        nodes
    }
}
