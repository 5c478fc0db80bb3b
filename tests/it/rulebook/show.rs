//! The page of every game: its rules in words, so that a player could learn it.

use weakfish::geometry::Side;
use weakfish::rulebook::page;
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, check};

use weakfish_testing::pages::assert_page;

fn shown(name: &str, source: &Source) {
    let checked = check(source, &BuiltIns);
    assert_page("show", name, &page::game(checked.variant().expect("a sound definition")));
}

#[test]
fn every_built_in_game_has_a_page() {
    for name in builtin::names() {
        shown(name, &builtin::source(name).expect("a built-in"));
    }
}

/// A definition of the parts that no built-in game uses.
#[test]
fn every_part_has_its_words() {
    let text = include_str!("../../data/palace.variant");
    shown("palace", &Source::new("palace.variant", text));
    let text = include_str!("../../cases/check/long-steps.variant");
    shown("long-steps", &Source::new("long-steps.variant", text));
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
