//! Moves that come before others.

use weakfish::engine::{Game, IllegalMove, Move};

use weakfish_testing::games;
use weakfish_testing::positions::{moves_from as moves, position, refusal};

/// Chess with a rule, and perhaps more lines.
fn chess_with(rule: &str, more: &str) -> Game {
    games::chess_with(&format!("{more}\nrules\n  {rule}\n\nendings\n  only: none\n  the rest: inherited\n"))
}

#[test]
fn a_class_of_several_sorts_leaves_each_of_them() {
    let game = chess_with("compulsory: capture or promotion or check", "");
    let found = moves(&game, "4k3/P7/8/8/3p4/4P3/8/R3K3 w - - 0 1");
    assert_eq!(found, ["a7a8b", "a7a8n", "a7a8q", "a7a8r", "e3d4"]);
    assert_eq!(moves(&game, "4k3/8/8/8/3p4/8/8/R3K3 w - - 0 1"), ["a1a8"]);
}

#[test]
fn moves_of_a_man_are_its_castlings_too_and_its_turns() {
    let game = chess_with("compulsory: move of K", "");
    let found = moves(&game, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(found, ["e1c1", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2", "e1g1"]);
    let rooks = position(&game, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(refusal(&rooks, "a1a2"), Some(IllegalMove::Compulsory(0)));
    let turning = chess_with(
        "promotion of P: on last rank, to Q, R, B or N, facing as at the start\n  compulsory: move of R",
        "men\n  R rook: fR, turns 90",
    );
    let found = moves(&turning, "4k3/8/8/8/8/8/8/R{n}3K3 w - - 0 1");
    assert!(found.len() == 9 && found.iter().all(|name| name.starts_with("a1")), "{found:?}");
}

#[test]
fn an_attack_that_must_be_met_leaves_fewer_moves_of_a_class() {
    let game = chess_with("compulsory: capture, else check", "");
    // The only capture is pinned, and the King must leave the file.
    assert_eq!(moves(&game, "4r2k/8/8/8/8/8/3p4/4K3 w - - 0 1"), ["e1d2"]);
    assert_eq!(moves(&game, "1k2r3/8/8/8/8/8/4R3/R3K3 w - - 0 1"), ["e2e8"]);
    assert_eq!(moves(&game, "4r3/8/8/7k/8/8/8/R3K3 w - - 0 1"), ["e1d1", "e1d2", "e1f1", "e1f2"]);
}

#[test]
fn who_must_make_a_move_can_neither_pass_nor_end_a_series() {
    let game = chess_with("compulsory: check\n  passing: allowed", "");
    let text = "k7/8/8/8/8/8/7R/4K3 w - - 0 1";
    assert_eq!(moves(&game, text), ["h2a2", "h2h8"]);
    assert_eq!(position(&game, text).check_move(Move::Pass), Err(IllegalMove::Compulsory(0)));
    assert!(moves(&game, "k7/8/8/8/8/8/1R6/4K3 w - - 0 1").iter().all(|name| name != "pass"));
    assert!(moves(&game, "k7/7P/8/8/8/8/8/4K3 b - - 0 1").contains(&"pass".to_owned()));
    let series = chess_with("compulsory: capture\n  turn: as long as the opponent's last, 1 longer, at least 1", "");
    let found = moves(&series, "4k3/8/8/8/8/p7/8/R3K3 w - - 0 1");
    assert_eq!(found, ["a1a3"]);
}

#[test]
fn drops_come_first_where_the_rule_says_so() {
    let hands = "men\n  all men: when captured goes to the captor's hand\n";
    let game = chess_with("promotion of P: on last rank, to Q, R, B or N\n  compulsory: drop, else move of P", hands);
    let text = "4k3/8/8/8/8/8/P7/4K3[N] w - - 0 1";
    assert!(moves(&game, text).iter().all(|name| name.starts_with("N@")));
    assert_eq!(moves(&game, "4k3/8/8/8/8/8/P7/4K3[] w - - 0 1"), ["a2a3", "a2a4"]);
    let checking = chess_with("promotion of P: on last rank, to Q, R, B or N\n  compulsory: check", hands);
    assert_eq!(moves(&checking, text), ["N@c7", "N@d6", "N@f6", "N@g7"]);
}

#[test]
fn captures_at_last_are_the_rule_of_compulsory_captures() {
    let one = chess_with("compulsory: check, else capture", "");
    let other = chess_with("compulsory: check\n  capture: compulsory", "");
    assert_eq!(one.variant().rules, other.variant().rules);
    let (alone, short) = (chess_with("compulsory: capture", ""), chess_with("capture: compulsory", ""));
    assert_eq!(alone.variant().rules, short.variant().rules);
}
