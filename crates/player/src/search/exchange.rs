//! Exchanges on one square, judged without making the moves: *static exchange evaluation*.

use weakfish::engine::{ManMove, Move, MoveKind, Position};
use crate::evaluation::Evaluator;

/// Whether a move gains at least this much by the captures that follow on its square, where each side captures with
/// its cheapest man and stops when it likes.
///
/// The swap algorithm, see <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>. Attackers are looked up anew
/// after each capture, since what stood in the way of others, or was their hurdle, is gone.
pub(super) fn gains(position: &Position, evaluator: &Evaluator, mv: Move, least: i32) -> bool {
    let Move::Man(ManMove { from, to, piece, kind }) = mv else { return least <= 0 };
    if matches!(kind, MoveKind::Castling { .. } | MoveKind::Finishing) {
        return least <= 0;
    }
    let value = |square| position.piece_at(square).map_or(0, |piece| evaluator.exchange_value(piece));
    let captured = match kind {
        MoveKind::EnPassant { victim } => value(victim),
        MoveKind::Stationary => 0,
        _ => value(to),
    };
    let arrived = evaluator.exchange_value(piece);
    // What the side that has just captured is ahead of `least`, from its own view.
    let mut swap = captured + (arrived - value(from)) - least;
    if swap < 0 {
        return false;
    }
    swap = arrived - swap;
    if swap <= 0 {
        return true;
    }
    let mut occupied = position.occupied();
    occupied.remove(from);
    occupied.insert(to);
    if let MoveKind::EnPassant { victim } = kind {
        occupied.remove(victim);
    }
    let mut side = position.turn();
    let mut gained = true;
    // The man that arrived is no attacker of its own square.
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
        if cost >= Evaluator::ROYAL && !attackers(!side, occupied).is_empty() {
            // A royal man may not capture what is defended.
            return !gained;
        }
    }
}
