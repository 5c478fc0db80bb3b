//! Men that relay their moves to those that they protect.

use weakfish::notation::uci;

use weakfish_testing::games::game;
use weakfish_testing::positions::{position, square};

#[test]
fn relayed_checks_are_given_and_seen() {
    let relays = game("relays");
    // The Knight that comes to c3 lets the Rook attack f6, and the one that leaves it takes the attack away.
    let mut played = position(&relays, "8/8/5k2/8/4R3/8/8/1N2K3 w - - 0 1");
    let arrives = uci::find(&played, "b1c3").unwrap();
    assert!(played.gives_check(arrives));
    played.play(arrives).unwrap();
    let rook = square(&relays, "e4");
    assert_eq!(played.checkers().iter().collect::<Vec<_>>(), [rook]);
    played.play(uci::find(&played, "f6f7").unwrap()).unwrap();
    let leaves = uci::find(&played, "c3b1").unwrap();
    assert!(!played.gives_check(leaves));
}
