//! Principal variation search below the root, with transposition table, pruning, reductions and extensions.
//!
//! Techniques and their margins are common in chess programs (<https://www.chessprogramming.org/Search>): reverse futility
//! pruning, razoring, null move, internal iterative reduction, late move pruning and reduction, futility pruning, pruning by
//! history and static exchange, check and singular extensions. Margins are scaled by the worth of a pawn in the game
//! (`Evaluator::pawn_value`).

use super::order::{MoveTraits, is_losing_capture, is_privileged, see_ge};
use super::score::{
    CERTAIN, DRAW, INFINITE, MAX_PLY, Value, is_certain, mate_in, mated_in, value_from_tt, value_to_tt,
};
use super::table::{Bound, Entry, move_hash};
use super::worker::{HistoryIndex, Ply, Worker};
use weakfish::engine::{ManMove, Move, MoveList};
use weakfish::geometry::Side;

/// Parameters of the search of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeTask {
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// Whether this is an expected cut node.
    pub(super) cut_node: bool,
}

impl NodeTask {
    /// Whether the window is open: a node of the principal variation.
    const fn is_pv(self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// State of a node, made before its moves are searched.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent conditions")]
struct Node {
    key: u64,
    entry: Option<Entry>,
    /// Hash of the table move, later of the best move; 0 if there is none.
    best_move: u16,
    /// Static evaluation, refined by the table's value.
    eval: Value,
    /// Lower bound before any move: a draw or a win where it can be claimed.
    best_value: Value,
    /// Hash of the move excluded by a singular search; 0 if there is none.
    excluded: u16,
    in_check: bool,
    /// Whether the static evaluation is higher than two plies ago.
    improving: bool,
    /// Whether a move may be illegal here because it repeats an earlier position.
    history_dependent: bool,
    is_pv: bool,
}

/// Depths to which a move is searched.
#[derive(Clone, Copy, Debug)]
struct SearchDepths {
    /// Depth below the move.
    depth: i32,
    /// Late move reduction of the first search.
    reduction: i32,
    /// Whether this is the first move searched.
    first: bool,
}

impl Worker<'_> {
    /// Searches a node and returns its value for the side to move.
    pub(super) fn search_node(&mut self, task: NodeTask) -> Value {
        let (ply, method) = (task.ply, self.shared.method);
        self.plies[ply].pv.clear();
        self.plies[ply].history_dependent = false;
        if task.depth <= 0 && method.selective {
            return self.quiet_value(task.alpha, task.beta, ply);
        }
        if self.count_node(ply).is_break() {
            return DRAW;
        }
        let mut task = task;
        let mut node = match self.enter_node(&mut task) {
            Ok(node) => node,
            Err(value) => return value,
        };
        if method.selective && !node.is_pv && !node.in_check && node.excluded == 0 {
            if let Some(value) = self.prune_node(task, node.eval, node.improving) {
                return value;
            }
            if self.is_stopped() {
                return DRAW;
            }
        }
        if method.selective && node.best_move == 0 && task.depth >= 4 && (node.is_pv || task.cut_node) {
            // Internal iterative reduction: without a table move a shallower search finds one.
            task.depth -= 1;
        }
        let mut list = std::mem::take(&mut self.plies[ply].list);
        self.position.legal_moves().list_into(&mut list);
        let count = list.len();
        self.plies[ply].list = list;
        if count == 0 {
            self.plies[ply].history_dependent = node.history_dependent;
            return self.terminal_value(ply).unwrap_or(DRAW);
        }
        if method.ordering {
            self.score_moves(ply, node.best_move, false);
        }
        let first_alpha = task.alpha;
        let Some(best_value) = self.search_moves(&mut task, &mut node, count) else { return DRAW };
        if best_value == -INFINITE {
            // All moves were pruned, or the excluded move is the only one.
            return task.alpha;
        }
        let bound = if best_value >= task.beta {
            Bound::Lower
        } else if best_value > first_alpha && node.is_pv {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.store_node(task, &node, best_value, bound);
        best_value
    }

    /// Prepares a node: end of the game, draws, mate distance pruning, transposition table, static evaluation. The error is
    /// the value of a node whose moves need no search.
    fn enter_node(&mut self, task: &mut NodeTask) -> Result<Node, Value> {
        let (ply, pv_node, method) = (task.ply, task.is_pv(), self.shared.method);
        let key = self.shared.rules.transposition_key(&self.position, !method.selective, self.shared.counter_margin);
        self.shared.table.prefetch(key);
        if let Some(value) = self.value_if_over(ply) {
            return Err(value);
        }
        let best_value = self.claim_value(ply).unwrap_or(-INFINITE);
        if task.depth <= 0 || ply >= MAX_PLY {
            return Err(self.terminal_value(ply).unwrap_or_else(|| self.evaluate(ply).max(best_value)));
        }
        task.alpha = task.alpha.max(best_value);
        if method.selective {
            if let Some(value) = self.decided_value(ply) {
                return Err(value);
            }
            // Mate distance pruning.
            task.alpha = task.alpha.max(mated_in(ply));
            task.beta = task.beta.min(mate_in(ply + 1));
        }
        if task.alpha >= task.beta {
            return Err(task.alpha);
        }
        let excluded = self.plies[ply].excluded;
        let history_dependent = self.shared.rules.repetition_illegal && self.position.repetition_may_bar_moves();
        let entry = if method.table && excluded == 0 { self.shared.table.probe(key) } else { None };
        let entry = entry.map(|entry| Entry { value: value_from_tt(entry.value, ply), ..entry });
        if let Some(entry) = entry {
            let fits = if method.selective { !pv_node && entry.depth >= task.depth } else { entry.depth == task.depth };
            if fits && !history_dependent && entry.causes_cutoff(task.alpha, task.beta) {
                return Err(entry.value);
            }
        }
        let in_check = self.position.in_check();
        let static_eval =
            (!in_check).then(|| entry.and_then(|entry| entry.static_eval).unwrap_or_else(|| self.evaluate(ply)));
        self.plies[ply].static_eval = static_eval;
        let eval = static_eval
            .map_or(-INFINITE, |static_eval| entry.map_or(static_eval, |entry| entry.refine_eval(static_eval)));
        let (best_move, improving) = (entry.map_or(0, |entry| entry.best_move), self.is_improving(ply));
        Ok(Node {
            key,
            entry,
            best_move,
            eval,
            best_value,
            excluded,
            in_check,
            improving,
            history_dependent,
            is_pv: pv_node,
        })
    }

    /// Searches the moves of a node and returns the best value, or `None` if the search has been stopped.
    fn search_moves(&mut self, task: &mut NodeTask, node: &mut Node, count: usize) -> Option<Value> {
        let (ply, method, us) = (task.ply, self.shared.method, self.position.turn());
        self.plies[ply].searched_quiets.clear();
        self.plies[ply].searched_captures.clear();
        if let Some(next) = self.plies.get_mut(ply + 2) {
            next.killers = [0; 2];
        }
        let (mut searched, mut history_dependent, mut best_value) = (0, false, node.best_value);
        for index in 0..count {
            let next = if method.ordering {
                self.next_move(ply, index)
            } else {
                self.plies[ply].list.get(index).map(|&mv| (mv, 0))
            };
            let Some((mv, move_score)) = next else { break };
            let hash = move_hash(mv);
            if hash == node.excluded {
                continue;
            }
            let traits = self.move_traits(mv);
            let mut depths = SearchDepths { depth: task.depth - 1, reduction: 0, first: searched == 0 };
            if method.selective {
                let may_skip = best_value > -CERTAIN && !node.in_check && searched > 0;
                if may_skip && self.can_prune_move(task, node, mv, traits, move_score, searched) {
                    continue;
                }
                match self.extension(task, node, index, hash) {
                    Ok(extension) => depths.depth += extension,
                    Err(value) => return Some(value).filter(|_| !self.is_stopped()),
                }
                depths.reduction = self.reduction(task, node, traits, move_score, searched);
            }
            let undo = self.make(mv, ply);
            let value = self.search_move(task, depths, node.is_pv, us, &mut history_dependent);
            self.position.unmake(undo);
            if self.is_stopped() {
                return None;
            }
            searched += 1;
            best_value = best_value.max(value);
            if value > task.alpha {
                task.alpha = value;
                node.best_move = hash;
                if node.is_pv {
                    self.update_pv(ply, mv);
                }
                if value >= task.beta {
                    if method.ordering {
                        self.update_histories(ply, mv, traits, task.depth);
                    }
                    break;
                }
            }
            let slot = self.plies[ply].index;
            let Ply { searched_quiets, searched_captures, .. } = &mut self.plies[ply];
            if traits.tactical { searched_captures.push(slot) } else { searched_quiets.push(slot) }
        }
        self.plies[ply].history_dependent = history_dependent;
        Some(best_value)
    }

    /// Searches below the move that has been made: unless it is the first, with a null window and reduced at first.
    fn search_move(
        &mut self,
        task: &NodeTask,
        depths: SearchDepths,
        pv_node: bool,
        us: Side,
        history_dependent: &mut bool,
    ) -> Value {
        let &NodeTask { alpha, beta, ply, cut_node, .. } = task;
        let mut search = |alpha, beta, depth, cut_node| {
            let value = self.negamax(us, (alpha, beta), |worker, alpha, beta| {
                worker.search_node(NodeTask { alpha, beta, depth, ply: ply + 1, cut_node })
            });
            *history_dependent |= self.plies[ply + 1].history_dependent;
            value
        };
        if depths.first {
            return search(alpha, beta, depths.depth, !pv_node && !cut_node);
        }
        let mut value = INFINITE;
        if depths.reduction > 0 {
            value = search(alpha, alpha + 1, (depths.depth - depths.reduction).max(1).min(depths.depth), true);
        }
        if value > alpha {
            value = search(alpha, alpha + 1, depths.depth, !cut_node);
        }
        if value > alpha && pv_node {
            value = search(alpha, beta, depths.depth, false);
        }
        value
    }

    /// Stores a node in the transposition table, unless its value may depend on the history of the game.
    fn store_node(&mut self, task: NodeTask, node: &Node, best_value: Value, bound: Bound) {
        let (ply, method) = (task.ply, self.shared.method);
        // With another game history a better move may be legal, unless the node failed high anyway.
        self.plies[ply].history_dependent |= node.history_dependent && bound != Bound::Lower;
        let history_dependent = self.plies[ply].history_dependent && method.selective;
        if method.table && node.excluded == 0 && !history_dependent {
            let best_move = if bound == Bound::Upper { 0 } else { node.best_move };
            let (value, static_eval) = (value_to_tt(best_value, ply), self.plies[ply].static_eval);
            self.shared.table.store(node.key, Entry { value, depth: task.depth, bound, best_move, static_eval });
        }
    }

    /// Extension of a move, in plies. The error is the value of a multi-cut.
    fn extension(&mut self, task: &NodeTask, node: &Node, index: usize, hash: u16) -> Result<i32, Value> {
        let ply = task.ply;
        if node.in_check && ply < 2 * self.depth.max(1) as usize {
            return Ok(1);
        }
        let Some(entry) = node.entry.filter(|_| index == 0 && hash == node.best_move) else { return Ok(0) };
        let is_reliable = entry.depth >= task.depth - 3 && entry.bound != Bound::Upper && !is_certain(entry.value);
        if node.excluded != 0 || task.depth < 7 || !is_reliable {
            return Ok(0);
        }
        self.singular_search(*task, hash, entry.value)
    }

    /// Whether the static evaluation is higher than at the side's previous move.
    fn is_improving(&self, ply: usize) -> bool {
        let eval = |ply: Option<usize>| ply.and_then(|ply| self.plies[ply].static_eval);
        match (eval(Some(ply)), eval(ply.checked_sub(2)).or_else(|| eval(ply.checked_sub(4)))) {
            (Some(now), Some(before)) => now > before,
            (Some(_), None) => true,
            (None, _) => false,
        }
    }

    /// Prunes a node without searching its moves; returns its value if that succeeds.
    fn prune_node(&mut self, task: NodeTask, eval: Value, improving: bool) -> Option<Value> {
        let NodeTask { alpha, beta, depth, ply, cut_node } = task;
        let pawn_value = self.shared.evaluator.pawn_value();
        // Reverse futility pruning.
        let margin = (75 * depth - 65 * i32::from(improving)).max(0) * pawn_value / 100;
        if depth <= 8 && eval - margin >= beta && !is_certain(beta) && !is_certain(eval) {
            return Some(i32::midpoint(eval, beta));
        }
        // Razoring.
        if depth <= 3 && eval + (200 + 180 * depth) * pawn_value / 100 < alpha && !is_certain(alpha) {
            let value = self.quiet_value(alpha, alpha + 1, ply);
            if value <= alpha {
                return Some(value);
            }
        }
        let can_pass = depth >= 3 && eval >= beta && ply >= self.null_move_min_ply && !is_certain(beta);
        if can_pass && self.shared.rules.allows_null_move(&self.position) {
            return self.null_move(beta, depth, ply, eval, cut_node);
        }
        None
    }

    /// Null-move pruning: searches the position with the turn passed; returns a value if that fails high,
    /// else `None`. At high depths a verification search without null moves guards against zugzwang.
    fn null_move(&mut self, beta: Value, depth: i32, ply: usize, eval: Value, cut_node: bool) -> Option<Value> {
        let pawn_value = self.shared.evaluator.pawn_value();
        let undo = self.position.make_null()?;
        self.plies[ply].index = HistoryIndex::default();
        self.plies[ply + 1].accumulator = self.plies[ply].accumulator;
        let reduction = 3 + depth / 4 + ((eval - beta) / (2 * pawn_value)).min(3);
        let child =
            NodeTask { alpha: -beta, beta: 1 - beta, depth: depth - reduction, ply: ply + 1, cut_node: !cut_node };
        let value = -self.search_node(child);
        self.position.unmake(undo);
        if self.is_stopped() || value < beta {
            return None;
        }
        let value = if is_certain(value) { beta } else { value };
        if depth < 12 || self.null_move_min_ply > 0 {
            return Some(value);
        }
        self.null_move_min_ply = ply + 3 * ((depth - reduction) / 4).max(1) as usize;
        let verified =
            self.search_node(NodeTask { alpha: beta - 1, beta, depth: depth - reduction, ply, cut_node: false });
        self.null_move_min_ply = 0;
        (verified >= beta).then_some(value)
    }

    /// Whether a move is pruned near the leaves: late moves, futile ones, those with a bad history or a losing exchange.
    fn can_prune_move(
        &self,
        task: &NodeTask,
        node: &Node,
        mv: Move,
        traits: MoveTraits,
        move_score: i32,
        searched: i32,
    ) -> bool {
        let &NodeTask { alpha, depth, .. } = task;
        let pawn_value = self.shared.evaluator.pawn_value();
        let loses_exchange = |cp: i32| !see_ge(&self.position, self.shared.evaluator, mv, -cp * pawn_value / 100);
        if traits.tactical {
            return is_losing_capture(move_score) && depth <= 6 && loses_exchange(90 * depth);
        }
        if is_privileged(move_score) || depth > 16 {
            return false;
        }
        // Depth of the reduced search.
        let reduced_depth = (depth - self.reduction(task, node, traits, move_score, searched)).max(1);
        let is_late = depth <= 8 && searched > (3 + depth * depth) / (2 - i32::from(node.improving));
        let is_futile = reduced_depth <= 7
            && node.eval + (100 + 110 * reduced_depth) * pawn_value / 100 <= alpha
            && !is_certain(alpha);
        let has_bad_history = reduced_depth <= 4 && move_score < -3000 * reduced_depth;
        let is_prunable = is_late
            || is_futile
            || has_bad_history
            || !traits.stationary && reduced_depth <= 8 && loses_exchange(20 * reduced_depth * reduced_depth);
        // Checks may lead to mate, and a man on its goal may win the game.
        is_prunable && !self.position.gives_check(mv) && !self.reaches_goal(mv)
    }

    /// Whether a man goes to a square where it decides the game.
    fn reaches_goal(&self, mv: Move) -> bool {
        let (Some(piece), Some(to)) = (mv.piece(), mv.to()) else { return false };
        let info = self.position.game().piece_info(piece);
        self.shared.rules.is_goal(info.kind, info.side, to)
    }

    /// Late move reduction, in plies.
    #[inline]
    fn reduction(&self, task: &NodeTask, node: &Node, traits: MoveTraits, move_score: i32, searched: i32) -> i32 {
        if task.depth < 3 || searched < 2 + i32::from(node.is_pv) {
            return 0;
        }
        let mut reduction = self.shared.reductions.of(task.depth, searched);
        if traits.tactical {
            if !is_losing_capture(move_score) {
                return 0;
            }
            reduction /= 2;
        } else if is_privileged(move_score) {
            reduction -= 1;
        } else {
            reduction -= (move_score / 8192).clamp(-2, 2);
            reduction += i32::from(traits.stationary);
        }
        reduction += i32::from(!node.improving) + i32::from(task.cut_node);
        reduction -= i32::from(node.is_pv) + i32::from(node.in_check);
        reduction.clamp(0, task.depth - 2)
    }

    /// Singular search: searches the node without the table move, against a lowered bound. Returns the extension: one ply
    /// if all other moves are much worse. The error is a lower bound of the node, if another move fails high as well.
    fn singular_search(&mut self, task: NodeTask, hash: u16, value: Value) -> Result<i32, Value> {
        let NodeTask { beta, depth, ply, cut_node, .. } = task;
        let limit = value - 2 * depth * self.shared.evaluator.pawn_value() / 100;
        self.plies[ply].excluded = hash;
        let pv = std::mem::take(&mut self.plies[ply].pv);
        let static_eval = self.plies[ply].static_eval;
        let best_value =
            self.search_node(NodeTask { alpha: limit - 1, beta: limit, depth: (depth - 1) / 2, ply, cut_node });
        let ply_state = &mut self.plies[ply];
        (ply_state.pv, ply_state.static_eval, ply_state.excluded) = (pv, static_eval, 0);
        // The search has overwritten the move list of this ply.
        let mut list = std::mem::take(&mut self.plies[ply].list);
        self.position.legal_moves().list_into(&mut list);
        self.plies[ply].list = list;
        self.score_moves(ply, hash, false);
        let _ = self.next_move(ply, 0);
        self.plies[ply].searched_quiets.clear();
        self.plies[ply].searched_captures.clear();
        match best_value {
            _ if self.is_stopped() => Ok(0),
            value if value < limit => Ok(1),
            _ if limit >= beta => Err(limit),
            _ => Ok(0),
        }
    }

    /// Sets the principal variation of a ply: a move and that of the next ply.
    pub(super) fn update_pv(&mut self, ply: usize, mv: Move) {
        if let [.., own, next] = &mut self.plies[..=ply + 1] {
            own.pv.clear();
            own.pv.push(mv);
            own.pv.extend_from_slice(&next.pv);
        }
    }

    /// Updates killers, countermove and histories after a cutoff: a bonus for the move, a malus for those searched before.
    fn update_histories(&mut self, ply: usize, mv: Move, traits: MoveTraits, depth: i32) {
        let bonus = (16 * depth * depth + 128 * depth - 64).clamp(0, 1700);
        let previous = self.previous_moves(ply);
        let index = self.plies[ply].index;
        let searched_quiets = std::mem::take(&mut self.plies[ply].searched_quiets);
        let captures = std::mem::take(&mut self.plies[ply].searched_captures);
        if traits.tactical {
            self.histories.update_capture(index, bonus);
        } else {
            let hash = move_hash(mv);
            let killers = &mut self.plies[ply].killers;
            if killers[0] != hash {
                *killers = [hash, killers[0]];
            }
            self.histories.set_countermove(previous[0], hash);
            self.histories.update_quiet(index, previous, bonus);
            for &other in &searched_quiets {
                self.histories.update_quiet(other, previous, -bonus);
            }
        }
        for &other in &captures {
            self.histories.update_capture(other, -bonus);
        }
        self.plies[ply].searched_quiets = searched_quiets;
        self.plies[ply].searched_captures = captures;
    }
}

// Quiescence search: captures are searched beyond the leaves until the position is quiet.

/// Depth of table entries of the quiescence search.
const QUIESCENCE_DEPTH: i32 = 0;

/// Node limit of a quiescence search; beyond it positions get their static evaluation. Within a series, and where
/// evasions give check, there are too many orders of captures to search.
const MAX_QUIET_NODES: u64 = 2000;

impl Worker<'_> {
    /// Quiescence search of a leaf of the main search.
    fn quiet_value(&mut self, alpha: Value, beta: Value, ply: usize) -> Value {
        self.quiet_nodes_end = self.nodes + MAX_QUIET_NODES;
        self.quiescence(alpha, beta, ply)
    }

    /// Lists the moves of a quiescence search, captures or all answers to a check, and returns their number.
    fn list_quiescence_moves(&mut self, in_check: bool, ply: usize) -> usize {
        let list = &mut self.plies[ply].list;
        let moves = self.position.legal_moves();
        if in_check { moves } else { moves.captures() }.list_into(list);
        if self.shared.rules.walls && !in_check {
            keep_one_wall_for_each_move(list);
        }
        list.len()
    }

    /// Searches captures only, with a stand-pat score; in check all moves. Where captures are compulsory there is no
    /// standing pat.
    fn quiescence(&mut self, mut alpha: Value, beta: Value, ply: usize) -> Value {
        self.plies[ply].pv.clear();
        self.plies[ply].history_dependent = false;
        if self.count_node(ply).is_break() {
            return DRAW;
        }
        let key = self.shared.rules.transposition_key(&self.position, false, self.shared.counter_margin);
        self.shared.table.prefetch(key);
        if let Some(value) = self.value_if_over(ply) {
            return value;
        }
        if let Some(value) = self.decided_value(ply) {
            return value;
        }
        if ply >= MAX_PLY || self.nodes > self.quiet_nodes_end {
            return self.evaluate(ply);
        }
        let pv_node = beta - alpha > 1;
        let entry = if self.shared.method.table { self.shared.table.probe(key) } else { None };
        let in_check = self.position.in_check();
        // Evasions that repeat a position here may be legal with another game history.
        let history_dependent =
            in_check && self.shared.rules.repetition_illegal && self.position.repetition_may_bar_moves();
        self.plies[ply].history_dependent = history_dependent;
        if let Some(entry) = entry
            && !pv_node
            && !history_dependent
        {
            let entry = Entry { value: value_from_tt(entry.value, ply), ..entry };
            if entry.causes_cutoff(alpha, beta) {
                return entry.value;
            }
        }
        let us = self.position.turn();
        let static_eval =
            (!in_check).then(|| entry.and_then(|entry| entry.static_eval).unwrap_or_else(|| self.evaluate(ply)));

        let compulsory_capture = self.shared.rules.compulsory_capture[us];
        // No moves need be generated where standing pat is a cutoff.
        let stand_pat_cutoff = static_eval.is_some_and(|eval| eval >= beta) && !compulsory_capture;
        let count = if stand_pat_cutoff { 0 } else { self.list_quiescence_moves(in_check, ply) };
        if in_check && count == 0 {
            return self.terminal_value(ply).unwrap_or(DRAW);
        }
        let can_stand_pat = !(compulsory_capture && count > 0);
        let mut best_value = static_eval.filter(|_| can_stand_pat).unwrap_or(-INFINITE);
        if let Some(claimed) = self.claim_value(ply) {
            best_value = best_value.max(claimed);
        }
        if best_value >= beta {
            return best_value;
        }
        alpha = alpha.max(best_value);

        self.score_moves(ply, entry.map_or(0, |entry| entry.best_move), true);
        let pawn_value = self.shared.evaluator.pawn_value();
        let mut best_move = 0;
        for index in 0..count {
            let Some((mv, _)) = self.next_move(ply, index) else { break };
            if best_value > -CERTAIN && can_stand_pat && !in_check {
                // Delta pruning by static exchange.
                let needed = alpha - static_eval.unwrap_or(alpha) - 2 * pawn_value;
                if !see_ge(&self.position, self.shared.evaluator, mv, needed.max(0).min(50 * pawn_value)) {
                    continue;
                }
            }
            if best_value > -CERTAIN && in_check && index > 2 && !self.move_traits(mv).tactical {
                break;
            }
            let undo = self.make(mv, ply);
            let value = self.negamax(us, (alpha, beta), |worker, alpha, beta| worker.quiescence(alpha, beta, ply + 1));
            self.plies[ply].history_dependent |= self.plies[ply + 1].history_dependent;
            self.position.unmake(undo);
            if self.is_stopped() {
                return DRAW;
            }
            if value > best_value {
                best_value = value;
                if value > alpha {
                    alpha = value;
                    best_move = move_hash(mv);
                    if pv_node {
                        self.update_pv(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        if best_value == -INFINITE {
            return alpha;
        }
        if self.shared.method.table && !is_certain(best_value) && !self.plies[ply].history_dependent {
            let bound = if best_value >= beta { Bound::Lower } else { Bound::Upper };
            let value = value_to_tt(best_value, ply);
            self.shared.table.store(key, Entry { value, depth: QUIESCENCE_DEPTH, bound, best_move, static_eval });
        }
        best_value
    }
}

/// Keeps one of the walls that may follow each move: a quiescence search has as many captures as without walls.
fn keep_one_wall_for_each_move(list: &mut MoveList) {
    let mut kept = 0;
    for index in 0..list.len() {
        let bare = |mv: Move| mv.man().map(ManMove::without_wall);
        let Some(&mv) = list.get(index) else { break };
        let seen = list.iter().take(kept).any(|&other| bare(other).is_some() && bare(other) == bare(mv));
        if !seen {
            list.swap(kept, index);
            kept += 1;
        }
    }
    list.truncate(kept);
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64};

    use super::super::{Histories, Limits, Method, NoTimer, Searcher, Shared};
    use super::*;
    use weakfish::engine::Game;
    use weakfish::model::SetupId;
    use weakfish::notation::{fen, read_move};
    use weakfish::source::Source;
    use weakfish::{BuiltIns, builtin, load};

    fn orthodox() -> Game {
        load(&builtin::source(builtin::ORTHODOX).unwrap(), &BuiltIns).unwrap()
    }

    /// Runs a part of the search at the root of a position, with empty histories and without a table.
    fn at_root<T>(game: &Game, position: &str, look: impl FnOnce(&mut Worker<'_>) -> T) -> T {
        let searcher = Searcher::new(game);
        let limits = Limits::default();
        let shared = Shared {
            evaluator: &searcher.evaluator,
            rules: &searcher.rules,
            table: &searcher.table,
            limits: &limits,
            method: Method::PLAYING.with_table(false),
            reductions: &searcher.reductions,
            reach: None,
            counter_margin: super::super::rules::COUNTER_MARGIN,
            timer: &NoTimer,
            nodes: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        };
        let position = fen::read(game, SetupId(0), position).unwrap();
        let mut histories = Histories::new();
        look(&mut Worker::new(&shared, &mut histories, &position))
    }

    #[test]
    fn a_null_move_proves_no_win() {
        let base = builtin::ORTHODOX;
        let text = format!("game \"Own\" extends {base}\nendings\n  K on d4: wins\n  the rest: inherited\n");
        let game = load(&Source::new("own.variant", text), &BuiltIns).unwrap();
        // After a pass and any reply Kd4 wins. Beta is a little above the static evaluation.
        at_root(&game, "7k/8/8/8/8/4K3/8/2Q5 w - - 0 1", |worker| {
            let beta = worker.evaluate(0) + worker.shared.evaluator.pawn_value() / 2;
            let pass = worker.position.make_null().unwrap();
            worker.plies[1].accumulator = worker.plies[0].accumulator;
            let task = NodeTask { alpha: -beta, beta: 1 - beta, depth: 2, ply: 1, cut_node: false };
            assert_eq!(worker.search_node(task), mated_in(3));
            worker.position.unmake(pass);
            assert_eq!(worker.null_move(beta, 6, 0, beta, true), Some(beta));
        });
    }

    /// Singular search of the capture of the queen, with this table value.
    fn without_capture(game: &Game, task: NodeTask, value: Value) -> Result<i32, Value> {
        at_root(game, "3qk3/8/8/8/8/8/PPP5/3RK3 w - - 0 1", |worker| {
            let hash = move_hash(read_move(&worker.position, "d1d8").unwrap());
            worker.singular_search(task, hash, value)
        })
    }

    #[test]
    fn a_move_is_singular_by_a_margin_that_grows_with_depth() {
        let game = orthodox();
        let (alpha, beta) = (-INFINITE, INFINITE);
        let task = |depth| NodeTask { alpha, beta, depth, ply: 0, cut_node: false };
        // The least table value at which the capture is singular.
        let least = |depth| {
            let values: Vec<Value> = (-2000..2000).collect();
            let is_alone = |value| without_capture(&game, task(depth), value) == Ok(1);
            values[values.partition_point(|&value| !is_alone(value))]
        };
        // At depths 3 and 4 the other moves are searched to the same depth.
        let margin = |depth: i32| 2 * depth * Searcher::new(&game).evaluator.pawn_value() / 100;
        let others = least(3) - margin(3) - 1;
        assert_eq!(least(4) - margin(4) - 1, others);
        let capture = at_root(&game, "3qk3/8/8/8/8/8/PPP5/3RK3 w - - 0 1", |worker| worker.search_node(task(2)));
        assert!(others + margin(4) < capture, "{others}, {capture}");
        assert!(margin(4) > margin(3));
        let many = NodeTask { beta: others, ..task(4) };
        assert_eq!(without_capture(&game, many, others + margin(4)), Err(others));
        assert_eq!(without_capture(&game, task(4), others + margin(4)), Ok(0));
    }
}
