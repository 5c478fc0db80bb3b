//! Men that hold others still.

use weakfish::engine::IllegalMove;
use weakfish::geometry::Side;
use weakfish::notation::{explain_no_move, uci};

use weakfish_testing::games::{chess_with, game};
use weakfish_testing::positions::{moves_from, position, refusal};

#[test]
fn a_held_man_is_named_with_the_one_that_holds_it() {
    let held = position(&game("immobilizers"), "4k3/8/8/8/3n4/4I3/8/4K3 b - - 0 1");
    let square = |name: &str| held.game().variant().board.parse(name).unwrap();
    assert_eq!(refusal(&held, "d4c6"), Some(IllegalMove::Held(square("d4"), square("e3"))));
    let why = explain_no_move(&held, square("d4")).unwrap();
    assert_eq!(why.message, "the Immobilizer on e3 holds the Knight on d4, which makes no move");
}

#[test]
fn a_held_man_attacks_nothing() {
    let held = position(&game("immobilizers"), "4k3/8/8/8/3n4/4I3/8/4K3 b - - 0 1");
    let square = |name: &str| held.game().variant().board.parse(name).unwrap();
    assert!(held.attackers(square("c6"), Side::Black).is_empty());
    let free = position(&game("immobilizers"), "4k3/8/8/8/3n4/8/4I3/4K3 b - - 0 1");
    assert_eq!(free.attackers(square("c6"), Side::Black).len(), 1);
    // If the Immobilizer were gone, it would attack again.
    let occupied = held.occupied();
    assert!(held.attackers_among(square("c6"), Side::Black, occupied).is_empty());
    let mut without = occupied;
    without.remove(square("e3"));
    assert_eq!(held.attackers_among(square("c6"), Side::Black, without).len(), 1);
}

#[test]
fn a_held_man_makes_no_goal_insecure() {
    let game = chess_with(
        "men\n  I immobilizer: mQ, holds enemy men next to it\nendings\n  N on d5, secure, not to move: wins\n  the rest: inherited\n",
    );
    for (text, is_over) in
        [("4k3/8/4pI2/3N4/8/8/8/4K3 b - - 0 1", true), ("4k3/8/4p3/3N4/8/5I2/8/4K3 b - - 0 1", false)]
    {
        assert_eq!(moves_from(&game, text).is_empty(), is_over, "{text}");
    }
}

#[test]
fn relayed_attacks_return_with_the_men_that_were_held() {
    let game = chess_with("men\n  N knight: N, relays to R\n  I immobilizer: mQ, holds enemy men next to it\n");
    let square = |name: &str| game.variant().board.parse(name).unwrap();
    // The Rook is held, or the Knight that relays its moves to it.
    for (men, holder) in [("1R6/i2N4", "a2"), ("1R6/3Ni3", "e2")] {
        let held = position(&game, &format!("4k3/8/8/8/8/{men}/6K1 w - - 0 1"));
        let mut without = held.occupied();
        assert!(held.attackers_among(square("c5"), Side::White, without).is_empty(), "{men}");
        without.remove(square(holder));
        let attackers: Vec<_> = held.attackers_among(square("c5"), Side::White, without).iter().collect();
        assert_eq!(attackers, [square("b3")], "{men}");
    }
}

#[test]
fn own_men_and_certain_men_can_be_held() {
    let game = chess_with("men\n  N knight: N, holds own P next to it\n  B bishop: B, holds R or Q next to it\n");
    let held = position(&game, "4k3/8/8/8/8/8/3PP3/4N1K1 w - - 0 1");
    assert!(matches!(refusal(&held, "e2e3"), Some(IllegalMove::Held(..))));
    let free = position(&game, "4k3/8/8/8/8/4n3/3PP3/6K1 w - - 0 1");
    assert_eq!(refusal(&free, "d2d3"), None);
    for text in ["4k3/8/8/8/8/3B4/4R3/6K1 w - - 0 1", "4k3/8/8/8/8/3b4/4R3/6K1 w - - 0 1"] {
        assert!(matches!(refusal(&position(&game, text), "e2a2"), Some(IllegalMove::Held(..))), "{text}");
    }
}

#[test]
fn a_man_that_becomes_a_holder_or_is_dropped_meets_a_check() {
    let game = chess_with("men\n  N knight: N, becomes I\n  I immobilizer: mQ, holds enemy men next to it\n");
    let checked = position(&game, "4k3/8/8/4r3/3N4/8/8/4K3 w - - 0 1");
    assert!(checked.in_check());
    let becomes = checked.legal_moves().to_vec().into_iter().filter(|mv| mv.from() == mv.to()).count();
    assert_eq!(becomes, 1);
    let checked = position(&game, "4k3/8/8/4r3/8/3N4/8/4K3 w - - 0 1");
    assert!(checked.legal_moves().to_vec().into_iter().all(|mv| mv.from() != mv.to()));

    let text = "men\n  I immobilizer: mQ, holds enemy men next to it\nsetup standard\n  \
                r n b q k b n r\n  p p p p p p p p\n  . . . . . . . .\n  . . . . . . . .\n  . . . . . . . .\n  \
                . . . . . . . .\n  P P P P P P P P\n  R N B Q K B N R\n  hand: I i\nrules\n  drop of I: on anywhere\n";
    let game = chess_with(text);
    let checked = position(&game, "4k3/8/8/4r3/8/8/8/4K3[I] w - - 0 1");
    assert!(uci::find(&checked, "I@d6").is_some());
    assert!(uci::find(&checked, "I@e2").is_some());
    let off = uci::find(&checked, "I@a6");
    assert!(off.is_none());
}
