//! Reasons for which moves are refused: the rule that forbids a move, whatever else the man could become or another man could do.

use weakfish::engine::{IllegalMove, ManMove, MoveKind, Position};
use weakfish::notation::{explain_illegal_move, uci};
use weakfish::source::Span;

use weakfish_testing::games::chess_with;
use weakfish_testing::positions::{self, step};

/// The position of a game of the rules of chess and these lines.
fn position(lines: &str, text: &str) -> Position {
    positions::position(&chess_with(lines), text)
}

/// Why the man on a square may not go to another one, with the sentence that says so.
#[track_caller]
fn refusal(position: &Position, from: &str, to: &str) -> (IllegalMove, String) {
    let mv = step(position, &format!("{from}{to}")).into();
    let reason = position.check_move(mv).unwrap_err();
    let message = explain_illegal_move(position, mv, &reason, Span::default()).message;
    (reason, message)
}

#[test]
fn a_compulsory_capture_forbids_steps_and_long_steps() {
    let position = position("rules\n  capture: compulsory\n", "4k3/8/8/8/3p4/4P3/P7/4K3 w - - 0 1");
    for to in ["a3", "a4"] {
        let (reason, message) = refusal(&position, "a2", to);
        assert_eq!(reason, IllegalMove::CaptureCompulsory, "a2{to}");
        assert_eq!(message, "White can capture, and must do so");
    }
    assert_eq!(refusal(&position, "a2", "b3").0, IllegalMove::Unreachable);
}

#[test]
fn a_pinned_man_takes_no_long_step_and_a_blocked_one_neither() {
    let pinned = position("", "4k3/8/8/8/8/8/r3P2K/8 w - - 0 1");
    let king = pinned.royal_men(pinned.turn()).iter().next().unwrap();
    assert_eq!(refusal(&pinned, "e2", "e4").0, IllegalMove::RoyalAttacked(king));
    let blocked = position("", "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1");
    assert_eq!(refusal(&blocked, "e2", "e4").0, IllegalMove::Blocked);
}

#[test]
fn a_man_goes_to_no_wall() {
    let position = position("rules\n  wall: anywhere\n", "4k3/8/8/8/8/8/4*3/4R2K w - - 0 1");
    let (reason, message) = refusal(&position, "e1", "e2");
    assert_eq!((reason, message.as_str()), (IllegalMove::Blocked, "the Rook on e1 can't go to e2: a wall is there"));
    assert_eq!(refusal(&position, "e1", "e3").0, IllegalMove::Blocked);
}

#[test]
fn a_class_of_moves_that_comes_first_forbids_long_steps_and_promotions() {
    let position = position("rules\n  compulsory: move of K\n", "4k3/8/8/8/8/8/P6p/4K3 w - - 0 1");
    assert_eq!(refusal(&position, "a2", "a4").0, IllegalMove::Compulsory(0));
    let position = self::position("rules\n  compulsory: move of K\n", "7k/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(refusal(&position, "a7", "a8").0, IllegalMove::Compulsory(0));
}

#[test]
fn a_promotion_gives_check_whatever_the_man_becomes() {
    let lines = "rules\n  check: forbidden\n  promotion of P: on last rank, to Q, R\n";
    let position = position(lines, "7k/P7/8/8/8/8/8/K7 w - - 0 1");
    let (reason, message) = refusal(&position, "a7", "a8");
    assert_eq!(reason, IllegalMove::GivesCheck);
    assert_eq!(message, "this gives check, and White may not do so");
}

#[test]
fn royal_men_are_captured_in_no_series() {
    let mut position = position("rules\n  turn: 2 moves\n", "4k3/8/8/8/8/8/3Q4/K7 w - - 0 2");
    let check = uci::find(&position, "d2e2").unwrap();
    position.play(check).unwrap();
    let (reason, message) = refusal(&position, "e2", "e8");
    assert_eq!(reason, IllegalMove::Uncapturable);
    assert_eq!(message, "the Queen on e2 may not capture the King on e8");
}

#[test]
fn castling_that_gives_a_forbidden_check_is_not_said_to_cross_an_attacked_square() {
    let position = position("rules\n  check: forbidden\n", "5k2/8/8/8/8/8/8/4K2R w K - 0 1");
    let square = |name: &str| position.game().variant().board.parse(name).unwrap();
    let kind = MoveKind::Castling { partner_from: square("h1"), partner_to: square("f1") };
    let king = position.piece_at(square("e1")).unwrap();
    let castling = ManMove::new(square("e1"), square("g1"), king, kind);
    assert_eq!(position.check_move(castling.into()), Err(IllegalMove::GivesCheck));
}

#[test]
fn what_brings_back_a_position_is_refused_for_that() {
    let mut position = position(
        "rules\n  repetition: forbidden\nendings\n  checkmated: loses\n  stalemated: draw\n  the rest: none\n",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
    );
    for name in ["h1h2", "e8d8", "h2h1"] {
        let mv = uci::find(&position, name).unwrap();
        position.play(mv).unwrap();
    }
    assert_eq!(refusal(&position, "d8", "e8").0, IllegalMove::Repetition);
    assert_eq!(refusal(&position, "d8", "d6").0, IllegalMove::Unreachable);
}
