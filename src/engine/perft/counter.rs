//! Counting in one thread, with or without a table.

use super::key::Dependence;
use super::past::{Past, Target};
use super::{Perft, PerftTable};
use crate::engine::core::{Core, Workspace};
use crate::engine::{Move, MoveList};

/// The fewest plies for which a table is used: smaller counts are made faster than they are looked up.
const MIN_TABLE_DEPTH: u32 = 3;

/// The most plies that are counted by recursion; the stack of any thread holds many times as many. Deeper counts keep a
/// stack of their own (`deep.rs`).
const MAX_RECURSION: u32 = 100;

/// A position to count from, and the table to use if there is one.
#[derive(Debug)]
pub(super) struct Counter<'a, const W: usize> {
    core: Core<W>,
    workspace: Workspace<W>,
    /// The moves of all positions on the way, so that no position needs a list of its own.
    moves: MoveList,
    memory: Option<Memory<'a>>,
}

/// A table of counts, and what its keys depend on.
#[derive(Debug)]
struct Memory<'a> {
    table: &'a PerftTable,
    dependence: Dependence,
    past: Past,
}

impl<'a, const W: usize> Counter<'a, W> {
    pub(super) fn new(core: &Core<W>, perft: Perft<'a>) -> Self {
        let core = core.for_counting(perft.table.is_some());
        let memory = perft.table.map(|table| {
            let dependence = Dependence::of(&core.tables);
            Memory { table, dependence, past: Past::new(&core, dependence) }
        });
        Self { workspace: Workspace::new(perft.bulk), moves: MoveList::new(), memory, core }
    }

    /// The number of sequences of `depth` plies.
    pub(super) fn count(&mut self, depth: u32) -> u64 {
        if depth > MAX_RECURSION {
            return self.count_deep(depth, MAX_RECURSION);
        }
        let Some(memory) = self.memory.as_mut().filter(|_| depth >= MIN_TABLE_DEPTH) else {
            return self.core.perft(depth, &mut self.workspace);
        };
        if self.core.is_decided() {
            return 0;
        }
        if !memory.past.counts_separately() {
            return self.look_up(depth);
        }
        let targets = memory.past.targets(&self.core, depth);
        // Counted as if nothing had come before, the position is the same for all orders of moves that lead to it.
        let reversible = self.core.replace_reversible(0);
        let nodes = self.look_up(depth);
        let saturated = nodes == u64::MAX;
        let barred = if targets.is_empty() || saturated { 0 } else { self.count_barred(depth, &targets) };
        self.core.replace_reversible(reversible);
        if saturated && !targets.is_empty() {
            // `u64::MAX` stands for any higher number too, so that nothing can be subtracted from it.
            return self.sum_over_moves(|counter, mv| counter.count_move(mv, depth));
        }
        nodes.saturating_sub(barred)
    }

    /// The same for a position where the game is not decided, from the table if the count is there.
    fn look_up(&mut self, depth: u32) -> u64 {
        let found = self.memory.as_ref().map(|Memory { table, dependence, past }| {
            (*table, dependence.key(&self.core, depth, past.in_key(&self.core)))
        });
        if let Some(nodes) = found.and_then(|(table, key)| table.get(key)) {
            return nodes;
        }
        let nodes = self.sum_over_moves(|counter, mv| counter.count_move(mv, depth));
        if let Some((table, key)) = found {
            table.put(key, nodes);
        }
        nodes
    }

    /// The number of sequences of `depth` plies in which one of the targets recurs. The sequences are those that would
    /// be legal if nothing had come before.
    fn count_barred(&mut self, depth: u32, targets: &[Target]) -> u64 {
        let Some(rest) = depth.checked_sub(1).filter(|_| !self.core.is_decided()) else { return 0 };
        self.sum_over_moves(|counter, mv| {
            let past = counter.memory.as_mut().map(|memory| &mut memory.past);
            let left = past.map_or_else(Vec::new, |past| past.targets_after(&counter.core, mv, targets, rest));
            if left.is_empty() {
                return 0;
            }
            counter.make(mv);
            let comes_back = left.iter().any(|target| Some(target.key) == counter.core.past_keys().next());
            let nodes = if comes_back { counter.count(rest) } else { counter.count_barred(rest, &left) };
            counter.unmake();
            nodes
        })
    }

    /// The number of sequences of `depth` plies that begin with a move.
    fn count_move(&mut self, mv: Move, depth: u32) -> u64 {
        self.make(mv);
        let nodes = self.count(depth - 1);
        self.unmake();
        nodes
    }

    /// The sum of a count over all legal moves, saturating at [`u64::MAX`].
    fn sum_over_moves(&mut self, mut count: impl FnMut(&mut Self, Move) -> u64) -> u64 {
        let start = self.moves.len();
        self.core.list_moves(&mut self.moves);
        let mut nodes = 0_u64;
        for index in start..self.moves.len() {
            nodes = nodes.saturating_add(count(self, self.moves[index]));
            if nodes == u64::MAX {
                break;
            }
        }
        self.moves.truncate(start);
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
            self.make(mv);
        }
        let done = act(self);
        for _ in moves {
            self.unmake();
        }
        done
    }

    pub(super) fn make(&mut self, mv: Move) {
        if let Some(memory) = &mut self.memory {
            memory.past.note(&self.core, mv);
        }
        self.core.make(mv);
    }

    pub(super) fn unmake(&mut self) {
        self.core.unmake();
        if let Some(memory) = &mut self.memory {
            memory.past.forget();
        }
    }
}
