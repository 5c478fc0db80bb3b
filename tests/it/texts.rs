//! What texts and messages are made of: places, edits, lists of words, pages of the reference, names of built-in games.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;

use weakfish::check::{Resolver, Texts};
use weakfish::diagnostic::{Code, Diagnostic, Edit, apply_edits, did_you_mean, line_diff, nearest, printable};
use weakfish::prose::{all_of, any_of, counted, counted_in_words, ordinal, plural, quoted, with_article};
use weakfish::random::SplitMix64;
use weakfish::reference::{Entry, Section, entries, find};
use weakfish::source::{Source, Span, Utf16};
use weakfish::{BuiltIns, builtin};

#[test]
fn every_place_goes_there_and_back() {
    for text in ["", "abc", "é", "a🐟b♞♞c", "🐟🐟"] {
        let places = Utf16::new(text);
        for (byte, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let word = text[..byte].encode_utf16().count();
            assert_eq!(places.of_byte(byte), word, "byte {byte} of {text:?}");
            assert_eq!(places.byte(word), byte, "word {word} of {text:?}");
        }
    }
}

#[test]
fn places_that_are_none_are_taken_for_the_nearest() {
    let places = Utf16::new("a🐟b");
    assert_eq!((places.byte(2), places.byte(99)), (1, 6));
    assert_eq!((places.of_byte(3), places.of_byte(99)), (1, 4));
}

#[test]
fn edits_that_do_not_fit_change_nothing() {
    let edit = |start, end| Edit::new(Span::new(start, end), "x");
    assert_eq!(apply_edits("äbc", &[]).as_deref(), Some("äbc"));
    assert_eq!(apply_edits("äbc", &[edit(3, 4), edit(0, 2)]).as_deref(), Some("xbx"));
    for misfits in [&[edit(0, 1)][..], &[edit(1, 2)], &[edit(3, 5)], &[edit(0, 3), edit(2, 4)], &[edit(3, 2)]] {
        assert_eq!(apply_edits("äbc", misfits), None, "{misfits:?}");
    }
    assert_eq!(apply_edits("äbc", &[edit(2, 2), edit(2, 2)]), None, "which of the two comes first?");
    assert_eq!(apply_edits("äbc", &[edit(0, 2), edit(2, 2)]).as_deref(), Some("xxbc"));
    assert_eq!(apply_edits("äbc", &[edit(2, 3), edit(2, 2)]).as_deref(), Some("äxxc"));
    assert_eq!(apply_edits("äbc", &[edit(2, 3), edit(2, 3)]), None, "which of the two is meant?");
}

#[test]
fn changes_lead_from_each_text_to_each_other() {
    let lines = |numbers: &mut dyn Iterator<Item = u32>, end| numbers.map(|number| number.to_string() + end).collect();
    let long: String = lines(&mut (0..3000), "\n");
    let other: String = lines(&mut (0..3000).map(|number| number * 7), "\r\n");
    for (old, new) in [
        ("", "a"),
        ("a", ""),
        ("a\nb\nc", "a\nB\nc"),
        ("a\nb\n", "b\na\n"),
        ("ä\n\n\nb", "ä\nb\n"),
        ("a\na\na\n", "a\na\n"),
        (&long, &other),
        (&format!("x\n{long}y"), &format!("x\n{other}y")),
    ] {
        let edits = line_diff(old, new);
        assert_eq!(apply_edits(old, &edits).as_deref(), Some(new));
    }
    assert!(line_diff("a\n", "a\n").is_empty());
}

#[test]
fn a_slip_of_the_pen_is_found() {
    let words = ["castling", "capture", "grid", "K"];
    for (word, meant) in
        [("castlin", "castling"), ("gird", "grid"), ("CAPTURE", "capture"), ("captured", "capture"), ("ring", "grid")]
    {
        let found = nearest(word, words);
        assert_eq!(found, Some(meant).filter(|_| word != "ring"), "{word}");
    }
    assert_eq!(nearest("Q", words), None, "one letter for another is no slip");
}

#[test]
fn a_long_list_is_cut() {
    let names: Vec<_> = (0..1000).map(|number| format!("name-{number}")).collect();
    let help = did_you_mean("zzzzzzzzzzzz", names.iter().map(String::as_str));
    assert!(help.starts_with("there is `name-0`, ") && help.ends_with("`name-23` and 976 more"), "{help}");
    assert_eq!(did_you_mean("x", []), "there is none to choose from");
}

#[test]
fn thousands_of_long_names_nearly_alike_are_not_all_compared() {
    let names: Vec<_> = (0..5000).map(|number| format!("{}{number:05}", "a".repeat(35))).collect();
    let looked_at = |word: &str| {
        let looked_at = std::cell::Cell::new(0);
        let count = |name: &&str| looked_at.set(looked_at.get() + usize::from(!name.is_empty()));
        nearest(word, names.iter().map(String::as_str).inspect(count));
        looked_at.get()
    };
    assert_eq!(looked_at(&"b".repeat(40)), 256);
    assert_eq!(looked_at(&"a".repeat(41)), 0);
    assert_eq!(looked_at(&"a".repeat(1_000_000)), 0);
}

#[test]
fn nothing_steers_the_terminal_and_places_stay() {
    let text = "a\u{1b}[31mb\u{9b}c\u{202e}d\te\n";
    let shown = printable(text);
    assert_eq!(shown, "a?[31mb·c\u{fffd}d\te\n");
    assert_eq!(shown.len(), text.len());
    assert!(matches!(printable("plain ä\n"), Cow::Borrowed(_)));
}

#[test]
fn a_long_message_keeps_both_ends() {
    let long = format!("the name `{}` is taken", "ä".repeat(100_000));
    let message = Diagnostic::error(Code::CheckTooBig, Span::at(0), long).message;
    assert!(message.starts_with("the name `ä") && message.ends_with("ä` is taken"), "{message}");
    assert!(message.len() <= 2016, "{}", message.len());
}

#[test]
fn paths_of_texts_stay_where_the_files_are() {
    let mut texts = Texts::new(BuiltIns);
    texts.insert("a.variant", "a");
    texts.insert("lib/a.variant", "lib/a");
    for (from, path, found) in [
        ("x.variant", "a.variant", Some("a")),
        ("lib/men/x.variant", "../a.variant", Some("lib/a")),
        ("lib/x.variant", ".//./a.variant", Some("lib/a")),
        ("lib/x.variant", "../../a.variant", None),
        ("lib/x.variant", "/a.variant", None),
    ] {
        let source = texts.beside(&Source::new(from, ""), path);
        assert_eq!(source.ok().map(|source| source.text).as_deref(), found, "{from}: {path}");
    }
}

#[test]
fn lists_have_a_conjunction_before_the_last_item() {
    assert_eq!(any_of(["a", "b", "c"]), "a, b or c");
    assert_eq!(all_of(["a", "b"]), "a and b");
    assert_eq!(any_of(quoted(["a"])), "`a`");
    assert_eq!(all_of([""; 0]), "nothing");
}

#[test]
fn nouns_agree_with_their_numbers() {
    assert_eq!(counted(1, "error"), "1 error");
    assert_eq!(counted(0, "error"), "0 errors");
    assert_eq!(counted_in_words(2_u32, "series"), "two series");
    assert_eq!(counted_in_words(40_u32, "move"), "40 moves");
    assert_eq!(["Ferz", "Royal Man", "Bay", "Army"].map(plural), ["Ferzes", "Royal Men", "Bays", "Armies"]);
    assert_eq!([3, 11, 22, 75].map(ordinal), ["third", "11th", "22nd", "75th"]);
    assert_eq!(["Oyster", "Unicorn"].map(with_article), ["an Oyster", "a Unicorn"]);
}

#[test]
fn the_numbers_are_those_of_the_published_generator() {
    let mut dice = SplitMix64::new(1_234_567);
    let first = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
    assert_eq!([dice.next(), dice.next(), dice.next()], first);
}

fn definitions(folder: &Path, found: &mut BTreeSet<String>) {
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            definitions(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "variant") {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            assert!(found.insert(name), "two definitions have the name of {}", path.display());
        }
    }
}

#[test]
fn every_definition_is_built_in() {
    let mut files = BTreeSet::new();
    definitions(&weakfish_testing::root().join("defs"), &mut files);
    assert_eq!(files, builtin::names().map(str::to_owned).collect());
}

#[test]
fn every_alias_is_another_name_of_a_game() {
    for (alias, own) in builtin::aliases() {
        assert!(builtin::source(own).is_some() && builtin::source(alias).is_none(), "{alias}");
    }
    assert_eq!(builtin::resolve_alias("KingOfTheHill"), Some("king-of-the-hill"));
    let page = include_str!("../../docs/dialects.md");
    for (alias, own) in builtin::aliases() {
        let row = page.lines().find(|line| line.starts_with('|') && line.contains(&format!("`{alias}`")));
        let row = row.unwrap_or_else(|| panic!("{alias}"));
        assert!(row.contains(&format!("`{own}`")) || own.replace('-', "") == alias, "{alias}: {row}");
    }
}

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
    let docs = weakfish_testing::root().join("docs/reference");
    let mut files = BTreeSet::new();
    let mut folders = vec![docs.clone()];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                files.insert(path.strip_prefix(docs.parent().unwrap()).unwrap().to_string_lossy().into_owned());
            }
        }
    }
    let embedded: BTreeSet<String> = entries().iter().map(|entry| entry.page.to_owned()).collect();
    assert_eq!(files, embedded);
}

#[test]
fn sections_are_in_the_order_of_the_book() {
    let mut sections: Vec<Section> = entries().iter().map(|entry| entry.section).collect();
    sections.dedup();
    assert_eq!(sections, Section::ALL);
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
        ("crazyhouse", "drop"),
        ("gating", "when first moving"),
        ("circe", "when captured"),
        ("rifle", "when"),
        ("locust", "hops over"),
        ("relay", "relays"),
        ("immobilizing", "holds"),
        ("chess960", "shuffled"),
        ("marshal", "usual men"),
    ] {
        assert!(find(word).iter().any(|entry| entry.name == name), "{word}: {:?}", find(word));
    }
    assert_eq!(find("").len(), 0);
    assert_eq!(find("n").iter().map(|entry| entry.section).collect::<Vec<_>>(), [Section::Modifiers]);
}

#[test]
fn what_other_games_have_leads_to_what_cannot_be_said() {
    let words = "alice, avalanche, push, magnetic, lion, fog, neutral, absorb, \
                 bughouse";
    let is_absent = |words: &str| find(words).iter().any(|entry| entry.page == "reference/absent.md");
    for word in words.split(", ") {
        assert!(is_absent(word), "{word} leads to {:?}", find(word).iter().map(|entry| entry.name).collect::<Vec<_>>());
    }
    assert!(!is_absent("castling") && !is_absent("once"));
}

#[test]
fn every_row_of_the_tables_of_other_words_is_one() {
    const PLACES: [&str; 6] = ["title", "line", "key", "whole-key", "value", "whole-value"];
    const HEADINGS: [&str; 7] = ["game", "men", "regions", "setup", "rules", "endings", "test"];
    let is_wording =
        |row: &str| row.split_once(": ").is_some_and(|(place, row)| PLACES.contains(&place) && row.contains(" ->"));
    let is_order = |row: &str| {
        let (headings, row) = row.split_once("| ").unwrap_or_default();
        let mut headings = headings.trim().trim_start_matches('?').split(", ").filter(|heading| !heading.is_empty());
        let row = row.rsplit_once(" | ").map(|(row, _)| row).unwrap_or_default();
        headings.all(|heading| HEADINGS.contains(&heading)) && row.contains(" -> ")
    };
    let rows = |text: &'static str| text.lines().filter(|row| !row.is_empty() && !row.starts_with('#'));
    let wordings = rows(include_str!("../../src/suggest/wordings.txt")).filter(|row| !is_wording(row));
    let orders = rows(include_str!("../../src/suggest/orders.txt")).filter(|row| !is_order(row));
    let wrong: Vec<&str> = wordings.chain(orders).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}
