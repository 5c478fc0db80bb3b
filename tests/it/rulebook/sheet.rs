//! Sheets: one sound page for every game, with all its men, whatever its definition says.

use std::collections::BTreeSet;

use roxmltree::{Document, Node, ParsingOptions};
use weakfish::model::Orientation;
use weakfish::rulebook::sheet::sheet;
use weakfish::source::Source;
use weakfish::{BuiltIns, builtin, check};

/// A page that is well-formed, needs nothing from elsewhere, and names what it shows.
fn assert_sound(page: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(page, options).unwrap_or_else(|error| panic!("{error}\n{page}"));
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let known: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), known.len(), "an id twice");
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(!matches!(name, "script" | "link" | "img" | "image" | "iframe" | "object" | "foreignObject"), "{name}");
        for attribute in node.attributes() {
            let value = attribute.value();
            assert!(!attribute.name().starts_with("on") && !matches!(attribute.name(), "src" | "action"), "{value}");
            if attribute.name() == "href" || attribute.name().starts_with("aria-labelledby") {
                assert!(known.contains(value.trim_start_matches('#')), "{value}");
            }
        }
        if name == "svg" {
            assert!(node.attribute("aria-hidden").is_some() || node.attribute("aria-labelledby").is_some());
        }
        if name == "th" {
            assert!(node.attribute("scope").is_some());
        }
    }
    for style in document.descendants().filter(|node| node.has_tag_name("style")) {
        let text = style.text().unwrap_or_default();
        assert!(!text.contains("url(") && !text.contains("@import"));
    }
    document
}

fn count(document: &Document<'_>, name: &str) -> usize {
    document.descendants().filter(|node| node.has_tag_name(name)).count()
}

#[test]
fn every_built_in_game_has_a_sound_sheet() {
    for name in builtin::names() {
        let checked = check(&builtin::source(name).unwrap(), &BuiltIns);
        let page = sheet(&checked).expect("a sound definition");
        assert!(page.len() < 1_000_000, "{name}: {}", page.len());
        let document = assert_sound(&page);
        let variant = checked.variant().unwrap();
        assert_eq!(count(&document, "article"), variant.kinds.len(), "{name}");
        assert_eq!(count(&document, "h1"), 1);
        // A diagram at least for each facing of each man that turns as a whole.
        let facings: usize = variant
            .kinds
            .iter()
            .filter(|kind| kind.components.len() == 1 && matches!(kind.orientation, Orientation::Whole { .. }))
            .map(|kind| {
                let states = kind.states(weakfish::geometry::Side::White, variant.black);
                states.iter().map(|state| state.facings.clone()).collect::<BTreeSet<_>>().len()
            })
            .sum();
        let diagrams = document.descendants().filter(|node| node.attribute("class") == Some("diagram")).count();
        assert!(diagrams >= facings, "{name}: {diagrams} < {facings}");
        // Whatever `show` says of rules and endings is on the sheet.
        let text: String = document.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect();
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = words(&text);
        let shown = weakfish::rulebook::page::of(&checked).unwrap();
        let (_, endings) = shown.split_once("\nEndings\n").unwrap();
        for ending in endings.split("\n\n").skip(1).flat_map(|list| list.lines().filter(|line| line.starts_with("  ")))
        {
            assert!(text.contains(&words(ending)), "{name}: {ending}");
        }
    }
}

#[test]
fn what_a_definition_says_stays_text() {
    let hostile = r#"game "</title><script>alert('1')</script> & <b>" extends weakest
inventor: "<img src=x onerror=alert(1)>"
source: "javascript:alert(1) ]]> &amp;"
about: "<!-- <style> --> &lt;"
test "<script>alert(2)</script>"
  play: 1. e2-e3 e7-e6
"#;
    let checked = check(&Source::new("hostile.variant", hostile), &BuiltIns);
    let page = sheet(&checked).expect("a sound definition");
    let document = assert_sound(&page);
    let heading = document.descendants().find(|node| node.has_tag_name("h1")).unwrap();
    assert_eq!(heading.text(), Some("</title><script>alert('1')</script> & <b>"));
    let text: String = document.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect();
    for said in ["<img src=x onerror=alert(1)>", "javascript:alert(1) ]]> &amp;", "<!-- <style> --> &lt;", "alert(2)"] {
        assert!(text.contains(said), "{said}");
    }
}

#[test]
fn the_game_of_a_test_is_played_move_by_move() {
    let text = "game \"Mine\" extends fide\ntest \"a mate\"\n  play: 1. f3 e5 2. g4 Qh4#\n";
    let page = sheet(&check(&Source::new("mine.variant", text), &BuiltIns)).unwrap();
    let document = assert_sound(&page);
    let example = document.descendants().find(|node| node.attribute("id") == Some("example")).unwrap();
    let boards: Vec<&str> =
        example.descendants().filter(|node| node.has_tag_name("desc")).filter_map(|node| node.text()).collect();
    assert_eq!(boards.len(), 4);
    assert!(boards[0].contains("Pawn on f3") && boards[3].contains("Queen on h4"), "{boards:?}");
    assert!(page.contains("<code>Qh4</code>") && page.contains("Black has won by checkmate."));
    assert!(
        !sheet(&check(&Source::new("none.variant", "game \"None\" extends fide\n"), &BuiltIns))
            .unwrap()
            .contains("id=\"example\"")
    );
}

#[test]
fn a_definition_with_errors_has_no_sheet() {
    assert!(sheet(&check(&Source::new("bad.variant", "game \"Bad\" extends nothing\n"), &BuiltIns)).is_none());
}
