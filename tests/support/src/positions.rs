//! Single positions: set up, played on, and what the engine and the naive generator say of them.

use weakfish::engine::{Game, IllegalMove, ManMove, MoveKind, Position};
use weakfish::geometry::Square;
use weakfish::model::SetupId;
use weakfish::notation::{fen, uci};

use super::naive;

/// The position of a FEN, from the first setup of its game.
pub fn position(game: &Game, text: &str) -> Position {
    fen::read(game, SetupId::default(), text).unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
}

/// A square of the board by its name.
pub fn square(game: &Game, name: &str) -> Square {
    game.variant().board.parse(name).unwrap_or_else(|| panic!("no square {name}"))
}

/// The legal moves, on which the naive generator agrees.
pub fn moves(position: &Position) -> Vec<String> {
    let moves: Vec<String> = uci::legal_moves(position).into_iter().map(|(text, _)| text).collect();
    let text = fen::write(position);
    let twin = naive::Game::new(position.game().variant(), SetupId::default());
    let naive = naive::Position::from_fen(&twin, &text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    assert_eq!(naive.judge().0.into_iter().map(|(text, _)| text).collect::<Vec<_>>(), moves, "{text}");
    moves
}

/// The legal moves in the position of a FEN, on which the naive generator agrees.
pub fn moves_from(game: &Game, text: &str) -> Vec<String> {
    moves(&position(game, text))
}

/// The position after moves, in the notation of programs.
pub fn after(game: &Game, text: &str, moves: &[&str]) -> Position {
    let mut position = position(game, text);
    for text in moves {
        let mv = uci::find(&position, text).unwrap_or_else(|| panic!("{text} is illegal in {}", fen::write(&position)));
        position.play(mv).unwrap_or_else(|reason| panic!("{text}: {reason:?}"));
    }
    position
}

/// The FEN after a move, which is then taken back whole.
pub fn fen_after(game: &Game, text: &str, name: &str) -> String {
    let mut before = position(game, text);
    let hash = before.hash();
    let mv = uci::find(&before, name).unwrap_or_else(|| panic!("{name} is illegal in {text}"));
    let undo = before.make(mv);
    let then = fen::write(&before);
    assert_eq!(position(game, &then).hash(), before.hash(), "{then}");
    before.unmake(undo);
    assert_eq!((fen::write(&before).as_str(), before.hash()), (text, hash), "{name} taken back");
    then
}

/// The move of the man on one square to another, as `d4c6`, legal or not.
pub fn step(position: &Position, text: &str) -> ManMove {
    let [from, to] = [&text[..2], &text[2..]].map(|name| square(position.game(), name));
    let man = position.piece_at(from).unwrap_or_else(|| panic!("{text}: nobody stands there"));
    ManMove::new(from, to, man, MoveKind::Ordinary)
}

/// The reason why such a move is illegal.
pub fn refusal(position: &Position, text: &str) -> Option<IllegalMove> {
    position.check_move(step(position, text).into()).err()
}
