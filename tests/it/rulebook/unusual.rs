//! Unusual sentences: the stored patterns are those of the shipped games, and a line that means something else than its
//! author thinks shows in a sentence that is unusual.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::{env, fs};

use weakfish::rulebook::unusual;
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, load};

/// Patterns of fewer games than this are not stored.
const LEAST: usize = 3;

#[test]
fn the_stored_patterns_are_those_of_the_shipped_games() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for name in builtin::names() {
        let game = load(&builtin::source(name).unwrap(), &BuiltIns).unwrap();
        for pattern in unusual::patterns(game.variant()) {
            *counts.entry(pattern).or_default() += 1;
        }
    }
    let mut text = format!("{}\n", builtin::names().count());
    for (pattern, count) in counts.iter().filter(|(_, count)| **count >= LEAST) {
        writeln!(text, "{count} {pattern}").unwrap();
    }
    let path = weakfish_testing::root().join("src/rulebook/patterns.txt");
    if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(path, text).unwrap();
    } else {
        let how = "`INSTA_UPDATE=always cargo test --test it unusual` writes it, and the program is compiled again";
        assert_eq!(fs::read_to_string(path).unwrap(), text, "src/rulebook/patterns.txt is not up to date: {how}");
    }
}

fn sentences(text: &str) -> Vec<String> {
    let game = load(&Source::new("unusual.variant", text), &BuiltIns).unwrap();
    unusual::sentences(game.variant()).iter().map(ToString::to_string).collect()
}

#[test]
fn a_line_that_is_read_against_its_meaning_is_unusual() {
    for (line, sentence) in [
        ("men\n  P pawn: mfWcfF, on own rank 5 to 8 sW", "it moves as sW instead"),
        ("endings\n  stalemated: wins\n  the rest: inherited", "wins"),
        ("endings\n  3 checks given: loses\n  the rest: inherited", "loses"),
        ("men\n  N knight: N, captured only by Q", "captured"),
        ("rules\n  check: forbidden", "check"),
    ] {
        let found = sentences(&format!("game \"Unusual\" extends fide\n{line}\n"));
        assert!(found.len() <= 3 && found.iter().any(|found| found.contains(sentence)), "{line}: {found:#?}");
    }
}

#[test]
fn nothing_about_chess_is_unusual() {
    assert_eq!(sentences("game \"Chess\" extends fide\n"), [""; 0]);
    // Names, numbers and squares don't matter.
    let other = "game \"Other\" extends fide\nmen\n  E empress: RN, instead of R\nrules\n  long step of P: 3 squares from own rank 2\n";
    assert_eq!(sentences(other), [""; 0]);
}
