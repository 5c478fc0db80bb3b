//! Quiescence search: captures are searched beyond the leaves until the position is quiet.

use super::exchange::see_ge;
use super::score::{DRAW, INFINITE, MATE_IN_MAX_PLY, MAX_PLY, Value, from_table, is_mate_value, to_table};
use super::table::{Bound, Entry, move_hash};
use super::worker::Worker;

/// Depth of table entries of the quiescence search.
const QUIESCENCE_DEPTH: i32 = 0;

impl Worker<'_> {
    /// Searches captures only, with a stand-pat score; in check all moves. Where captures are compulsory there is no
    /// standing pat.
    pub(super) fn quiescence(&mut self, mut alpha: Value, beta: Value, ply: usize) -> Value {
        self.plies[ply].pv.clear();
        self.plies[ply].history_dependent = false;
        if self.count_node(ply).is_break() {
            return DRAW;
        }
        let key = self.shared.rules.key(&self.position, false);
        self.shared.table.prefetch(key);
        if let Some(value) = self.value_if_over(ply) {
            return value;
        }
        if self.is_repetition(ply) {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return self.evaluate(ply);
        }
        let pv_node = beta - alpha > 1;
        let entry = if self.shared.method.table { self.shared.table.probe(key) } else { None };
        let in_check = self.position.in_check();
        // Evasions that repeat a position here may be legal with another game history.
        let history_dependent = in_check && self.shared.rules.repetition_illegal && self.position.past_may_bar_moves();
        self.plies[ply].history_dependent = history_dependent;
        if let Some(entry) = entry
            && !pv_node
            && !history_dependent
        {
            let entry = Entry { value: from_table(entry.value, ply), ..entry };
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
        let count = if stand_pat_cutoff { 0 } else { self.list_captures_or_evasions(ply, in_check) };
        if in_check && count == 0 {
            return self.value_of_end(ply).unwrap_or(DRAW);
        }
        let can_stand_pat = !(compulsory_capture && count > 0);
        let mut best_value = static_eval.filter(|_| can_stand_pat).unwrap_or(-INFINITE);
        if best_value < DRAW && self.can_claim() {
            best_value = DRAW;
        }
        if best_value >= beta {
            return best_value;
        }
        alpha = alpha.max(best_value);

        self.rank_moves(ply, entry.map_or(0, |entry| entry.best_move), true);
        let unit = self.shared.evaluator.unit();
        let mut best_move = 0;
        for index in 0..count {
            let Some((mv, _)) = self.next_move(ply, index) else { break };
            if best_value > -MATE_IN_MAX_PLY && can_stand_pat && !in_check {
                // Delta pruning by static exchange.
                let needed = alpha - static_eval.unwrap_or(alpha) - 2 * unit;
                if !see_ge(&self.position, self.shared.evaluator, mv, needed.max(0).min(50 * unit)) {
                    continue;
                }
            }
            if best_value > -MATE_IN_MAX_PLY && in_check && index > 2 && !self.traits_of(mv).tactical {
                break;
            }
            let undo = self.make(mv, ply);
            let perspective = self.perspective_of(us);
            let (below_alpha, below_beta) = perspective.window(alpha, beta);
            let value = perspective.value(self.quiescence(below_alpha, below_beta, ply + 1));
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
        if self.shared.method.table && !is_mate_value(best_value) && !self.plies[ply].history_dependent {
            let bound = if best_value >= beta { Bound::Lower } else { Bound::Upper };
            let value = to_table(best_value, ply);
            self.shared.table.store(key, Entry { value, depth: QUIESCENCE_DEPTH, bound, best_move, static_eval });
        }
        best_value
    }

    /// Lists captures, or in check all moves, and returns how many there are.
    fn list_captures_or_evasions(&mut self, ply: usize, in_check: bool) -> usize {
        let list = &mut self.plies[ply].list;
        let moves = self.position.legal_moves();
        if in_check {
            moves.list_into(list);
        } else {
            moves.captures().list_into(list);
        }
        list.len()
    }
}
