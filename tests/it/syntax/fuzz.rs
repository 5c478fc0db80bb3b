//! Texts that nobody writes: nothing panics.

use weakfish::diagnostic::{Label, Severity};
use weakfish::syntax::{Document, MAX_BYTES};

use weakfish_testing::dice::{Dice, check_law};
use weakfish_testing::lines::check_lines_are_lossless;

/// Words of the language and marks, to be strung together at random.
const WORDS: &[&str] = &[
    "game",
    "\"Text\"",
    "extends",
    "men",
    "regions",
    "setup",
    "rules",
    "endings",
    "test",
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
    "none",
    "royal",
    "turns",
    "45",
    "90",
    "or",
    "any",
    "leap",
    "rfN",
    "fW",
    "[F?R]",
    "(1,4)",
    "within",
    "of",
    "forward",
    "may",
    "turn",
    "after",
    "moving",
    "one",
    "direction",
    "at",
    "a",
    "time",
    "from",
    "f",
    "flips",
    "m/c",
    "stays",
    "in",
    "palace",
    "captured",
    "captures",
    "only",
    "by",
    "instead",
    "all",
    "white",
    "black",
    "d4",
    "to",
    "e5",
    "file",
    "e",
    "own",
    "rank",
    "ranks",
    "the",
    "last",
    ".",
    "{n}",
    "facing",
    "right",
    "half",
    "mirrored",
    "as",
    "written",
    "with",
    "for",
    "on",
    "empty",
    "castling",
    "toward",
    "square",
    "crossed",
    "long",
    "step",
    "squares",
    "en",
    "passant",
    "promotion",
    "starting",
    "man",
    "but",
    "if",
    "wished",
    "progress",
    "capture",
    "move",
    "series",
    "moves",
    "first",
    "longer",
    "than",
    "opponent's",
    "shorter",
    "least",
    "ends",
    "check",
    "stuck",
    "must",
    "once",
    "repetition",
    "illegal",
    "grid",
    "every",
    "leaves",
    "its",
    "2x2",
    "block",
    "opposition",
    "and",
    "finishing",
    "U",
    "checkmate",
    "stalemate",
    "compulsory",
    "passing",
    "when",
    "no",
    "other",
    "always",
    "bared",
    "without",
    "position",
    "times",
    "v",
    "colour",
    "checks",
    "given",
    "rest",
    "inherited",
    "wins",
    "loses",
    "draw",
    "claim",
    "(",
    ")",
    "goal",
    "play",
    "1. e4",
    "expect",
    "ongoing",
    "legal",
    "perft",
    "3",
    "99999999999",
    "é",
    "\u{FEFF}",
    "\u{0}",
    "yes",
    "double",
    "board",
    "8x8",
    "year",
];

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
        let words = dice.list(0, 199, |dice| dice.pick(WORDS));
        read(&words.join(" "));
        read(&words.concat());
    });
}

#[test]
fn any_lines_of_the_language_are_read() {
    check_law(400, |dice| {
        let line = |dice: &mut Dice| format!("{}: {} {}", dice.pick(WORDS), dice.pick(WORDS), dice.pick(WORDS));
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
