//! Move ordering: table move, good captures by MVV/LVA and static exchange, killers, countermove, quiet moves by history,
//! losing captures.

use super::table::move_hash;
use super::worker::{HistoryIndex, Ply, Worker};
use crate::evaluation::Evaluator;
use weakfish::engine::{ChangeCause, DropMove, ManChange, ManMove, Move, MoveKind, MoveShape, Position};
use weakfish::geometry::Square;

/// Ordering scores of classes of moves; within a class the histories decide.
const TABLE_MOVE: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 26;
const KILLER: i32 = 1 << 24;
const COUNTERMOVE: i32 = KILLER - (1 << 20);
const LOSING_CAPTURE: i32 = -(1 << 24);

/// Properties of a move that decide how it is ordered, pruned and reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveTraits {
    /// A capture, or a promotion that gains material.
    pub(super) tactical: bool,
    /// A turn or a flip.
    pub(super) stationary: bool,
}

impl Worker<'_> {
    /// Whether a move is tactical, and whether it is a turn or a flip; decides ordering, pruning and
    /// reduction.
    #[inline]
    pub(super) fn move_traits(&self, mv: Move) -> MoveTraits {
        let Move::Man(man) = mv else { return MoveTraits { tactical: false, stationary: false } };
        let stationary = man.kind == MoveKind::Stationary;
        let captures = matches!(man.kind, MoveKind::EnPassant { .. })
            || matches!(man.kind, MoveKind::Ordinary | MoveKind::Leaving) && self.position.piece_at(man.to).is_some();
        let tactical = captures || !stationary && self.promotion_gain(mv) > 0;
        MoveTraits { tactical, stationary }
    }

    /// Exchange value that a promotion adds.
    #[inline]
    fn promotion_gain(&self, mv: Move) -> i32 {
        let Move::Man(man) = mv else { return 0 };
        let evaluator = self.shared.evaluator;
        match self.position.piece_at(man.from) {
            Some(before) if before != man.piece => {
                evaluator.exchange_value(man.piece) - evaluator.exchange_value(before)
            }
            _ => 0,
        }
    }

    /// Exchange value of the captured piece.
    #[inline]
    fn captured_value(&self, mv: Move) -> i32 {
        let Move::Man(man) = mv else { return 0 };
        let square = match man.kind.shape() {
            MoveShape::EnPassant { victim } => victim,
            MoveShape::InPlace | MoveShape::Castling { .. } => return 0,
            MoveShape::ToSquare => man.to,
        };
        self.position.piece_at(square).map_or(0, |piece| self.shared.evaluator.exchange_value(piece))
    }

    /// Ordering score of a capture or promotion: most valuable victim first, then capture history.
    #[inline]
    fn tactical_score(&self, mv: Move, index: HistoryIndex) -> i32 {
        (self.captured_value(mv) + self.promotion_gain(mv)) * 64 + self.histories.capture_score(index) / 4
    }

    /// Scores the moves of a ply; those of the quiescence search are all captures or evasions.
    pub(super) fn score_moves(&mut self, ply: usize, table_move: u16, quiescence: bool) {
        let list = std::mem::take(&mut self.plies[ply].list);
        let mut scores = std::mem::take(&mut self.plies[ply].move_scores);
        scores.clear();
        let previous = self.previous_moves(ply);
        let killers = self.plies[ply].killers;
        for mv in &list {
            let mover = mv.from().and_then(|from| self.position.piece_at(from));
            let index = HistoryIndex::of(mv, mover);
            scores.push(if move_hash(mv) == table_move {
                TABLE_MOVE
            } else if quiescence {
                self.tactical_score(mv, index)
            } else {
                self.move_score(mv, index, killers, previous)
            });
        }
        self.plies[ply].list = list;
        self.plies[ply].move_scores = scores;
    }

    /// Ordering score of a move of the main search: good captures, killers, countermove, quiet moves by
    /// history, losing captures.
    #[inline]
    fn move_score(&self, mv: Move, index: HistoryIndex, killers: [u16; 2], previous: [HistoryIndex; 2]) -> i32 {
        if self.move_traits(mv).tactical {
            let good = see_ge(&self.position, self.shared.evaluator, mv, 0);
            return if good { GOOD_CAPTURE } else { LOSING_CAPTURE } + self.tactical_score(mv, index);
        }
        match move_hash(mv) {
            hash if hash == killers[0] => KILLER + 1,
            hash if hash == killers[1] => KILLER,
            hash if hash == self.histories.countermove(previous[0]) => COUNTERMOVE,
            _ => self.histories.quiet_score(index, previous),
        }
    }

    /// Selects the best of the remaining moves, from `index` on, moves it to `index` (selection sort), and
    /// returns it with its score.
    #[inline]
    pub(super) fn next_move(&mut self, ply: usize, index: usize) -> Option<(Move, i32)> {
        let Ply { list, move_scores: scores, .. } = &mut self.plies[ply];
        let (mut best, mut best_score) = (index, *scores.get(index)?);
        for (candidate, &other) in scores.iter().enumerate().skip(index + 1) {
            if other > best_score {
                (best, best_score) = (candidate, other);
            }
        }
        scores.swap(index, best);
        list.swap(index, best);
        Some((*list.get(index)?, best_score))
    }
}

/// Whether an ordering score is that of a capture with a negative static exchange.
pub(super) const fn is_losing_capture(score: i32) -> bool {
    score < LOSING_CAPTURE / 2
}

/// Whether an ordering score is that of the table move, a good capture, a killer or the countermove.
pub(super) const fn is_privileged(score: i32) -> bool {
    score >= COUNTERMOVE
}

// Static exchange evaluation (SEE).

/// Material gain of a move for the side that makes it, from all men that it changes; and whether the moving man is safe
/// from recapture, since it has died with others or stays on the square `from`. `from` is given if the man would leave
/// that square.
fn balance_of_changes(position: &Position, evaluator: &Evaluator, mv: Move, from: Option<Square>) -> (i32, bool) {
    let (mut balance, mut is_settled) = (0, false);
    position.visit_changes(mv, |change| {
        let ManChange::OnBoard { piece, square, arrives, cause } = change else { return };
        // A man is worth as much in the hand that it comes from.
        if cause == ChangeCause::FromHand {
            return;
        }
        let own = position.game().piece_info(piece).side == position.turn();
        let value = evaluator.exchange_value(piece);
        balance += if own == arrives { value } else { -value };
        is_settled |= cause == ChangeCause::Dies || cause == ChangeCause::Moves && arrives && from == Some(square);
    });
    (balance, is_settled)
}

/// Whether the static exchange evaluation of a move is at least `threshold`: each side captures on the target square with
/// its cheapest man, and stops when it likes.
///
/// The swap algorithm, see <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>. Attackers are looked up again
/// after each capture, since blockers and hurdles disappear.
pub(super) fn see_ge(position: &Position, evaluator: &Evaluator, mv: Move, threshold: i32) -> bool {
    let (from, to, piece, kind) = match mv {
        Move::Man(ManMove { from, to, piece, kind, .. }) => (Some(from), to, piece, kind),
        Move::Drop(DropMove { to, piece, .. }) => (None, to, piece, MoveKind::Ordinary),
        Move::Wall(_) | Move::Pass | Move::EndSeries | Move::ClaimStalemate => return threshold <= 0,
    };
    if kind.castling().is_some() || kind == MoveKind::Finishing {
        return threshold <= 0;
    }
    let value = |square| position.piece_at(square).map_or(0, |piece| evaluator.exchange_value(piece));
    let arrived = evaluator.exchange_value(piece);
    let mover = from.map_or(arrived, value);
    let captured = if evaluator.has_effects() {
        let (balance, is_settled) = balance_of_changes(position, evaluator, mv, from.filter(|&from| from != to));
        if is_settled {
            return balance >= threshold;
        }
        balance - (arrived - mover)
    } else {
        match kind.shape() {
            MoveShape::EnPassant { victim } => value(victim),
            MoveShape::InPlace => 0,
            MoveShape::ToSquare | MoveShape::Castling { .. } => value(to),
        }
    };
    // Balance above the threshold, for the side that has just captured.
    let mut swap = captured + (arrived - mover) - threshold;
    if swap < 0 {
        return false;
    }
    swap = arrived - swap;
    if swap <= 0 {
        return true;
    }
    let mut occupied = position.occupied();
    if let Some(from) = from {
        occupied.remove(from);
    }
    occupied.insert(to);
    if let MoveKind::EnPassant { victim } = kind {
        occupied.remove(victim);
    }
    let mut side = position.turn();
    let mut gained = true;
    // The man on the target square is no attacker of its own square.
    let attackers = |side, occupied| {
        let mut attackers = position.attackers_among(to, side, occupied);
        attackers.remove(to);
        attackers
    };
    loop {
        side = !side;
        let men = attackers(side, occupied);
        let Some((cost, square)) = men.iter().map(|square| (value(square), square)).min() else { return gained };
        gained = !gained;
        swap = cost - swap;
        if swap < i32::from(gained) {
            return gained;
        }
        occupied.remove(square);
        if cost >= Evaluator::ROYAL_EXCHANGE_VALUE && !attackers(!side, occupied).is_empty() {
            // A royal man may not capture a defended man.
            return !gained;
        }
    }
}
