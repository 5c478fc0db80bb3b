//! Corrects the mistakes of a definition that have a certain fix.

use crate::check::{Checked, Resolver};
use crate::diagnostic::{Diagnostic, Edit, Report, Severity, apply_edits, line_diff};
use crate::source::{Source, Span};

/// Mended lines can show mistakes that were hidden before. No more rounds than this are made for them.
const MAX_ROUNDS: usize = 16;

/// A definition with its mistakes corrected as far as possible.
#[derive(Debug)]
#[non_exhaustive]
pub struct Mended {
    /// The text with all changes.
    pub text: String,
    /// The number of corrected mistakes.
    pub mistakes: usize,
    /// The result of checking the new text: the mistakes that need a person.
    pub checked: Checked,
}

/// Makes the changes that the diagnostics of a definition have, and checks it again, until there are none left.
///
/// Lines that have an error after all changes are left as they were written. The texts that it extends are not changed.
///
/// ```
/// use weakfish::source::Source;
/// use weakfish::{BuiltIns, suggest};
///
/// let source = Source::new("one.variant", "game \"One\" extends fide\nrule\n  castlin: none\n");
/// let mended = suggest::mend::mend(&source, &BuiltIns);
/// assert_eq!(mended.text, "game \"One\" extends fide\nrules\n  castling: none\n");
/// assert_eq!(mended.mistakes, 2);
/// assert!(mended.checked.report.is_empty());
/// ```
pub fn mend(source: &Source, resolver: &dyn Resolver) -> Mended {
    let mut text = source.text.clone();
    let mut checked = crate::check(source, resolver);
    let mendable: Vec<usize> =
        mistakes(&checked.report).filter_map(|diagnostic| Some(diagnostic.edits.first()?.span.start)).collect();
    let check = |text: &str| crate::check(&Source::new(source.name.clone(), text), resolver);
    for _ in 0..MAX_ROUNDS {
        let Some(mended) = apply_all_edits(&checked.report).filter(|mended| *mended != text) else { break };
        checked = check(&mended);
        text = mended;
    }
    let mut edits = line_diff(&source.text, &text);
    while let Some(kept) = drop_edits_with_errors(&edits, &checked.report) {
        edits = kept;
        // Some of the changes of a text fit it, since all of them do.
        text = apply_edits(&source.text, &edits).unwrap_or_else(|| source.text.clone());
        checked = check(&text);
    }
    let in_changed = |byte: &usize| edits.iter().any(|edit| edit.span.start <= *byte && *byte <= edit.span.end);
    let mistakes = mendable.iter().filter(|byte| in_changed(byte)).count();
    Mended { text, mistakes, checked }
}

/// Keeps the edits that leave their lines without errors; `None` if that is all of them. The report is on the text
/// after all edits.
fn drop_edits_with_errors(edits: &[Edit], report: &Report) -> Option<Vec<Edit>> {
    let errors: Vec<Span> =
        report.diagnostics().filter(|diagnostic| diagnostic.is_error()).map(Diagnostic::span).collect();
    let (mut grown, mut shrunk) = (0, 0);
    let is_mended = |edit: &&Edit| {
        let start = edit.span.start + grown - shrunk;
        let lines = start..start + edit.text.len();
        grown += edit.text.len();
        shrunk += edit.span.end - edit.span.start;
        !errors.iter().any(|error| lines.contains(&error.start))
    };
    let kept: Vec<Edit> = edits.iter().filter(is_mended).cloned().collect();
    (kept.len() < edits.len()).then_some(kept)
}

/// Diagnostics but those about synonyms, which are no mistakes.
fn mistakes(report: &Report) -> impl Iterator<Item = &Diagnostic> {
    report.diagnostics().filter(|diagnostic| diagnostic.severity > Severity::Note)
}

/// Applies the edits of all diagnostics to their text, without those that overlap others before them.
fn apply_all_edits(report: &Report) -> Option<String> {
    let mut edits: Vec<&Edit> = Vec::new();
    for diagnostic in mistakes(report).filter(|diagnostic| !diagnostic.edits.is_empty()) {
        let is_apart = |edit: &Edit| {
            let overlaps = |other: &&Edit| {
                edit.span.start == other.span.start
                    || edit.span.start < other.span.end && other.span.start < edit.span.end
            };
            !edits.iter().any(overlaps)
        };
        if diagnostic.edits.iter().all(is_apart) {
            edits.extend(&diagnostic.edits);
        }
    }
    apply_edits(&report.source().text, edits)
}
