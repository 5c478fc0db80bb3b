use std::fmt;

use serde::{Deserialize, Serialize};

use super::text::printable;
use super::{Code, Diagnostic, Located};
use crate::prose::counted;
use crate::source::{Source, Span};

/// The maximal number of diagnostics reported for one text.
///
/// A reader of large texts may stop when it has found this many mistakes.
pub const MAX_DIAGNOSTICS: usize = 200;

/// All diagnostics of one text, in order of place, with the text.
///
/// `Display` is a line for each (`file:line:column: error[code]: message`), with its other places and its help on lines
/// of their own in the alternate form (`{:#}`).
///
/// ```
/// use weakfish::{BuiltIns, check, source::Source};
///
/// let checked = check(&Source::new("far.variant", "game \"Far\" extends fide\nregions\n  hill: e9\n"), &BuiltIns);
/// assert_eq!(checked.report.summary(), "far.variant: 1 error");
/// assert_eq!(checked.report.to_string(), "far.variant:3:9: error[check::off-board]: the board has no square e9\n");
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Parts")]
pub struct Report {
    source: Source,
    diagnostics: Vec<Diagnostic>,
}

impl Report {
    /// Gathers the diagnostics of a text and sorts them by place.
    ///
    /// At most [`MAX_DIAGNOSTICS`] are kept, errors before warnings; a warning says how many were left out.
    pub fn new(source: &Source, mut diagnostics: Vec<Diagnostic>) -> Self {
        if diagnostics.len() > MAX_DIAGNOSTICS {
            diagnostics.sort_by_key(|diagnostic| (!diagnostic.is_error(), diagnostic.span()));
            let rest = left_out(diagnostics.len() - MAX_DIAGNOSTICS, diagnostics[MAX_DIAGNOSTICS].span());
            diagnostics.truncate(MAX_DIAGNOSTICS);
            diagnostics.push(rest);
        }
        diagnostics.sort_by_key(|diagnostic| (diagnostic.span(), diagnostic.code));
        Self { source: source.clone(), diagnostics }
    }

    /// The text, with its name.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The diagnostics in order of place.
    pub fn diagnostics(&self) -> impl ExactSizeIterator<Item = &Diagnostic> {
        self.diagnostics.iter()
    }

    /// The diagnostics in order of place, each with the text.
    pub fn located(&self) -> impl ExactSizeIterator<Item = Located<'_>> {
        self.diagnostics.iter().map(|diagnostic| Located { source: &self.source, diagnostic })
    }

    /// The number of errors, warnings not counted.
    pub fn errors(&self) -> usize {
        self.diagnostics().filter(|diagnostic| diagnostic.is_error()).count()
    }

    /// Whether there are no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// The numbers of errors and warnings in a few words: `x.variant: 3 errors`.
    pub fn summary(&self) -> String {
        let plural = |count: usize, noun: &str| counted(count as u64, noun);
        let errors = self.errors();
        let warnings = self.diagnostics.len() - errors;
        let name = printable(&self.source.name);
        match (errors, warnings) {
            (0, 0) => format!("{name}: clean"),
            (_, 0) => format!("{name}: {}", plural(errors, "error")),
            (0, _) => format!("{name}: {}", plural(warnings, "warning")),
            _ => format!("{name}: {} and {}", plural(errors, "error"), plural(warnings, "warning")),
        }
    }
}

/// The warning that `number` diagnostics are not reported, the first of which is at `place`.
fn left_out(number: usize, place: Span) -> Diagnostic {
    Diagnostic::warning(Code::ReportCutShort, place, format!("{number} more diagnostics of this text are left out"))
        .label("the first of them")
        .help("mend the others first")
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for located in self.located() {
            if f.alternate() {
                writeln!(f, "{located:#}")?;
            } else {
                writeln!(f, "{located}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Report {}

/// A report as it is deserialized.
#[derive(Deserialize)]
struct Parts {
    source: Source,
    diagnostics: Vec<Diagnostic>,
}

impl From<Parts> for Report {
    fn from(Parts { source, diagnostics }: Parts) -> Self {
        Self::new(&source, diagnostics)
    }
}
