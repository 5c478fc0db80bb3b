//! Mends the mistakes of a definition for which it is certain what was meant.

use crate::check::{Checked, Resolver};
use crate::diagnostic::{Edit, Report, edited};
use crate::source::Source;

/// Mended lines can show mistakes that were hidden before. No more rounds than this are made for them.
const MAX_ROUNDS: usize = 16;

/// A definition after its mistakes were mended as far as possible.
#[derive(Debug)]
#[non_exhaustive]
pub struct Mended {
    /// The text with all changes.
    pub text: String,
    /// The number of mistakes mended.
    pub mistakes: usize,
    /// The result of checking the new text: what is left to mend by hand.
    pub checked: Checked,
}

/// Makes the changes that the diagnostics of a definition have, and checks it again, until there are none left.
///
/// The texts that it extends are not changed.
///
/// ```
/// use weakfish::source::Source;
/// use weakfish::{BuiltIns, tools};
///
/// let source = Source::new("one.variant", "game \"One\" extends fide\nrule\n  castlin: none\n");
/// let mended = tools::mend::mend(&source, &BuiltIns);
/// assert_eq!(mended.text, "game \"One\" extends fide\nrules\n  castling: none\n");
/// assert_eq!(mended.mistakes, 2);
/// assert!(mended.checked.report.is_empty());
/// ```
pub fn mend(source: &Source, resolver: &dyn Resolver) -> Mended {
    let mut source = source.clone();
    let mut mistakes = 0;
    let mut checked = crate::check(&source, resolver);
    for _ in 0..MAX_ROUNDS {
        let Some((text, mended)) = mended_once(&checked.report).filter(|(text, _)| *text != source.text) else { break };
        source.text = text;
        mistakes += mended;
        checked = crate::check(&source, resolver);
    }
    Mended { text: source.text, mistakes, checked }
}

/// A text after the changes of its diagnostics, without those that overlap others before them, and the number of
/// diagnostics mended.
fn mended_once(report: &Report) -> Option<(String, usize)> {
    let mut edits: Vec<&Edit> = Vec::new();
    let mut mended = 0;
    for diagnostic in report.diagnostics().filter(|diagnostic| !diagnostic.edits.is_empty()) {
        let apart = |edit: &Edit| {
            let overlaps = |other: &&Edit| {
                edit.span.start == other.span.start
                    || edit.span.start < other.span.end && other.span.start < edit.span.end
            };
            !edits.iter().any(overlaps)
        };
        if diagnostic.edits.iter().all(apart) {
            edits.extend(&diagnostic.edits);
            mended += 1;
        }
    }
    (mended > 0).then(|| edited(&report.source().text, edits).map(|text| (text, mended))).flatten()
}
