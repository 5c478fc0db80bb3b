//! Diagnostics as data, as plain lines, and as pages with the lines that they quote.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use weakfish::diagnostic::{Code, Diagnostic, Explanation, Label, MAX_DIAGNOSTICS, Report, Severity};
use weakfish::source::{Source, Span};

use weakfish_testing::dice::{Dice, check_law};
use weakfish_testing::pages::rendered_report as page;

fn mistake(start: usize, end: usize) -> Diagnostic {
    Diagnostic::error(Code::VariantUnexpected, Span::new(start, end), "not here").label("this").help("leave it out")
}

/// The page of one mistake in a text.
fn page_of(text: &str, mistake: Diagnostic) -> String {
    page(&Report::new(&Source::new("x", text), vec![mistake]))
}

#[test]
fn a_long_message_keeps_both_ends() {
    let long = format!("the name `{}` is taken", "ä".repeat(100_000));
    let short = Diagnostic::error(Code::VariantUnexpected, Span::new(0, 1), long).message;
    assert!(short.starts_with("the name `ä") && short.ends_with("ä` is taken"), "{short}");
    assert!(short.len() < 2_100, "{}", short.len());
}

#[test]
fn a_mistake_far_to_the_right_is_quoted_with_a_window_around_it() {
    for far in [1_000, 66_000, 1_000_000] {
        let text = format!("first\n{}mistake{}\nlast\n", "ä ".repeat(far), "b".repeat(far));
        let at = text.find("mistake").unwrap();
        let page = page_of(&text, mistake(at, at + 7));
        assert!(page.contains(&format!("[x:2:{}]", 2 * far + 1)), "{page}");
        let quoted = page.lines().position(|line| line.contains("ä mistakebb")).expect("the line is quoted");
        let lines: Vec<Vec<char>> = page.lines().map(|line| line.chars().collect()).collect();
        let column = page.lines().nth(quoted).unwrap().chars().collect::<String>().find("mistake").unwrap();
        let column = page.lines().nth(quoted).unwrap()[..column].chars().count();
        let underline: String = lines[quoted + 1][column..column + 7].iter().collect();
        assert_eq!(underline, "───┬───", "{page}");
        assert!(page.len() < 2_000, "{}", page.len());
    }
}

#[test]
fn tabs_long_labels_and_several_windows_are_quoted() {
    let text = format!("{}x{}y{}", "\t".repeat(70_000), " ".repeat(70_000), "z".repeat(70_000));
    let both = mistake(70_000, 70_001).also(Span::new(140_001, 140_002), "and that");
    let page = page_of(&text, both);
    assert!(page.contains("this") && page.contains("and that") && page.len() < 4_000, "{page}");
    let whole = page_of(&text, mistake(0, text.len()));
    assert!(whole.contains("this") && whole.len() < 4_000, "{whole}");
    let rows = "row\n".repeat(5_000);
    let whole = page_of(&rows, mistake(0, rows.len()));
    assert!(whole.lines().count() < 30 && whole.contains("this"), "{whole}");
}

#[test]
fn places_far_from_each_other_are_quoted_apart() {
    let text = "row\n".repeat(100);
    let page = page_of(&text, mistake(4 * 50, 4 * 50 + 3).also(Span::new(4 * 90, 4 * 90 + 3), "and that"));
    assert!(page.contains("[x:51:1]") && page.contains("[x:91:1]"), "{page}");
    assert!(page.lines().count() < 24, "{page}");
}

#[test]
fn an_empty_text_and_the_end_of_a_text_have_their_labels() {
    for (text, at) in [("", 0), ("game", 4), ("game\n", 5), ("game\r\n", 6), ("game\n\n", 5)] {
        let page = page_of(text, mistake(at, at));
        assert!(page.contains("╰── this"), "{text:?}:\n{page}");
    }
}

#[test]
fn many_labels_and_places_outside_of_the_text_are_drawn() {
    let text = "word ".repeat(20_000);
    let many = (0..20_000).fold(mistake(0, 4), |mistake, at| mistake.also(Span::new(5 * at, 5 * at + 4), "here too"));
    let page = page_of(&text, many);
    assert!(page.contains("this") && page.len() < 20_000, "{}", page.len());
    for (start, end) in [(3, 90), (90, 100), (5, 2), (usize::MAX, usize::MAX), (2, 3)] {
        let page = page_of("aäöb", mistake(start, end));
        assert!(page.contains("╰── this"), "{start}..{end}:\n{page}");
    }
}

#[test]
fn no_text_steers_the_terminal() {
    let text = "game \u{1b}[2J\u{202e}\"x\"";
    let quoting = Diagnostic::error(Code::VariantUnexpected, Span::new(5, 9), format!("`{}` is odd", &text[5..9]));
    let report = Report::new(&Source::new("a\u{7}b", text), vec![quoting.label("\u{1b}c").help("\u{9b}1m")]);
    for shown in [page(&report), report.to_string(), format!("{report:#}"), report.summary()] {
        assert!(!shown.contains(|each: char| each.is_control() && each != '\n' || each == '\u{202e}'), "{shown:?}");
    }
}

#[test]
fn a_report_is_plain_lines() {
    let source = Source::new("x.variant", "ä b\nc\n");
    let warning = Diagnostic::warning(Code::CheckIdleTurn, Span::new(5, 6), "turning changes nothing");
    let error = mistake(3, 4).also(Span::new(5, 6), "because of this");
    let report = Report::new(&source, vec![warning, error]);
    assert_eq!(
        report.to_string(),
        "x.variant:1:3: error[variant::unexpected]: not here\n\
         x.variant:2:1: warning[check::idle-turn]: turning changes nothing\n"
    );
    assert_eq!(
        format!("{report:#}"),
        "x.variant:1:3: error[variant::unexpected]: not here\n  \
           here: this\n  \
           x.variant:2:1: because of this\n  \
           help: leave it out\n\
         x.variant:2:1: warning[check::idle-turn]: turning changes nothing\n"
    );
    assert_eq!(report.summary(), "x.variant: 1 error and 1 warning");
    assert_eq!(Report::new(&source, Vec::new()).to_string(), "");
}

#[test]
fn a_report_keeps_the_first_errors_of_very_many() {
    let source = Source::new("x", "a".repeat(1_000));
    let warnings = (0..500).map(|at| Diagnostic::warning(Code::CheckIdleTurn, Span::at(at), "w"));
    let errors = (500..650).map(|at| mistake(at, at + 1));
    let report = Report::new(&source, warnings.chain(errors).collect());
    assert_eq!(report.errors(), 150);
    assert_eq!(report.diagnostics().len(), MAX_DIAGNOSTICS + 1);
    let last = report.diagnostics().find(|diagnostic| diagnostic.code == Code::ReportCutShort).unwrap();
    assert_eq!((last.severity, last.span()), (Severity::Warning, Span::at(50)));
    assert!(last.message.starts_with("450 more"), "{last}");
}

#[test]
fn diagnostics_are_data() {
    let source = Source::new("x.variant", "b\nc\n");
    let report = Report::new(&source, vec![mistake(0, 1).also(Span::new(2, 3), "and this")]);
    let json = serde_json::to_string(&report).unwrap();
    assert_eq!(
        json,
        r#"{"source":{"name":"x.variant","text":"b\nc\n"},"diagnostics":[{"code":"variant::unexpected","severity":"error","message":"not here","labels":[{"span":{"start":0,"end":1},"text":"this"},{"span":{"start":2,"end":3},"text":"and this"}],"help":"leave it out"}]}"#
    );
    let read: Report = serde_json::from_str(&json).unwrap();
    assert_eq!(format!("{read:#}"), format!("{report:#}"));
    for (wrong, why) in [
        (r#"{"code":"no::such","severity":"error","message":"","labels":[],"help":null}"#, "there is no such code"),
        (r#"{"code":"betza::drop","severity":"error","message":"","labels":[],"help":null}"#, "at least one label"),
    ] {
        let error = serde_json::from_str::<Diagnostic>(wrong).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}

/// A text of long and short lines, with characters of every width.
fn text(dice: &mut Dice) -> String {
    let word = |dice: &mut Dice| match dice.below(8) {
        0 => "\n".to_owned(),
        1 => "\r".to_owned(),
        2 => "\r\n".to_owned(),
        3 => "\t".repeat(30),
        4 => "語ä\u{300}\u{1b}\u{200b}".repeat(60),
        5 => "x".repeat(700),
        _ => dice.text(40),
    };
    dice.list(0, 20, word).concat()
}

#[test]
fn any_place_of_any_text_can_be_shown() {
    check_law(600, |dice| {
        let text = text(dice);
        let mut span = |dice: &mut Dice| Span::new(dice.below(3_000), dice.below(3_000));
        let first = Diagnostic::error(Code::VariantUnexpected, span(dice), dice.text(60)).label("this").help("so");
        let others = dice.list(0, 12, &mut span);
        let all = others.iter().fold(first, |all, &span| all.also(span, "that"));
        let report = Report::new(&Source::new("x", text), vec![all]);
        let shown = page(&report);
        assert!(shown.contains("─ this"), "{shown}");
        assert!(shown.matches("that").count() >= others.len(), "{shown}");
        assert!(format!("{report:#}").lines().count() > others.len(), "{report}");
    });
}

#[test]
fn a_label_is_a_place_and_words() {
    let Label { span, text } = &mistake(2, 3).labels[0];
    assert_eq!((*span, text.as_str()), (Span::new(2, 3), "this"));
}

#[test]
fn every_code_has_an_explanation_that_is_read_whole() {
    let folder = weakfish_testing::root().join("src/diagnostic/explanations");
    let mut groups: Vec<&str> = Code::ALL.iter().map(|code| code.group()).collect();
    groups.dedup();
    let files: BTreeSet<String> =
        fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(files, groups.iter().map(|group| format!("{group}.txt")).collect());
    for group in groups {
        let mut again = String::new();
        for code in Code::ALL.iter().filter(|code| code.group() == group) {
            let Explanation { text, wrong, right, .. } = code.explanation();
            assert!(text.ends_with(['.', '`']) && text.len() > 60, "{code}: {text}");
            assert_ne!(wrong, right, "{code}");
            writeln!(again, "# {code}\n{text}").unwrap();
            for (word, example) in [("wrong", &wrong), ("right", &right)] {
                assert!(example.command.starts_with("weakfish "), "{code}: {}", example.command);
                writeln!(again, "\n{word}: {}", example.command).unwrap();
                for file in &example.files {
                    assert!(file.text.len() > 1, "{code}");
                    writeln!(again, "  {}:", file.heading()).unwrap();
                    for line in file.text.lines() {
                        writeln!(again, "{}{line}", if line.is_empty() { "" } else { "    " }).unwrap();
                    }
                }
            }
            again.push('\n');
        }
        let written = fs::read_to_string(folder.join(format!("{group}.txt"))).unwrap();
        assert_eq!(again.trim_end(), written.trim_end(), "{group}.txt has other codes, another order, or more");
    }
}

#[test]
fn files_of_examples_are_what_their_headings_say() {
    let files = Code::ALL.iter().flat_map(|code| code.explanation().wrong.files);
    let (mut latin, mut repeated) = (false, false);
    for file in files {
        let (bytes, heading) = (file.bytes(), file.heading());
        latin |= heading.ends_with(", in Latin-1") && String::from_utf8(bytes.clone()).is_err();
        repeated |= heading.contains(", its last line ") && bytes.len() > 2 * file.text.len();
    }
    assert!(latin && repeated, "examples in Latin-1 and with many lines");
}
