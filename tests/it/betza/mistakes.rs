//! Every mistake has a code and its place, and none hides another.

use weakfish::betza::movement as read;
use weakfish::diagnostic::Report;
use weakfish::source::Source;

use super::codes;
use weakfish_testing::pages::{assert_page, rendered_report};

#[test]
fn errors_stand_where_the_mistake_is() {
    let mut wrong = Vec::new();
    for (text, expected) in [
        ("", "empty@0..0"),
        ("WxY", "induced-move@1..2 unknown-letter@2..3"),
        ("W f", "blank@1..2"),
        ("fmT", "unknown-letter@2..3"),
        ("Ké", "unknown-letter@1..3"),
        ("N/F", "phases@1..2"),
        ("WfmU", "universal-leaper@1..2"),
        ("KO2", "castling-atom@1..3"),
        ("N@4I", "drop@1..3 imitator@3..4"),
        ("mc", "missing-atom@0..2"),
        ("Wfm", "missing-atom@1..3"),
        ("sfN", "wrong-order@0..2"),
        ("fFsbN", "wrong-order@2..4"),
        ("vlN", "wrong-order@0..2"),
        ("vsF", "wrong-order@0..2"),
        ("sfF", "wrong-order@0..2"),
        ("hN", "empty-selection@0..1"),
        ("hfN", "empty-selection@0..2"),
        ("fhW", "empty-selection@1..2"),
        ("hrF", "empty-selection@0..2"),
        ("pW", "empty-selection@0..1"),
        ("gN", "empty-selection@0..1"),
        ("jK", "empty-selection@0..1"),
        ("jNN", "jumping-rider@0..1"),
        ("qW1", "single-leap-turns@0..1"),
        ("frK", "ambiguous-pair@0..2"),
        ("mfsQ3", "ambiguous-pair@1..3"),
        ("fhK", "ambiguous-pair@0..2"),
        ("fr[K-K]", "ambiguous-pair@0..2"),
        ("frafK", "ambiguous-pair@0..2"),
        ("jpR", "contradictory-letters@1..2"),
        ("njD", "contradictory-letters@0..1"),
        ("iifD", "doubled-first-move@1..2"),
        ("yW", "range-toggle@0..1"),
        ("caW", "locust@0..1"),
        ("[cR-R]", "locust@1..2"),
        ("udW", "unload@0..1 own-capture@1..2"),
        ("W03", "zero-led-range@1..3"),
        ("W-0", "empty-range@1..3"),
        ("W[4-2]", "empty-range@1..6"),
        ("W300", "large-number@1..4"),
        ("(99,1)", "large-number@1..3"),
        ("(0,0)", "null-leap@0..5"),
        ("(4;1)", "tuple@0..5"),
        ("(az)N", "group@0..4"),
        ("WW3", "loose-number@2..3"),
        ("Rc0", "range-letters@1..3"),
        ("W-F", "joint-outside-bracket@1..2"),
        ("m{x}W", "braces@1..4"),
        ("W]", "unopened-bracket@1..2"),
        ("[W-F", "unclosed-bracket@0..4"),
        ("[W]", "single-leg@1..2"),
        ("[]", "missing-leg@0..2"),
        ("[-W]", "missing-leg@1..2"),
        ("[W-]", "missing-leg@2..4"),
        ("[W--F]", "missing-leg@3..4"),
        ("[WF]", "missing-joint@2..2"),
        ("t[F-R]", "joint-in-sequence@3..4"),
        ("[W-[F?R]]", "nested-bracket@3..4 unopened-bracket@8..9"),
        ("n[W-F]", "misplaced-letter@0..1"),
        ("[W-iF]", "misplaced-letter@3..4"),
        ("[qN-W]", "misplaced-letter@1..2"),
        ("[pR?R]", "misplaced-letter@1..2"),
        ("m[cF?R]", "modes-twice@2..3"),
        ("[W-F&W-F]", "both-ways@0..9"),
        ("[W-F&F-D]", "both-ways@0..9"),
        ("a[W-F]", "chain-on-bracket@0..6"),
        ("[aW-F]", "chain-in-bracket@1..2"),
        ("l[fW-W]", "empty-selection@0..7"),
        ("tW", "letter-t@0..1"),
        ("kW", "king-capture@0..1"),
        ("fW$n", "placeholder@2..4"),
    ] {
        let (movement, diagnostics) = read(text);
        let errors: Vec<_> = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).cloned().collect();
        let found = codes(&errors).join(" ");
        if found != expected || movement.is_some() {
            wrong.push(format!("{text}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_says_nothing_is_a_warning() {
    let mut wrong = Vec::new();
    for (text, expected) in [
        ("ffW", "redundant-direction@0..1"),
        ("vF", "redundant-direction@0..1"),
        ("sF", "redundant-direction@0..1"),
        ("vsW", "redundant-direction@0..2"),
        ("llrrN", "redundant-direction@0..4"),
        ("ssN", "redundant-direction@0..2"),
        ("fsF", "redundant-direction@1..2"),
        ("blsW", "redundant-direction@1..2"),
        ("mmW", "redundant-letter@1..2"),
        ("fmnnD", "redundant-letter@3..4"),
        ("nW", "redundant-letter@0..1"),
        ("R0", "redundant-range@1..2"),
        ("NL", "older-letter@1..2"),
        ("fN", "single-letter@0..1"),
        ("fbN", "single-letter@0..1"),
        // And these are as they should be.
        ("mcN", "redundant-letter@0..1"),
        ("ffN", ""),
        ("ffrrN", ""),
        ("vN", ""),
        ("ffNbsN", ""),
        ("fsW", ""),
        ("frlR", ""),
        ("W1", ""),
        ("frF", ""),
        // Without `f`, `br` would be a pair.
        ("bfrB", ""),
        ("fK", ""),
        ("sK", ""),
        ("[W-vsW]", ""),
        ("v[F?R]", ""),
    ] {
        let (movement, diagnostics) = read(text);
        let found = codes(&diagnostics).join(" ");
        if found != expected || movement.is_none() {
            wrong.push(format!("{text}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A string and everything that is to be said of it, as the command line renders it.
fn rendered(text: &str) -> String {
    let source = Source::new("Betza string", text);
    let page = rendered_report(&Report::new(&source, read(text).1));
    format!("{text}\n{}\n", page.trim_end())
}

#[test]
fn mistakes_as_they_are_shown() {
    let strings = [
        "WxfT",
        "frK",
        "sfN",
        "hN",
        "WffWvF",
        "fN",
        "casR",
        "W03",
        "W-F",
        "[W--F]",
        "[WF]",
        "n[W-F]",
        "pN",
        "KisO4",
        "fmWfceFifmnDfU",
        "N/FF",
        "Rc0",
        "m[cF?R]",
        "[W-F&W-F]",
        "mR3fm",
    ];
    let page: Vec<_> = strings.iter().map(|text| rendered(text)).collect();
    assert_page("betza", "mistakes", &page.join("\n"));
}
