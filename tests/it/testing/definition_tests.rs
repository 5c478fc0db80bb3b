//! The tests written inside definitions: those that are shipped pass, and wrong ones say what they found.

use std::fmt::Write as _;

use weakfish::source::Source;
use weakfish::testing::runner;
use weakfish::{BuiltIns, builtin, check};

use weakfish_testing::pages::{assert_page, plain};

#[test]
fn shipped_tests_pass() {
    for name in builtin::names() {
        let source = builtin::source(name).unwrap();
        let results = runner::run(&check(&source, &BuiltIns));
        for result in results {
            assert!(result.diagnostics.is_empty(), "{name}: {}\n{}", result.name, plain(&source, &result.diagnostics));
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
  position: 8/8/8/8/8/8/8/K7 w - - 0 1

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
    let source = Source::new("wrong-tests.variant", text);
    let checked = check(&source, &BuiltIns);
    assert_eq!(checked.report.errors(), 0, "{:?}", checked.report);
    let results = runner::run(&checked);
    let mut page = text.to_owned() + "────\n";
    for result in results {
        writeln!(page, "{}: {}", result.name, if result.passed() { "passed" } else { "failed" }).unwrap();
        page += &plain(&source, &result.diagnostics);
        page.push('\n');
    }
    assert_page("replay/tests", "wrong-tests", &page);
}
