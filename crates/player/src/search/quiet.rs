//! Beyond the leaves: captures are followed until the position is quiet.

use super::exchange::gains;
use super::score::{DRAW, INFINITE, MAX_PLY, Number, SURE, from_root, is_sure, to_root};
use super::table::{Bound, Known, bits_of};
use super::worker::Worker;

/// What a table says of a position that was looked at for captures only.
const NO_DEPTH: i32 = 0;

impl Worker<'_> {
    /// What the position is worth to the side to move, once captures have been followed to their end. In check all moves
    /// are looked at, and where a player must capture it may not do nothing.
    pub(super) fn quiet(&mut self, mut alpha: Number, beta: Number, ply: usize) -> Number {
        self.plies[ply].line.clear();
        self.plies[ply].hangs = false;
        if self.count_node(ply).is_break() {
            return DRAW;
        }
        let key = self.shared.fences.key(&self.position, false);
        self.shared.table.expect(key);
        if let Some(score) = self.score_if_over(ply) {
            return score;
        }
        if self.recurs(ply) {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return self.evaluate(ply);
        }
        let open = beta - alpha > 1;
        let known = if self.shared.method.table { self.shared.table.look_up(key) } else { None };
        let in_check = self.position.in_check();
        // Evasions that the past refuses may be legal after another past.
        let barred = in_check && self.shared.fences.repetition_illegal && self.position.past_may_bar_moves();
        self.plies[ply].hangs = barred;
        if let Some(known) = known
            && !open
            && !barred
        {
            let known = Known { score: to_root(known.score, ply), ..known };
            if known.settles(alpha, beta) {
                return known.score;
            }
        }
        let us = self.position.turn();
        let looks = (!in_check).then(|| known.and_then(|known| known.worth).unwrap_or_else(|| self.evaluate(ply)));

        let must_capture = self.shared.fences.must_capture[us];
        // Nothing need be listed where doing nothing is enough.
        let enough = looks.is_some_and(|worth| worth >= beta) && !must_capture;
        let count = if enough { 0 } else { self.list_for_quiet(ply, in_check) };
        if in_check && count == 0 {
            return self.score_of_end(ply).unwrap_or(DRAW);
        }
        let may_stay = !(must_capture && count > 0);
        let mut found = looks.filter(|_| may_stay).unwrap_or(-INFINITE);
        if found < DRAW && self.can_claim() {
            found = DRAW;
        }
        if found >= beta {
            return found;
        }
        alpha = alpha.max(found);

        let best_known = known.map_or(0, |known| known.best);
        self.rank_captures(ply, best_known);
        let unit = self.shared.evaluator.unit();
        let mut best = 0;
        for index in 0..count {
            let Some((mv, _)) = self.next_move(ply, index) else { break };
            if found > -SURE && may_stay && !in_check {
                let needed = alpha - looks.unwrap_or(alpha) - 2 * unit;
                if !gains(&self.position, self.shared.evaluator, mv, needed.max(0).min(50 * unit)) {
                    continue;
                }
            }
            if found > -SURE && in_check && index > 2 && !self.kind_of(mv).tactical {
                break;
            }
            let undo = self.make(mv, ply);
            let view = self.view_of(us);
            let (below_alpha, below_beta) = view.window(alpha, beta);
            let score = view.score(self.quiet(below_alpha, below_beta, ply + 1));
            self.plies[ply].hangs |= self.plies[ply + 1].hangs;
            self.position.unmake(undo);
            if self.is_stopped() {
                return DRAW;
            }
            if score > found {
                found = score;
                if score > alpha {
                    alpha = score;
                    best = bits_of(mv);
                    if open {
                        self.note_line(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        if found == -INFINITE {
            return alpha;
        }
        if self.shared.method.table && !is_sure(found) && !self.plies[ply].hangs {
            let bound = if found >= beta { Bound::Lower } else { Bound::Upper };
            let known = Known { score: from_root(found, ply), depth: NO_DEPTH, bound, best, worth: looks };
            self.shared.table.keep(key, known);
        }
        found
    }

    /// Lists captures, or in check all moves, and returns how many there are.
    fn list_for_quiet(&mut self, ply: usize, in_check: bool) -> usize {
        let mut list = std::mem::take(&mut self.plies[ply].list);
        let moves = self.position.legal_moves();
        if in_check {
            moves.list_into(&mut list);
        } else {
            moves.captures().list_into(&mut list);
        }
        let count = list.len();
        self.plies[ply].list = list;
        count
    }
}
