//! Men that die by moves which do not capture them.

use weakfish::engine::{Game, IllegalMove, ManMove, Move, Position};
use weakfish::notation::{fen, uci};

use weakfish_testing::games::chess_with;
use weakfish_testing::positions::{fen_after, position, square};

/// Chess with captures that explode; who loses the king has lost.
fn atomic() -> Game {
    let text = "men\n  all men: when capturing dies, when capturing destroys all men but P next to it\n\
         endings\n  no K: loses\n  only: none\n  the rest: inherited\n";
    chess_with(text)
}

fn find(position: &Position, name: &str) -> Move {
    uci::find(position, name).unwrap_or_else(|| panic!("{name} in {}", fen::write(position)))
}

#[test]
fn a_capture_kills_the_captor_and_the_men_around_it_but_no_pawns() {
    let before = "4k3/8/2npb3/2ppr3/2Nn4/1P6/8/4K2R w K - 3 1";
    assert_eq!(fen_after(&atomic(), before, "c4d6"), "4k3/8/8/2pp4/3n4/1P6/8/4K2R b K - 0 1");
}

#[test]
fn dead_men_take_their_castling_rights_along() {
    let before = "r3k2r/8/8/8/8/8/6p1/R3K1NR b KQkq - 0 1";
    assert_eq!(fen_after(&atomic(), before, "g2h1q"), "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 2");
}

#[test]
fn the_move_that_kills_the_king_ends_the_game() {
    let mut position = position(&atomic(), "4k3/3p4/8/8/8/8/8/r2QK3 w - - 0 1");
    let mv = find(&position, "d1d7");
    position.make(mv);
    assert_eq!(fen::write(&position), "8/8/8/8/8/8/8/r3K3 b - - 0 1");
    assert_eq!(position.outcome().map(|outcome| outcome.to_string()).as_deref(), Some("White has won by extinction"));
}

#[test]
fn nobody_kills_the_own_king() {
    let position = position(&atomic(), "4k3/8/8/8/8/8/3n4/3RK3 w - - 0 1");
    let man = find(&position, "d1c1").man().unwrap();
    let square = |name: &str| square(position.game(), name);
    let mv = Move::Man(ManMove { to: square("d2"), ..man });
    let king = square("e1");
    assert_eq!(position.check_move(mv), Err(IllegalMove::RoyalDies(king)));
}

#[test]
fn kings_side_by_side_are_not_in_check() {
    assert!(!position(&atomic(), "8/8/8/8/8/8/4k3/r3K3 w - - 0 1").in_check());
    assert!(position(&atomic(), "8/8/8/8/8/4k3/8/r3K3 w - - 0 1").in_check());
}
