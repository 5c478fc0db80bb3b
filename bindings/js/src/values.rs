//! Conversions of diagnostics, edits and places.

use std::ops::Range;

use weakfish::diagnostic;
use weakfish::prose::capitalized;
use weakfish::source::{Source, Span, Utf16};

use crate::answers::{Diagnostic, Edit, Edits, Label, Mend, Place};

impl Place {
    /// Converts a span of bytes.
    pub fn new(places: &Utf16, span: Span) -> Self {
        let Range { start, end } = places.of_span(span);
        Self { start, end }
    }
}

/// Converts edits of a text.
pub fn edits<'e>(places: &Utf16, edits: impl IntoIterator<Item = &'e diagnostic::Edit>) -> Edits {
    let edit = |edit: &diagnostic::Edit| Edit { place: Place::new(places, edit.span), text: edit.text.clone() };
    edits.into_iter().map(edit).collect()
}

impl Diagnostic {
    /// Converts a diagnostic about a text, which is named if it is another one than that of the definition.
    pub fn new(source: &Source, places: &Utf16, diagnostic: &diagnostic::Diagnostic, elsewhere: bool) -> Self {
        let diagnostic::Diagnostic { code, severity, message, help, labels, edits, .. } = diagnostic;
        let offered = diagnostic.offered_edits();
        let label =
            |label: &diagnostic::Label| Label { place: Place::new(places, label.span), text: label.text.clone() };
        let mend = (!offered.is_empty()).then(|| Mend {
            title: diagnostic.quick_fix_title(&source.text),
            edits: self::edits(places, offered),
            certain: !edits.is_empty(),
        });
        Self {
            code: code.to_string(),
            severity: *severity,
            message: message.clone(),
            help: help.clone(),
            labels: labels.iter().map(label).collect(),
            mends: mend.into_iter().collect(),
            file: elsewhere.then(|| source.name.clone()),
        }
    }
}

/// Capitalizes a message and ends it with a full stop.
pub fn sentence(message: &str) -> String {
    format!("{}.", capitalized(message))
}
