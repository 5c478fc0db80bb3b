//! Captors that stay on their squares, men that change sides, captured men that return home.

use weakfish::engine::Game;
use weakfish::notation::uci;

use weakfish_testing::games::{chess_with, game, loaded};
use weakfish_testing::positions::{fen_after, position};

#[test]
fn a_captor_that_stays_keeps_its_castling_right_and_takes_that_of_its_victim() {
    let game = game("rifle-chess");
    let before = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9";
    assert_eq!(fen_after(&game, before, "h1h8"), "r3k3/8/8/8/8/8/8/R3K2R b KQq - 0 9");
}

#[test]
fn captures_en_passant_leave_the_captor_too() {
    let rifle = game("rifle-chess");
    let before = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    assert_eq!(fen_after(&rifle, before, "e5d6"), "4k3/8/8/4P3/8/8/8/4K3 b - - 0 2");
    let circe = game("circe-chess");
    assert_eq!(fen_after(&circe, before, "e5d6"), "4k3/3p4/3P4/8/8/8/8/4K3 b - - 0 2");
}

#[test]
fn the_square_that_a_captor_leaves_is_free_for_its_victim() {
    let before = "R7/6k1/8/8/r7/8/8/4K3 w - - 0 1";
    assert_eq!(fen_after(&game("circe-chess"), before, "a8a4"), "r7/6k1/8/8/R7/8/8/4K3 b - - 0 1");
    let before = "7R/4k3/8/7r/8/8/8/4K3 w - - 0 1";
    assert_eq!(fen_after(&game("circe-chess"), before, "h8h5"), "r7/4k3/8/7R/8/8/8/4K3 b - - 0 1");
    let before = "R7/4k3/8/7r/8/8/8/4K2R w - - 0 1";
    assert_eq!(fen_after(&game("circe-chess"), before, "h1h5"), "R7/4k3/8/7R/8/8/8/4K3 b - - 0 1");
}

#[test]
fn men_change_sides_face_as_they_did_and_lose_their_castling_rights() {
    let text = "men\n  B bishop: B, when moving converts P, R or L next to it\n  \
        L lancer: fR, turns any, instead of Q\nrules\n  promotion of P: none\nendings\n  only: none\n  the rest: inherited\n";
    let game = chess_with(text);
    let before = "rl{se}2k3/2pp4/8/8/8/8/6B1/4K3 w q - 0 1";
    assert_eq!(fen_after(&game, before, "g2b7"), "RL{se}2k3/1BPp4/8/8/8/8/8/4K3 b - - 1 1");
    // The King is no longer attacked by a man that has changed sides.
    let before = "7k/8/8/8/B7/8/4r3/4K3 w - - 0 1";
    assert_eq!(fen_after(&game, before, "a4d1"), "7k/8/8/8/8/8/4R3/3BK3 b - - 1 1");
}

/// A game on a small board whose men are stones that never move.
fn stones(files: u8, effect: &str, drop: &str) -> Game {
    let row = vec!["."; usize::from(files)].join(" ");
    let text = format!(
        "game \"Stones\"\nboard: {files}x3\nfirst: white\nblack: mirrors white\nmen\n  P stone: no movement, {effect}\n  \
         S rock: no movement\nsetup standard\n  {row}\n  {row}\n  {row}\nrules\n  drop of P: {drop}unlimited\n  \
         drop of S: unlimited\nendings\n  full board: more men win\n  stalemated: loses\n"
    );
    loaded("stones.variant", &text)
}

#[test]
fn drops_turn_over_neighbours_or_lines() {
    let near = stones(5, "when dropped converts P next to it", "");
    assert_eq!(fen_after(&near, "1ps2/p1p2/s1p2 w - - 0 1", "P@b2"), "1Ps2/PPP2/s1P2 b - - 1 1");
    // A rock encloses, too, and is not enclosed; nor is a line that ends in an empty square or at the edge.
    let lines = stones(5, "when dropped converts P enclosed in line", "");
    assert_eq!(fen_after(&lines, "1ppS1/1ps1P/1p3 w - - 0 1", "P@a3"), "PPPS1/1ps1P/1p3 b - - 1 1");
    assert_eq!(fen_after(&lines, "1pp2/1p1pP/2S2 w - - 0 1", "P@a3"), "Ppp2/1P1pP/2S2 b - - 1 1");
    let beside = stones(5, "when dropped next to own men converts P next to it", "");
    assert_eq!(fen_after(&beside, "5/1p3/5 w - - 0 1", "P@a1"), "5/1p3/P4 b - - 1 1");
    assert_eq!(fen_after(&beside, "5/Pp3/5 w - - 0 1", "P@a1"), "5/PP3/P4 b - - 1 1");
}

#[test]
fn the_neighbours_of_a_square_admit_a_drop() {
    let squares = |game: &Game, text: &str| {
        let position = position(game, text);
        let drops = uci::legal_moves(&position).into_iter().map(|(text, _)| text);
        let mut squares: Vec<String> = drops.filter_map(|text| text.strip_prefix("P@").map(str::to_owned)).collect();
        squares.sort();
        squares.join(" ")
    };
    let effect = "when dropped converts P next to it";
    let board = "P3/3p/4 w - - 0 1";
    assert_eq!(squares(&stones(4, effect, "next to own men, "), board), "a2 b2 b3");
    assert_eq!(squares(&stones(4, effect, "next to own S, "), board), "");
    assert_eq!(squares(&stones(4, effect, "not next to enemy men, "), board), "a1 a2 b1 b2 b3");
    assert_eq!(squares(&stones(4, effect, "not orthogonally next to men, "), board), "a1 b1 b2 c1 c3");
    assert_eq!(squares(&stones(4, effect, "orthogonally next to own P, not next to enemy men, "), board), "a2 b3");
    assert_eq!(squares(&stones(4, effect, "only to convert, "), board), "c1 c2 c3 d1 d3");
    assert_eq!(squares(&stones(4, effect, "only to convert, first on a1 or b1, "), board), "a1 b1");
    assert_eq!(squares(&stones(4, effect, "only to convert, first on a3 or d2, "), board), "c1 c2 c3 d1 d3");
}

#[test]
fn equal_numbers_are_a_draw_only_on_claim_where_the_ending_says_so() {
    let game = game("ataxx");
    let mut equal = game.start();
    let mut unequal = position(&game, "P5p/7/7/7/7/7/p4PP w - - 0 1");
    for name in ["g1e1", "a1c1", "e1g1", "c1a1"].repeat(2) {
        for position in [&mut equal, &mut unequal] {
            let mv = uci::find(position, name).unwrap_or_else(|| panic!("{name}"));
            position.play(mv).unwrap();
        }
    }
    assert!(equal.outcome().is_none());
    assert_eq!(equal.claims().into_iter().map(|claim| claim.winner).collect::<Vec<_>>(), [None]);
    assert_eq!(unequal.outcome().map(|outcome| outcome.winner), Some(Some(weakfish::geometry::Side::White)));
    assert!(unequal.claims().is_empty());
}
