//! The root: one depth after another, the best lines first.

use super::score::{DRAW, INFINITE, Number, is_sure};
use super::tree::Task;
use super::worker::Worker;
use super::{Line, Report, Score};
use weakfish::engine::Move;

/// No search goes deeper than this.
pub(super) const MAX_DEPTH: i32 = 128;

/// A move at the root with what has been found out about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    score: Number,
    /// The score of the depth before.
    before: Number,
    line: Vec<Move>,
    /// The nodes looked at below it.
    nodes: u64,
    /// How deep the score is.
    depth: i32,
}

impl RootMove {
    fn new(mv: Move) -> Self {
        Self { mv, score: -INFINITE, before: -INFINITE, line: vec![mv], nodes: 0, depth: 0 }
    }

    fn line(&self) -> Line {
        Line { score: Score::of(self.score), moves: self.line.clone() }
    }
}

/// How certain the choice of a move is, from depth to depth.
#[derive(Debug, Default)]
struct Steadiness {
    best: Option<Move>,
    /// For how many depths the best move has stayed the same.
    since: u32,
    score: Number,
}

impl Steadiness {
    /// The part of the soft time that should be spent.
    fn share(&mut self, best: &RootMove, nodes: u64) -> f64 {
        if self.best == Some(best.mv) {
            self.since += 1;
        } else {
            (self.best, self.since) = (Some(best.mv), 0);
        }
        let falls = f64::from((self.score - best.score).clamp(-50, 100));
        self.score = best.score;
        let steady = [1.6, 1.3, 1.1, 1.0, 0.9, 0.8].get(self.since as usize).copied().unwrap_or(0.75);
        let effort = best.nodes as f64 / nodes.max(1) as f64;
        steady * (1.0 + falls / 200.0) * (1.5 - effort).clamp(0.5, 1.3)
    }
}

impl Worker<'_> {
    /// Searches one depth after another, and reports each of them. Returns the best lines.
    pub(super) fn deepen(&mut self, index: usize, report: &mut dyn FnMut(&Report)) -> Vec<Line> {
        let limits = self.shared.limits;
        let mut moves = self.root_moves();
        let lines = limits.lines.clamp(1, moves.len().max(1));
        let most = limits.depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u32) as i32);
        let mut steady = Steadiness::default();
        let mut completed = Vec::new();
        // Threads that begin at different depths get into each other's way less.
        for depth in 1 + (index as i32 & 1).min(most - 1)..=most {
            self.depth = depth;
            self.deepest = 0;
            for root in &mut moves {
                root.before = root.score;
            }
            for first in 0..lines {
                self.search_line(&mut moves, first, depth);
                if self.is_stopped() {
                    break;
                }
            }
            self.look_up();
            if self.is_stopped() {
                // What the unfinished depth has found to be better is kept.
                moves.sort_by_key(|root| std::cmp::Reverse((root.depth == depth, root.score)));
                if moves.first().is_some_and(|best| best.depth == depth && lines == 1) {
                    completed = moves.iter().take(1).map(RootMove::line).collect();
                } else if completed.is_empty() {
                    // There was no time for anything: one move is as good as another.
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
            if self.is_enough(best, depth, &mut steady, moves.len()) {
                break;
            }
        }
        completed
    }

    /// What has been found at a depth.
    fn report(&self, depth: i32, lines: &[Line]) -> Report {
        let shared = self.shared;
        Report {
            depth: depth as u32,
            longest: self.deepest as u32,
            nodes: shared.nodes.load(std::sync::atomic::Ordering::Relaxed),
            elapsed: shared.watch.elapsed(),
            full: shared.table.full(),
            lines: lines.to_vec(),
        }
    }

    /// Whether another depth is not worth the time.
    fn is_enough(&self, best: &RootMove, depth: i32, steady: &mut Steadiness, moves: usize) -> bool {
        let limits = self.shared.limits;
        if let (Some(most), Score::Win(plies)) = (limits.mate, Score::of(best.score))
            && u32::from(plies) <= most
        {
            return true;
        }
        let share = steady.share(best, self.nodes);
        let Some(soft) = limits.soft_time else { return false };
        // A forced move needs no thought, and neither does a win that is found for sure.
        let forced = moves == 1 && depth >= 4;
        let won = is_sure(best.score) && depth >= 4 + 2 * (INFINITE - best.score.abs() - 1000).clamp(0, 60);
        forced || won || self.shared.watch.elapsed() >= soft.mul_f64(share)
    }

    /// The moves to choose from.
    fn root_moves(&self) -> Vec<RootMove> {
        let wanted = &self.shared.limits.moves;
        let legal = self.position.legal_moves().into_iter();
        legal.filter(|mv| wanted.is_empty() || wanted.contains(mv)).map(RootMove::new).collect()
    }

    /// Searches the moves from `first` on, those before it being lines already found, and sorts them. The window is
    /// narrow at first, around what the depth before has found, and opened where the score lies outside.
    fn search_line(&mut self, moves: &mut [RootMove], first: usize, depth: i32) {
        let Some(expected) = moves.get(first).map(|root| root.before) else { return };
        let unit = self.shared.evaluator.unit();
        let mut width = 18 * unit / 100 + expected.abs() / 64;
        let narrow = self.shared.method.selective && depth >= 4 && !is_sure(expected) && expected > -INFINITE;
        let (mut alpha, mut beta) = if narrow { (expected - width, expected + width) } else { (-INFINITE, INFINITE) };
        loop {
            let (alpha_now, beta_now) = (alpha.max(-INFINITE), beta.min(INFINITE));
            let score = self.search_root(&mut moves[first..], alpha_now, beta_now, depth);
            moves[first..].sort_by_key(|root| std::cmp::Reverse((root.depth == depth, root.score, root.before)));
            if self.is_stopped() {
                break;
            }
            if score <= alpha_now && alpha_now > -INFINITE {
                alpha = if is_sure(score) { -INFINITE } else { score - width };
            } else if score >= beta_now && beta_now < INFINITE {
                beta = if is_sure(score) { INFINITE } else { score + width };
            } else {
                break;
            }
            width *= 2;
            if width > 1500 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
        moves[..=first].sort_by_key(|root| std::cmp::Reverse(root.score));
    }

    /// Searches the moves of the root within a window.
    fn search_root(&mut self, moves: &mut [RootMove], mut alpha: Number, beta: Number, depth: i32) -> Number {
        let method = self.shared.method;
        let mut found = -INFINITE;
        let us = self.position.turn();
        if let Some(next) = self.plies.get_mut(2) {
            next.killers = [0; 2];
        }
        self.plies[0].worth = (!self.position.in_check()).then(|| self.evaluate(0));
        for (index, root) in moves.iter_mut().enumerate() {
            let nodes = self.nodes;
            let kind = self.kind_of(root.mv);
            let undo = self.make(root.mv, 0);
            let view = self.view_of(us);
            let search = |worker: &mut Self, alpha, beta, depth, cut| {
                let (alpha, beta) = view.window(alpha, beta);
                view.score(worker.node(Task { alpha, beta, depth, ply: 1, cut }))
            };
            let next = depth - 1;
            let score = if index == 0 {
                search(self, alpha, beta, next, false)
            } else {
                let late = method.selective && depth >= 3 && index >= 3 && !kind.tactical;
                let reduction = if late { self.shared.reductions.of(depth, index as i32) - 1 } else { 0 };
                let mut score = search(self, alpha, alpha + 1, next - reduction.clamp(0, (next - 1).max(0)), true);
                if reduction > 0 && score > alpha {
                    score = search(self, alpha, alpha + 1, next, true);
                }
                if score > alpha && score < beta {
                    score = search(self, alpha, beta, next, false);
                }
                score
            };
            self.position.unmake(undo);
            if self.is_stopped() {
                return DRAW;
            }
            root.nodes += self.nodes - nodes;
            if index == 0 || score > alpha {
                root.score = score;
                root.depth = depth;
                root.line.clear();
                root.line.push(root.mv);
                root.line.extend_from_slice(&self.plies[1].line);
            } else {
                // Nothing is known but that it is worse.
                root.score = -INFINITE;
            }
            found = found.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        found
    }
}
