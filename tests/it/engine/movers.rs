//! Turns of several moves by the same man, or by different men.

use weakfish::engine::{Game, IllegalMove};
use weakfish::geometry::Square;
use weakfish::model::SetupId;
use weakfish::notation::{fen, uci};

use weakfish_testing::games::{chess_with, game};
use weakfish_testing::positions::{after, moves, position, refusal};

#[test]
fn men_that_have_moved_are_part_of_a_position() {
    let two = &game("two-men");
    let start = "4k3/8/8/8/8/8/8/R3K2R w K - 0 9";
    let moved = |moves: &[&str]| {
        let position = after(two, start, moves);
        let moved: Vec<_> = position.moved().iter().map(|square| two.variant().board.name(square)).collect();
        assert_eq!(fen::write(&after(two, &fen::write(&position), &[])), fen::write(&position));
        moved.join(" ")
    };
    assert_eq!(moved(&["a1a2"]), "a2");
    assert_eq!(moved(&["e1g1"]), "f1 g1");
    assert_eq!(moved(&["a1a2", "h1h2"]), "");
    // The same men on the same squares, after the same number of moves.
    let one = position(two, "4k3/8/8/8/8/8/8/R3K2R w - - 0 9 series=1/1 moved=a1");
    let other = position(two, "4k3/8/8/8/8/8/8/R3K2R w - - 0 9 series=1/1 moved=h1");
    assert_ne!(one.repetition_key(), other.repetition_key());
    let mut back = one.clone();
    let undo = back.make(uci::find(&one, "h1h2").unwrap());
    back.unmake(undo);
    assert_eq!((back.moved(), back.repetition_key()), (one.moved(), one.repetition_key()));
}

#[test]
fn fens_name_the_men_that_can_have_moved() {
    let codes = |game: &Game, text: &str| -> Vec<_> {
        let read = fen::read(game, SetupId::default(), text);
        read.map_or_else(|error| error.diagnostics().iter().map(|found| found.code.as_str()).collect(), |_| Vec::new())
    };
    let (one, two) = (&game("one-man"), &game("two-men"));
    let men = "4k3/8/8/8/8/8/8/R3K2R w - - 0 9";
    assert_eq!(codes(two, &format!("{men} series=1/1 moved=a1h1")), [""; 0]);
    assert_eq!(codes(two, &format!("{men} series=1/1")), [""; 0]);
    for wrong in ["moved=a1", "series=1/1 moved=a2", "series=1/1 moved=e8", "series=1/1 moved=a1e1h1"] {
        assert_eq!(codes(two, &format!("{men} {wrong}")), ["fen::moved"], "{wrong}");
    }
    assert_eq!(codes(one, &format!("{men} series=1/2 moved=a1")), [""; 0]);
    assert_eq!(codes(one, &format!("{men} series=1/2")), ["fen::moved"]);
    assert_eq!(codes(&game("marseillais"), &format!("{men} series=1/1 moved=a1")), ["fen::moved"]);
}

#[test]
fn refusals_name_the_man_that_rests() {
    let man = |name: &str, text: &str, mv: &str| refusal(&position(&game(name), text), mv);
    let two = "4k3/8/8/8/8/8/8/R3K2R w - - 0 9 series=1/1 moved=a1";
    let at = |index: u8| Square::new(index);
    assert_eq!(man("two-men", two, "a1a2"), Some(IllegalMove::Resting(at(0))));
    assert_eq!(man("two-men", two, "h1h2"), None);
    assert_eq!(man("one-man", two, "a1a2"), None);
    assert_eq!(man("one-man", two, "h1h2"), Some(IllegalMove::Resting(at(7))));
}

/// What a man does besides, and what other things are done than moves of men.
#[test]
fn other_parts_go_with_it() {
    // A series by the same man ends when it has died, and with a pass.
    let dies = chess_with(
        "men\n  R rook: R, when capturing dies\nrules\n  turn: 2 moves, by the same man\n  passing: allowed\n",
    );
    let rook = "4k3/8/p7/8/8/8/8/R3K3 w - - 0 9";
    assert_eq!(after(&dies, rook, &["a1a6"]).turn(), weakfish::geometry::Side::Black);
    assert_eq!(after(&dies, rook, &["pass"]).turn(), weakfish::geometry::Side::Black);
    assert!(moves(&after(&dies, rook, &["a1a5"])).contains(&"pass".to_owned()));
    // A man that shoots has moved, where it stands.
    let shoots =
        chess_with("men\n  R rook: R, when capturing stays behind\nrules\n  turn: 2 moves, by different men\n");
    assert!(moves(&after(&shoots, rook, &["a1a6"])).iter().all(|name| name.starts_with("e1")));
    // A man from the hand has moved, and nothing is dropped where another man must move again.
    let hands = |movers: &str| {
        chess_with(&format!(
            "men\n  all men: when captured goes to the captor's hand\nrules\n  turn: 2 moves, {movers}\n"
        ))
    };
    let knight = "4k3/8/8/8/8/8/8/4K3[NN] w - - 0 9";
    let dropped = moves(&after(&hands("by different men"), knight, &["N@a1"]));
    assert!(dropped.contains(&"N@a2".to_owned()) && !dropped.contains(&"a1b3".to_owned()));
    assert_eq!(moves(&after(&hands("by the same man"), knight, &["N@a1"])), ["a1b3", "a1c2"]);
    assert!(moves(&after(&hands("by the same man"), knight, &["e1e2"])).iter().all(|name| name.starts_with("e2")));
    // A turn on its square is a move.
    let turns = chess_with(
        "men\n  R rook: fR, turns 90\nrules\n  promotion of P: on last rank, to Q\n  turn: 2 moves, by different men\n",
    );
    assert!(moves(&after(&turns, rook, &["a1@e"])).iter().all(|name| name.starts_with("e1")));
    // Without another man a player chooses between the end of its turn and stalemate.
    let claims = chess_with("rules\n  turn: 2 moves, by different men, stuck may claim stalemate\n");
    assert_eq!(moves(&after(&claims, "4k3/p7/8/8/8/8/8/4K3 w - - 0 9", &["e1e2"])), ["end", "stalemate"]);
}
