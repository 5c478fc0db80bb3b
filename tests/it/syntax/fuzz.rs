//! Texts that nobody writes: nothing panics.

use std::sync::LazyLock;

use weakfish::diagnostic::{Label, Severity};
use weakfish::syntax::{Document, MAX_BYTES};
use weakfish_grammar::variant::{Rule, spellings};

use weakfish_testing::dice::{Dice, check_law};
use weakfish_testing::lines::check_lines_are_lossless;

/// Marks, boards, movements, and words that are none of the language.
const OTHERS: [&str; 60] = [
    "\"Text\"",
    "weakfish",
    "1",
    "K",
    "k",
    "+N",
    "K'",
    "king",
    ":",
    ",",
    "+",
    "\n",
    "\r",
    "\r\n",
    "\n\n",
    "//",
    "\"",
    "45",
    "90",
    "leap",
    "rfN",
    "fW",
    "[F?R]",
    "(1,4)",
    "f",
    "m/c",
    "palace",
    "d4",
    "e5",
    "e",
    ".",
    "{n}",
    "mirrored",
    "as written",
    "if wished",
    "a",
    "opponent's",
    "2x2",
    "U",
    "v",
    "(",
    ")",
    "goal",
    "1. e4",
    "3",
    "99999999999",
    "é",
    "\u{FEFF}",
    "\u{0}",
    "double",
    "8x8",
    "illegal",
    "always",
    "stays",
    "after",
    "series",
    "one",
    "to",
    "of",
    "within",
];

/// Words of the language and others, to be strung together at random.
static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let spelt = Rule::all_rules().iter().flat_map(|&rule| spellings(rule).iter().copied());
    spelt.chain(OTHERS).collect()
});

/// Reads a text, and looks at what came of it.
fn read(text: &str) {
    let document = Document::read(text);
    check_lines_are_lossless(&document, text);
    for diagnostic in &document.diagnostics {
        let of_texts = ["variant::", "report::"].iter().any(|group| diagnostic.code.as_str().starts_with(group));
        assert!(of_texts, "{diagnostic:?}");
        assert!(!diagnostic.message.is_empty());
        for Label { span, text: label } in &diagnostic.labels {
            assert!(!label.is_empty() || diagnostic.severity == Severity::Note, "{diagnostic:?}");
            assert!(text.get(span.range()).is_some(), "{diagnostic:?} points outside of {text:?}");
        }
    }
}

#[test]
fn any_text_is_read() {
    check_law(400, |dice| read(&dice.text(100)));
}

#[test]
fn any_words_of_the_language_are_read() {
    check_law(400, |dice| {
        let words = dice.list(0, 199, |dice| dice.pick(&WORDS));
        read(&words.join(" "));
        read(&words.concat());
    });
}

#[test]
fn any_lines_of_the_language_are_read() {
    check_law(400, |dice| {
        let line = |dice: &mut Dice| format!("{}: {} {}", dice.pick(&WORDS), dice.pick(&WORDS), dice.pick(&WORDS));
        let lines = dice.list(0, 59, line);
        read(&format!("game \"Any\" extends fide\n{}", lines.join("\n")));
    });
}

#[test]
fn a_larger_text_is_refused() {
    let text = " ".repeat(MAX_BYTES + 1);
    let document = Document::read(&text);
    check_lines_are_lossless(&document, &text);
    assert_eq!(document.diagnostics.len(), 1);
    assert_eq!(document.diagnostics[0].code, "variant::too-large");
}
