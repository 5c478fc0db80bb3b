//! Stored move lists: their lines, their differences, and the page after some are accepted.

use std::collections::BTreeSet;

use weakfish::source::Source;
use weakfish::testing::runner;
use weakfish::testing::stored_moves::{accepted, changed_rules, differences, differences_by_cause, of_setups, write};
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

#[test]
fn lists_that_change_alike_are_one_group() {
    let groups = |stored: &str, now: &str| -> Vec<String> {
        let of_group =
            |group: Vec<_>| group.into_iter().map(|list: weakfish::testing::stored_moves::Difference| list.heading);
        differences_by_cause(stored, now)
            .into_iter()
            .map(|group| of_group(group).collect::<Vec<_>>().join(" "))
            .collect()
    };
    let page = |rules: &str, lists: &[(&str, &str)]| {
        let list = |(heading, lines): &(&str, &str)| format!("{heading}\n  {}\n", lines.replace('/', "\n  "));
        rules.to_owned() + &lists.iter().map(list).collect::<String>()
    };
    let stored = [
        ("a", "R6k w/R a1: a1a2 a1a3/K b1: b1c1"),
        ("b", "r6K b/r a8: a8a7 a8a6"),
        ("c", "B6k w/B a1: a1b2/K h1: h1g1"),
        ("d", "R6k w - -/R a1: a1a2/K b1: b1c1"),
        ("e", "1R5k w/R b1: b1b2"),
        ("f, reach of R", "R e5:/R{s} e5: e4"),
        ("gone", "R6k w/R a1: a1a2"),
    ];
    // The Rook moves otherwise, the Bishop too, the King is in check; a position is another; two lists are new.
    let now = [
        ("a", "R6k w/R a1: a1a2/K b1: b1c1"),
        ("b", "r6K b/r a8: a8a7 a8b8"),
        ("c", "B6k w/B a1: a1b2 a1c3/K h1: h1g1"),
        ("d", "R{n}6k w KQ -/R{n} a1: a1a2/K b1: b1c1 b1b2"),
        ("e", "2R4k w/R c1: c1c2"),
        ("f, reach of R", "R e5: e6/R{s} e5: e4"),
        ("new", "P6k w/P a1: a1a2"),
        ("renamed", "R6k w/R a1: a1a2"),
        ("twin", "P6k w/P a1: a1a2"),
    ];
    let (stored_lists, new_lists) = (page("", &stored), page("", &now));
    let by_men = ["a b f, reach of R", "c", "d", "e", "gone renamed", "new twin"];
    assert_eq!(groups(&stored_lists, &new_lists), by_men);
    let [old_rules, two] = ["rules\n  B: slides\n  R: slides\n", "rules\n  B: leaps\n  R: leaps\n"];
    assert_eq!(changed_rules(old_rules, two), ["- B: slides", "+ B: leaps", "- R: slides", "+ R: leaps"]);
    assert_eq!(groups(&page(old_rules, &stored), &page(two, &now)), by_men);
    // One rule has changed: all moves by this cause.
    let one = "rules\n  B: slides\n  R: leaps\n";
    let by_rule = ["a b c d f, reach of R", "e", "gone renamed", "new twin"];
    assert_eq!(groups(&page(old_rules, &stored), &page(one, &now)), by_rule);
    assert_eq!(changed_rules(old_rules, "rules\n  R: slides\n  X: is new\n"), ["- B: slides", "+ X: is new"]);
    assert!(changed_rules("", one).is_empty() && differences(old_rules, one).is_empty());
    // Endings are a cause of their own.
    let over =
        |ending: &str| page("", &[("a", &format!("k7 b/over, {ending}")), ("b", &format!("1k6 b/over, {ending}"))]);
    assert_eq!(groups(&over("draw by stalemate"), &over("white wins by stalemate")), ["a b"]);
    assert_eq!(differences(&over("draw"), &over("white wins"))[0].summary, "another ending");
}

#[test]
fn rules_are_stored_with_the_last_list() {
    let page = |rule: &str, moves: [&str; 2]| {
        format!("rules\n  R: {rule}\na\n  R a1: {}\nb\n  R b1: {}\n", moves[0], moves[1])
    };
    let (stored, now) = (page("slides", ["a1a2", "b1b2"]), page("leaps", ["a1a3", "b1b3"]));
    let headings = |list: &[&str]| list.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
    assert_eq!(accepted(&stored, &now, &headings(&["a"])), page("slides", ["a1a3", "b1b2"]));
    assert_eq!(accepted(&stored, &now, &headings(&["a", "b"])), now);
    // A page without rules gets them with the last list, too.
    let (_, lists) = stored.split_at(stored.find("a\n").unwrap());
    assert!(accepted(lists, &now, &headings(&["a"])).starts_with("a\n"));
    assert_eq!(accepted(lists, &now, &headings(&["a", "b"])), now);
}

#[test]
fn all_that_a_man_reaches_is_stored() {
    // The middle, e5, is a hole; a region has a movement of its own; a man of one letter may be two.
    let text = "game \"Reaching\" extends fide\nboard: 9x9 without e5, f5\nmen\n  R rook: mfWcF, also at first mfD\n  \
        N knight: W, on own rank 1 to 3 F, on own rank 1 to 4 D\n  black B bishop: fF\n  white B bishop: fW\n  \
        A admiral: cRmW, flips m/c, also once a game sW\n  black C crab: fW\nrules\n  castling: none\nsetup standard\n  \
        . . . . k . . . .\n  . . . . . . . . .\n  . . . . . . . . .\n  . . . . . . . . .\n  . . . . * * . . .\n  \
        . . . . . . . . .\n  . . . . . . . . .\n  P . . . . . . . .\n  . . . . K . . . R\ntest \"all\"\n  \
        reach of R: stored\n  reach of N: stored\n  reach of B: stored\n  reach of A: stored\n  reach of C: stored\n";
    let checked = check(&Source::new("reaching.variant", text), &BuiltIns);
    let results = runner::run(&checked);
    let lists = results.first().unwrap_or_else(|| panic!("{:?}", checked.report)).lists.iter();
    let lines: Vec<&str> = lists.flat_map(|list| &list.lines).map(String::as_str).collect();
    assert_eq!(
        lines,
        [
            "R e4:",
            "R e4, capturing: d3 f3 d5",
            "R e4, at first, moving: e6",
            "N d5: d4 c5 d6",
            "N e3, elsewhere: d2 f2 d4 f4",
            "N e4, elsewhere: e2 c4 g4 e6",
            "B e4:",
            "b e4: d3 f3",
            "A{-} e4:",
            "A{-} e4, moving: e3 d4 f4",
            "A{-} e4, once, moving: d4 f4",
            "A{x} e4:",
            "A{x} e4, capturing: e1 e2 e3 a4 b4 c4 d4 f4 g4 h4 i4",
            "c e4: e3",
        ]
    );
}
