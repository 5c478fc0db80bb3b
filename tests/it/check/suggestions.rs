//! What is said of lines that can't be read: that each mistake is reported once, at its place, and that its help mends it.
//!
//! `tests/cases/slips` has definitions, several to a file: a title after `===`, the definition, and after `---` the
//! definition that was meant. Where the fix is certain, `check --fix` makes exactly that.
//!
//! `tests/cases/wordings` has lines in the words of people who know other languages or plain English, one after another.
//! Lines after `=` stand above each of them in the definition; a line that is indented more than the first one belongs to
//! the case before it.

use std::borrow::Cow;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use weakfish::check;
use weakfish::diagnostic::{Diagnostic, Report, apply_edits, line_diff};
use weakfish::source::Source;
use weakfish::suggest::mend::{self, Mended};

use weakfish_testing::cases::{Folder, files, folder, mistake};
use weakfish_testing::pages::assert_page;

/// A definition with mistakes.
struct Case {
    /// What a page shows first.
    title: String,
    written: Source,
    /// The definition that was meant, where there is one.
    meant: Option<String>,
}

/// A case with its diagnostics and fixes.
struct Checked {
    case: Case,
    report: Report,
    mended: Mended,
}

/// The files of a folder of cases, each with its name.
type Files = LazyLock<Vec<(String, Vec<Checked>)>>;

// All tests look at the same results: to check and mend the cases takes seconds.
static SLIPS: Files = LazyLock::new(|| checked("slips", slips));
static WORDINGS: Files = LazyLock::new(|| checked("wordings", wordings));

fn checked(folder: &str, read: fn(&str) -> Vec<Case>) -> Vec<(String, Vec<Checked>)> {
    let checked = |case: Case| {
        let mended = mend::mend(&case.written, &resolver());
        let report = reported_again(&case.written.text, &case.written.name, &mended).into_owned();
        Checked { case, report, mended }
    };
    let file = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, read(&fs::read_to_string(path).unwrap()).into_iter().map(checked).collect())
    };
    files(folder).into_iter().map(file).collect()
}

fn slips(text: &str) -> Vec<Case> {
    let case = |case: &str| {
        let (title, rest) = case.split_once('\n').expect("a title");
        let (written, meant) = match rest.split_once("---\n") {
            Some((written, meant)) => (written, Some(meant.to_owned())),
            None => (rest, None),
        };
        Case { title: format!("=== {title}\n"), written: Source::new("slip.variant", written), meant }
    };
    text.split("=== ").skip(1).map(case).collect()
}

fn wordings(text: &str) -> Vec<Case> {
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
    let source = |case: &String| Source::new("slip.variant", format!("{}\n{case}", frame.join("\n")));
    let case = |title: String| Case { written: source(&title), title, meant: None };
    cases.into_iter().map(case).collect()
}

fn resolver() -> Folder {
    Folder(folder("errors"))
}

fn reported(source: &Source) -> Report {
    check(source, &resolver()).report
}

/// What is said of a text that may be the mended one, which has been checked.
fn reported_again<'a>(text: &str, name: &str, mended: impl Into<Option<&'a Mended>>) -> Cow<'a, Report> {
    match mended.into().filter(|mended| mended.text == text) {
        Some(mended) => Cow::Borrowed(&mended.checked.report),
        None => Cow::Owned(reported(&Source::new(name, text))),
    }
}

/// A case as a page shows it: below each line with a mistake what is said of it, and the lines that `check --fix` makes.
fn page(Checked { case: Case { title, written, .. }, report, mended }: &Checked) -> String {
    let mut page = title.clone();
    let mut shown = title.lines().next();
    for diagnostic in report.diagnostics() {
        let span = diagnostic.span();
        let (line, column) = written.line_column(span.start);
        let line = written.text.lines().nth(line - 1).unwrap_or_default();
        if shown.replace(line) != Some(line) {
            writeln!(page, "{line}").unwrap();
        }
        let marked = written.text[span.range()].lines().next().unwrap_or_default().chars().count().max(1);
        let Diagnostic { code, message, help, .. } = diagnostic;
        let help = help.as_deref().expect("a help");
        writeln!(page, "{}{} {code}: {message}; {help}", " ".repeat(column - 1), "^".repeat(marked)).unwrap();
    }
    for edit in line_diff(&written.text, &mended.text) {
        let lines = edit.text.trim_end().replace('\n', "\n    ");
        writeln!(page, " => {lines}").unwrap();
    }
    page
}

#[test]
fn every_slip_has_a_page() {
    for (name, cases) in &*SLIPS {
        assert_page("slips", name, &cases.iter().map(page).collect::<String>());
    }
}

#[test]
fn every_wording_has_a_page() {
    for (name, cases) in &*WORDINGS {
        assert_page("wordings", name, &cases.iter().map(page).collect::<String>());
    }
}

/// The text that a help tells the user to write, if it names exactly one and says no more of it.
fn exact_text(told: &Diagnostic) -> Option<&str> {
    let (text, behind) = told.help.as_deref()?.strip_prefix("write `")?.split_once('`')?;
    let is_exact =
        (behind.is_empty() || behind.starts_with(':')) && !text.contains(['…', '|']) && !text.contains("NAME");
    is_exact.then_some(text)
}

#[test]
fn a_help_that_names_one_text_is_an_edit_that_mends() {
    let (mut held, mut broken) = (0, Vec::new());
    for Checked { case, report, .. } in SLIPS.iter().chain(WORDINGS.iter()).flat_map(|(_, cases)| cases) {
        for told in report.diagnostics().filter(|told| told.is_error() && exact_text(told).is_some()) {
            let mended = apply_edits(&case.written.text, &told.edits).unwrap();
            let again = check(&Source::new(case.written.name.clone(), mended.as_str()), &resolver()).report;
            // Another line may have the same mistake.
            let alike = |report: &Report| {
                let same = |other: &&Diagnostic| other.code == told.code && other.message == told.message;
                report.diagnostics().filter(same).count()
            };
            if told.edits.is_empty() || alike(&again) >= alike(report) {
                broken.push(format!("{}: {}: {:?}", case.title, told.message, told.help));
            } else {
                held += 1;
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
    assert!(held > 100, "{held}");
}

#[test]
fn what_was_meant_is_a_game() {
    let mut wrong = String::new();
    for Checked { case: Case { title, meant, .. }, report, mended } in SLIPS.iter().flat_map(|(_, cases)| cases) {
        let mut errors = report.diagnostics().filter(|diagnostic| diagnostic.is_error());
        let certain = report.errors() > 0 && errors.all(|error| !error.edits.is_empty());
        match meant {
            _ if report.is_empty() => writeln!(wrong, "{title}nothing is reported").unwrap(),
            None if certain => writeln!(wrong, "{title}mended without being expected:\n{}", mended.text).unwrap(),
            None => {}
            Some(meant) => {
                let report = reported_again(meant, "slip.variant", mended);
                if report.errors() > 0 {
                    writeln!(wrong, "{title}what was meant has mistakes too:\n{report:#}").unwrap();
                }
                if certain && mended.text != *meant {
                    writeln!(wrong, "{title}mended otherwise:\n{}", mended.text).unwrap();
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn what_is_mended_needs_no_further_mend() {
    let mut wrong = String::new();
    for Checked { case: Case { title, written, .. }, report, mended } in WORDINGS.iter().flat_map(|(_, cases)| cases) {
        if report.is_empty() {
            writeln!(wrong, "nothing is reported of {title}").unwrap();
        }
        let with_edits = report.diagnostics().filter(|diagnostic| !diagnostic.edits.is_empty());
        with_edits.for_each(|diagnostic| assert_titled(diagnostic, written));
        let mended = &mended.checked.report;
        let mut left = mended.diagnostics().filter(|left| left.is_error() && !left.edits.is_empty());
        if let Some(left) = left.next().filter(|_| mended.source().text != written.text) {
            writeln!(wrong, "what was made of {title} is wrong too: {}", left.message).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A button that repeats the mistake would seem to make it.
fn assert_titled(diagnostic: &Diagnostic, source: &Source) {
    let title = diagnostic.quick_fix_title(&source.text);
    assert!(!title.contains(&diagnostic.message), "{title}");
}

#[test]
fn edits_mend_what_they_belong_to() {
    let mistakes: Vec<_> = files("errors").into_iter().map(|path| mistake(&path)).collect();
    let mistakes = mistakes.iter().map(|(source, checked)| (source, &checked.report, None));
    let slips = SLIPS.iter().flat_map(|(_, cases)| cases);
    let slips = slips.map(|Checked { case, report, mended }| (&case.written, report, Some(mended)));
    let mut seen = 0;
    for (source, report, mended) in mistakes.chain(slips) {
        let count = |report: &Report, diagnostic: &Diagnostic| {
            let same = |other: &&Diagnostic| other.code == diagnostic.code && other.message == diagnostic.message;
            report.diagnostics().filter(same).count()
        };
        for diagnostic in report.diagnostics().filter(|diagnostic| !diagnostic.edits.is_empty()) {
            seen += 1;
            assert_titled(diagnostic, source);
            let text = apply_edits(&source.text, &diagnostic.edits).expect("edits that fit the text");
            let after = reported_again(&text, &source.name, mended);
            let (before, after) = (count(report, diagnostic), count(&after, diagnostic));
            assert!(after < before, "{}: {diagnostic:#} is still reported after its edits:\n{text}", source.name);
        }
    }
    assert!(seen > 30, "only {seen} diagnostics have edits");
}
