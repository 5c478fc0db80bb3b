//! Tests that every page is readable, and every entry is complete.

use std::collections::BTreeSet;
use std::path::Path;

use super::*;

#[test]
fn every_entry_is_whole() {
    let mut seen = BTreeSet::new();
    for entry in entries() {
        let Entry { name, section, words, summary, text, page, .. } = entry;
        let place = format!("{page}: {name}");
        assert!(seen.insert((*section, *name)), "{place} is there twice");
        assert!(summary.ends_with('.') && !summary.contains('\n') && !summary.contains("]("), "{place}: {summary}");
        assert!(!words.is_empty() && words.iter().all(|word| !word.is_empty() && word.trim() == *word), "{place}");
        assert!(!words.contains(name) || name.contains(','), "{place} leads to itself");
        assert!(words.iter().collect::<BTreeSet<_>>().len() == words.len(), "{place}: a word twice");
        assert!(text.starts_with(summary) && !text.contains("<!--"), "{place}");
        assert!(text.matches("\n```").count() % 2 == 0, "{place}: a block is open");
    }
}

#[test]
fn every_page_is_embedded() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference");
    let mut files = BTreeSet::new();
    let mut folders = vec![docs.clone()];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                files.insert(path.strip_prefix(docs.parent().unwrap()).unwrap().to_string_lossy().into_owned());
            }
        }
    }
    let embedded: BTreeSet<String> =
        pages::PAGES.iter().flat_map(|(_, pages)| *pages).map(|(path, _)| (*path).to_owned()).collect();
    assert_eq!(files, embedded);
}

#[test]
fn sections_are_in_the_order_of_the_book() {
    let mut sections: Vec<Section> = entries().iter().map(|entry| entry.section).collect();
    sections.dedup();
    assert_eq!(sections, Section::ALL);
}

#[test]
fn headings_in_blocks_are_text_and_subheadings_belong_to_their_entry() {
    let text = "# one\n\n<!-- words: a, b c -->\n\nIt is.\n\n```text\n# no\n```\n\n## more\n\n| a | meaning |\n|---|---|\n| `x`, `y` | z |\n\n## two\n\n<!-- words: d -->\n\nIt too.\n\n# three\n";
    let found = read::entries(Section::Rules, "p", text);
    assert_eq!(found.iter().map(|entry| entry.name).collect::<Vec<_>>(), ["one", "two"]);
    assert_eq!(found[0].words, ["a", "b c"]);
    assert!(found[0].text.ends_with("| `x`, `y` | z |"));
    assert_eq!(found[0].forms, [Form { examples: vec!["x", "y"], meaning: "z" }]);
    assert_eq!((found[1].text, found[1].anchor.as_str()), ("It too.", "two"));
}

#[test]
fn words_of_english_people_lead_to_ours() {
    for (word, name) in [
        ("queenside", "castling"),
        ("ferz", "F"),
        ("Knight", "N"),
        ("e.p.", "en passant"),
        ("threefold", "position"),
        ("double step", "long step"),
        ("non-jumping", "n"),
        ("must capture", "capture"),
        ("EN PASSANT", "en passant"),
        ("en-passant", "en passant"),
        ("bent rider", "[F-R]"),
        ("comment", "comments"),
        ("knights", "N"),
        ("pawn promotion", "promotion"),
        ("crazyhouse", "what can't be said"),
        ("marshal", "usual men"),
    ] {
        assert!(find(word).iter().any(|entry| entry.name == name), "{word}: {:?}", find(word));
    }
    assert_eq!(find("").len(), 0);
    assert_eq!(find("n").iter().map(|entry| entry.section).collect::<Vec<_>>(), [Section::Modifiers]);
}

#[test]
fn what_other_games_have_leads_to_what_cannot_be_said() {
    let words = "alice, avalanche, circe, rifle, push, magnetic, relay, locust, lion, fog, neutral, absorb, cannibal, \
                 bughouse, walls, once a game, immobilizing, drops";
    for word in words.split(", ") {
        assert!(is_absent(word), "{word} leads to {:?}", find(word).iter().map(|entry| entry.name).collect::<Vec<_>>());
    }
    assert!(!is_absent("castling") && !is_absent("once"));
}
