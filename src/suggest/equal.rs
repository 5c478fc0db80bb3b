//! Equal diagnostics of a section as one.

use crate::diagnostic::{Diagnostic, Edit, Report, apply_edits};
use crate::syntax::{Document, Section};

/// A report in which equal diagnostics of one section are one, with all their places and edits.
///
/// Diagnostics are equal if they have the same code, message and help. Programs that mark each place by itself, such as
/// editors, take the report as it is.
///
/// ```
/// use weakfish::check::Checker;
/// use weakfish::{BuiltIns, Source, suggest};
///
/// let text = "game \"Loud\" extends fide\nmen\n  R rook: R, explodes\n  B bishop: B, explodes\n";
/// let report = suggest::check(&mut Checker::new(), &Source::new("loud.variant", text), &BuiltIns).report;
/// assert_eq!(report.errors(), 2);
/// let joined = suggest::join_equal(&report);
/// assert_eq!(joined.errors(), 1);
/// assert_eq!(joined.diagnostics().next().unwrap().labels.len(), 2);
/// ```
pub fn join_equal(report: &Report) -> Report {
    let mut joined: Vec<(Option<Section>, Diagnostic)> = Vec::new();
    let text = &report.source().text;
    let has_equal = |one: &Diagnostic| report.diagnostics().filter(|other| is_equal(one, other)).nth(1).is_some();
    if !report.diagnostics().any(has_equal) {
        return report.clone();
    }
    let lines = Document::read(text).lines;
    for diagnostic in report.diagnostics() {
        let line = lines.partition_point(|line| line.start <= diagnostic.span().start).saturating_sub(1);
        let section = lines.get(line).and_then(|line| line.section);
        let equal = joined.iter_mut().find(|(of, known)| *of == section && is_equal(known, diagnostic));
        let all_edits = equal.as_ref().map(|(_, known)| all_edits(known, diagnostic));
        match equal.zip(all_edits.filter(|edits| apply_edits(text, edits).is_some())) {
            Some(((_, known), edits)) => {
                known.labels.extend(diagnostic.labels.iter().cloned());
                known.edits = edits;
            }
            None => joined.push((section, diagnostic.clone())),
        }
    }
    Report::new(report.source(), joined.into_iter().map(|(_, diagnostic)| diagnostic).collect())
}

/// The edits of two diagnostics, each once.
fn all_edits(one: &Diagnostic, other: &Diagnostic) -> Vec<Edit> {
    let new = other.edits.iter().filter(|edit| !one.edits.contains(edit));
    let mut edits: Vec<Edit> = one.edits.iter().chain(new).cloned().collect();
    edits.sort_by_key(|edit| edit.span);
    edits
}

fn is_equal(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.code == other.code && one.severity == other.severity && one.message == other.message && one.help == other.help
}
