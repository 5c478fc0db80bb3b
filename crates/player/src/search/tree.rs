//! The tree below the root: principal variation search with a table, and what is left out of it.
//!
//! What is pruned and reduced, and by how much, is common knowledge of chess programs
//! (<https://www.chessprogramming.org/Search>). Margins are in pawns of the game (`Evaluator::unit`), since men of
//! different games differ in worth.

use super::exchange::gains;
use super::order::{Kind, is_losing, stands_out};
use super::score::{DRAW, INFINITE, MAX_PLY, Number, SURE, from_root, is_sure, loss, to_root, win};
use super::table::{Bound, Known, bits_of};
use super::worker::{Ply, Worker};
use weakfish::engine::Move;
use weakfish::geometry::Side;

/// What a node has to find out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) alpha: Number,
    pub(super) beta: Number,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// Whether a move is expected that is too good, so that the node is cut off.
    pub(super) cut: bool,
}

impl Task {
    /// Whether the window is open, so that an exact score is asked for.
    const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a sign by itself")]
struct Node {
    key: u64,
    known: Option<Known>,
    /// The bits of the best move known; 0 if none is.
    best: u16,
    /// What the position is worth by its looks, or by what the table knows.
    worth: Number,
    /// The score so far: what the player can have without a move.
    found: Number,
    /// The bits of the move that is left out; 0 if none is.
    excluded: u16,
    in_check: bool,
    /// Whether the side to move is better off than two plies ago.
    improving: bool,
    /// Whether the past may refuse a move here.
    barred: bool,
    /// Whether the window was open to begin with.
    open: bool,
}

/// How a move is searched.
#[derive(Clone, Copy, Debug)]
struct Plan {
    /// The depth below it.
    depth: i32,
    /// How many plies less do at first.
    reduction: i32,
    /// Whether no other move has been searched yet.
    first: bool,
}

impl Worker<'_> {
    /// What the position is worth to the side to move.
    pub(super) fn node(&mut self, task: Task) -> Number {
        let (ply, method) = (task.ply, self.shared.method);
        self.plies[ply].line.clear();
        self.plies[ply].hangs = false;
        if task.depth <= 0 && method.selective {
            return self.quiet(task.alpha, task.beta, ply);
        }
        if self.count_node(ply).is_break() {
            return DRAW;
        }
        let mut task = task;
        let mut node = match self.enter(&mut task) {
            Ok(node) => node,
            Err(score) => return score,
        };
        if method.selective && !node.open && !node.in_check && node.excluded == 0 {
            if let Some(score) = self.prune(task, node.worth, node.improving) {
                return score;
            }
            if self.is_stopped() {
                return DRAW;
            }
        }
        if method.selective && node.best == 0 && task.depth >= 4 && (node.open || task.cut) {
            // Nothing is known here: a shallower search finds a first move as well.
            task.depth -= 1;
        }
        let mut list = std::mem::take(&mut self.plies[ply].list);
        self.position.legal_moves().list_into(&mut list);
        let count = list.len();
        self.plies[ply].list = list;
        if count == 0 {
            self.plies[ply].hangs = node.barred;
            return self.score_of_end(ply).unwrap_or(DRAW);
        }
        if method.ordering {
            self.rank_moves(ply, node.best);
        }
        let first_alpha = task.alpha;
        let Some(found) = self.try_moves(&mut task, &mut node, count) else { return DRAW };
        if found == -INFINITE {
            // All that is left out was hopeless, or there is only the move that is left out.
            return task.alpha;
        }
        let bound = if found >= task.beta {
            Bound::Lower
        } else if found > first_alpha && node.open {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.keep(task, &node, found, bound);
        found
    }

    /// Looks at a node without its moves: whether the game is over, what the table knows, how it looks. The error is the
    /// score, if that settles it.
    fn enter(&mut self, task: &mut Task) -> Result<Node, Number> {
        let (ply, open, method) = (task.ply, task.is_open(), self.shared.method);
        let key = self.shared.fences.key(&self.position, !method.selective);
        self.shared.table.expect(key);
        if let Some(score) = self.score_if_over(ply) {
            return Err(score);
        }
        let found = if self.can_claim() { DRAW } else { -INFINITE };
        if task.depth <= 0 || ply >= MAX_PLY {
            return Err(self.score_of_end(ply).unwrap_or_else(|| self.evaluate(ply).max(found)));
        }
        task.alpha = task.alpha.max(found);
        if method.selective {
            if self.recurs(ply) {
                return Err(DRAW);
            }
            // No win is nearer than the next ply, and no loss than this one.
            task.alpha = task.alpha.max(loss(ply));
            task.beta = task.beta.min(win(ply + 1));
        }
        if task.alpha >= task.beta {
            return Err(task.alpha);
        }
        let excluded = self.plies[ply].excluded;
        let barred = self.shared.fences.repetition_illegal && self.position.past_may_bar_moves();
        let known = if method.table && excluded == 0 { self.shared.table.look_up(key) } else { None };
        let known = known.map(|known| Known { score: to_root(known.score, ply), ..known });
        if let Some(known) = known {
            let fits = if method.selective { !open && known.depth >= task.depth } else { known.depth == task.depth };
            if fits && !barred && known.settles(task.alpha, task.beta) {
                return Err(known.score);
            }
        }
        let in_check = self.position.in_check();
        let looks = (!in_check).then(|| known.and_then(|known| known.worth).unwrap_or_else(|| self.evaluate(ply)));
        self.plies[ply].worth = looks;
        let worth = looks.map_or(-INFINITE, |looks| known.map_or(looks, |known| known.corrected(looks)));
        let (best, improving) = (known.map_or(0, |known| known.best), self.is_improving(ply));
        Ok(Node { key, known, best, worth, found, excluded, in_check, improving, barred, open })
    }

    /// Tries the moves of a node and returns the best score, or nothing if the search has been stopped.
    fn try_moves(&mut self, task: &mut Task, node: &mut Node, count: usize) -> Option<Number> {
        let (ply, method, us) = (task.ply, self.shared.method, self.position.turn());
        self.plies[ply].tried.clear();
        self.plies[ply].tried_captures.clear();
        if let Some(next) = self.plies.get_mut(ply + 2) {
            next.killers = [0; 2];
        }
        let (mut searched, mut hangs, mut found) = (0, false, node.found);
        for index in 0..count {
            let next = if method.ordering {
                self.next_move(ply, index)
            } else {
                self.plies[ply].list.get(index).map(|&mv| (mv, 0))
            };
            let Some((mv, rank)) = next else { break };
            let bits = bits_of(mv);
            if bits == node.excluded {
                continue;
            }
            let kind = self.kind_of(mv);
            let mut plan = Plan { depth: task.depth - 1, reduction: 0, first: searched == 0 };
            if method.selective {
                let may_skip = found > -SURE && !node.in_check && searched > 0;
                if may_skip && self.is_hopeless(task, node, mv, kind, rank, searched) {
                    continue;
                }
                match self.extension(task, node, index, bits) {
                    Ok(extension) => plan.depth += extension,
                    Err(score) => return Some(score).filter(|_| !self.is_stopped()),
                }
                plan.reduction = self.reduction(task, node, kind, rank, searched);
            }
            let undo = self.make(mv, ply);
            let score = self.search_move(task, plan, node.open, us, &mut hangs);
            self.position.unmake(undo);
            if self.is_stopped() {
                return None;
            }
            searched += 1;
            found = found.max(score);
            if score > task.alpha {
                task.alpha = score;
                node.best = bits;
                if node.open {
                    self.note_line(ply, mv);
                }
                if score >= task.beta {
                    if method.ordering {
                        self.learn(ply, mv, kind, task.depth);
                    }
                    break;
                }
            }
            let slot = self.plies[ply].slot;
            let Ply { tried, tried_captures, .. } = &mut self.plies[ply];
            if kind.tactical { tried_captures.push(slot) } else { tried.push(slot) }
        }
        self.plies[ply].hangs = hangs;
        Some(found)
    }

    /// Searches the move that has been made: with a narrow window and less deep at first, if it comes late.
    fn search_move(&mut self, task: &Task, plan: Plan, open: bool, us: Side, hangs: &mut bool) -> Number {
        let &Task { alpha, beta, ply, cut, .. } = task;
        let view = self.view_of(us);
        let mut search = |alpha, beta, depth, cut| {
            let (alpha, beta) = view.window(alpha, beta);
            let score = view.score(self.node(Task { alpha, beta, depth, ply: ply + 1, cut }));
            *hangs |= self.plies[ply + 1].hangs;
            score
        };
        if plan.first {
            return search(alpha, beta, plan.depth, !open && !cut);
        }
        let mut score = INFINITE;
        if plan.reduction > 0 {
            score = search(alpha, alpha + 1, (plan.depth - plan.reduction).max(1).min(plan.depth), true);
        }
        if score > alpha {
            score = search(alpha, alpha + 1, plan.depth, !cut);
        }
        if score > alpha && open {
            score = search(alpha, beta, plan.depth, false);
        }
        score
    }

    /// Keeps in the table what has been found out about a node.
    fn keep(&mut self, task: Task, node: &Node, found: Number, bound: Bound) {
        let (ply, method) = (task.ply, self.shared.method);
        // With another past there may be a better move, which the past of this node refuses.
        self.plies[ply].hangs |= node.barred && bound != Bound::Lower;
        let hangs = self.plies[ply].hangs && method.selective;
        if method.table && node.excluded == 0 && !hangs {
            let best = if bound == Bound::Upper { 0 } else { node.best };
            let (score, worth) = (from_root(found, ply), self.plies[ply].worth);
            self.shared.table.keep(node.key, Known { score, depth: task.depth, bound, best, worth });
        }
    }

    /// How many plies more a move is worth. The error is a score that settles the node.
    fn extension(&mut self, task: &Task, node: &Node, index: usize, bits: u16) -> Result<i32, Number> {
        let ply = task.ply;
        if node.in_check && ply < 2 * self.depth.max(1) as usize {
            return Ok(1);
        }
        let Some(known) = node.known.filter(|_| index == 0 && bits == node.best) else { return Ok(0) };
        let trusted = known.depth >= task.depth - 3 && known.bound != Bound::Upper && !is_sure(known.score);
        if node.excluded != 0 || task.depth < 7 || !trusted {
            return Ok(0);
        }
        match self.singularity(*task, bits, known.score) {
            Singularity::Alone => Ok(1),
            Singularity::Many(score) => Err(score),
            Singularity::Usual => Ok(0),
        }
    }

    /// Whether the side to move is better off than two plies ago, by looks.
    fn is_improving(&self, ply: usize) -> bool {
        let worth = |ply: Option<usize>| ply.and_then(|ply| self.plies[ply].worth);
        match (worth(Some(ply)), worth(ply.checked_sub(2)).or_else(|| worth(ply.checked_sub(4)))) {
            (Some(now), Some(before)) => now > before,
            (Some(_), None) => true,
            (None, _) => false,
        }
    }

    /// What can be said of a node without looking at its moves, if that settles it.
    fn prune(&mut self, task: Task, worth: Number, improving: bool) -> Option<Number> {
        let Task { alpha, beta, depth, ply, cut } = task;
        let unit = self.shared.evaluator.unit();
        // So good that a few plies will not spoil it.
        let margin = (75 * depth - 65 * i32::from(improving)).max(0) * unit / 100;
        if depth <= 8 && worth - margin >= beta && !is_sure(beta) && !is_sure(worth) {
            return Some(i32::midpoint(worth, beta));
        }
        // So bad that only captures can help.
        if depth <= 3 && worth + (200 + 180 * depth) * unit / 100 < alpha && !is_sure(alpha) {
            let score = self.quiet(alpha, alpha + 1, ply);
            if score <= alpha {
                return Some(score);
            }
        }
        let passes = depth >= 3 && worth >= beta && ply >= self.null_from && !is_sure(beta);
        if passes && self.shared.fences.admits_null_move(&self.position) {
            return self.null_move(beta, depth, ply, worth, cut);
        }
        None
    }

    /// Looks what the opponent can do if the side to move passes. If that is not enough, a move of one's own will do
    /// too.
    fn null_move(&mut self, beta: Number, depth: i32, ply: usize, worth: Number, cut: bool) -> Option<Number> {
        let unit = self.shared.evaluator.unit();
        let undo = self.position.make_null()?;
        self.plies[ply].slot = super::history::Slot::default();
        self.plies[ply + 1].sum = self.plies[ply].sum;
        let reduction = 3 + depth / 4 + ((worth - beta) / (2 * unit)).min(3);
        let below = Task { alpha: -beta, beta: 1 - beta, depth: depth - reduction, ply: ply + 1, cut: !cut };
        let score = -self.node(below);
        self.position.unmake(undo);
        if self.is_stopped() || score < beta {
            return None;
        }
        let score = if is_sure(score) { beta } else { score };
        if depth < 12 || self.null_from > 0 {
            return Some(score);
        }
        // Where passing would be the best move, a search without it shows.
        self.null_from = ply + 3 * ((depth - reduction) / 4).max(1) as usize;
        let check = self.node(Task { alpha: beta - 1, beta, depth: depth - reduction, ply, cut: false });
        self.null_from = 0;
        (check >= beta).then_some(score)
    }

    /// Whether a move is not worth looking at so near the leaves.
    fn is_hopeless(&self, task: &Task, node: &Node, mv: Move, kind: Kind, rank: i32, searched: i32) -> bool {
        let &Task { alpha, depth, .. } = task;
        let unit = self.shared.evaluator.unit();
        let loses = |hundredths: i32| !gains(&self.position, self.shared.evaluator, mv, -hundredths * unit / 100);
        if kind.tactical {
            return is_losing(rank) && depth <= 6 && loses(90 * depth);
        }
        if stands_out(rank) || depth > 16 {
            return false;
        }
        // The depth to which it would be searched at first.
        let below = (depth - self.reduction(task, node, kind, rank, searched)).max(1);
        let late = depth <= 8 && searched > (3 + depth * depth) / (2 - i32::from(node.improving));
        let futile = below <= 7 && node.worth + (100 + 110 * below) * unit / 100 <= alpha && !is_sure(alpha);
        let discredited = below <= 4 && rank < -3000 * below;
        let hopeless = late || futile || discredited || !kind.stationary && below <= 8 && loses(20 * below * below);
        // A check may be mate, or lead to it, and a goal may win the game.
        hopeless && !self.position.gives_check(mv) && !self.reaches_goal(mv)
    }

    /// Whether a man goes where its like decides the game.
    fn reaches_goal(&self, mv: Move) -> bool {
        let Move::Man(man) = mv else { return false };
        let info = self.position.game().piece_info(man.piece);
        self.shared.fences.is_goal(info.kind, info.side, man.to)
    }

    /// How many plies less a move is looked at that comes late.
    #[inline]
    fn reduction(&self, task: &Task, node: &Node, kind: Kind, rank: i32, searched: i32) -> i32 {
        if task.depth < 3 || searched < 2 + i32::from(node.open) {
            return 0;
        }
        let mut reduction = self.shared.reductions.of(task.depth, searched);
        if kind.tactical {
            if !is_losing(rank) {
                return 0;
            }
            reduction /= 2;
        } else if stands_out(rank) {
            reduction -= 1;
        } else {
            reduction -= (rank / 8192).clamp(-2, 2);
            reduction += i32::from(kind.stationary);
        }
        reduction += i32::from(!node.improving) + i32::from(task.cut);
        reduction -= i32::from(node.open) + i32::from(node.in_check);
        reduction.clamp(0, task.depth - 2)
    }

    /// Asks whether the best move known is the only good one, by a search without it.
    fn singularity(&mut self, task: Task, bits: u16, score: Number) -> Singularity {
        let Task { beta, depth, ply, cut, .. } = task;
        let limit = score - 2 * depth * self.shared.evaluator.unit() / 100;
        self.plies[ply].excluded = bits;
        let line = std::mem::take(&mut self.plies[ply].line);
        let worth = self.plies[ply].worth;
        let found = self.node(Task { alpha: limit - 1, beta: limit, depth: (depth - 1) / 2, ply, cut });
        let own = &mut self.plies[ply];
        (own.line, own.worth, own.excluded) = (line, worth, 0);
        // The list of moves is that of the search without the move.
        let mut list = std::mem::take(&mut self.plies[ply].list);
        self.position.legal_moves().list_into(&mut list);
        self.plies[ply].list = list;
        self.rank_moves(ply, bits);
        let _ = self.next_move(ply, 0);
        self.plies[ply].tried.clear();
        self.plies[ply].tried_captures.clear();
        if self.is_stopped() {
            Singularity::Usual
        } else if found < limit {
            Singularity::Alone
        } else if limit >= beta {
            Singularity::Many(limit)
        } else {
            Singularity::Usual
        }
    }

    /// Puts a move before the best line of the next ply.
    pub(super) fn note_line(&mut self, ply: usize, mv: Move) {
        if let [.., own, next] = &mut self.plies[..=ply + 1] {
            own.line.clear();
            own.line.push(mv);
            own.line.extend_from_slice(&next.line);
        }
    }

    /// Remembers that a move was good enough, and that those tried before it were not.
    fn learn(&mut self, ply: usize, mv: Move, kind: Kind, depth: i32) {
        let bonus = (16 * depth * depth + 128 * depth - 64).clamp(0, 1700);
        let before = self.slots_before(ply);
        let slot = self.plies[ply].slot;
        let tried = std::mem::take(&mut self.plies[ply].tried);
        let captures = std::mem::take(&mut self.plies[ply].tried_captures);
        if kind.tactical {
            self.histories.note_capture(slot, bonus);
        } else {
            let bits = bits_of(mv);
            let killers = &mut self.plies[ply].killers;
            if killers[0] != bits {
                *killers = [bits, killers[0]];
            }
            self.histories.note_answer(before[0], bits);
            self.histories.note_quiet(slot, before, bonus);
            for &other in &tried {
                self.histories.note_quiet(other, before, -bonus);
            }
        }
        for &other in &captures {
            self.histories.note_capture(other, -bonus);
        }
        self.plies[ply].tried = tried;
        self.plies[ply].tried_captures = captures;
    }
}

/// What a search without the best known move has shown.
enum Singularity {
    /// All others are much worse.
    Alone,
    /// Others are too good as well: the node is worth at least this.
    Many(Number),
    Usual,
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64};

    use super::super::{Histories, Limits, Method, Searcher, Shared, Unhurried};
    use super::*;
    use weakfish::engine::Game;
    use weakfish::model::SetupId;
    use weakfish::notation::{fen, read_move};
    use weakfish::source::Source;
    use weakfish::{BuiltIns, builtin, load};

    fn orthodox() -> Game {
        load(&builtin::source(builtin::ORTHODOX).unwrap(), &BuiltIns).unwrap()
    }

    /// Runs a part of the search at the root of a position, with nothing learnt before and no table.
    fn searched<T>(game: &Game, position: &str, look: impl FnOnce(&mut Worker<'_>) -> T) -> T {
        let searcher = Searcher::new(game);
        let limits = Limits::default();
        let shared = Shared {
            evaluator: &searcher.evaluator,
            fences: &searcher.fences,
            table: &searcher.table,
            limits: &limits,
            method: Method::PLAYING.with_table(false),
            reductions: &searcher.reductions,
            watch: &Unhurried,
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
        // After a pass and any answer Kd4 wins. What is asked for is a little more than the position looks worth.
        searched(&game, "7k/8/8/8/8/4K3/8/2Q5 w - - 0 1", |worker| {
            let beta = worker.evaluate(0) + worker.shared.evaluator.unit() / 2;
            let pass = worker.position.make_null().unwrap();
            worker.plies[1].sum = worker.plies[0].sum;
            let task = Task { alpha: -beta, beta: 1 - beta, depth: 2, ply: 1, cut: false };
            assert_eq!(worker.node(task), loss(3));
            worker.position.unmake(pass);
            assert_eq!(worker.null_move(beta, 6, 0, beta, true), Some(beta));
        });
    }

    /// How a search without the capture of the queen compares with a score.
    fn without_capture(game: &Game, task: Task, score: Number) -> Singularity {
        searched(game, "3qk3/8/8/8/8/8/PPP5/3RK3 w - - 0 1", |worker| {
            let bits = bits_of(read_move(&worker.position, "d1d8").unwrap());
            worker.singularity(task, bits, score)
        })
    }

    #[test]
    fn a_move_is_singular_by_a_margin_that_grows_with_depth() {
        let game = orthodox();
        let (alpha, beta) = (-INFINITE, INFINITE);
        let task = |depth| Task { alpha, beta, depth, ply: 0, cut: false };
        // The least score that no other move comes near.
        let least = |depth| {
            let scores: Vec<Number> = (-2000..2000).collect();
            let is_alone = |score| matches!(without_capture(&game, task(depth), score), Singularity::Alone);
            scores[scores.partition_point(|&score| !is_alone(score))]
        };
        // Depths 3 and 4 look at the other moves to the same depth.
        let margin = |depth: i32| 2 * depth * Searcher::new(&game).evaluator.unit() / 100;
        let others = least(3) - margin(3) - 1;
        assert_eq!(least(4) - margin(4) - 1, others);
        let capture = searched(&game, "3qk3/8/8/8/8/8/PPP5/3RK3 w - - 0 1", |worker| worker.node(task(2)));
        assert!(others + margin(4) < capture, "{others}, {capture}");
        assert!(margin(4) > margin(3));
        let many = Task { beta: others, ..task(4) };
        assert!(
            matches!(without_capture(&game, many, others + margin(4)), Singularity::Many(limit) if limit == others)
        );
        assert!(matches!(without_capture(&game, task(4), others + margin(4)), Singularity::Usual));
    }
}
