//! Counting in one thread, with or without a table.

use super::key::Dependence;
use super::{Perft, PerftTable};
use crate::engine::core::{Core, Workspace};
use crate::engine::{Move, MoveList};

/// The smallest depth in plies for which the table is used: below it counting is faster than looking up.
const MIN_TABLE_DEPTH: u32 = 3;

/// The largest depth in plies counted by recursion, a small part of any thread's stack. Deeper counts keep a stack of
/// their own.
const MAX_RECURSION: u32 = 100;

/// A position to count from, and the table to use if there is one.
#[derive(Debug)]
pub(super) struct Counter<'a, const W: usize> {
    core: Core<W>,
    workspace: Workspace<W>,
    /// Move lists of all plies, one behind the other, so that no position allocates a list of its own.
    moves: MoveList,
    memory: Option<Memory<'a>>,
}

/// A hash table of counts, and what its keys depend on.
#[derive(Debug)]
struct Memory<'a> {
    table: &'a PerftTable,
    dependence: Dependence,
}

impl<'a, const W: usize> Counter<'a, W> {
    pub(super) fn new(core: &Core<W>, perft: Perft<'a>) -> Self {
        let memory =
            perft.table.zip(Dependence::of(&core.tables)).map(|(table, dependence)| Memory { table, dependence });
        let core = core.for_counting(memory.is_some());
        Self { workspace: Workspace::new(perft.bulk), moves: MoveList::new(), memory, core }
    }

    /// The number of sequences of `depth` plies.
    pub(super) fn count(&mut self, depth: u32) -> u64 {
        if depth > MAX_RECURSION {
            return self.count_deep(depth, MAX_RECURSION);
        }
        let Some(Memory { table, dependence }) = self.memory.as_ref().filter(|_| depth >= MIN_TABLE_DEPTH) else {
            return self.core.perft(depth, &mut self.workspace);
        };
        if self.core.is_decided() {
            return 0;
        }
        let (table, key) = (*table, dependence.key(&self.core, depth));
        if let Some(nodes) = table.get(key) {
            return nodes;
        }
        let start = self.moves.len();
        self.core.list_moves(&mut self.moves);
        let mut nodes = 0_u64;
        for index in start..self.moves.len() {
            self.core.make(self.moves[index]);
            nodes = nodes.saturating_add(self.count(depth - 1));
            self.core.unmake();
            if nodes == u64::MAX {
                break;
            }
        }
        self.moves.truncate(start);
        table.put(key, nodes);
        nodes
    }

    /// The legal moves; none once the game is decided.
    pub(super) fn legal_moves(&self) -> Vec<Move> {
        self.core.legal_moves()
    }

    /// The legal moves after some others.
    pub(super) fn legal_moves_after(&mut self, moves: &[Move]) -> Vec<Move> {
        self.after(moves, |counter| counter.legal_moves())
    }

    /// The number of sequences of `depth` plies that begin with the given moves.
    pub(super) fn count_after(&mut self, moves: &[Move], depth: u32) -> u64 {
        self.after(moves, |counter| counter.count(depth.saturating_sub(moves.len() as u32)))
    }

    /// Calls `act` after some moves, and takes them back.
    fn after<T>(&mut self, moves: &[Move], act: impl FnOnce(&mut Self) -> T) -> T {
        for &mv in moves {
            self.core.make(mv);
        }
        let done = act(self);
        for _ in moves {
            self.core.unmake();
        }
        done
    }

    /// The number of sequences of `depth` plies, with an explicit stack down to the last `shallow` plies.
    fn count_deep(&mut self, depth: u32, shallow: u32) -> u64 {
        let mut nodes = 0_u64;
        // By ply: the moves that remain to be made.
        let mut levels = vec![self.legal_moves()];
        while let Some(level) = levels.last_mut() {
            let Some(mv) = level.pop() else {
                levels.pop();
                if !levels.is_empty() {
                    self.core.unmake();
                }
                continue;
            };
            self.core.make(mv);
            let left = depth - levels.len() as u32;
            if left <= shallow {
                nodes = nodes.saturating_add(self.count(left));
                self.core.unmake();
            } else {
                levels.push(self.legal_moves());
            }
        }
        nodes
    }
}
