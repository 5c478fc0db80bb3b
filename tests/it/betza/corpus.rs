//! The strings people really use: nearly all have a meaning, and the others are refused by name.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use weakfish::betza::{form, movement as read};
use weakfish::diagnostic::Diagnostic;

use weakfish_testing::pages::assert_page;

const CORPUS: &str = include_str!("../../data/betza-corpus.tsv");

fn strings() -> BTreeSet<&'static str> {
    CORPUS.lines().skip(1).filter_map(|line| line.split('\t').next()).collect()
}

/// The piece of each string that isn't supported, by code.
fn refused() -> BTreeMap<&'static str, Vec<String>> {
    let mut refused: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for text in strings() {
        let (movement, mut diagnostics) = read(text);
        assert_eq!(movement.is_none(), diagnostics.iter().any(Diagnostic::is_error), "{text}");
        diagnostics.retain(Diagnostic::is_error);
        diagnostics.sort_by_key(Diagnostic::span);
        if let Some(first) = diagnostics.first() {
            assert!(!first.message.is_empty() && first.help.is_some(), "{text}");
            let piece = &text[first.span().range()];
            refused.entry(first.code.as_str()).or_default().push(format!("{text}  at {piece}"));
        }
    }
    refused
}

#[test]
fn nearly_all_strings_have_a_meaning() {
    let all = strings();
    assert_eq!(all.len(), 685);
    let read = all.iter().filter(|text| read(text).0.is_some()).count();
    assert!(read >= 610, "{read}");
}

#[test]
fn the_others_are_refused_by_name() {
    let mut page = String::new();
    for (code, strings) in refused() {
        writeln!(page, "{code}").unwrap();
        for text in strings {
            writeln!(page, "  {text}").unwrap();
        }
    }
    assert_page("betza", "refused", &page);
}

#[test]
fn the_canonical_spelling_means_the_same() {
    for text in strings() {
        let (Some(canonical), _) = form(text) else { continue };
        let spelt = canonical.to_string();
        let (again, diagnostics) = form(&spelt);
        assert_eq!(again.as_ref(), Some(&canonical), "{text}: {spelt}");
        assert!(diagnostics.iter().all(|diagnostic| !diagnostic.code.as_str().contains("single")), "{text}: {spelt}");
        assert_eq!(read(&spelt).0, read(text).0, "{text}: {spelt}");
    }
}
