//! Moves that lead back to where they began.

use std::collections::HashMap;

use crate::geometry::Square;
use crate::model::KindId;

/// A man in a state on a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Node {
    pub(super) kind: KindId,
    /// The number of the state.
    pub(super) state: usize,
    pub(super) square: Square,
}

/// Whether moves can lead back to where one of them began.
pub(super) fn has_cycle(mut moves: Vec<(Node, Node)>) -> bool {
    moves.sort_unstable();
    moves.dedup();
    // Moves that nothing leads to are in no cycle, nor are those that only they lead to.
    let mut leading: HashMap<Node, usize> = HashMap::new();
    for &(_, to) in &moves {
        *leading.entry(to).or_default() += 1;
    }
    let mut todo: Vec<Node> = moves.iter().map(|&(from, _)| from).filter(|from| !leading.contains_key(from)).collect();
    todo.dedup();
    let mut left = moves.len();
    while let Some(node) = todo.pop() {
        let first = moves.partition_point(|&(from, _)| from < node);
        for (_, to) in moves[first..].iter().take_while(|&&(from, _)| from == node) {
            left -= 1;
            if let Some(count) = leading.get_mut(to) {
                *count -= 1;
                if *count == 0 {
                    todo.push(*to);
                }
            }
        }
    }
    left > 0
}
