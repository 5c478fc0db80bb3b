//! Errors of moves in the notations of other programs.

use super::dialect::Dialect;
use super::foreign_moves::{Notation, notations};
use super::{explain_illegal_move, man_name, uci};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{DropMove, ManMove, Move, MoveKind, Position};
use crate::geometry::Square;
use crate::source::Span;

/// Adds to the error of a text that is no move: the moves that it can mean in another notation, or the notations that are read.
pub(super) fn with_notations_help(
    position: &Position,
    text: &str,
    chosen: Option<Dialect>,
    mistake: Diagnostic,
) -> Diagnostic {
    if mistake.code != Code::MoveUnreadable || position.outcome().is_some() {
        return mistake;
    }
    let legal = position.legal_moves().to_vec();
    let known: Vec<Notation> = notations(position.game().variant(), chosen, false).collect();
    let meant = known.iter().map(|(_, name, _, read)| (name, read(position, &legal, text)));
    if let Some((name, moves)) = meant.into_iter().find(|(_, moves)| moves.len() > 1) {
        let message = format!("in {name} `{text}` can be several moves");
        let moves = moves.into_iter().map(|mv| format!("`{}`", uci::write(position, mv)));
        return Diagnostic::error(Code::MoveAmbiguous, mistake.span(), message)
            .label("which of them?")
            .help(format!("write one of {}", moves.collect::<Vec<_>>().join(", ")));
    }
    if let Some(reason) = explain_illegal(position, text, chosen) {
        return reason.shifted(mistake.span().start);
    }
    let foreign = known.iter().filter(|(dialect, ..)| *dialect != Dialect::FairyStockfish);
    let foreign: Vec<_> = foreign.map(|(_, name, example, _)| format!("{name} (`{example}`)")).collect();
    match mistake.help.clone() {
        Some(help) if !foreign.is_empty() => {
            mistake.help(format!("{help}; moves are also read in {}", foreign.join(", ")))
        }
        _ => mistake,
    }
}

/// The reason why a text is no legal move in a notation of Shogi or Xiangqi, if it means a move there.
pub(super) fn explain_illegal(position: &Position, text: &str, chosen: Option<Dialect>) -> Option<Diagnostic> {
    let (game, board) = (position.game(), position.game().variant().board);
    let span = Span::new(0, text.len());
    let (mine, turn) = (position.men_of(position.turn()), position.turn());
    let travels = mine
        .iter()
        .flat_map(|from| board.squares().map(move |to| (from, to)))
        .filter_map(|(from, to)| Some(Move::Man(ManMove::new(from, to, position.piece_at(from)?, MoveKind::Ordinary))));
    let dropped = game.variant().kinds_in_hand(turn).into_iter().flat_map(|kind| {
        let piece = game.piece(turn, kind, &game.variant().start_state(position.setup(), turn, kind, Square::new(0)));
        board.squares().filter_map(move |to| Some(Move::Drop(DropMove { kind, to, piece: piece? })))
    });
    let every: Vec<Move> = travels.chain(dropped).collect();
    let of_games = notations(game.variant(), chosen, false).filter(|(dialect, ..)| *dialect != Dialect::FairyStockfish);
    let mut meant = of_games.map(|(_, name, _, read)| (name, read(position, &every, text)));
    let (name, moves) = meant.find(|(_, moves)| !moves.is_empty())?;
    if let [mv] = moves[..] {
        let reason = position.check_move(mv).err()?;
        return Some(explain_illegal_move(position, mv, &reason, span));
    }
    let kind = moves[0].man().map(|man| game.piece_info(man.piece).kind)?;
    let to = board.name(moves[0].man()?.to);
    let message =
        format!("no {} of {turn}'s can go to {to}, which `{text}` says in {name}", man_name(game.variant(), kind));
    let unreachable = Diagnostic::error(Code::MoveUnreachable, span, message).label("no such move");
    Some(unreachable.help("look for another square, or name the square that the man comes from"))
}
