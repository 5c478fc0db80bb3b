//! Lines in the words of people who know other languages or plain English: what is told about each, and the line that
//! is meant.
//!
//! `tests/cases/wordings` has them, one after another. Lines after `=` stand above each of them in the definition; a
//! line that is indented more than the first one goes on with the case before it.

use std::fmt::Write;
use std::fs;

use weakfish::check;
use weakfish::diagnostic::Diagnostic;
use weakfish::source::Source;
use weakfish::suggest::mend;

use weakfish_testing::cases::{Folder, files, folder};
use weakfish_testing::pages::assert_page;

/// The lines above all cases of a file, and the cases.
fn cases(text: &str) -> (String, Vec<String>) {
    let (frame, lines): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('='));
    let frame: Vec<&str> = frame.iter().map(|line| line.strip_prefix("= ").unwrap_or(line)).collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let least = lines.first().map_or(0, |line| indent(line));
    let mut cases: Vec<String> = Vec::new();
    for line in lines {
        match cases.last_mut().filter(|_| indent(line) > least) {
            Some(case) => case.extend([line, "\n"]),
            None => cases.push(format!("{line}\n")),
        }
    }
    (frame.join("\n") + "\n", cases)
}

fn resolver() -> Folder {
    Folder(folder("errors"))
}

#[test]
fn what_is_told_is_what_is_meant() {
    let mut wrong = String::new();
    for path in files("wordings") {
        let (frame, cases) = cases(&fs::read_to_string(&path).unwrap());
        let mut page = String::new();
        for case in &cases {
            let source = Source::new("slip.variant", format!("{frame}{case}"));
            let report = check(&source, &resolver()).report;
            let errors: Vec<&Diagnostic> = report.diagnostics().filter(|diagnostic| diagnostic.is_error()).collect();
            if errors.is_empty() {
                writeln!(wrong, "nothing is told of {case}").unwrap();
            }
            page.push_str(case);
            for error in errors {
                let (line, column) = source.line_column(error.span().start);
                let text = &source.text[error.span().start..error.span().end];
                let marks = "^".repeat(text.lines().next().unwrap_or_default().chars().count().max(1));
                let line = source.text.lines().nth(line - 1).unwrap_or_default();
                if case.lines().next() != Some(line) {
                    writeln!(page, "{line}").unwrap();
                }
                writeln!(page, "{}{marks} {}", " ".repeat(column - 1), error.message).unwrap();
                writeln!(page, "    {}: {}", error.code, error.help.as_deref().unwrap_or_default()).unwrap();
            }
            let mended = mend::mend(&source, &resolver());
            if mended.text != source.text {
                let lines = mended.text.strip_prefix(&frame).unwrap_or(&mended.text).trim_end();
                writeln!(page, " => {}", lines.trim_start()).unwrap();
                let report = check(&Source::new("mended.variant", mended.text.as_str()), &resolver()).report;
                let left = report.diagnostics().filter(|left| left.is_error() && !left.edits.is_empty());
                for left in left.map(|left| &left.message) {
                    writeln!(wrong, "what was made of {case} is wrong too: {left}").unwrap();
                }
            }
            page.push('\n');
        }
        assert_page("wordings", &path.file_stem().unwrap().to_string_lossy(), &page);
    }
    assert!(wrong.is_empty(), "{wrong}");
}
