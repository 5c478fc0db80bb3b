//! Men that relay their moves to those that they protect.

use weakfish::engine::{Game, Position};
use weakfish::model::SetupId;
use weakfish::notation::{fen, uci};

use weakfish_testing::games::{self, RELAYS, one_file_games};

fn relays() -> &'static Game {
    &one_file_games().iter().find(|(name, _)| name == "relays").unwrap().1
}

fn position(text: &str) -> Position {
    fen::read(relays(), SetupId::default(), text).unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
}

#[test]
fn outside_programs_count_the_same() {
    for count in games::counts(RELAYS) {
        assert_eq!(position(count.fen).perft(count.depth), count.nodes, "{}", count.fen);
    }
}

#[test]
fn relayed_checks_are_given_and_seen() {
    // The Knight that comes to c3 lets the Rook attack f6, and the one that leaves it takes the attack away.
    let mut played = position("8/8/5k2/8/4R3/8/8/1N2K3 w - - 0 1");
    let arrives = uci::find(&played, "b1c3").unwrap();
    assert!(played.gives_check(arrives));
    played.play(arrives).unwrap();
    let rook = relays().variant().board.parse("e4").unwrap();
    assert_eq!(played.checkers().iter().collect::<Vec<_>>(), [rook]);
    played.play(uci::find(&played, "f6f7").unwrap()).unwrap();
    let leaves = uci::find(&played, "c3b1").unwrap();
    assert!(!played.gives_check(leaves));
}
