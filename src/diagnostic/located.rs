//! A diagnostic with its text: as plain lines, and as one flat object for other programs.

use std::fmt;

use serde::{Serialize, Serializer};

use super::text::printable;
use super::{Code, Diagnostic, Severity};
use crate::source::{Source, Span};

/// A diagnostic with the text that it is about.
///
/// `Display` is as for a [`Report`](super::Report), without a line feed at its end. Serialized it is flat, so that other
/// programs need not have the text: the diagnostic, and for it and each of its labels and edits also the line and the
/// column where it begins, both from 1, the column in characters. A `span` counts bytes.
///
/// ```
/// use weakfish::{BuiltIns, check, source::Source};
///
/// let checked = check(&Source::new("far.variant", "game \"Far\" extends fide\nregion\n  hill: e8\n"), &BuiltIns);
/// let located = checked.report.located().next().unwrap();
/// let json = serde_json::to_value(located).unwrap();
/// assert_eq!((&json["code"], &json["line"], &json["column"]), (&"variant::no-such-heading".into(), &2.into(), &1.into()));
/// assert_eq!(json["edits"][0]["text"], "regions");
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Located<'a> {
    /// The text.
    pub source: &'a Source,
    /// The diagnostic.
    pub diagnostic: &'a Diagnostic,
}

impl fmt::Display for Located<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source, diagnostic } = self;
        let name = printable(&source.name);
        let place = |at: usize| {
            let (line, column) = source.line_column(at);
            format!("{name}:{line}:{column}")
        };
        let Diagnostic { code, severity, message, labels, help, edits: _ } = diagnostic;
        let (blamed, others) = labels.split_first().map_or((None, &labels[..]), |(first, rest)| (Some(first), rest));
        let span = blamed.map_or(Span::at(0), |label| label.span);
        write!(f, "{}: {severity}[{code}]: {}", place(span.start), printable(message))?;
        if !f.alternate() {
            return Ok(());
        }
        if let Some(label) = blamed.filter(|label| !label.text.is_empty()) {
            write!(f, "\n  here: {}", printable(&label.text))?;
        }
        for label in others {
            write!(f, "\n  {}: {}", place(label.span.start), printable(&label.text))?;
        }
        match help {
            Some(help) => write!(f, "\n  help: {}", printable(help)),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Located<'_> {}

impl Serialize for Located<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Placed<'a> {
            span: Span,
            line: usize,
            column: usize,
            text: &'a str,
        }
        #[derive(Serialize)]
        struct Flat<'a> {
            code: Code,
            severity: Severity,
            file: &'a str,
            span: Span,
            line: usize,
            column: usize,
            message: &'a str,
            help: Option<&'a str>,
            labels: Vec<Placed<'a>>,
            edits: Vec<Placed<'a>>,
        }
        let Self { source, diagnostic } = *self;
        let span = diagnostic.span();
        let (line, column) = source.line_column(span.start);
        let placed = |span: Span, text| {
            let (line, column) = source.line_column(span.start);
            Placed { span, line, column, text }
        };
        let flat = Flat {
            code: diagnostic.code,
            severity: diagnostic.severity,
            file: &source.name,
            span,
            line,
            column,
            message: &diagnostic.message,
            help: diagnostic.help.as_deref(),
            labels: diagnostic.labels.iter().map(|label| placed(label.span, &*label.text)).collect(),
            edits: diagnostic.edits.iter().map(|edit| placed(edit.span, &*edit.text)).collect(),
        };
        flat.serialize(serializer)
    }
}
