//! Counting in one thread, with or without a table.

use super::PerftTable;
use super::key::Dependence;
use super::past::Past;
use crate::engine::Move;
use crate::engine::core::{Core, Undo};

/// Counts of fewer plies are made faster than they are looked up.
const LEAST_DEPTH: u32 = 2;

/// As many plies as the smallest usual stack of a thread holds many times over.
const SHALLOW: u32 = 200;

/// A position to count from, and perhaps a table to look counts up in.
#[derive(Debug)]
pub(super) struct Counter<'a, const W: usize> {
    core: Core<W>,
    /// The moves of all positions on the way, so that no position needs a list of its own.
    moves: Vec<Move>,
    memory: Option<Memory<'a>>,
}

/// Counts already made, and what tells whether they are wanted again.
#[derive(Debug)]
struct Memory<'a> {
    table: &'a PerftTable,
    dependence: Dependence,
    past: Past,
}

impl<'a, const W: usize> Counter<'a, W> {
    pub(super) fn new(core: &Core<W>, table: Option<&'a PerftTable>) -> Self {
        let core = core.for_counting();
        let memory = table.map(|table| {
            let dependence = Dependence::of(&core.tables);
            Memory { table, dependence, past: Past::new(&core, dependence) }
        });
        Self { moves: Vec::new(), memory, core }
    }

    /// The number of sequences of so many plies.
    pub(super) fn count(&mut self, depth: u32) -> u64 {
        if depth > SHALLOW {
            return self.count_deep(depth, SHALLOW);
        }
        let Some(memory) = self.memory.as_mut().filter(|_| depth >= LEAST_DEPTH) else {
            return self.core.perft(depth, &mut self.moves);
        };
        if self.core.is_decided() {
            return 0;
        }
        let table = memory.table;
        let key = memory.dependence.key(&self.core, depth, memory.past.recallable(&self.core, depth));
        if let Some(nodes) = table.get(key) {
            return nodes;
        }
        let start = self.moves.len();
        self.core.list_moves(&mut self.moves);
        let mut nodes = 0_u64;
        for index in start..self.moves.len() {
            let mv = self.moves[index];
            let undo = self.make(mv);
            nodes = nodes.saturating_add(self.count(depth - 1));
            self.unmake(mv, undo);
        }
        self.moves.truncate(start);
        table.put(key, nodes);
        nodes
    }

    /// The legal moves; none once the game has been decided.
    pub(super) fn legal_moves(&self) -> Vec<Move> {
        self.core.legal_moves()
    }

    /// The legal moves after some others.
    pub(super) fn legal_moves_after(&mut self, moves: &[Move]) -> Vec<Move> {
        self.after(moves, |counter| counter.legal_moves())
    }

    /// The number of sequences of so many plies that begin with certain moves.
    pub(super) fn count_after(&mut self, moves: &[Move], depth: u32) -> u64 {
        self.after(moves, |counter| counter.count(depth.saturating_sub(moves.len() as u32)))
    }

    /// Does something after some moves, and takes them back.
    fn after<T>(&mut self, moves: &[Move], act: impl FnOnce(&mut Self) -> T) -> T {
        let made: Vec<_> = moves.iter().map(|&mv| (mv, self.make(mv))).collect();
        let done = act(self);
        made.into_iter().rev().for_each(|(mv, undo)| self.unmake(mv, undo));
        done
    }

    pub(super) fn make(&mut self, mv: Move) -> Undo<W> {
        if let Some(memory) = &mut self.memory {
            memory.past.note(&self.core, mv);
        }
        self.core.make(mv)
    }

    pub(super) fn unmake(&mut self, mv: Move, undo: Undo<W>) {
        self.core.unmake(mv, undo);
        if let Some(memory) = &mut self.memory {
            memory.past.forget();
        }
    }
}
