//! One search thread: its position, stack of plies, and history heuristics.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};

use super::limits::Reductions;
use super::rules::SearchRules;
use super::score::{DRAW, MAX_PLY, Value, mate_in, mated_in, win_in, won_at};
use super::table::TranspositionTable;
use super::tablebase::{Probed, Reach};
use super::{Limits, Method, SearchTimer};
use crate::evaluation::{Accumulator, Evaluator};
use weakfish::engine::{Move, MoveKind, MoveList, Piece, Position, Undo};
use weakfish::geometry::Side;
use weakfish_endgame::Value as Exact;

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
    /// Exact tables of endings; `None` if the root is far from all.
    pub(super) reach: Option<&'s Reach>,
    /// Distance from a limit within which a counter is part of the transposition key.
    pub(super) counter_margin: u32,
    pub(super) timer: &'s dyn SearchTimer,
    /// Nodes of all threads, as of their last checks.
    pub(super) nodes: AtomicU64,
    pub(super) stop: AtomicBool,
}

/// Stack entry of a ply.
#[derive(Debug, Default)]
pub(super) struct Ply {
    pub(super) list: MoveList,
    pub(super) move_scores: Vec<i32>,
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
    /// Node number from which the present quiescence search only evaluates.
    pub(super) quiet_nodes_end: u64,
    stopped: bool,
    /// See [`nodes_between_checks`].
    nodes_between_checks: u64,
}

impl<'s> Worker<'s> {
    /// Makes the worker of a thread for a search from a position.
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
            quiet_nodes_end: 0,
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
        let asks_timer = nodes.is_multiple_of(self.nodes_between_checks) || shared.limits.nodes.is_none();
        let is_time_up =
            || shared.timer.must_stop() || shared.limits.hard_time.is_some_and(|limit| shared.timer.elapsed() >= limit);
        if asks_timer && is_time_up() {
            shared.stop.store(true, Relaxed);
        }
        // Depth 1 is always finished, beyond any node limit.
        self.stopped = shared.stop.load(Relaxed) || too_many && self.depth > 1;
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
        self.terminal_value(ply)
    }

    /// Value of a terminal node: win, loss or draw by the rules.
    pub(super) fn terminal_value(&self, ply: usize) -> Option<Value> {
        self.position.verdict().map(|verdict| match verdict.winner {
            None => DRAW,
            Some(winner) if winner == self.position.turn() => win_in(verdict.worth, ply),
            Some(_) => -win_in(verdict.worth, ply),
        })
    }

    /// Value of the draw or win that the side to move can claim, if there is one.
    #[inline]
    pub(super) fn claim_value(&self, ply: usize) -> Option<Value> {
        if !self.shared.rules.claims {
            return None;
        }
        let claim = self.position.best_claim()?;
        // Without legal moves the game may be over.
        self.position.verdict().is_none().then(|| claim.winner.map_or(DRAW, |_| win_in(claim.worth, ply)))
    }

    /// Value of a node that needs no search: a draw by repetition or the value of a table, or a better claim of the
    /// side to move.
    #[inline]
    pub(super) fn decided_value(&self, ply: usize) -> Option<Value> {
        if self.is_repetition(ply) {
            return Some(DRAW);
        }
        let value = self.probe_tables(ply)?;
        Some(self.claim_value(ply).map_or(value, |claimed| claimed.max(value)))
    }

    /// Whether the position has occurred since the root of the search, where that leads to a draw.
    #[inline]
    fn is_repetition(&self, ply: usize) -> bool {
        self.shared.rules.repetition_draws && self.position.last_occurrence().is_some_and(|plies| plies <= ply)
    }

    /// Exact value of the position, if a table has it and the game is not over. A win after the longest line that a search
    /// can have counts as one after that.
    #[inline]
    fn probe_tables(&self, ply: usize) -> Option<Value> {
        let reach = self.shared.reach?;
        let end = |plies: u16| (ply + usize::from(plies)).min(MAX_PLY - 1);
        Some(match reach.probe(&self.position)? {
            Probed::Exact(Exact::Win(plies)) => mate_in(end(plies)),
            Probed::Exact(Exact::Draw) => DRAW,
            Probed::Exact(Exact::Loss(plies)) => mated_in(end(plies)),
            Probed::Winner(winner) if winner == self.position.turn() => won_at(ply),
            Probed::Winner(_) => -won_at(ply),
        })
    }

    /// Negamax value of the child node: negated, with the window reversed, unless the same side moves again, as within
    /// a series.
    #[inline]
    pub(super) fn negamax(
        &mut self,
        us: Side,
        (alpha, beta): (Value, Value),
        search: impl FnOnce(&mut Self, Value, Value) -> Value,
    ) -> Value {
        if self.position.turn() == us { search(self, alpha, beta) } else { -search(self, -beta, -alpha) }
    }
}

// History heuristics order quiet moves and captures by their cutoffs elsewhere in the tree.

/// Largest history score, in either direction.
const MAX_HISTORY: i32 = 16_384;

/// Entries for single moves; moves that hash alike share one.
const SINGLE_ENTRIES: usize = 1 << 15;
/// Entries for each of the two moves of a continuation history.
const PAIRED_ENTRIES: usize = 1 << 10;

/// Index of a move in the history tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HistoryIndex {
    single: u16,
    paired: u16,
}

impl HistoryIndex {
    /// The index of a move of this piece. Turns and flips are indexed by the piece that they result in.
    #[inline]
    pub(super) fn of(mv: Move, mover: Option<Piece>) -> Self {
        let word = match (mv, mover) {
            (Move::Man(man), Some(mover)) => {
                let (mover, arrived) = (u64::from(mover.number()), u64::from(man.piece.number()));
                let changed = if arrived == mover { 0 } else { arrived + 1 };
                let still = u64::from(man.kind == MoveKind::Stationary);
                let wall = man.wall().map_or(0, |wall| wall.index() as u64 + 1);
                (mover << 32 | man.to.index() as u64) ^ changed << 17 ^ still << 50 ^ wall << 8
            }
            (Move::Drop(drop), _) => u64::from(drop.piece.number()) << 32 | 1 << 51 | drop.to.index() as u64,
            (Move::Wall(square), _) => 1 << 52 | square.index() as u64,
            (Move::Man(_), None) | (Move::Pass | Move::EndSeries | Move::ClaimStalemate, _) => return Self::default(),
        };
        let mixed = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Self { single: (mixed >> 49) as u16, paired: (mixed >> 39) as u16 & (PAIRED_ENTRIES as u16 - 1) }
    }
}

/// History tables of one thread.
#[derive(Debug)]
pub(super) struct Histories {
    quiet: Box<[i16]>,
    captures: Box<[i16]>,
    /// Continuation history, by an earlier move and a quiet move.
    continuation: Box<[i16]>,
    /// By the previous move: hash of the move that refuted it.
    countermoves: Box<[u16]>,
}

impl Histories {
    /// Makes empty history tables.
    pub(super) fn new() -> Self {
        Self {
            quiet: vec![0; SINGLE_ENTRIES].into(),
            captures: vec![0; SINGLE_ENTRIES].into(),
            continuation: vec![0; PAIRED_ENTRIES * PAIRED_ENTRIES].into(),
            countermoves: vec![0; PAIRED_ENTRIES].into(),
        }
    }

    /// History score of a quiet move: its own and that after the two previous moves.
    #[inline]
    pub(super) fn quiet_score(&self, index: HistoryIndex, previous: [HistoryIndex; 2]) -> i32 {
        let pairs = previous.map(|earlier| i32::from(self.continuation[continuation_index(earlier, index)]));
        i32::from(self.quiet[index.single as usize]) + pairs[0] + pairs[1]
    }

    /// History score of a capture.
    #[inline]
    pub(super) fn capture_score(&self, index: HistoryIndex) -> i32 {
        i32::from(self.captures[index.single as usize])
    }

    /// Hash of the countermove to the previous move; 0 if there is none.
    #[inline]
    pub(super) fn countermove(&self, previous: HistoryIndex) -> u16 {
        self.countermoves[previous.paired as usize]
    }

    pub(super) fn set_countermove(&mut self, previous: HistoryIndex, hash: u16) {
        self.countermoves[previous.paired as usize] = hash;
    }

    /// Adds a bonus to a quiet move, or a malus where `bonus` is negative.
    #[inline]
    pub(super) fn update_quiet(&mut self, index: HistoryIndex, previous: [HistoryIndex; 2], bonus: i32) {
        apply_gravity(&mut self.quiet[index.single as usize], bonus);
        for earlier in previous {
            apply_gravity(&mut self.continuation[continuation_index(earlier, index)], bonus);
        }
    }

    /// Adds a bonus to a capture, or a malus.
    pub(super) fn update_capture(&mut self, index: HistoryIndex, bonus: i32) {
        apply_gravity(&mut self.captures[index.single as usize], bonus);
    }
}

fn continuation_index(previous: HistoryIndex, index: HistoryIndex) -> usize {
    previous.paired as usize * PAIRED_ENTRIES + index.paired as usize
}

/// History gravity: moves a history by a bonus, the less the nearer it is to its limit.
fn apply_gravity(history: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MAX_HISTORY, MAX_HISTORY);
    let old = i32::from(*history);
    *history = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
}
