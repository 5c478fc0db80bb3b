//! Static exchange evaluation (SEE).

use crate::evaluation::Evaluator;
use weakfish::engine::{ManMove, Move, MoveKind, Position};

/// Whether the static exchange evaluation of a move is at least `threshold`: each side captures on the target square with
/// its cheapest man, and stops when it likes.
///
/// The swap algorithm, see <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>. Attackers are looked up anew
/// after each capture, since blockers and hurdles disappear.
pub(super) fn see_ge(position: &Position, evaluator: &Evaluator, mv: Move, threshold: i32) -> bool {
    let Move::Man(ManMove { from, to, piece, kind }) = mv else { return threshold <= 0 };
    if matches!(kind, MoveKind::Castling { .. } | MoveKind::Finishing) {
        return threshold <= 0;
    }
    let value = |square| position.piece_at(square).map_or(0, |piece| evaluator.exchange_value(piece));
    let captured = match kind {
        MoveKind::EnPassant { victim } => value(victim),
        MoveKind::Stationary => 0,
        _ => value(to),
    };
    let arrived = evaluator.exchange_value(piece);
    // Balance above the threshold, for the side that has just captured.
    let mut swap = captured + (arrived - value(from)) - threshold;
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
        if cost >= Evaluator::ROYAL && !attackers(!side, occupied).is_empty() {
            // A royal man may not capture a defended man.
            return !gained;
        }
    }
}
