//! Snapshot pages: a text first, then its diagnostics or output.

use insta::Settings;
use miette::{GraphicalReportHandler, GraphicalTheme};
use weakfish::diagnostic::{Diagnostic, Report};
use weakfish::source::Source;

/// The columns of a rendered report, as the command line has them.
const WIDTH: usize = 100;

/// A report as plain lines: places, messages, labels and helps, without the lines that they are about.
///
/// # Panics
/// If a diagnostic has no help.
pub fn plain_report(report: &Report) -> String {
    for diagnostic in report.diagnostics() {
        assert!(diagnostic.help.is_some(), "{}: `{}` has no help", diagnostic.code, diagnostic.message);
    }
    format!("{report:#}")
}

/// The diagnostics of a text as plain lines.
pub fn plain(source: &Source, diagnostics: &[Diagnostic]) -> String {
    plain_report(&Report::new(source, diagnostics.to_vec()))
}

/// A report as plain lines, below each line of the text that it is about.
pub fn quoted_report(report: &Report) -> String {
    let source = report.source();
    let (mut page, mut shown) = (String::new(), None);
    for diagnostic in report.diagnostics() {
        let (line, _) = source.line_column(diagnostic.span().start);
        if shown.replace(line) != Some(line) {
            page += format!("> {}", source.text.lines().nth(line - 1).unwrap_or_default()).trim_end();
            page.push('\n');
        }
        page += &plain(source, std::slice::from_ref(diagnostic));
    }
    page
}

/// A report as the command line shows it, without colours.
///
/// # Panics
/// If a diagnostic has no help.
pub fn rendered_report(report: &Report) -> String {
    plain_report(report);
    let mut page = String::new();
    GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor())
        .with_width(WIDTH)
        .with_links(false)
        .render_report(&mut page, &report.snippets())
        .expect("a report that can be rendered");
    page.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// The diagnostics of a text as the command line shows them; nothing if there are none.
pub fn rendered(source: &Source, diagnostics: &[Diagnostic]) -> String {
    if diagnostics.is_empty() {
        return String::new();
    }
    rendered_report(&Report::new(source, diagnostics.to_vec())) + "\n"
}

/// Compares a page with the stored one, `snapshots/TOPIC/NAME.snap`.
pub fn assert_page(topic: &str, name: &str, page: &str) {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path(format!("../../../snapshots/{topic}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, page));
}
