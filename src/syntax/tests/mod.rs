//! The trees of definitions as pages, and the language reference against the vocabulary.

mod derivations;
mod reference;
mod tree;

use std::fs;
use std::path::Path;

use insta::Settings;

use super::parse;

/// The paths of the definitions whose trees are pages: together they use most of the language.
const SHOWN: &str = include_str!("../../../tests/cases/syntax/trees.txt");

#[test]
fn trees_are_as_they_should_be() {
    for path in SHOWN.lines() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let text = fs::read_to_string(&path).unwrap();
        let page = format!("{text}\n{}", tree::page(&parse(&text).ast));
        let mut settings = Settings::clone_current();
        settings.set_snapshot_path("../../../snapshots/ast");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings
            .bind(|| insta::assert_snapshot!(format!("tree-{}", path.file_stem().unwrap().to_string_lossy()), page));
    }
}
