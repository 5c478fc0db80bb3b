//! Types of the bindings, written from those of Rust: what JavaScript calls and gets, and the data that Python gets.

mod python;
mod rust;
mod typescript;

use std::collections::BTreeSet;
use std::{env, fs};

use rust::Named;

/// Names of types in a source file, each with the name that it has in the bindings.
type Source = (&'static str, &'static [(&'static str, &'static str)]);

/// What the JavaScript package takes from the library.
const OF_THE_LIBRARY: [Source; 20] = [
    ("crates/engine/src/geometry/direction.rs", &[("Side", "SideName")]),
    ("crates/engine/src/model/board_style.rs", &[("BoardPattern", "BoardPattern")]),
    ("crates/engine/src/model/kind.rs", &[("Mode", "Mode")]),
    ("crates/engine/src/engine/position.rs", &[("Counter", "Counter")]),
    ("src/diagnostic/mod.rs", &[("Severity", "Severity")]),
    ("src/syntax/tokens.rs", &[("TokenKind", "TokenKind")]),
    ("crates/ide/src/completion.rs", &[("Completion", "Completion"), ("CompletionKind", "CompletionKind")]),
    ("crates/ide/src/outline.rs", &[("ItemKind", "OutlineKind")]),
    (
        "src/rulebook/diff.rs",
        &[("Diff", "Diff"), ("Difference", "Difference"), ("Part", "Part"), ("MoveDifference", "MoveDifference")],
    ),
    ("crates/player/src/playtest/statistics.rs", &[("Share", "Share"), ("Estimate", "Estimate")]),
    (
        "crates/player/src/playtest/report.rs",
        &[
            ("Games", "Games"),
            ("Fairness", "Fairness"),
            ("Length", "Length"),
            ("Choice", "Choice"),
            ("EndingUse", "EndingUse"),
            ("KindUse", "KindUse"),
            ("Opening", "Opening"),
            ("Chance", "Chance"),
            ("Findings", "Findings"),
        ],
    ),
    ("crates/endgame/src/statistics.rs", &[("SideStatistics", "SideStatistics"), ("Statistics", "Statistics")]),
    ("crates/endgame/src/fits.rs", &[("FitCounts", "FitCounts")]),
    ("crates/endgame/src/limits.rs", &[("LimitReport", "LimitReport")]),
    ("crates/endgame/src/report.rs", &[("TableReport", "TableReport")]),
    ("crates/units/src/tasks/survey.rs", &[("SurveyRow", "SurveyRow")]),
    (
        "crates/solve/src/report.rs",
        &[
            ("BranchReport", "BranchReport"),
            ("TryReport", "TryReport"),
            ("SolutionsReport", "SolutionsReport"),
            ("GamesReport", "GamesReport"),
        ],
    ),
    ("crates/endgame/src/value.rs", &[("ValueWord", "ValueWord")]),
    ("crates/player/src/search/exact.rs", &[("MoveValue", "MoveValue")]),
    ("crates/player/src/search/score.rs", &[("ReportedScore", "Score")]),
];

/// The types of the JavaScript package itself, all of a file.
const OF_JAVASCRIPT: [&str; 5] = [
    "bindings/js/values/src/types.rs",
    "bindings/js/src/arguments.rs",
    "bindings/js/src/answers.rs",
    "bindings/js/player/src/arguments.rs",
    "bindings/js/player/src/answers.rs",
];

/// The data that Python gets. What others begin with stands before them.
const OF_PYTHON: [Source; 8] = [
    (
        "crates/player/src/playtest/statistics.rs",
        &[
            ("Share", "Share"),
            ("Estimate", "Estimate"),
            ("Interval", "Interval"),
            ("Pentanomial", "Pentanomial"),
            ("SprtResult", "SprtResult"),
        ],
    ),
    (
        "crates/player/src/matches/report.rs",
        &[("WinDrawLoss", "Tally"), ("SprtData", "SprtData"), ("MatchFindings", "MatchData")],
    ),
    (
        "crates/player/src/playtest/report.rs",
        &[
            ("Games", "Games"),
            ("Fairness", "Fairness"),
            ("Length", "Length"),
            ("Choice", "Choice"),
            ("EndingUse", "EndingUse"),
            ("KindUse", "KindUse"),
            ("Opening", "Opening"),
            ("Chance", "Chance"),
            ("Findings", "PlaytestData"),
        ],
    ),
    ("crates/endgame/src/statistics.rs", &[("SideStatistics", "SideStatistics"), ("Statistics", "Statistics")]),
    ("crates/endgame/src/value.rs", &[("ValueWord", "ValueWord"), ("ValueReport", "ValueData")]),
    ("crates/endgame/src/fits.rs", &[("FitCounts", "FitCounts")]),
    ("crates/endgame/src/limits.rs", &[("LimitReport", "LimitData"), ("FitReport", "FitData")]),
    (
        "crates/endgame/src/report.rs",
        &[("MoveReport", "MoveData"), ("TableReport", "TableData"), ("PositionReport", "PositionData")],
    ),
];

/// The types of sources, in the order of the lists, by their names in the bindings.
fn renamed(sources: &[Source], others: Vec<Named>) -> Vec<Named> {
    let of_source = |&(path, names): &Source| {
        let known = rust::types(path);
        let find = move |&(name, _): &(&str, &str)| {
            let found = known.iter().find(|named| named.name == name);
            found.unwrap_or_else(|| panic!("{path} has no type `{name}`")).clone()
        };
        names.iter().map(find).collect::<Vec<_>>()
    };
    let mut types: Vec<Named> = sources.iter().flat_map(of_source).chain(others).collect();
    let names: Vec<(&str, &str)> = sources.iter().flat_map(|(_, names)| *names).copied().collect();
    for named in &mut types {
        named.rename(&|name| match names.iter().find(|(of_rust, _)| *of_rust == name) {
            Some((_, own)) => (*own).to_owned(),
            // Serde writes the one as the other.
            None if name == "Value" => "ValueData".to_owned(),
            None => name.to_owned(),
        });
    }
    types
}

/// Whether all types that are named are there.
fn require_whole(types: &[Named], known: &[&str]) {
    let names: BTreeSet<&str> = types.iter().map(|named| named.name.as_str()).chain(known.iter().copied()).collect();
    for named in types {
        let missing: Vec<&str> = named.names().into_iter().filter(|name| !names.contains(name)).collect();
        assert!(missing.is_empty(), "`{}` has types that are not listed here: {missing:?}", named.name);
    }
}

#[test]
fn declarations_for_typescript_are_those_of_rust() {
    let types = renamed(&OF_THE_LIBRARY, OF_JAVASCRIPT.iter().flat_map(|path| rust::types(path)).collect());
    require_whole(&types, &[]);
    let head = "// Written by tests/it/types from the types of Rust.\n";
    let mut parts = vec![head.to_owned()];
    parts.extend(types.iter().map(typescript::declaration));
    parts.push(typescript::class("bindings/js/src/lib.rs", "Engine"));
    compare("bindings/js/src/engine.d.ts", &parts.join("\n"));

    let class = typescript::class("bindings/js/player/src/lib.rs", "Player");
    let is_word = |letter: char| letter.is_alphanumeric();
    let words: BTreeSet<&str> = class.split(|letter| !is_word(letter)).collect();
    let used: Vec<&str> = types.iter().map(|named| named.name.as_str()).filter(|name| words.contains(name)).collect();
    let import = format!("import type {{ {} }} from \"./engine.js\";\n", used.join(", "));
    compare("bindings/js/player/src/player.d.ts", &[head, &import, &class].join("\n"));
}

#[test]
fn data_for_python_is_that_of_rust() {
    let mut types = renamed(&OF_PYTHON, Vec::new());
    require_whole(&types, &["Side"]);
    // Where such a part may be missing, each of its keys may be.
    let parts: Vec<String> = types.iter().flat_map(Named::parts_that_may_be_missing).collect();
    for named in types.iter_mut().filter(|named| parts.contains(&named.name)) {
        named.fields_mut().for_each(|field| field.optional = true);
    }
    let head = "\"\"\"Data of reports. Written by tests/it/types from the types of Rust.\"\"\"\n\n\
        from __future__ import annotations\n\n\
        from typing import Literal, TypeAlias, TypedDict\n\n\
        from weakfish._types import Side\n";
    let types: Vec<String> = types.iter().map(python::declaration).collect();
    compare("bindings/python/python/weakfish/_data.py", &format!("{head}\n\n{}", types.join("\n\n")));
}

/// Compares a file with what it should be, or writes it.
fn compare(path: &str, text: &str) {
    let file = weakfish_testing::root().join(path);
    let stored = fs::read_to_string(&file).unwrap_or_default();
    if stored != text && env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(&file, text).expect("a file that can be written");
    } else {
        let how = "`INSTA_UPDATE=always cargo test --test it types` writes it from the types of Rust";
        assert!(stored == text, "{path} is not up to date: {how}");
    }
}
