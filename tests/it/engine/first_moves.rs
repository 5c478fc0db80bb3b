//! First moves, with the moves and positions that `docs/reference` asks for written out.

use weakfish::engine::{Game, IllegalMove};
use weakfish::model::{SetupId, Variant};
use weakfish::notation::fen;

use weakfish_testing::games::{chess_with, game};
use weakfish_testing::positions::{after, moves_from as moves, position, refusal};

/// The squares of men that have their first move after these moves.
fn unmoved(game: &Game, text: &str, moves: &[&str]) -> Vec<String> {
    let position = after(game, text, moves);
    position.unmoved().iter().map(|square| game.variant().board.name(square)).collect()
}

/// Kings that leap, bishops that leap over two squares.
fn leaps() -> Game {
    let text = "men\n  \
                K king: K, royal, also at first fsN not when in check not once R or B aims at it\n  B bishop: B, also at first fD\n\
                endings\n  the rest: none\n  checkmated: loses\n  stalemated: draw\n";
    chess_with(text)
}

#[test]
fn a_man_that_has_never_moved_goes_to_empty_squares_by_its_first_move() {
    let leaps = leaps();
    let king = ["e1c2", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2", "e1g2"];
    assert_eq!(moves(&leaps, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 unmoved=e1"), king);
    assert_eq!(moves(&leaps, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), ["e1d1", "e1d2", "e1e2", "e1f1", "e1f2"]);
    assert_eq!(moves(&leaps, "4k3/8/8/8/8/8/8/4K3 b - - 0 1 unmoved=e8").len(), 7);
    // It captures nothing, and attacks nothing by it.
    assert_eq!(moves(&leaps, "4k3/8/8/8/8/8/2p5/4K3 w - - 0 1 unmoved=e1"), ["e1d2", "e1e2", "e1f1", "e1f2", "e1g2"]);
    assert!(moves(&leaps, "8/8/8/8/8/8/k7/4K3 b - - 0 1 unmoved=e1").contains(&"a2b2".to_owned()));
    // Not to an attacked square, not in check, and not by a man that is pinned.
    assert!(!moves(&leaps, "4k1r1/8/8/8/8/8/8/4K3 w - - 0 1 unmoved=e1").contains(&"e1g2".to_owned()));
    assert_eq!(moves(&leaps, "4k3/8/8/8/8/3n4/8/4K3 w - - 0 1 unmoved=e1"), ["e1d1", "e1d2", "e1e2", "e1f1"]);
    assert_eq!(moves(&leaps, "4k3/8/8/8/8/8/8/r1B1K3 w - - 0 1 unmoved=c1"), ["e1d1", "e1d2", "e1e2", "e1f1", "e1f2"]);
    // It can meet a check, and leaps over men.
    let block = moves(&leaps, "4k3/8/8/b7/8/8/8/2B1K3 w - - 0 1 unmoved=c1");
    assert_eq!(block, ["c1c3", "c1d2", "e1d1", "e1e2", "e1f1", "e1f2"]);
    let over = moves(&leaps, "4k3/8/8/8/8/8/1PPP4/2B1K3 w - - 0 1 unmoved=c1");
    assert!(over.contains(&"c1c3".to_owned()), "{over:?}");
}

#[test]
fn a_first_move_is_lost_by_any_move_of_the_man_and_by_its_capture() {
    let leaps = leaps();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 unmoved=c1c8e1e8f1f8";
    assert_eq!(fen::write(&leaps.start()), start);
    assert_eq!(unmoved(&leaps, start, &["c1c3", "g8f6"]), ["e1", "f1", "c8", "e8", "f8"]);
    assert_eq!(unmoved(&leaps, start, &["f1f3", "g8f6", "g1h3", "f6g8", "e1g1"]), ["c1", "c8", "e8", "f8"]);
    // Who comes back has moved.
    let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 unmoved=e1e8";
    assert_eq!(unmoved(&leaps, kings, &["e1e2", "e8e7", "e2e1", "e7e8"]), [""; 0]);
    assert_eq!(unmoved(&leaps, "4k3/8/8/8/8/8/3n4/4KB2 b - - 0 1 unmoved=e1f1", &["d2f1"]), ["e1"]);
    assert_eq!(unmoved(&leaps, "4k3/8/8/8/8/8/8/4KB2 w - - 0 1 unmoved=e1f1", &["e1d1"]), ["f1"]);
}

#[test]
fn a_position_recurs_only_with_the_same_first_moves() {
    let leaps = leaps();
    let kings = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1 unmoved=e1";
    let round = ["e1e2", "e8e7", "e2e1", "e7e8"];
    let (once, twice) = (after(&leaps, kings, &round), after(&leaps, kings, &[round, round].concat()));
    assert_ne!(position(&leaps, kings).repetition_key(), once.repetition_key());
    assert_eq!(once.repetition_key(), twice.repetition_key());
    assert_eq!(position(&leaps, &fen::write(&once)).repetition_key(), once.repetition_key());
}

#[test]
fn an_enemy_that_aims_at_a_man_takes_its_first_move_away() {
    let leaps = leaps();
    let rook = "4k3/7r/8/8/8/4P3/8/4K3 b - - 0 1 unmoved=e1";
    // Whatever stands between.
    assert_eq!(unmoved(&leaps, rook, &["h7e7"]), [""; 0]);
    assert_eq!(unmoved(&leaps, rook, &["h7h1"]), [""; 0]);
    assert_eq!(unmoved(&leaps, rook, &["h7d7"]), ["e1"]);
    // A bishop does so aslant, a queen does not, and nor does an own man, or one that stood there before.
    assert_eq!(unmoved(&leaps, "4k3/8/8/8/8/8/3P4/b3K3 b - - 0 1 unmoved=e1", &["a1d4"]), ["e1"]);
    assert_eq!(unmoved(&leaps, "4k3/8/8/8/8/8/3P4/b3K3 b - - 0 1 unmoved=e1", &["a1c3"]), [""; 0]);
    assert_eq!(unmoved(&leaps, "4k3/7q/8/8/8/4P3/8/4K3 b - - 0 1 unmoved=e1", &["h7e7"]), ["e1"]);
    assert_eq!(unmoved(&leaps, "4k3/8/8/8/8/4P3/R7/4K3 w - - 0 1 unmoved=e1", &["a2e2"]), ["e1"]);
    assert_eq!(unmoved(&leaps, "4k3/4r2p/8/8/8/4P3/8/4K3 b - - 0 1 unmoved=e1", &["h7h6"]), ["e1"]);
    // So does a man that another one becomes.
    assert_eq!(unmoved(&leaps, "4k3/8/8/8/8/8/p7/4K3 b - - 0 1 unmoved=e1", &["a2a1r"]), [""; 0]);
    assert_eq!(unmoved(&leaps, "4k3/8/8/8/8/8/p7/4K3 b - - 0 1 unmoved=e1", &["a2a1q"]), ["e1"]);
}

#[test]
fn a_turn_on_its_square_is_a_move_of_the_man() {
    let text = "men\n  R rook: fR, turns 90, also at first sD\nrules\n  \
                castling: none\n  promotion of P: on last rank, to Q, R, B or N, facing as at the start\n";
    let rooks = chess_with(text);
    let start = "4k3/8/8/8/8/8/P7/R{n}3K3 w - - 0 1 unmoved=a1";
    assert!(moves(&rooks, start).contains(&"a1c1".to_owned()));
    assert_eq!(unmoved(&rooks, start, &["e1e2", "e8e7", "a1@e"]), [""; 0]);
    let turned = "4k3/8/8/8/8/8/P7/R{e}3K3 w - - 0 1 unmoved=a1";
    let error = fen::read(&rooks, SetupId::default(), turned).unwrap_err();
    assert_eq!(error.diagnostics()[0].code, "fen::unmoved");
}

#[test]
fn a_man_that_flips_makes_its_first_move_in_its_moving_mode() {
    let text = "men\n  N knight: N, flips m/c, also at first fD not once R aims at it\n\
                endings\n  the rest: none\n  checkmated: loses\n  stalemated: draw\n";
    let knights = chess_with(text);
    assert!(moves(&knights, "4k3/8/8/8/8/8/8/1N{-}2K3 w - - 0 1 unmoved=b1").contains(&"b1b3".to_owned()));
    assert_eq!(unmoved(&knights, "4k3/8/8/8/8/8/8/1N{-}2K3 w - - 0 1 unmoved=b1", &["b1@x"]), [""; 0]);
}

#[test]
fn a_missing_first_move_is_the_reason_of_a_refusal() {
    let leaps = leaps();
    let refusal = |text: &str, mv: &str| refusal(&position(&leaps, text), mv);
    assert_eq!(refusal("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1g2"), Some(IllegalMove::FirstMove));
    let in_check = "4k3/8/8/8/8/3n4/8/4K3 w - - 0 1 unmoved=e1";
    assert_eq!(refusal(in_check, "e1g2"), Some(IllegalMove::FirstMove));
    assert_eq!(refusal("4k3/8/8/8/8/8/8/4K3 w - - 0 1 unmoved=e1", "e1g2"), None);
    assert_eq!(refusal("4k3/8/8/8/8/8/8/4K3 w - - 0 1 unmoved=e1", "e1e3"), Some(IllegalMove::Unreachable));
    let attacked = "4k1r1/8/8/8/8/8/8/4K3 w - - 0 1 unmoved=e1";
    assert!(matches!(refusal(attacked, "e1g2"), Some(IllegalMove::RoyalAttacked(_))));
}

#[test]
fn the_rights_of_other_programs_mark_the_files_of_men_that_have_never_moved() {
    let ouk = game("ouk");
    let theirs = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1";
    assert_eq!(position(&ouk, theirs).arrangement(), ouk.start().arrangement());
    let some = position(&ouk, "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w De - 0 1");
    assert!(fen::write(&some).ends_with(" unmoved=d1e8"));
    let none =
        fen::read(&ouk, SetupId::default(), "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w A - 0 1").unwrap_err();
    assert_eq!(none.diagnostics()[0].code, "fen::castling");
}

#[test]
fn models_with_first_moves_come_back_and_are_validated() {
    let variant = game("ouk").variant().clone();
    let text = serde_json::to_string(&variant).unwrap();
    assert_eq!(serde_json::from_str::<Variant>(&text).unwrap(), variant);
    assert!(!serde_json::to_string(game("makruk").variant()).unwrap().contains("first_move\""));
    let mut capturing = variant;
    let king = capturing.kinds.iter_mut().find(|kind| kind.symbol == "K").unwrap();
    king.first_move.as_mut().unwrap().movement.paths[0].legs[0].stops.captures = true;
    let errors = capturing.validate();
    assert!(errors.iter().any(|error| error.reason == "a first move captures nothing"), "{errors:?}");
}
