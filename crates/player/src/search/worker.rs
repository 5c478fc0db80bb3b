//! One thread of a search: its position, what it remembers, and what it needs at each ply.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::fences::Fences;
use super::history::{Histories, Slot};
use super::method::Reductions;
use super::score::{DRAW, MAX_PLY, Number, loss, win};
use super::table::Table;
use super::{Limits, Method, Watch};
use weakfish::engine::{Move, MoveList, Position, Undo, Verdict};
use crate::evaluation::{Accumulator, Evaluator};
use weakfish::geometry::Side;

/// How many nodes a thread looks at before it asks whether to stop: on the largest boards, with hundreds of moves that
/// are judged by trial, a single one may take milliseconds.
const fn patience(squares: usize) -> u64 {
    match squares {
        0..=64 => 512,
        65..=128 => 64,
        _ => 4,
    }
}

/// What the threads of a search share.
pub(super) struct Shared<'s> {
    pub(super) evaluator: &'s Evaluator,
    pub(super) fences: &'s Fences,
    pub(super) table: &'s Table,
    pub(super) limits: &'s Limits,
    pub(super) method: Method,
    pub(super) reductions: &'s Reductions,
    pub(super) watch: &'s dyn Watch,
    /// The nodes that all threads have looked at, as far as they have told.
    pub(super) nodes: AtomicU64,
    pub(super) stop: AtomicBool,
}

/// What a thread keeps for a ply.
#[derive(Debug, Default)]
pub(super) struct Ply {
    pub(super) list: MoveList,
    pub(super) ranks: Vec<i32>,
    /// The best line from here.
    pub(super) line: Vec<Move>,
    /// Quiet moves that have cut off other nodes at this ply.
    pub(super) killers: [u16; 2],
    pub(super) sum: Accumulator,
    /// What the position looked worth, if it was not in check.
    pub(super) worth: Option<Number>,
    /// The move made at this ply.
    pub(super) slot: Slot,
    /// The move that is left out, where the search asks whether it is the only good one; 0 if none is.
    pub(super) excluded: u16,
    /// Whether the score of this node may hang on a move that the past has refused.
    pub(super) hangs: bool,
    /// Buffers for the moves tried before one proved good.
    pub(super) tried: Vec<Slot>,
    pub(super) tried_captures: Vec<Slot>,
}

/// One thread of a search.
pub(super) struct Worker<'s> {
    pub(super) shared: &'s Shared<'s>,
    pub(super) position: Position,
    /// From this search and those before it.
    pub(super) histories: &'s mut Histories,
    pub(super) plies: Vec<Ply>,
    /// The nodes looked at, and those of them that the others know of.
    pub(super) nodes: u64,
    told: u64,
    /// The longest line looked at, in plies.
    pub(super) deepest: usize,
    /// The depth of the present iteration.
    pub(super) depth: i32,
    /// No null move is made before this ply.
    pub(super) null_from: usize,
    stopped: bool,
    /// See [`patience`].
    patience: u64,
}

impl<'s> Worker<'s> {
    pub(super) fn new(shared: &'s Shared<'s>, histories: &'s mut Histories, position: &Position) -> Self {
        let mut plies: Vec<Ply> = (0..=MAX_PLY + 1).map(|_| Ply::default()).collect();
        if let Some(root) = plies.first_mut() {
            root.sum = shared.evaluator.accumulate(position);
        }
        Self {
            shared,
            position: position.clone(),
            histories,
            plies,
            nodes: 0,
            told: 0,
            deepest: 0,
            depth: 0,
            null_from: 0,
            stopped: false,
            patience: patience(position.game().variant().board.len()),
        }
    }

    /// Counts a node. Breaks if the search must stop.
    #[inline]
    pub(super) fn count_node(&mut self, ply: usize) -> ControlFlow<()> {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.nodes - self.told >= self.patience || self.shared.limits.nodes.is_some() {
            self.look_up();
        }
        if self.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Tells the others how many nodes have been looked at, and asks whether to stop.
    #[cold]
    pub(super) fn look_up(&mut self) {
        let shared = self.shared;
        let nodes = shared.nodes.fetch_add(self.nodes - self.told, Relaxed) + self.nodes - self.told;
        self.told = self.nodes;
        let too_many = shared.limits.nodes.is_some_and(|limit| nodes >= limit);
        let asks = nodes.is_multiple_of(self.patience) || shared.limits.nodes.is_none();
        if asks && self.is_late() {
            shared.stop.store(true, Relaxed);
        }
        // Whatever number of nodes is allowed, what depth 1 finds is waited for.
        self.stopped = shared.stop.load(Relaxed) || too_many && self.depth > 1;
    }

    fn is_late(&self) -> bool {
        let shared = self.shared;
        shared.watch.must_stop() || shared.limits.hard_time.is_some_and(|limit| shared.watch.elapsed() >= limit)
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Makes a move of the ply.
    #[inline]
    pub(super) fn make(&mut self, mv: Move, ply: usize) -> Undo {
        let mover = mv.from().and_then(|from| self.position.piece_at(from));
        let sum = self.shared.evaluator.accumulate_move(self.plies[ply].sum, &self.position, mv);
        self.plies[ply].slot = Slot::of(mv, mover);
        self.plies[ply + 1].sum = sum;
        self.position.make(mv)
    }

    /// The slots of the moves made one and two plies before.
    #[inline]
    pub(super) fn slots_before(&self, ply: usize) -> [Slot; 2] {
        let before = |plies: usize| ply.checked_sub(plies).map_or(Slot::default(), |ply| self.plies[ply].slot);
        [before(1), before(2)]
    }

    /// What the position at this ply is worth by its looks.
    #[inline]
    pub(super) fn evaluate(&self, ply: usize) -> Number {
        self.shared.evaluator.evaluate(&self.position, self.plies[ply].sum)
    }

    /// The score of a position where the game is over, as far as that can be told without looking for moves.
    #[inline]
    pub(super) fn score_if_over(&self, ply: usize) -> Option<Number> {
        // Where there is no move, another ending may come first.
        self.position.verdict_if_mobile()?;
        self.score_of_end(ply)
    }

    /// The score of a position where the game is over.
    pub(super) fn score_of_end(&self, ply: usize) -> Option<Number> {
        self.position.verdict().map(|verdict| self.score_of(verdict, ply))
    }

    fn score_of(&self, verdict: Verdict, ply: usize) -> Number {
        match verdict.winner {
            None => DRAW,
            Some(winner) if winner == self.position.turn() => win(ply),
            Some(_) => loss(ply),
        }
    }

    /// Whether the side to move can claim a draw.
    #[inline]
    pub(super) fn can_claim(&self) -> bool {
        // Where there is no move, the game may be over.
        self.shared.fences.claims && self.position.can_claim() && self.position.verdict().is_none()
    }

    /// Whether the position has occurred since the root of the search, where that leads to a draw.
    #[inline]
    pub(super) fn recurs(&self, ply: usize) -> bool {
        self.shared.fences.recurrence_draws && self.position.last_occurrence().is_some_and(|plies| plies <= ply)
    }

    /// What is searched below a move, told from the view of the side that made it.
    #[inline]
    pub(super) fn view_of(&self, us: Side) -> View {
        View { same: self.position.turn() == us }
    }
}

/// How the scores of a node look to the side that has moved there: inside a series it is still that side's turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) same: bool,
}

impl View {
    /// The window of the node below.
    #[inline]
    pub(super) const fn window(self, alpha: Number, beta: Number) -> (Number, Number) {
        if self.same { (alpha, beta) } else { (-beta, -alpha) }
    }

    /// The score of the node below, for the side that has moved.
    #[inline]
    pub(super) const fn score(self, below: Number) -> Number {
        if self.same { below } else { -below }
    }
}
