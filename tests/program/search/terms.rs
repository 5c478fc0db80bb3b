//! What single terms of the evaluation count, each weighted alone.

use weakfish::engine::Game;
use weakfish::model::SetupId;
use weakfish::notation::fen;
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, load};
use weakfish_player::evaluation::{Evaluator, KindWeights, Tapered, Term, Weights};
use weakfish_player::search::Score;

/// Orthodox chess with these sections changed.
fn game(sections: &str) -> Game {
    let text = format!("game \"Own\" extends {}\n{sections}\n", builtin::ORTHODOX);
    load(&Source::new("own.variant", text), &BuiltIns).unwrap()
}

/// White's evaluation of a position by a few weights.
fn evaluation(game: &Game, position: &str, set: impl Fn(&mut Weights)) -> i32 {
    let mut weights = Weights::default();
    weights.kinds = vec![KindWeights::default(); game.variant().kinds.len()];
    set(&mut weights);
    let evaluator = Evaluator::new(game, &weights);
    let position = fen::read(game, SetupId(0), position).unwrap();
    let evaluation = evaluator.evaluate(&position, evaluator.accumulate(&position));
    if position.turn() == weakfish::geometry::Side::White { evaluation } else { -evaluation }
}

const ORTHODOX: &str = "P pawn: fmWfcF";

/// A pawn that moves diagonally, and captures straight ahead.
const ASLANT: &str = "P pawn: fmFfcW";

/// White's pawns of which a term holds, minus Black's.
fn pawn_term(pawn: &str, term: Term, men: &str) -> i32 {
    let game = game(&format!("men\n  {pawn}\nrules\n  long step of P: none"));
    let kind = game.variant().kinds().find(|(_, kind)| kind.symbol == "P").unwrap().0;
    let set = |weights: &mut Weights| weights.kinds[kind.index()][term] = Tapered::both(1000);
    evaluation(&game, &format!("{men} w - -"), set) / if term == Term::Passed { 1 } else { 100 }
}

#[test]
fn a_pawn_is_passed_if_no_pawn_can_hinder_it() {
    // Enemy pawns beside it, behind it, in front of it. They are passed too, but farther from their goal.
    for (men, passed) in [
        ("4k3/8/8/3pP3/8/8/8/4K3", true),
        ("4k3/8/4P3/3p4/8/8/8/4K3", true),
        ("4k3/3p4/8/4P3/8/8/8/4K3", false),
        ("4k3/4p3/8/4P3/8/8/8/4K3", false),
        ("4k3/2p5/8/4P3/8/8/8/4K3", true),
    ] {
        assert_eq!(pawn_term(ORTHODOX, Term::Passed, men) > 0, passed, "{men}");
    }
}

#[test]
fn pawns_support_each_other() {
    for (men, supported, isolated) in [
        ("4k3/8/8/8/4P3/3P4/8/4K3", 1, 0),
        ("4k3/8/8/8/3PP3/8/8/4K3", 0, 0),
        ("4k3/8/8/8/4P3/2P5/8/4K3", 0, 2),
        ("4k3/8/8/4P3/4P3/8/8/4K3", 0, 2),
        ("4k3/8/8/8/8/8/8/4K3", 0, 0),
    ] {
        assert_eq!(pawn_term(ORTHODOX, Term::Supported, men), supported, "{men}");
        assert_eq!(pawn_term(ORTHODOX, Term::Isolated, men), isolated, "{men}");
    }
}

#[test]
fn pawns_that_go_otherwise_follow_their_own_ways() {
    // Such a pawn meets others on its diagonals.
    assert_eq!(pawn_term(ASLANT, Term::Passed, "4k3/8/3p4/4P3/8/8/8/4K3"), 0);
    assert!(pawn_term(ASLANT, Term::Passed, "4k3/8/4P3/3p4/8/8/8/4K3") > 0);
}

/// Scarcity of a position with these endings, a unit of 840 for the last man.
fn scarcity(endings: &str, position: &str) -> i32 {
    let game = game(&format!("endings\n{endings}\n  the rest: inherited"));
    evaluation(&game, position, |weights| weights.scarcity = Tapered::both(8400))
}

#[test]
fn the_last_men_count_most() {
    let bare = "  bared, not to move: loses";
    assert_eq!(scarcity(bare, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"), 420);
    assert_eq!(scarcity(bare, "r3k3/8/8/8/8/8/8/R3K2R w - - 0 1"), 420);
    assert_eq!(scarcity(bare, "r3k3/pp6/8/8/8/8/8/R3K2R b - - 0 1"), 280 - 420);
    assert_eq!(scarcity("  bared, not to move: wins", "r3k3/8/8/8/8/8/8/R3K2R w - - 0 1"), -420);
    assert_eq!(scarcity("  bared, not to move: black wins", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"), -420 - 840);
    assert_eq!(scarcity("  bared: draw", "r3k3/8/8/8/8/8/8/R3K2R w - - 0 1"), 0);
    assert_eq!(scarcity("  no Q: loses", "r3k3/8/8/8/8/8/8/RQ2KQ1R w - - 0 1"), 420);
}

/// Standstill of a position with this result of stalemate, a unit of 5040 for having no move.
fn standstill(stalemate: &str) -> i32 {
    let game = game(&format!("endings\n  stalemated: {stalemate}\n  the rest: inherited"));
    // White's King has two moves and its Pawn none; Black's King has three, and one of its Pawns one.
    let position = "k7/7p/8/8/8/p7/P7/K7 w - - 0 1";
    evaluation(&game, position, |weights| weights.standstill = Tapered::both(50_400))
}

#[test]
fn the_last_moves_count_most() {
    assert_eq!(standstill("loses"), 5040 / 5 - 5040 / 3);
    assert_eq!(standstill("wins"), 5040 / 3 - 5040 / 5);
    assert_eq!(standstill("white wins"), 5040 / 3 + 5040 / 5);
    assert_eq!(standstill("draw"), 0);
}

#[test]
fn chances_of_both_sides_add_up() {
    for worth in [-900, -100, 0, 35, 400] {
        let score = Score::Centipawns(worth);
        assert!((score.winning_chance(60) + score.negated().winning_chance(60) - 1.0).abs() < 1e-12);
    }
    // A man of a weak game decides as much as a stronger one among its like.
    assert!((Score::Centipawns(30).winning_chance(30) - Score::Centipawns(100).winning_chance(100)).abs() < 1e-12);
}

#[test]
fn a_bare_king_is_driven_where_it_has_few_moves() {
    let game = game("");
    let worth = |position: &str| {
        let evaluator = Evaluator::new(&game, &Weights::from_definition(&game));
        let position = fen::read(&game, SetupId(0), position).unwrap();
        evaluator.evaluate(&position, evaluator.accumulate(&position))
    };
    // From the middle to the edge and to the corner, and the white King behind it.
    let driven = [
        "8/8/8/3k4/8/8/3K4/7R w - -",
        "3k4/8/8/3K4/8/8/8/7R w - -",
        "k7/8/8/3K4/8/8/8/7R w - -",
        "k7/8/1K6/8/8/8/8/7R w - -",
    ];
    let driven = driven.map(worth);
    assert!(driven.is_sorted_by(|less, more| less + 15 < *more), "{driven:?}");
    // The corner of the Bishop's colour, and another.
    let [right, wrong] = ["k7/8/2K5/8/8/3B4/8/1N6 w - -", "k7/8/2K5/8/8/4B3/8/1N6 w - -"].map(worth);
    assert!(right > wrong + 100, "{right} {wrong}");
    // Pawns that can't move don't help it, and Pawns alone don't drive.
    let [stuck, free] = ["k7/8/4p3/4P3/4K3/8/8/7R w - -", "k7/8/4p3/8/4K3/4P3/8/7R w - -"].map(worth);
    assert!(stuck > free + 100, "{stuck} {free}");
    let [corner, middle] = ["k7/8/8/8/8/3P4/3K4/8 w - -", "8/8/8/4k3/8/3P4/3K4/8 w - -"].map(worth);
    assert!((corner - middle).abs() < 150, "{corner} {middle}");
}
