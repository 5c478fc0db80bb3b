//! Moves in the long form in which people write them.

use crate::engine::{ManMove, Move, MoveKind, Position};
use crate::notation::symbol;

/// A legal move in long form: letter, square left, sign, square reached, man that comes of it. `None` for moves that
/// need more words than these: those of no man, turns that are part of a move, castling.
pub(super) fn long_form(position: &Position, mv: Move) -> Option<String> {
    let Move::Man(man) = mv else { return None };
    let game = position.game();
    let (variant, board) = (game.variant(), game.variant().board);
    let before = game.piece_info(position.piece_at(man.from)?);
    let after = game.piece_info(man.piece);
    // White's letter: people write men in capitals.
    let letter = symbol(variant, crate::geometry::Side::White, before.kind);
    let ManMove { from, to, kind, .. } = man;
    let (from, to) = (board.name(from), board.name(to));
    match kind {
        MoveKind::Stationary
            if before.state.mode != after.state.mode && before.state.facings == after.state.facings =>
        {
            Some(format!("{letter}{from} flips"))
        }
        MoveKind::Stationary if before.state.mode == after.state.mode => {
            let facings: Vec<&str> = after.state.facings.iter().map(|wind| wind.name()).collect();
            Some(format!("{letter}{from} turns to {}", facings.join(".")))
        }
        MoveKind::Ordinary | MoveKind::LongStep | MoveKind::EnPassant { .. } => {
            let sign = if position.is_capture(mv) { 'x' } else { '-' };
            if before.kind == after.kind && before.state == after.state {
                Some(format!("{letter}{from}{sign}{to}"))
            } else if before.kind != after.kind && is_only_state_of_arrival(position, man) {
                let new = symbol(variant, crate::geometry::Side::White, after.kind);
                Some(format!("{letter}{from}{sign}{to}={new}"))
            } else {
                None
            }
        }
        MoveKind::Stationary | MoveKind::Finishing | MoveKind::Castling { .. } => None,
    }
}

/// Whether no other legal move takes the man to the same square as a man of the same kind.
fn is_only_state_of_arrival(position: &Position, man: ManMove) -> bool {
    let kind = |mv: ManMove| position.game().piece_info(mv.piece).kind;
    let same = |mv: &ManMove| mv.from == man.from && mv.to == man.to && kind(*mv) == kind(man);
    position.legal_moves().into_iter().filter_map(Move::man).filter(same).count() == 1
}
