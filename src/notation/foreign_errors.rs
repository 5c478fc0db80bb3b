//! Errors of moves in the notations of Shogi, Xiangqi and their kin.

use super::dialect::Dialect;
use super::foreign_moves::{Notation, notations};
use super::{explain_illegal_move, man_name, uci};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{DropMove, ManMove, Move, MoveKind, Position};
use crate::geometry::Square;
use crate::source::Span;

/// The notations of Shogi and Xiangqi in which a game's moves are read.
fn notations_of_games(position: &Position, chosen: Option<Dialect>) -> Vec<Notation> {
    let known = notations(position.game().variant(), chosen, false);
    known.filter(|(dialect, ..)| *dialect != Dialect::FairyStockfish).collect()
}

/// Adds to the error of a text that is no move: its meaning in another notation, or the notations that are read.
pub(super) fn with_notations_help(
    position: &Position,
    text: &str,
    chosen: Option<Dialect>,
    mistake: Diagnostic,
) -> Diagnostic {
    if mistake.code != Code::MoveUnreadable {
        return mistake;
    }
    if let Some(reason) = explain(position, text, chosen) {
        return reason.shifted(mistake.span().start);
    }
    let known: Vec<String> = notations_of_games(position, chosen)
        .into_iter()
        .map(|(_, name, example, _)| format!("{name} (`{example}`)"))
        .collect();
    match mistake.help.clone() {
        Some(help) if !known.is_empty() => mistake.help(format!("{help}; moves are also read in {}", known.join(", "))),
        _ => mistake,
    }
}

/// The reason why a text in another notation is not played: it can be several moves, or is illegal. `None` if it is in no such
/// notation.
pub(super) fn explain(position: &Position, text: &str, chosen: Option<Dialect>) -> Option<Diagnostic> {
    let known = notations_of_games(position, chosen);
    if known.is_empty() || position.outcome().is_some() {
        return None;
    }
    let (game, span) = (position.game(), Span::new(0, text.len()));
    let meanings = |moves: &[Move]| {
        let read = known.iter().map(|(_, name, _, read)| (*name, read(position, moves, text)));
        read.filter(|(_, moves)| !moves.is_empty()).collect::<Vec<_>>()
    };
    let legal = position.legal_moves().to_vec();
    if let Some((name, moves)) = meanings(&legal).into_iter().find(|(_, moves)| moves.len() > 1) {
        let message = format!("in {name} `{text}` can be several moves");
        let moves: Vec<_> = moves.into_iter().map(|mv| format!("`{}`", uci::write(position, mv))).collect();
        let ambiguous = Diagnostic::error(Code::MoveAmbiguous, span, message).label("which of them?");
        return Some(ambiguous.help(format!("write one of {}", moves.join(", "))));
    }
    let (name, moves) = meanings(&conceivable_moves(position)).into_iter().next()?;
    if let [mv] = moves[..] {
        let reason = position.check_move(mv).err()?;
        return Some(explain_illegal_move(position, mv, &reason, span));
    }
    let man = moves.first()?.man()?;
    let (kind, to) = (game.piece_info(man.piece).kind, game.variant().board.name(man.to));
    let (kind, turn) = (man_name(game.variant(), kind), position.turn());
    let message = format!("no {kind} of {turn}'s can go to {to}, which `{text}` says in {name}");
    let unreachable = Diagnostic::error(Code::MoveUnreachable, span, message).label("no such move");
    Some(unreachable.help("look for another square, or name the square that the man comes from"))
}

/// A move of each of the player's men to each square, and a drop of each kind on each, legal or not.
fn conceivable_moves(position: &Position) -> Vec<Move> {
    let (game, turn) = (position.game(), position.turn());
    let (variant, board) = (game.variant(), game.variant().board);
    let mine = position.men_of(turn);
    let travels = mine.iter().filter_map(|from| Some((from, position.piece_at(from)?))).flat_map(|(from, piece)| {
        board.squares().map(move |to| Move::Man(ManMove::new(from, to, piece, MoveKind::Ordinary)))
    });
    let in_hand = variant.kinds_in_hand(turn).into_iter().filter_map(|kind| {
        let state = variant.start_state(position.setup(), turn, kind, Square::new(0));
        Some((kind, game.piece(turn, kind, &state)?))
    });
    let drops =
        in_hand.flat_map(|(kind, piece)| board.squares().map(move |to| Move::Drop(DropMove { kind, to, piece })));
    travels.chain(drops).collect()
}
