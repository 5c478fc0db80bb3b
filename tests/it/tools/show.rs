//! The page of every game: its rules in words, so that a player could learn it. What several games have is on the page of the
//! first.

use std::collections::BTreeMap;
use std::fmt::Write;

use weakfish::geometry::Side;
use weakfish::source::Source;
use weakfish::tools::page;
use weakfish::{BuiltIns, builtin, check};

use weakfish_testing::pages::assert_page;

/// The page of a game, in which a block that an earlier page has too is one line.
fn shown(name: &'static str, source: &Source, earlier: &mut BTreeMap<String, &'static str>) {
    let checked = check(source, &BuiltIns);
    let whole = page::game(checked.variant().expect("a sound definition"));
    let mut page = String::new();
    let mut after_line = false;
    for block in whole.split("\n\n") {
        match earlier.get(block) {
            Some(first) if block.contains('\n') => {
                let title = block.lines().next().unwrap_or_default();
                writeln!(page, "(as {first}) {title}").unwrap();
                after_line = true;
            }
            _ => {
                if after_line {
                    page.push('\n');
                }
                write!(page, "{block}\n\n").unwrap();
                after_line = false;
                earlier.insert(block.to_owned(), name);
            }
        }
    }
    assert_page("show", name, &page);
}

/// The last two are of the parts that no built-in game uses.
#[test]
fn every_game_has_a_page() {
    let mut earlier = BTreeMap::new();
    for name in builtin::names() {
        shown(name, &builtin::source(name).expect("a built-in"), &mut earlier);
    }
    let text = include_str!("../../data/palace.variant");
    shown("palace", &Source::new("palace.variant", text), &mut earlier);
    let text = include_str!("../../cases/check/long-steps.variant");
    shown("long-steps", &Source::new("long-steps.variant", text), &mut earlier);
}

#[test]
fn a_man_is_shown_in_all_the_ways_it_can_come_to_face() {
    let variant = check(&builtin::source("feeble").expect("a built-in"), &BuiltIns)
        .variant()
        .expect("a sound definition")
        .clone();
    // The Alfil and the Rook turn by 90 degrees only; the two parts of the Chancellor turn alone.
    for (symbol, facings) in [("K", 8), ("A", 4), ("R", 4), ("N", 8), ("P", 1), ("C", 16)] {
        let id = variant.kind_of_symbol(Side::White, symbol).expect("a kind");
        let page = page::man(&variant, id);
        assert_eq!(page.matches(" O ").count(), facings, "{page}");
    }
}
