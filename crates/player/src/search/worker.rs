//! One search thread: its position, histories and stack of plies.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::history::{Histories, HistoryIndex};
use super::method::Reductions;
use super::rules::SearchRules;
use super::score::{DRAW, MAX_PLY, Value, mate_in, mated_in};
use super::table::TranspositionTable;
use super::{Limits, Method, Watch};
use crate::evaluation::{Accumulator, Evaluator};
use weakfish::engine::{Move, MoveList, Position, Undo, Verdict};
use weakfish::geometry::Side;

/// Number of nodes between checks of the limits. On the largest boards, with hundreds of moves whose legality is tried, a
/// single node may take milliseconds.
const fn nodes_between_checks(squares: usize) -> u64 {
    match squares {
        0..=64 => 512,
        65..=128 => 64,
        _ => 4,
    }
}

/// State shared by the threads of a search.
pub(super) struct Shared<'s> {
    pub(super) evaluator: &'s Evaluator,
    pub(super) rules: &'s SearchRules,
    pub(super) table: &'s TranspositionTable,
    pub(super) limits: &'s Limits,
    pub(super) method: Method,
    pub(super) reductions: &'s Reductions,
    pub(super) watch: &'s dyn Watch,
    /// Nodes of all threads, as of their last checks.
    pub(super) nodes: AtomicU64,
    pub(super) stop: AtomicBool,
}

/// Stack entry of a ply.
#[derive(Debug, Default)]
pub(super) struct Ply {
    pub(super) list: MoveList,
    pub(super) ranks: Vec<i32>,
    /// Principal variation from this ply on.
    pub(super) pv: Vec<Move>,
    /// Killer moves, by their hashes.
    pub(super) killers: [u16; 2],
    pub(super) accumulator: Accumulator,
    /// Static evaluation, unless in check.
    pub(super) static_eval: Option<Value>,
    /// History index of the move made at this ply.
    pub(super) index: HistoryIndex,
    /// Hash of the move excluded by a singular search; 0 if there is none.
    pub(super) excluded: u16,
    /// Whether the value of this node may depend on a move that the history of the game made illegal.
    pub(super) history_dependent: bool,
    /// Moves searched before the one that caused a cutoff.
    pub(super) searched_quiets: Vec<HistoryIndex>,
    pub(super) searched_captures: Vec<HistoryIndex>,
}

/// One search thread.
pub(super) struct Worker<'s> {
    pub(super) shared: &'s Shared<'s>,
    pub(super) position: Position,
    /// Histories of this and earlier searches.
    pub(super) histories: &'s mut Histories,
    pub(super) plies: Vec<Ply>,
    pub(super) nodes: u64,
    /// Nodes already added to the shared count.
    shared_nodes: u64,
    /// Selective depth: the longest line searched, in plies.
    pub(super) selective_depth: usize,
    /// Depth of the present iteration.
    pub(super) depth: i32,
    /// Minimum ply of null moves, for the verification search.
    pub(super) null_move_min_ply: usize,
    stopped: bool,
    /// See [`nodes_between_checks`].
    nodes_between_checks: u64,
}

impl<'s> Worker<'s> {
    pub(super) fn new(shared: &'s Shared<'s>, histories: &'s mut Histories, position: &Position) -> Self {
        let mut plies: Vec<Ply> = (0..=MAX_PLY + 1).map(|_| Ply::default()).collect();
        if let Some(root) = plies.first_mut() {
            root.accumulator = shared.evaluator.accumulate(position);
        }
        Self {
            shared,
            position: position.clone(),
            histories,
            plies,
            nodes: 0,
            shared_nodes: 0,
            selective_depth: 0,
            depth: 0,
            null_move_min_ply: 0,
            stopped: false,
            nodes_between_checks: nodes_between_checks(position.game().variant().board.len()),
        }
    }

    /// Counts a node; breaks if the search must stop.
    #[inline]
    pub(super) fn count_node(&mut self, ply: usize) -> ControlFlow<()> {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes - self.shared_nodes >= self.nodes_between_checks || self.shared.limits.nodes.is_some() {
            self.check_limits();
        }
        if self.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Updates the shared node count and checks the limits.
    #[cold]
    pub(super) fn check_limits(&mut self) {
        let shared = self.shared;
        let nodes = shared.nodes.fetch_add(self.nodes - self.shared_nodes, Relaxed) + self.nodes - self.shared_nodes;
        self.shared_nodes = self.nodes;
        let too_many = shared.limits.nodes.is_some_and(|limit| nodes >= limit);
        let asks = nodes.is_multiple_of(self.nodes_between_checks) || shared.limits.nodes.is_none();
        if asks && self.is_late() {
            shared.stop.store(true, Relaxed);
        }
        // Depth 1 is finished whatever the node limit.
        self.stopped = shared.stop.load(Relaxed) || too_many && self.depth > 1;
    }

    fn is_late(&self) -> bool {
        let shared = self.shared;
        shared.watch.must_stop() || shared.limits.hard_time.is_some_and(|limit| shared.watch.elapsed() >= limit)
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Makes a move at a ply.
    #[inline]
    pub(super) fn make(&mut self, mv: Move, ply: usize) -> Undo {
        let mover = mv.from().and_then(|from| self.position.piece_at(from));
        let accumulator = self.shared.evaluator.accumulate_move(self.plies[ply].accumulator, &self.position, mv);
        self.plies[ply].index = HistoryIndex::of(mv, mover);
        self.plies[ply + 1].accumulator = accumulator;
        self.position.make(mv)
    }

    /// History indices of the moves made one and two plies before.
    #[inline]
    pub(super) fn previous_moves(&self, ply: usize) -> [HistoryIndex; 2] {
        let before = |plies: usize| ply.checked_sub(plies).map_or(HistoryIndex::default(), |ply| self.plies[ply].index);
        [before(1), before(2)]
    }

    /// Static evaluation of the position at this ply.
    #[inline]
    pub(super) fn evaluate(&self, ply: usize) -> Value {
        self.shared.evaluator.evaluate(&self.position, self.plies[ply].accumulator)
    }

    /// Value of a position where the game is over, as far as that shows without generating moves.
    #[inline]
    pub(super) fn value_if_over(&self, ply: usize) -> Option<Value> {
        // Without legal moves another ending may take precedence.
        self.position.verdict_if_mobile()?;
        self.value_of_end(ply)
    }

    /// Value of a position where the game is over.
    pub(super) fn value_of_end(&self, ply: usize) -> Option<Value> {
        self.position.verdict().map(|verdict| self.value_of(verdict, ply))
    }

    fn value_of(&self, verdict: Verdict, ply: usize) -> Value {
        match verdict.winner {
            None => DRAW,
            Some(winner) if winner == self.position.turn() => mate_in(ply),
            Some(_) => mated_in(ply),
        }
    }

    /// Whether the side to move can claim a draw.
    #[inline]
    pub(super) fn can_claim(&self) -> bool {
        // Without legal moves the game may be over.
        self.shared.rules.claims && self.position.can_claim() && self.position.verdict().is_none()
    }

    /// Whether the position has occurred since the root of the search, where that leads to a draw.
    #[inline]
    pub(super) fn is_repetition(&self, ply: usize) -> bool {
        self.shared.rules.repetition_draws && self.position.last_occurrence().is_some_and(|plies| plies <= ply)
    }

    /// Perspective of the side that has moved on the node below.
    #[inline]
    pub(super) fn perspective_of(&self, us: Side) -> Perspective {
        Perspective { same: self.position.turn() == us }
    }
}

/// Perspective of the side that has moved on the node below: values are negated unless the same side moves again, as within
/// a series.
#[derive(Clone, Copy, Debug)]
pub(super) struct Perspective {
    pub(super) same: bool,
}

impl Perspective {
    /// Window of the node below.
    #[inline]
    pub(super) const fn window(self, alpha: Value, beta: Value) -> (Value, Value) {
        if self.same { (alpha, beta) } else { (-beta, -alpha) }
    }

    /// Value of the node below for the side that has moved.
    #[inline]
    pub(super) const fn value(self, below: Value) -> Value {
        if self.same { below } else { -below }
    }
}
