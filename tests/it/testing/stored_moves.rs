//! Stored move lists: their lines, their differences, and the page after some are accepted.

use std::collections::BTreeSet;

use weakfish::source::Source;
use weakfish::testing::runner;
use weakfish::testing::stored_moves::{accepted, differences, of_setups, write};
use weakfish::{BuiltIns, check};

const PAGE: &str = "setup a\n  a w\n  R{n} a2: a2a3 a2@e\n  P b2: b2b3\n  other moves: pass\nsetup b\n  P a2: a2a3\n";

#[test]
fn pages_differ_by_list_man_and_move() {
    assert!(differences(PAGE, &PAGE.replace('\n', "\r\n")).is_empty());
    let now = "setup a\n  b w\n  R{e} a2: a2a3\n  P b2: b2b3 b2b4\n  other moves: pass\nsetup c\n  P a2: a2a3\n";
    let found = differences(PAGE, now);
    let found: Vec<String> =
        found.into_iter().flat_map(|list| [vec![list.heading, list.summary], list.lines].concat()).collect();
    assert_eq!(
        found,
        [
            "setup a",
            "2 moves gone, 2 new",
            "- a w",
            "+ b w",
            "+ P b2: b2b4",
            "+ R{e} a2: a2a3",
            "- R{n} a2: a2@e a2a3",
            "setup b",
            "stored, but nothing asks for it",
            "setup c",
            "not stored",
        ]
    );
}

#[test]
fn what_is_accepted_is_stored_and_nothing_else() {
    let now = "setup a\n  a w\n  P b2: b2b4\nsetup c\n  P a2: a2a3\nsetup d\n  P a2: a2a4\n";
    let headings = |list: &[&str]| list.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
    assert_eq!(accepted(PAGE, now, &headings(&[])), PAGE);
    assert_eq!(accepted(PAGE, now, &headings(&["setup a", "setup b", "setup c", "setup d"])), now);
    let some = accepted(PAGE, now, &headings(&["setup b", "setup d"]));
    let left: Vec<_> = differences(&some, now).into_iter().map(|list| list.heading).collect();
    assert_eq!(left, ["setup a", "setup c"], "{some}");
    assert!(!some.contains("setup b") && some.ends_with("setup d\n  P a2: a2a4\n"), "{some}");
}

#[test]
fn lists_of_tests_name_men_with_their_states() {
    let text = "game \"Listed\" extends fide\nmen\n  R rook: mfRcF, turns 90\n  Q queen: no movement\nrules\n  castling: none\n  promotion of P: none\n\
        test \"rooks\"\n  position: 4k3/8/8/8/8/8/8/R{e}3K3 w - - 0 1\n  moves: stored\n  play: 1. Ra1-b1\n  moves: stored\n  \
        reach of R: stored\n  reach of X: stored\n";
    let checked = check(&Source::new("listed.variant", text), &BuiltIns);
    let results = runner::run(&checked);
    let told: Vec<_> = results[0].diagnostics.iter().map(|told| told.message.as_str()).collect();
    assert_eq!(told, ["there is no man `X`"]);
    let page = write(&results[0].lists);
    for lines in [
        "test \"rooks\"\n  4k3/8/8/8/8/8/8/R{e}3K3 w - - 0 1\n  R{e} a1: a1@n a1@s a1b1 a1c1 a1d1\n  K e1: e1d1 ",
        "test \"rooks\", 2\n  4k3/8/8/8/8/8/8/1R{e}2K3 b - - 1 1\n  k e8: ",
        "test \"rooks\", reach of R\n  R{n} e5:\n  R{n} e5, moving: e6 e7 e8\n  R{n} e5, capturing: d4 f4 d6 f6\n  R{e} e5:",
    ] {
        assert!(page.contains(lines), "{lines}\n{page}");
    }
    assert_eq!(of_setups(&checked.game.unwrap()).len(), 1);
}
