//! Rules about check and royal men, with the moves that `docs/reference` asks for written out.

use weakfish::engine::{Game, IllegalMove};

use weakfish_testing::games::chess_with;
use weakfish_testing::positions::{moves_from, position, refusal, square};

/// The legal moves from a square, on which the naive generator agrees.
fn moves(game: &Game, text: &str, from: &str) -> Vec<String> {
    moves_from(game, text).into_iter().filter(|mv| mv.starts_with(from)).collect()
}

/// Why the engine refuses a move.
fn illegality(game: &Game, text: &str, mv: &str) -> Option<IllegalMove> {
    refusal(&position(game, text), mv)
}

/// A game of kings with this property, rooks and pawns, without castling.
fn kings(property: &str, rules: &str) -> Game {
    chess_with(&format!(
        "men\n  K king: K, {property}\nrules\n  castling: none\n{rules}endings\n  \
         no K: loses\n  checkmated: loses\n  stalemated: draw\n"
    ))
}

#[test]
fn a_man_royal_when_last_may_be_left_attacked_before() {
    let game = kings("royal when last", "");
    assert_eq!(moves(&game, "4k3/8/8/8/8/8/r7/K6K w - - 0 1", "a1"), ["a1a2", "a1b1", "a1b2"]);
    assert_eq!(moves(&game, "4k3/8/8/8/8/8/r7/K7 w - - 0 1", "a1"), ["a1a2", "a1b1"]);
    let king = square(&game, "a1");
    let into_check = illegality(&game, "4k3/8/8/8/8/8/r7/K7 w - - 0 1", "a1b2");
    assert_eq!(into_check, Some(IllegalMove::RoyalAttacked(king)));
    // The first of two kings can be captured, the last not.
    assert_eq!(moves(&game, "k7/8/8/8/8/8/K6K/r7 b - - 0 1", "a1a2"), ["a1a2"]);
    let two = position(&game, "4k3/8/8/8/8/8/r7/K6K w - - 0 1");
    assert!(!two.in_check());
    assert!(position(&game, "4k3/8/8/8/8/8/r7/K7 w - - 0 1").in_check());
}

#[test]
fn another_royal_man_ends_the_royalty_of_the_last() {
    let rules = "  promotion of P: on last rank, to K or Q\n";
    let game = kings("royal when last", rules);
    // The king is in check; a second one meets that.
    assert_eq!(moves(&game, "k7/7P/8/8/8/8/r7/K7 w - - 0 1", ""), ["a1a2", "a1b1", "h7h8k"]);
}

#[test]
fn a_number_of_men_are_royal_when_they_are_left() {
    let game = kings("royal when 2 or fewer", "");
    assert_eq!(moves(&game, "k6k/8/8/8/8/8/8/r1KK3K b - - 0 1", "a1c1"), ["a1c1"]);
    assert!(position(&game, "k6k/8/8/8/8/8/8/r2K3K w - - 0 1").in_check());
    assert!(!position(&game, "k6k/8/8/8/8/8/8/r1KK3K w - - 0 1").in_check());
}

#[test]
fn men_royal_together_are_in_check_when_all_are_attacked() {
    let game = kings("royal together", "");
    let one_attacked = "k7/8/8/8/8/8/8/r2K2K1 w - - 0 1";
    assert!(!position(&game, one_attacked).in_check());
    assert_eq!(moves(&game, one_attacked, "g1f1"), ["g1f1"]);
    let both = "k7/8/8/8/6r1/8/8/r2K2K1 w - - 0 1";
    assert!(position(&game, both).in_check());
    // Either king may leave its line; the other may then be captured.
    assert_eq!(
        moves(&game, both, ""),
        ["d1c2", "d1d2", "d1e2", "g1f2", "g1h2"]
            .map(str::to_owned)
            .into_iter()
            .collect::<Vec<_>>()
            .into_iter()
            .chain(moves(&game, both, "g1").into_iter().filter(|mv| mv == "g1h1" || mv == "g1f1"))
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
    );
    assert_eq!(moves(&game, "k7/8/8/8/8/8/8/r2K2K1 b - - 0 1", "a1d1"), ["a1d1"]);
}

#[test]
fn no_move_gives_check_where_that_is_forbidden() {
    let game = kings("royal", "  check: forbidden\n");
    let text = "4k3/8/8/8/8/8/4N3/R3RK2 w - - 0 1";
    assert!(!moves(&game, text, "a1").contains(&"a1a8".to_owned()));
    // A discovered check is one too.
    assert_eq!(moves(&game, text, "e2"), Vec::<String>::new());
    assert_eq!(illegality(&game, text, "a1a8"), Some(IllegalMove::GivesCheck));
}

#[test]
fn only_mate_gives_check_where_that_is_the_rule() {
    let game = kings("royal", "  check: only to checkmate\n");
    let text = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    assert!(moves(&game, text, "a1").contains(&"a1a8".to_owned()));
    assert!(!moves(&game, text, "a1").contains(&"a1h1".to_owned()));
}

#[test]
fn only_the_last_move_of_a_series_gives_check() {
    let game = kings("royal", "  turn: 2 moves\n  check: only by the last move of a series\n");
    let first = "4k3/8/8/8/8/8/8/R4K2 w - - 0 2 series=2/0";
    let last = "4k3/8/8/8/8/8/8/R4K2 w - - 0 2 series=2/1";
    assert!(!moves(&game, first, "a1").contains(&"a1a8".to_owned()));
    assert!(moves(&game, last, "a1").contains(&"a1a8".to_owned()));
}

#[test]
fn own_check_is_allowed_until_the_end_of_the_series() {
    let game = kings("royal", "  turn: 2 moves\n  own check: allowed within a series\n");
    // Any move may come first, and the second must meet the check.
    let first = "4k3/8/8/8/8/8/r7/5K1R w - - 0 2 series=2/0";
    assert!(moves(&game, first, "f1").contains(&"f1f2".to_owned()));
    let last = "4k3/8/8/8/8/8/r4K2/7R w - - 0 2 series=2/1";
    assert_eq!(moves(&game, last, "h1"), Vec::<String>::new());
    assert_eq!(moves(&game, last, "f2"), ["f2e1", "f2e3", "f2f1", "f2f3", "f2g1", "f2g3"]);
}

#[test]
fn a_king_stands_its_ground_where_there_is_no_flight() {
    let game = kings("royal", "  check evasion: without flight\n");
    let text = "4k3/8/8/8/8/8/2R5/r3K3 w - - 0 1";
    assert_eq!(moves(&game, text, ""), ["c2c1"]);
    assert_eq!(illegality(&game, text, "e1e2"), Some(IllegalMove::Flight));
    assert_eq!(moves(&game, "4k3/8/8/8/8/8/8/3rK3 w - - 0 1", ""), ["e1d1"]);
    // Of two checkers it may capture none.
    assert_eq!(moves(&game, "4k3/8/8/8/8/4r3/8/3rK3 w - - 0 1", ""), Vec::<String>::new());
}
