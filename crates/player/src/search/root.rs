//! Search of the root: iterative deepening with aspiration windows, in one or more threads.

use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use super::score::{DRAW, INFINITE, Value, is_certain};
use super::tree::NodeTask;
use super::worker::{Histories, Shared, Worker};
use super::{Line, Report, Score};
use weakfish::engine::{Move, Position};

/// Maximum depth of a search, in plies.
pub(super) const MAX_DEPTH: i32 = 128;

/// A root move with its results.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    value: Value,
    /// Value in the previous iteration.
    previous_value: Value,
    line: Vec<Move>,
    /// Nodes searched below it.
    nodes: u64,
    /// Depth of the value.
    depth: i32,
}

impl RootMove {
    fn new(mv: Move) -> Self {
        Self { mv, value: -INFINITE, previous_value: -INFINITE, line: vec![mv], nodes: 0, depth: 0 }
    }

    fn line(&self) -> Line {
        Line { score: Score::of(self.value), moves: self.line.clone() }
    }
}

/// Scales the soft time limit by the stability of the best move, from iteration to iteration.
#[derive(Debug, Default)]
struct TimeManager {
    best: Option<Move>,
    /// Iterations since the best move changed.
    stable_iterations: u32,
    value: Value,
}

impl TimeManager {
    /// Factor of the soft time limit after an iteration: less for a stable best move that took most nodes,
    /// more when its value falls.
    fn time_factor(&mut self, best: &RootMove, nodes: u64) -> f64 {
        if self.best == Some(best.mv) {
            self.stable_iterations += 1;
        } else {
            (self.best, self.stable_iterations) = (Some(best.mv), 0);
        }
        let falls = f64::from((self.value - best.value).clamp(-50, 100));
        self.value = best.value;
        let stability = [1.6, 1.3, 1.1, 1.0, 0.9, 0.8].get(self.stable_iterations as usize).copied().unwrap_or(0.75);
        let effort = best.nodes as f64 / nodes.max(1) as f64;
        stability * (1.0 + falls / 200.0) * (1.5 - effort).clamp(0.5, 1.3)
    }
}

impl Worker<'_> {
    /// Iterative deepening: searches with increasing depth, reports each iteration and returns the best lines.
    pub(super) fn iterative_deepening(&mut self, index: usize, report: &mut dyn FnMut(&Report)) -> Vec<Line> {
        let limits = self.shared.limits;
        let legal = self.position.legal_moves().into_iter();
        let allowed = legal.filter(|mv| limits.moves.is_empty() || limits.moves.contains(mv));
        let mut moves: Vec<RootMove> = allowed.map(RootMove::new).collect();
        let lines = limits.lines.clamp(1, moves.len().max(1));
        let max_depth = limits.depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u32) as i32);
        let mut time = TimeManager::default();
        let mut completed = Vec::new();
        // Threads that begin at different depths duplicate less work.
        for depth in 1 + (index as i32 & 1).min(max_depth - 1)..=max_depth {
            self.depth = depth;
            self.selective_depth = 0;
            for root in &mut moves {
                root.previous_value = root.value;
            }
            for first in 0..lines {
                self.aspiration_search(&mut moves, first, depth);
                if self.is_stopped() {
                    break;
                }
            }
            self.check_limits();
            if self.is_stopped() {
                // A better move of the unfinished iteration is kept.
                moves.sort_by_key(|root| std::cmp::Reverse((root.depth == depth, root.value)));
                if moves.first().is_some_and(|best| best.depth == depth && lines == 1) {
                    completed = moves.iter().take(1).map(RootMove::line).collect();
                } else if completed.is_empty() {
                    // Not even depth 1 was finished.
                    let score = Score::of(self.evaluate(0));
                    completed = moves.iter().take(1).map(|root| Line { score, moves: vec![root.mv] }).collect();
                }
                break;
            }
            completed = moves.iter().take(lines).map(RootMove::line).collect();
            if index > 0 {
                continue;
            }
            report(&self.report(depth, &completed));
            let Some(best) = moves.first() else { break };
            if self.should_stop(best, depth, &mut time, moves.len()) {
                break;
            }
        }
        completed
    }

    /// Report of an iteration.
    fn report(&self, depth: i32, lines: &[Line]) -> Report {
        let shared = self.shared;
        Report {
            depth: depth as u32,
            seldepth: self.selective_depth as u32,
            nodes: shared.nodes.load(Relaxed),
            elapsed: shared.timer.elapsed(),
            hashfull: shared.table.hashfull(),
            lines: lines.to_vec(),
        }
    }

    /// Whether no further iteration is begun.
    fn should_stop(&self, best: &RootMove, depth: i32, time: &mut TimeManager, moves: usize) -> bool {
        let limits = self.shared.limits;
        if let (Some(most), Score::Win(plies)) = (limits.mate, Score::of(best.value))
            && u32::from(plies) <= most
        {
            return true;
        }
        let share = time.time_factor(best, self.nodes);
        let Some(soft) = limits.soft_time else { return false };
        // Forced moves and certain wins need no more time.
        let forced = moves == 1 && depth >= 4;
        let won = is_certain(best.value) && depth >= 4 + 2 * (INFINITE - best.value.abs() - 1000).clamp(0, 60);
        forced || won || self.shared.timer.elapsed() >= soft.mul_f64(share)
    }

    /// Searches the root moves from `first` on (those before it are lines already found) and sorts them. The aspiration
    /// window is centred on the value of the previous iteration and widened when the search fails low or high.
    fn aspiration_search(&mut self, moves: &mut [RootMove], first: usize, depth: i32) {
        let Some(expected) = moves.get(first).map(|root| root.previous_value) else { return };
        let pawn_value = self.shared.evaluator.pawn_value();
        let mut width = 18 * pawn_value / 100 + expected.abs() / 64;
        let aspirate = self.shared.method.selective && depth >= 4 && !is_certain(expected) && expected > -INFINITE;
        let (mut alpha, mut beta) = if aspirate { (expected - width, expected + width) } else { (-INFINITE, INFINITE) };
        loop {
            let (alpha_now, beta_now) = (alpha.max(-INFINITE), beta.min(INFINITE));
            let value = self.search_root(&mut moves[first..], alpha_now, beta_now, depth);
            moves[first..]
                .sort_by_key(|root| std::cmp::Reverse((root.depth == depth, root.value, root.previous_value)));
            if self.is_stopped() {
                break;
            }
            if value <= alpha_now && alpha_now > -INFINITE {
                alpha = if is_certain(value) { -INFINITE } else { value - width };
            } else if value >= beta_now && beta_now < INFINITE {
                beta = if is_certain(value) { INFINITE } else { value + width };
            } else {
                break;
            }
            width *= 2;
            if width > 1500 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
        moves[..=first].sort_by_key(|root| std::cmp::Reverse(root.value));
    }

    /// Principal variation search of the root moves; returns the best value, and sets value and line of the
    /// moves that raise alpha.
    fn search_root(&mut self, moves: &mut [RootMove], mut alpha: Value, beta: Value, depth: i32) -> Value {
        let method = self.shared.method;
        let mut best_value = -INFINITE;
        let us = self.position.turn();
        if let Some(full_depth) = self.plies.get_mut(2) {
            full_depth.killers = [0; 2];
        }
        self.plies[0].static_eval = (!self.position.in_check()).then(|| self.evaluate(0));
        for (index, root) in moves.iter_mut().enumerate() {
            let nodes = self.nodes;
            let traits = self.move_traits(root.mv);
            let undo = self.make(root.mv, 0);
            let search = |worker: &mut Self, alpha, beta, depth, cut_node| {
                worker.negamax(us, (alpha, beta), |worker, alpha, beta| {
                    worker.search_node(NodeTask { alpha, beta, depth, ply: 1, cut_node })
                })
            };
            let full_depth = depth - 1;
            let value = if index == 0 {
                search(self, alpha, beta, full_depth, false)
            } else {
                let late = method.selective && depth >= 3 && index >= 3 && !traits.tactical;
                let reduction = if late { self.shared.reductions.of(depth, index as i32) - 1 } else { 0 };
                let mut value =
                    search(self, alpha, alpha + 1, full_depth - reduction.clamp(0, (full_depth - 1).max(0)), true);
                if reduction > 0 && value > alpha {
                    value = search(self, alpha, alpha + 1, full_depth, true);
                }
                if value > alpha && value < beta {
                    value = search(self, alpha, beta, full_depth, false);
                }
                value
            };
            self.position.unmake(undo);
            if self.is_stopped() {
                return DRAW;
            }
            root.nodes += self.nodes - nodes;
            if index == 0 || value > alpha {
                root.value = value;
                root.depth = depth;
                root.line.clear();
                root.line.push(root.mv);
                root.line.extend_from_slice(&self.plies[1].pv);
            } else {
                // A fail low gives no value.
                root.value = -INFINITE;
            }
            best_value = best_value.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best_value
    }
}

// Lazy SMP: each thread searches the whole tree, and all share one transposition table.

/// Lazy SMP: searches with one thread for each history, this one among them, and returns the lines of this one.
pub(super) fn search_lazy_smp(
    shared: &Shared<'_>,
    position: &Position,
    histories: &mut [Histories],
    report: &mut dyn FnMut(&Report),
) -> Vec<Line> {
    let Some((own, others)) = histories.split_first_mut() else { return Vec::new() };
    thread::scope(|scope| {
        for (index, histories) in others.iter_mut().enumerate() {
            let position = position.clone();
            // A thread that can't be started is done without.
            let _ = thread::Builder::new().spawn_scoped(scope, move || {
                Worker::new(shared, histories, &position).iterative_deepening(index + 1, &mut |_| ());
            });
        }
        let lines = Worker::new(shared, own, position).iterative_deepening(0, report);
        shared.stop.store(true, Relaxed);
        lines
    })
}
