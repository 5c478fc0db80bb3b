//! Mistakes that people make in definitions: that each is told once, at its place, and that its help mends it.
//!
//! `tests/cases/slips` has them, several to a file: a title after `===`, the definition, and after `---` the definition
//! that was meant. Where the mend is certain, `check --fix` makes exactly that.

use std::fmt::Write;
use std::fs;

use weakfish::check;
use weakfish::diagnostic::{Diagnostic, edited};
use weakfish::source::Source;
use weakfish::suggest::mend;

use weakfish_testing::cases::{Folder, files, folder, mistake};
use weakfish_testing::pages::{assert_page, rendered_report};

struct Case {
    title: String,
    slip: Source,
    meant: Option<Source>,
}

fn cases(text: &str) -> Vec<Case> {
    let case = |case: &str| {
        let (title, rest) = case.split_once('\n').expect("a title");
        let (slip, meant) = match rest.split_once("---\n") {
            Some((slip, meant)) => (slip, Some(meant)),
            None => (rest, None),
        };
        let source = |text: &str| Source::new("slip.variant", text);
        Case { title: title.to_owned(), slip: source(slip), meant: meant.map(source) }
    };
    text.split("=== ").skip(1).map(case).collect()
}

fn all() -> impl Iterator<Item = (String, Vec<Case>)> {
    files("slips").into_iter().map(|path| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, cases(&fs::read_to_string(path).unwrap()))
    })
}

fn resolver() -> Folder {
    Folder(folder("errors"))
}

#[test]
fn every_slip_has_a_page() {
    for (name, cases) in all() {
        let mut page = String::new();
        for Case { title, slip, .. } in cases {
            let report = check(&slip, &resolver()).report;
            writeln!(page, "=== {title}\n{}{}\n", slip.text, rendered_report(&report)).unwrap();
        }
        assert_page("slips", &name, &page);
    }
}

#[test]
fn what_was_meant_is_a_game() {
    let mut wrong = String::new();
    for Case { title, slip, meant } in all().flat_map(|(_, cases)| cases) {
        let checked = check(&slip, &resolver());
        let errors = || checked.report.diagnostics().filter(|diagnostic| diagnostic.is_error());
        let told = checked.report.diagnostics().len() > 0;
        let certain = told && errors().all(|error| !error.edits.is_empty()) && checked.report.errors() > 0;
        let mended = mend::mend(&slip, &resolver());
        match meant {
            _ if !told => writeln!(wrong, "{title}: nothing is told").unwrap(),
            None if certain => writeln!(wrong, "{title}: mended without being expected:\n{}", mended.text).unwrap(),
            None => {}
            Some(meant) => {
                let report = check(&meant, &resolver()).report;
                if report.errors() > 0 {
                    writeln!(wrong, "{title}: what was meant has mistakes too:\n{report:#}").unwrap();
                }
                if certain && mended.text != meant.text {
                    writeln!(wrong, "{title}: mended otherwise:\n{}", mended.text).unwrap();
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn edits_mend_what_they_belong_to() {
    let slips = all().flat_map(|(_, cases)| cases).map(|case| case.slip);
    let sources = files("errors").into_iter().map(|path| mistake(&path).0).chain(slips);
    let mut seen = 0;
    for source in sources {
        let report = check(&source, &resolver()).report;
        let told = |report: &weakfish::diagnostic::Report, diagnostic: &Diagnostic| {
            let same = |other: &&Diagnostic| other.code == diagnostic.code && other.message == diagnostic.message;
            report.diagnostics().filter(same).count()
        };
        for diagnostic in report.diagnostics().filter(|diagnostic| !diagnostic.edits.is_empty()) {
            seen += 1;
            let text = edited(&source.text, &diagnostic.edits).expect("edits that fit the text");
            let after = check(&Source::new(source.name.clone(), text.clone()), &resolver()).report;
            let (before, after) = (told(&report, diagnostic), told(&after, diagnostic));
            assert!(after < before, "{}: {diagnostic:#} is still told after its edits:\n{text}", source.name);
        }
    }
    assert!(seen > 30, "only {seen} diagnostics have edits");
}
