//! Words that say not whose a condition is: before a result of a side they are refused with both readings, and nothing mends
//! them. All synonyms and wordings of conditions are tried.

use weakfish::diagnostic::Diagnostic;
use weakfish::format::format;
use weakfish::source::Source;
use weakfish::suggest::mend::mend;
use weakfish::{BuiltIns, check};

/// A line among the endings of a small game, which takes little time to check.
fn definition(line: &str) -> Source {
    let text = format!(
        "game \"Readings\"\nboard: 4x4\nfirst: white\nblack: mirrors white\nmen\n  K king: K, royal\n  Q queen: mWcF\nsetup start\n  \
         . k q .\n  . . . .\n  . . . .\n  . K Q .\nendings\n  K on a4: wins (first)\n  {line}\n"
    );
    Source::new("readings.variant", text)
}

/// Whether an error is about the words of a line; the small game lacks endings.
fn is_of_words(told: &Diagnostic) -> bool {
    told.is_error() && told.code.as_str().starts_with("variant::")
}

fn reported(source: &Source) -> Vec<Diagnostic> {
    check(source, &BuiltIns).report.diagnostics().cloned().collect()
}

/// The two lines that a help names.
fn lines_named(help: &str) -> Vec<String> {
    help.split('`').skip(1).step_by(2).take(2).map(str::to_owned).collect()
}

/// Requires that a line is refused with two readings, which differ in the winner, and that nothing changes it.
fn require_two_readings(line: &str) {
    let source = definition(line);
    let told = reported(&source);
    let errors: Vec<&Diagnostic> = told.iter().filter(|told| is_of_words(told)).collect();
    let [error] = errors[..] else { panic!("{line}: {told:#?}") };
    assert_eq!(error.code, "variant::two-readings", "{line}: {error:#}");
    assert!(told.iter().all(|told| told.edits.is_empty()), "{line}: {told:#?}");
    assert!(format(&source.text).contains(line), "{line}");
    let [one, other] = &lines_named(error.help.as_deref().unwrap())[..] else { panic!("{line}: {error:#}") };
    assert_ne!(one, other, "{line}");
    let readings = [one, other].map(|reading| {
        let told = reported(&definition(reading));
        assert!(!told.iter().any(is_of_words), "{line}: {reading}: {told:#?}");
        reading.split_once(": ").unwrap().1.to_owned()
    });
    if line.ends_with("wins") || line.ends_with("loses") {
        let of = |result: &str| readings.iter().any(|reading| reading.starts_with(result));
        assert!(of("wins") && of("loses"), "{line}: {readings:?}");
    }
}

const NOUNS: [&str; 39] = [
    "checkmate",
    "mate",
    "check mate",
    "Checkmate",
    "checkmates",
    "stalemate",
    "stale mate",
    "stalemates",
    "3 checks",
    "3 check",
    "three checks",
    "third check",
    "check",
    "checks",
    "bare king",
    "bared king",
    "king bared",
    "lone king",
    "baring",
    "repetition",
    "threefold repetition",
    "threefold",
    "3-fold repetition",
    "3 repetitions",
    "fivefold repetition",
    "perpetual check",
    "fifty-move rule",
    "50 move rule",
    "insufficient material",
    "material",
    "all pieces captured",
    "all men captured",
    "all Q captured",
    "all queens captured",
    "Q captured",
    "king captured",
    "capture of the king",
    "king is captured",
    "castling",
];

#[test]
fn a_noun_says_not_whose_it_is() {
    for noun in NOUNS {
        for result in ["wins", "loses"] {
            require_two_readings(&format!("{noun}: {result}"));
        }
    }
    for noun in ["checkmate", "mate", "stalemate", "3 checks", "bare king", "repetition"] {
        for result in
            ["win", "Wins", "lost", "victory", "wins 0.75", "loses 0.25", "wins (reason)", "player wins", "mover loses"]
        {
            require_two_readings(&format!("{noun}: {result}"));
        }
        for line in [
            "NOUN: white wins",
            "NOUN: black loses",
            "NOUN: 1-0",
            "white NOUN: wins",
            "black NOUN: loses",
            "wins: NOUN",
        ] {
            require_two_readings(&line.replace("NOUN", noun));
        }
    }
    for line in [
        "white checkmate: draw",
        "black 3 checks: black wins",
        "3 checks, to move: wins",
        "checkmate or stalemate: wins",
    ] {
        require_two_readings(line);
    }
}

#[test]
fn nothing_mends_a_line_of_two_readings() {
    for line in
        ["checkmate: wins", "mate: wins", "stalemate: loses", "3 checks: loses", "repetition: loses", "mate wins"]
    {
        let source = definition(line);
        let mended = mend(&source, &BuiltIns);
        assert_eq!((mended.text.as_str(), mended.mistakes), (source.text.as_str(), 0), "{line}");
    }
}

#[test]
fn a_misspelt_noun_is_mended_to_nothing_that_turns_the_result() {
    for line in [
        "checkmat: wins",
        "chekmate: loses",
        "checkmatd: wins",
        "stalemat: wins",
        "stalmate: loses",
        "3 cheks: wins",
        "cheks: wins",
        "mate: winz",
        "checkmate: loss.",
        "mate wins",
        "checkmate wins",
        "checkmate loses",
        "CHECKMAT: WINS",
        "repetitoin: loses",
        "bare kng: wins",
        "checkmate = wins",
        "perpetual chek: wins",
    ] {
        let source = definition(line);
        let told = reported(&source);
        assert!(told.iter().any(is_of_words), "{line}");
        for told in told.iter().filter(|told| told.code != "variant::two-readings") {
            let help = told.help.as_deref().unwrap_or_default();
            assert!(
                !["checkmated", "stalemated", "bared`"]
                    .iter()
                    .any(|word| help.contains(&format!("did you mean `{word}"))),
                "{told:#}"
            );
        }
        for edit in told.iter().flat_map(|told| &told.edits) {
            assert!(
                !["checkmated", "stalemated", "given"].iter().any(|word| edit.text.contains(word)),
                "{line}: {told:#?}"
            );
        }
    }
}

#[test]
fn a_noun_before_a_result_of_both_sides_is_read() {
    for (line, canonical) in [
        ("checkmate: draw", "checkmated: draw"),
        ("stalemate: draw", "stalemated: draw"),
        ("stalemate: more men win", "stalemated: more men win"),
        ("3 checks: draw", "3 checks given: draw"),
        ("both 3 checks: draw", "both 3 checks given: draw"),
        ("stalemate: none", "stalemated: none"),
    ] {
        let source = definition(line);
        let told = reported(&source);
        assert!(
            !told.iter().any(|told| told.is_error() && told.code.as_str().starts_with("variant::")),
            "{line}: {told:#?}"
        );
        assert!(format(&source.text).contains(canonical), "{line}");
    }
    for (line, canonical) in [
        ("mate: draw", "checkmated: draw"),
        ("mated: loses", "checkmated: loses"),
        ("stalemted: wins", "stalemated: wins"),
    ] {
        assert!(mend(&definition(line), &BuiltIns).text.contains(canonical), "{line}");
    }
}

#[test]
fn tests_name_the_side_of_a_condition() {
    let text = |expected: &str| {
        format!("game \"Readings\" extends fide\ntest \"t\"\n  play: 1. f3 e5 2. g4 Qh4#\n  expect: {expected}\n")
    };
    for expected in ["white checkmate", "black checkmate", "not white stalemate", "white 3 checks", "white mate"] {
        let told = reported(&Source::new("t.variant", text(expected)));
        assert!(
            told.iter().any(Diagnostic::is_error) && told.iter().all(|told| told.edits.is_empty()),
            "{expected}: {told:#?}"
        );
    }
    for expected in ["checkmate", "not stalemate", "white checkmated", "black wins by checkmate"] {
        let told = reported(&Source::new("t.variant", text(expected)));
        assert!(!told.iter().any(Diagnostic::is_error), "{expected}: {told:#?}");
    }
}

/// Phrases that are read, or mended, as a condition of the side that they speak of: who is so, has none, stands there.
const OWNED: &[&str] = &[
    "mated",
    "is mated",
    "is checkmated",
    "is stalemated",
    "no moves",
    "no moves left",
    "no move",
    "no legal moves",
    "no legal move",
    "cannot move",
    "can't move",
    "opponent bare",
    "opponent's king bared",
    "no pieces left",
    "no men left",
    "loss of all pieces",
    "loss of all men",
    "no Q left",
    "two passes",
    "both players pass",
    "without Q",
    "fewer than 2 men",
    "at least 3 Q",
    "3 check given",
    "no pieces",
    "2 pieces or fewer",
    "4 pieces in a row",
    "K in e8",
];

/// The rows of the wordings of conditions: what is written, with a number or a man for its `*`.
fn wordings_of_conditions() -> Vec<String> {
    let rows = include_str!("../../../src/suggest/wordings.txt").lines();
    let rows = rows.skip_while(|row| *row != "# Endings: conditions.").take_while(|row| *row != "# Endings: results.");
    let written = rows.filter_map(|row| row.strip_prefix("whole-key: ")?.split_once(" ->")).map(|(written, _)| written);
    let filled = |written: &str| ["3", "Q", "50"].map(|hole| written.replace('*', hole));
    written.flat_map(filled).collect()
}

/// Conditions in the language's own words, each with every other spelling of one of its words that the grammar has.
fn synonyms_of_conditions() -> Vec<String> {
    const CONDITIONS: [&str; 14] = [
        "checkmated",
        "stalemated",
        "bared",
        "opponent bared",
        "3 checks given",
        "castled",
        "no castling",
        "no Q",
        "no men",
        "2 men or fewer",
        "K on e8",
        "3 Q or more",
        "4 men in a row",
        "position 3 times by perpetual check",
    ];
    let grammar = include_str!("../../../grammar/variant.pest");
    let mut phrases =
        vec!["3 checks".to_owned(), "without Q".to_owned(), "fewer than 2 men".to_owned(), "at least 3 Q".to_owned()];
    for rule in grammar.lines().filter(|line| line.contains("@{ (\"") && line.contains(" | ")) {
        let words: Vec<&str> = rule.split('"').skip(1).step_by(2).collect();
        let Some((own, others)) = words.split_first() else { continue };
        for condition in CONDITIONS {
            let parts: Vec<&str> = condition.split(' ').collect();
            if parts.contains(own) {
                let with = |other: &&str| {
                    parts.iter().map(|part| if part == own { *other } else { part }).collect::<Vec<_>>().join(" ")
                };
                phrases.extend(others.iter().filter(|other| other.len() > 1).map(with));
            }
        }
    }
    phrases
}

#[test]
fn every_synonym_of_a_condition_says_whose_it_is() {
    let mut unknown = Vec::new();
    let mut refused = 0;
    for phrase in wordings_of_conditions().into_iter().chain(synonyms_of_conditions()) {
        for result in ["wins", "loses"] {
            let source = definition(&format!("{phrase}: {result}"));
            let told = reported(&source);
            let is_mended = told.iter().any(|told| told.is_error() && !told.edits.is_empty());
            if told.iter().any(|told| told.code == "variant::two-readings") {
                assert!(told.iter().all(|told| told.edits.is_empty()) && !is_mended, "{phrase}: {told:#?}");
                refused += 1;
            } else if (is_mended || !told.iter().any(is_of_words)) && !OWNED.contains(&phrase.as_str()) {
                unknown.push(phrase.clone());
            }
        }
    }
    unknown.dedup();
    assert!(unknown.is_empty(), "say whose these are, or let them be refused with both readings: {unknown:#?}");
    assert!(refused > 40, "{refused}");
}

#[test]
fn both_readings_are_written_as_the_language_has_them() {
    for (line, one, other) in [
        ("checkmate: loses", "checkmated: loses", "checkmated: wins"),
        ("white stalemate: loses", "white stalemated: loses", "black stalemated: wins"),
        ("3 checks: wins 0.75", "3 checks given: wins 0.75", "3 checks given: loses 0.25"),
        ("stalemate: black wins", "black stalemated: wins", "white stalemated: loses"),
        ("white checkmate: draw", "white checkmated: draw", "black checkmated: draw"),
        ("3 checks, to move: loses", "3 checks given, to move: loses", "3 checks given, not to move: wins"),
        ("three checks: loses", "3 checks given: loses", "3 checks given: wins"),
        ("check: wins", "1 check given: wins", "1 check given: loses"),
        ("all queens captured: wins", "no Q: wins", "no Q: loses"),
        ("5-fold repetition: loses", "position 5 times, not to move: loses", "position 5 times, not to move: wins"),
    ] {
        let told = reported(&definition(line));
        let error = told.iter().find(|told| is_of_words(told)).unwrap();
        assert_eq!(lines_named(error.help.as_deref().unwrap()), [one, other]);
    }
}
