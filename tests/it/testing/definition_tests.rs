//! The tests written inside definitions: those that are shipped pass, and wrong ones say what they found.

use std::fmt::Write as _;

use weakfish::source::Source;
use weakfish::testing::runner;
use weakfish::{BuiltIns, builtin, check};

use weakfish_testing::pages::{assert_page, plain};

use crate::syntax::definitions;

#[test]
fn shipped_tests_pass() {
    let built_in = builtin::names().map(|name| builtin::source(name).unwrap());
    // The tests of the widest board say how tests are laid out, and not what is so.
    let others = definitions("tests/cases/games").into_iter().filter(|(path, _)| !path.ends_with("sixteen.variant"));
    for source in built_in.chain(others.map(|(path, text)| Source::new(path.display().to_string(), text))) {
        let checked = check(&source, &BuiltIns);
        assert!(checked.game.is_some(), "{}", source.name);
        for result in runner::run(&checked) {
            let told = plain(&source, &result.diagnostics);
            assert!(result.diagnostics.is_empty(), "{}: {}\n{told}", source.name, result.name);
        }
    }
}

#[test]
fn a_setup_may_be_over_before_the_first_move() {
    let text = r#"game "Over"
board: 3x1
first: white
black: mirrors white
men
  K king: K, royal
setup standard
  k . K
endings
  only K v K: draw
  checkmated: loses
  stalemated: draw
test "over"
  expect: draw
"#;
    let source = Source::new("over.variant", text);
    let results = runner::run(&check(&source, &BuiltIns));
    assert!(results[0].passed(), "{}", plain(&source, &results[0].diagnostics));
}

/// What is said of a position that an ending finished holds of any men, so that no line about its moves may pass.
#[test]
fn lines_about_moves_of_a_finished_position_fail() {
    let run = |base: &str, lines: &str| {
        let text = format!("game \"Finished\" extends {base}\ntest \"over\"\n{lines}");
        let results = runner::run(&check(&Source::new("finished.variant", text), &BuiltIns));
        let [result] = &results[..] else { panic!("{lines}") };
        result.clone()
    };
    let drawn = "  position: 4k3/8/8/3B4/8/8/8/4K3 w - - 0 1\n";
    let won = "  position: 8/8/8/3Bk3/8/8/8/K7 w - - 0 1\n";
    for (base, before, expected) in
        [("fide", drawn, "draw by insufficient-material"), ("king-of-the-hill", won, "black wins by goal")]
    {
        for line in ["moves: stored", "legal: d5e6", "illegal: d5d6", "exactly: d5e6", "perft 1: 7", "perft 2: 9"] {
            let told = run(base, &format!("{before}  {line}\n")).diagnostics;
            let [over] = &told[..] else { panic!("{line}: {told:#?}") };
            assert_eq!(over.code, "move::game-over", "{line}");
            assert!(over.message.contains("the game is over: "), "{line}: {}", over.message);
            let help = over.help.as_deref().unwrap();
            assert!(help.contains(&format!("`expect: {expected}`")), "{line}: {help}");
        }
        assert!(run(base, &format!("{before}  expect: {expected}\n  perft 0: 1\n  perft 1: 0\n")).passed());
        let list = &run(base, &format!("{before}  moves: stored\n")).lists[0];
        assert_eq!(list.lines[1..], [format!("over, {expected}")]);
    }
    // Without a move, the men make it so: the same lines hold of no other men.
    let mated = "  play: 1. f3 e5 2. g4 Qh4#\n";
    let stuck = run("fide", &format!("{mated}  moves: stored\n  illegal: e1f2\n  perft 1: 0\n"));
    assert!(stuck.passed(), "{stuck:#?}");
    assert_eq!(stuck.lists[0].lines[1..], ["over, black wins by checkmate"]);
    assert_eq!(run("fide", &format!("{mated}  legal: e1f2\n")).diagnostics[0].code, "move::game-over");
    // What a man reaches on an empty board has nothing to do with the position.
    let reach = run("fide", &format!("{drawn}  reach of B: stored\n"));
    assert!(reach.passed() && reach.lists[0].lines[0].starts_with("B e5: "), "{reach:#?}");
    // The same men and one more on either side.
    let list = &run("fide", "  position: 4k3/p7/8/3B4/8/8/P7/4K3 w - - 0 1\n  moves: stored\n").lists[0];
    assert!(list.lines.iter().any(|line| line.starts_with("B d5: ")), "{list:#?}");
}

#[test]
fn wrong_tests() {
    let text = r#"game "Wrong Tests" extends feeble

test "outcome"
  play:   1. Ac1-e3 e7-e6 2. Ae3-g5
  expect: white wins by checkmate
  play:   2... Ke8-e7 3. Ag5 turns left
  expect: ongoing
  expect: white wins by stalemate
  expect: black wins by checkmate
  expect: white wins by checkmate

test "a position that can't stand"
  position: 8/8/8/8/8/8/8/7n w - - 0 1

test "a move that can't be played"
  play:   1. Ac1-e3 e7-e6,
          2. Ae3-c5
  expect: ongoing

test "lists of moves"
  position: 4k{s}3/8/8/8/8/8/R{n}7/4K{n}3 w - - 9 9 still=4/2
  legal:    a2a3 e1e2 a2@e
  illegal:  a2a3 e1@ne a2b2 zz
  exactly:     a2a3
  exactly:     a2a3 Ke1-e2
  perft 1:  3
"#;
    assert_page("replay/tests", "wrong-tests", &run_all("wrong-tests.variant", text));
}

#[test]
fn tests_expect_the_conditions_of_endings() {
    let text = r#"game "Conditions" extends fide

regions
  middle: d4 to e5

test "conditions that hold"
  position: 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1
  expect:   not in check
  expect:   not black in check
  expect:   not checkmated
  expect:   K on e1
  expect:   white K on e1, to move
  expect:   not any man on middle
  expect:   not black K on e1
  expect:   no Q
  expect:   black has 4 men or fewer
  expect:   not both have 1 man or fewer
  play:     1. Ra8#
  expect:   checkmated
  expect:   black checkmated
  expect:   not stalemated
  expect:   in check
  expect:   not white in check
  expect:   1 plies without progress
  expect:   not bared

test "repetition"
  play:   1. Nf3 Nf6 2. Ng1 Ng8
  expect: position 2 times
  expect: not position 3 times
  expect: ongoing
  play:   3. Nf3 Nf6 4. Ng1 Ng8
  expect: position 3 times
  expect: draw on claim by threefold-repetition
  expect: draw on claim
  expect: draw on claim by repetition

test "dead material"
  position: 4k3/8/8/8/8/8/8/4KN2 w - - 0 1
  expect:   only K N v K
  expect:   not only K v K
  expect:   black bared, not to move

test "conditions that do not"
  play:     1. e4 e5 2. Qh5 Ke7
  expect:   in check
  expect:   white checkmated
  expect:   not K on e1
  expect:   position 3 times
  expect:   50 moves without progress
  expect:   draw on claim by repetition
  expect:   3 checks given
  expect:   both pass
  expect:   white castled
  play:     3. Qxe5#
  expect:   not in check
  expect:   stalemated
  expect:   draw on claim
"#;
    assert_page("replay/tests", "conditions", &run_all("conditions.variant", text));
}

#[test]
fn wrong_conditions_of_tests() {
    let text = r#"game "Wrong Conditions" extends fide
test "wrong"
  expect: no X
  expect: K on nowhere
  expect: white only K v K
  expect: both pass twice
  expect: white position 3 times
  expect: not ongoing
  expect: checkmatd
"#;
    assert_page("replay/tests", "wrong-conditions", &refused("wrong-conditions.variant", text));
}

/// A small game in which boards are drawn.
const SMALL: &str = r#"game "Small"
board: 3x3
first: white
black: mirrors white
men
  K king: K, royal
  Q queen: Q
  L lancer: fR, turns 45
setup standard
  k . .
  . . .
  . L K
endings
  checkmated: loses
  stalemated: draw
"#;

#[test]
fn tests_draw_boards() {
    let text = SMALL.to_owned()
        + r#"test "drawn"
  position:
    k . .
    . Q .
    . . K // the King guards it
  to move:  black
  expect:   checkmated
  position:
    k . .

    . . .
    L{n} . K
  to move: black
  expect:   in check
  expect:   not checkmated
test "impossible"
  position:
    k . .
    . K .
    . . .
  expect: ongoing
"#;
    assert_page("replay/tests", "drawn-boards", &run_all("drawn-boards.variant", &text));
}

#[test]
fn wrong_boards_of_tests() {
    let text = SMALL.to_owned()
        + r#"test "wrong"
  to move: black
  position:
    k . . .
    . X .
    . L{q} K
  position:
    k . ?
    . . .
    . . K
  to move: black
  to move: white
  . . .
  expect: ongoing
  . . .
test "a rank of a board and no position"
  k . .
"#;
    assert_page("replay/tests", "wrong-boards", &refused("wrong-boards.variant", &text));
    let text = SMALL.to_owned() + "test \"short\"\n  position:\n    k . .\n    . . K\ntest \"none\"\n  position:\n";
    assert_page("replay/tests", "short-boards", &refused("short-boards.variant", &text));
}

/// A definition without a game, and below it the report.
fn refused(name: &str, text: &str) -> String {
    let source = Source::new(name, text);
    let checked = check(&source, &BuiltIns);
    assert!(checked.game.is_none());
    let reported: Vec<_> = checked.report.diagnostics().cloned().collect();
    text.to_owned() + "────\n" + &plain(&source, &reported)
}

/// A definition, and below it what its tests report.
fn run_all(name: &str, text: &str) -> String {
    let source = Source::new(name, text);
    let checked = check(&source, &BuiltIns);
    assert_eq!(checked.report.errors(), 0, "{:?}", checked.report);
    let mut page = text.to_owned() + "────\n";
    for result in runner::run(&checked) {
        writeln!(page, "{}: {}", result.name, if result.passed() { "passed" } else { "failed" }).unwrap();
        page += &plain(&source, &result.diagnostics);
        page.push('\n');
    }
    page
}
