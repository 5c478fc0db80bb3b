//! The help for words that are not the language's: each row of `hints.txt` is reached, nothing is mended to something else,
//! and no help proposes the opposite of what was written.

use weakfish::diagnostic::Diagnostic;
use weakfish::source::Source;
use weakfish::suggest::mend::mend;
use weakfish::{BuiltIns, check};

fn reported(text: &str) -> Vec<Diagnostic> {
    check(&Source::new("helps.variant", text), &BuiltIns).report.diagnostics().cloned().collect()
}

fn definition(section: &str, line: &str) -> String {
    let section = if section == "game" { String::new() } else { format!("{section}\n") };
    format!("game \"Helps\" extends fide\n{section}  {line}\n")
}

/// Lines for words of a row of `hints.txt`, each with its section.
fn lines_of(context: &str, words: &str) -> Vec<(&'static str, String)> {
    match context {
        "rules:" => vec![("rules", words.to_owned())],
        "rules" => vec![("rules", format!("{words}: allowed")), ("rules", format!("{words}: 1"))],
        "endings" => vec![("endings", format!("{words}: draw"))],
        "result" => vec![("endings", format!("stalemated: {words}"))],
        "phrase" | "property" => vec![("men", format!("N knight: N, royal, {words}"))],
        "drop" => vec![("rules", format!("drop of P: {words}"))],
        "wall" => vec![("rules", format!("wall: anywhere, {words}"))],
        "game" => vec![("game", format!("{words}: 1"))],
        _ => Vec::new(),
    }
}

#[test]
fn every_row_of_hints_is_reached() {
    let mut missed = Vec::new();
    let rows =
        include_str!("../../../src/syntax/hints.txt").lines().filter(|row| !row.starts_with('#') && !row.is_empty());
    let mut seen = 0;
    for row in rows {
        let cells: Vec<&str> = row.splitn(3, '|').map(str::trim).collect();
        let [context, words, help] = cells[..] else { panic!("{row}") };
        for words in words.split(", ") {
            let filled = ["Q", "3"].map(|hole| words.replace('*', hole));
            let lines: Vec<_> = filled.iter().flat_map(|words| lines_of(context, words)).collect();
            let is_told = |(section, line): &(&str, String)| {
                reported(&definition(section, line)).iter().any(|told| told.help.as_deref() == Some(help))
            };
            if lines.is_empty() {
                continue;
            }
            seen += 1;
            if !lines.iter().any(is_told) {
                missed.push(format!("{context} | {words}"));
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
    assert!(seen > 200, "{seen}");
}

#[test]
fn no_help_is_about_another_rule_or_the_opposite() {
    for (section, line, help) in [
        ("men", "B slider: fB, may flip", "`flips m/c`"),
        ("men", "B slider: fB, may flip instead of moving", "`flips m/c`"),
        ("men", "B slider: fB, flips", "`flips m/c`"),
        ("men", "R rook: R, max 3", "`R3`"),
        ("men", "R rook: R, not royal", "only a man that says `royal`"),
        ("men", "N knight: N, becomes Q on last rank", "`when arriving on last rank becomes Q`"),
        ("men", "N knight: N, on capture becomes Q", "`when capturing becomes Q`"),
        ("men", "N knight: N, when captured becomes P", "`when captured goes to the captor's hand as P`"),
        ("men", "N knight: N, captures twice", "one man by a move"),
        ("men", "P pawn: fW, also on own rank 5 to 8 sW", "replaces the usual movement"),
        ("men", "N knight: N, when leaving e4 becomes B", "`when moving becomes B`"),
        ("men", "R rook: fR, faces east", "`facing: R on a1 e`"),
        ("rules", "double step: none", "`long step of P: none`"),
        ("rules", "double step: no", "`long step of P: none`"),
        ("rules", "pawn double step: forbidden", "`long step of P: none`"),
        ("rules", "en passant: only on the first move", "leave the line out"),
        ("rules", "check: allowed", "leave the line out"),
        ("rules", "white check: allowed", "leave the line out"),
        ("rules", "check: yes", "leave the line out"),
        ("rules", "check: ignored", "`royal`"),
        ("rules", "own check: allowed", "`royal`"),
        ("rules", "capture: optional", "leave the line out"),
        ("rules", "passing: forbidden", "leave the line out"),
        ("rules", "repetition: allowed", "leave the line out"),
        ("rules", "drop of P: own rank 2 to 7", "`on own rank 2 to 7`"),
        ("rules", "drop of P: one per file", "`not on a file with 1 P or more`"),
        ("rules", "drop of P: on rank 2, at most 1 per file", "`not on a file with 1 P or more`"),
        ("rules", "drop of P: at most 1 on a file", "`not on a file with 1 P or more`"),
        ("rules", "must turn: every 5 turns", "opposite duty"),
        ("rules", "facing kings: forbidden", "`opposition: K and K, as R`"),
        ("rules", "flying general: forbidden", "`opposition: K and K, as R`"),
        ("rules", "perpetual check: loses", "under `endings`"),
        ("rules", "king capture: allowed", "`no K: loses`"),
        ("rules", "first move: black", "`first: black`"),
        ("rules", "promotion of P: on last two ranks, to Q", "`own rank 7 to 8`"),
        ("rules", "promotion of P: on last 2 ranks, to Q", "`own rank 7 to 8`"),
        ("rules", "promotion of P: on rank 7 or 8, to Q", "`rank 7 to 8`"),
        ("rules", "wall: after each move", "`wall: anywhere"),
        ("rules", "wall: anywhere, after each move", "`wall: anywhere`"),
        ("rules", "two moves by different men: required", "`turn: 2 moves, by different men`"),
        ("endings", "no captures for 50 moves: draw", "`50 moves without progress: draw`"),
        ("endings", "300 moves: draw", "another rule"),
        ("endings", "2 Q: wins", "`2 Q or more`"),
        ("endings", "1 man: loses", "`1 man or fewer`"),
        ("endings", "more men: wins", "`full board: more men win`"),
        ("endings", "stalemated: side with more men wins", "`more men win`"),
        ("endings", "stalemated: opponent wins", "`loses` that its opponent does"),
        ("regions", "camp: last 3 ranks", "`own rank 7 to 8`"),
        ("regions", "edge: file a or h", "`or file h`"),
    ] {
        let text = definition(section, line);
        let told = reported(&text);
        let errors: Vec<&Diagnostic> = told.iter().filter(|told| told.code.as_str().starts_with("variant::")).collect();
        let [error] = errors[..] else { panic!("{line}: {told:#?}") };
        assert!(error.help.as_deref().unwrap().contains(help), "{line}: {error:#}");
        assert!(error.edits.is_empty(), "{line}: {error:#?}");
        assert_eq!(mend(&Source::new("helps.variant", text.as_str()), &BuiltIns).text, text, "{line}");
    }
}

#[test]
fn the_title_of_a_quick_fix_says_what_it_does() {
    let text = "game Humble Chess extends fide\n";
    assert_eq!(reported(text)[0].quick_fix_title(text), "Write `\"Humble Chess\"`");
}
