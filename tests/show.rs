//! The page of every game: its rules in words, so that a player could learn it.

use weakfish::source::Source;
use weakfish::tools::page;
use weakfish::{BuiltIns, builtin, check};

fn shown(name: &str, source: &Source) {
    let variant = check(source, &BuiltIns).variant.expect("a sound definition");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots/show");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, page::game(&variant)));
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
    let text = include_str!("show/palace.variant");
    shown("palace", &Source::new("palace.variant", text));
}

#[test]
fn a_man_is_shown_in_all_its_facings() {
    let variant =
        check(&builtin::source("feeble").expect("a built-in"), &BuiltIns).variant.expect("a sound definition");
    for (id, kind) in variant.kinds() {
        let page = page::man(&variant, id);
        let facings: usize = (0..kind.components.len())
            .map(|part| kind.facings(weakfish::geometry::Side::White, variant.black, part).len())
            .sum();
        assert_eq!(page.matches(" O ").count(), facings, "{page}");
    }
}
