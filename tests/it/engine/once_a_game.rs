//! Movements that each man may use once a game.

use weakfish::engine::{Game, IllegalMove, ManMove, MoveKind, PositionError};
use weakfish::model::{SetupId, Variant};
use weakfish::notation::fen;

use weakfish_testing::games::{chess_with, game};
use weakfish_testing::positions::{after, moves, position, step};

/// The squares of the men that still have their move once a game after these moves, also in the FEN.
fn once(game: &Game, text: &str, moves: &[&str]) -> String {
    let position = after(game, text, moves);
    let squares: String = position.once_a_game().iter().map(|square| game.variant().board.name(square)).collect();
    let written = fen::write(&position);
    assert_eq!(written.split_once(" once=").map_or(0, |(_, squares)| squares.len()), squares.len(), "{written}");
    assert_eq!(fen::write(&self::position(game, &written)), written);
    squares
}

#[test]
fn a_man_goes_to_empty_squares_that_it_does_not_reach_otherwise() {
    let kings = &game("leaping-kings");
    let leap = ["e4c3", "e4c5", "e4d2", "e4d6", "e4f2", "e4f6", "e4g3", "e4g5"];
    let free = position(kings, "7k/8/8/8/4K3/8/8/8 w - - 0 1 once=e4");
    assert_eq!(moves(&free).len(), 16);
    assert!(leap.iter().all(|leap| moves(&free).contains(&(*leap).to_owned())));
    assert_eq!(moves(&position(kings, "7k/8/8/8/4K3/8/8/8 w - - 0 1")).len(), 8);
    // It captures nothing, attacks nothing by it, and is barred in check.
    assert_eq!(moves(&position(kings, "7k/8/3p4/8/4K3/8/8/8 w - - 0 1 once=e4")).len(), 13);
    assert_eq!(moves(&position(kings, "8/8/8/8/8/8/4k3/7K b - - 0 1 once=h1")).len(), 8);
    assert_eq!(moves(&position(kings, "4r2k/8/8/8/4K3/8/8/8 w - - 0 1 once=e4")).len(), 6);
}

#[test]
fn what_is_not_used_goes_with_its_man() {
    let kings = &game("leaping-kings");
    let start = fen::write(&kings.start());
    assert_eq!(start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 once=e1e8");
    let bare = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 once=e1e8";
    assert_eq!(once(kings, bare, &["e1e2", "e8d8"]), "e2d8");
    assert_eq!(once(kings, bare, &["e1e2", "e8d8", "e2f4", "d8c6"]), "");
    assert_eq!(once(kings, bare, &["e1g1"]), "g1e8");
    assert_eq!(once(kings, bare, &["h1h2"]), "e1e8");
    let knights = &game("camel-knights");
    let two = "4k3/8/8/8/3n4/8/8/N3K2N w - - 0 1 once=a1d4h1";
    // By a capture, and not by the capture of the man; only the man that uses it loses it.
    assert_eq!(once(knights, two, &["a1b3", "d4b3"]), "h1b3");
    assert_eq!(once(knights, two, &["a1b4"]), "h1d4");
    assert_eq!(once(knights, two, &["a1c2", "d4c2", "e1d1"]), "h1c2");
    // A man that comes later has none.
    assert_eq!(once(knights, "4k3/P7/8/8/8/8/8/N3K3 w - - 0 1 once=a1", &["a7a8n"]), "a1");
}

#[test]
fn turns_and_flips_keep_it_and_another_kind_loses_it() {
    let text = "men\n  R rook: fR, turns 90, also once a game D\n  \
                N knight: N, flips m/c, also once a game A\n  B bishop: B, also once a game fD, when arriving on last rank becomes Q\n\
                rules\n  castling: none\n  promotion of P: on last rank, to Q\n\
                endings\n  checkmated: loses\n  stalemated: draw\n";
    let men = chess_with(text);
    let start = "4k3/8/8/8/2B5/8/8/R{n}N{-}2K3 w - - 0 1 once=a1b1c4";
    assert_eq!(once(&men, start, &["a1@e"]), "a1b1c4");
    assert_eq!(once(&men, start, &["b1@x", "e8e7", "b1@-", "e7e8", "b1c3"]), "a1c3c4");
    assert_eq!(once(&men, start, &["c4g8"]), "a1b1");
    assert_eq!(once(&men, start, &["c4c6"]), "a1b1");
}

#[test]
fn an_enemy_that_aims_at_a_man_takes_it_away() {
    let text = "men\n  K king: K, royal, also once a game N not once R aims at it\n\
                endings\n  checkmated: loses\n  stalemated: draw\n";
    let shy = chess_with(text);
    let rook = "4k3/7r/8/8/4P3/4K3/8/8 b - - 0 1 once=e3";
    assert_eq!(once(&shy, rook, &["h7e7"]), "");
    assert_eq!(once(&shy, rook, &["h7d7"]), "e3");
    // The move that aims is an enemy's, of the man that aims.
    assert_eq!(once(&shy, "4k3/4p3/8/8/4P3/4K3/4R3/7r w - - 0 1 once=e3", &["e2e1", "h1h2"]), "e3");
}

#[test]
fn a_position_recurs_with_what_is_left_in_it() {
    let kings = &game("leaping-kings");
    let start = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1 once=e1";
    let round = ["e1e2", "e8e7", "e2e1", "e7e8"];
    let again = after(kings, start, &round);
    assert_eq!(position(kings, start).repetition_key(), again.repetition_key());
    assert!(!after(kings, start, &[round, round].concat()).claims().is_empty());
    let used = after(kings, start, &["e1c2", "e8e7", "c2d1", "e7e8", "d1e1", "e8e7", "e1e2", "e7e8", "e2e1"]);
    assert_ne!(position(kings, start).repetition_key(), used.repetition_key());
    assert_eq!(used.outcome(), None);
}

#[test]
fn a_move_that_is_used_up_is_the_reason_of_a_refusal() {
    let kings = &game("leaping-kings");
    let refusal = |text: &str, to: &str, kind: MoveKind| {
        let position = position(kings, text);
        let step = ManMove { kind, ..step(&position, &format!("e1{to}")) };
        position.check_move(step.into()).err()
    };
    let (with, without) = ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 once=e1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(refusal(with, "g2", MoveKind::OnceAGame), None);
    assert_eq!(refusal(without, "g2", MoveKind::OnceAGame), Some(IllegalMove::FirstMove));
    assert_eq!(refusal(without, "g2", MoveKind::Ordinary), Some(IllegalMove::FirstMove));
    assert_eq!(
        refusal("4k3/8/8/8/8/3n4/8/4K3 w - - 0 1 once=e1", "g2", MoveKind::OnceAGame),
        Some(IllegalMove::FirstMove)
    );
    assert_eq!(refusal(with, "e3", MoveKind::OnceAGame), Some(IllegalMove::Unreachable));
}

#[test]
fn only_such_men_can_have_one_left() {
    let kings = &game("leaping-kings");
    let code = |text: &str| fen::read(kings, SetupId::default(), text).unwrap_err().diagnostics()[0].code.to_string();
    assert_eq!(code("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 once=a1"), "fen::once");
    assert_eq!(code("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 once=e2"), "fen::once");
    assert_eq!(code("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 unmoved=e1"), "fen::unmoved");
    let mut arrangement = kings.start().arrangement();
    arrangement.once_a_game.push(kings.variant().board.parse("a1").unwrap());
    let errors = kings.position(&arrangement).unwrap_err();
    assert!(matches!(errors[..], [PositionError::OnceAGame(_)]), "{errors:?}");
}

#[test]
fn models_with_them_come_back_and_others_say_nothing_of_them() {
    let variant = game("leaping-kings").variant().clone();
    let text = serde_json::to_string(&variant).unwrap();
    assert!(text.contains("\"lasts\":\"until_it_is_used\""));
    assert_eq!(serde_json::from_str::<Variant>(&text).unwrap(), variant);
    assert!(!serde_json::to_string(game("ouk").variant()).unwrap().contains("lasts"));
}
