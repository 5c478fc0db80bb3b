//! Diagnostics as data, and the exceptions that carry them.

use miette::{GraphicalReportHandler, GraphicalTheme};
use pyo3::exceptions::PyValueError;
use pyo3::import_exception;
use pyo3::prelude::*;
use weakfish::Report;
use weakfish::check::Refused;
use weakfish::diagnostic::{self, apply_edits};
use weakfish::notation::TextError;
use weakfish::source::{Source, Span};

import_exception!(weakfish._errors, DefinitionError);
import_exception!(weakfish._errors, MoveError);
import_exception!(weakfish._errors, PositionError);
import_exception!(weakfish._errors, Refusal);
import_exception!(weakfish._errors, UnitError);

/// Width of the pages that show diagnostics.
const WIDTH: usize = 100;

/// Place in a text with a few words about it.
#[pyclass(frozen, get_all, eq, from_py_object, new = "from_fields", module = "weakfish")]
#[derive(Clone, PartialEq)]
pub struct Label {
    start: usize,
    end: usize,
    line: usize,
    column: usize,
    text: String,
}

/// Edit of a text: replaces the text at a place.
#[pyclass(frozen, get_all, eq, from_py_object, new = "from_fields", module = "weakfish")]
#[derive(Clone, PartialEq)]
pub struct Edit {
    start: usize,
    end: usize,
    text: String,
}

/// Edits that correct a mistake, to be applied together.
#[pyclass(frozen, get_all, eq, from_py_object, new = "from_fields", module = "weakfish")]
#[derive(Clone, PartialEq)]
pub struct Mend {
    title: String,
    edits: Vec<Edit>,
}

/// A mistake in a text.
#[pyclass(frozen, get_all, eq, from_py_object, new = "from_fields", module = "weakfish")]
#[derive(Clone, PartialEq)]
pub struct Diagnostic {
    code: String,
    severity: String,
    message: String,
    help: Option<String>,
    labels: Vec<Label>,
    mends: Vec<Mend>,
    file: String,
}

#[pymethods]
impl Label {
    /// Pickle support: the constructor and its arguments.
    fn __getnewargs__(&self) -> (usize, usize, usize, usize, &str) {
        (self.start, self.end, self.line, self.column, &self.text)
    }

    fn __repr__(&self) -> String {
        format!("Label(start={}, end={}, line={}, column={})", self.start, self.end, self.line, self.column)
    }
}

#[pymethods]
impl Edit {
    /// Pickle support: the constructor and its arguments.
    fn __getnewargs__(&self) -> (usize, usize, &str) {
        (self.start, self.end, &self.text)
    }

    fn __repr__(&self) -> String {
        format!("Edit(start={}, end={}, text={:?})", self.start, self.end, self.text)
    }
}

#[pymethods]
impl Mend {
    /// Makes the edits in the text that the mistake is in.
    fn apply(&self, text: &str) -> PyResult<String> {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let edit = |edit: &Edit| {
            let span = Span::new(*places.get(edit.start)?, *places.get(edit.end)?);
            Some(diagnostic::Edit::new(span, edit.text.as_str()))
        };
        let edits: Option<Vec<_>> = self.edits.iter().map(edit).collect();
        let applied = edits.and_then(|edits| apply_edits(text, &edits));
        applied.ok_or_else(|| PyValueError::new_err("these are edits of another text"))
    }

    /// Pickle support: the constructor and its arguments.
    fn __getnewargs__(&self) -> (&str, Vec<Edit>) {
        (&self.title, self.edits.clone())
    }

    fn __repr__(&self) -> String {
        format!("Mend(title={:?})", self.title)
    }
}

#[pymethods]
impl Diagnostic {
    /// Pickle support: the constructor and its arguments.
    fn __getnewargs__(&self) -> (&str, &str, &str, Option<&str>, Vec<Label>, Vec<Mend>, &str) {
        let Self { code, severity, message, help, labels, mends, file } = self;
        (code, severity, message, help.as_deref(), labels.clone(), mends.clone(), file)
    }

    fn __str__(&self) -> String {
        let (line, column) = self.labels.first().map_or((1, 1), |label| (label.line, label.column));
        format!("{}:{line}:{column}: {}[{}]: {}", self.file, self.severity, self.code, self.message)
    }

    fn __repr__(&self) -> String {
        format!("<Diagnostic {}>", self.__str__())
    }
}

/// Counts the characters before a byte, as Python counts places.
fn characters(text: &str, byte: usize) -> usize {
    text.char_indices().take_while(|(at, _)| *at < byte).count()
}

impl Diagnostic {
    /// Converts a diagnostic about a text.
    pub fn new(source: &Source, diagnostic: &diagnostic::Diagnostic) -> Self {
        let text = source.text.as_str();
        let range = |span: Span| (characters(text, span.start), characters(text, span.end));
        let label = |label: &diagnostic::Label| {
            let (start, end) = range(label.span);
            let (line, column) = source.line_column(label.span.start);
            Label { start, end, line, column, text: label.text.clone() }
        };
        let edit = |edit: &diagnostic::Edit| {
            let (start, end) = range(edit.span);
            Edit { start, end, text: edit.text.clone() }
        };
        let mend = (!diagnostic.edits.is_empty()).then(|| Mend {
            title: diagnostic.quick_fix_title(text),
            edits: diagnostic.edits.iter().map(edit).collect(),
        });
        Self {
            code: diagnostic.code.to_string(),
            severity: diagnostic.severity.to_string(),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            labels: diagnostic.labels.iter().map(label).collect(),
            mends: mend.into_iter().collect(),
            file: source.name.clone(),
        }
    }

    /// Converts the diagnostics of reports.
    pub fn all<'a>(reports: impl IntoIterator<Item = &'a Report>) -> Vec<Self> {
        let of_report = |report: &'a Report| report.diagnostics().map(|problem| Self::new(report.source(), problem));
        reports.into_iter().flat_map(of_report).collect()
    }
}

/// Renders a report as the command line does.
pub fn page(report: &Report) -> String {
    let renderer = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(WIDTH);
    let mut page = String::new();
    // Writing to a string can't fail.
    let _ = renderer.with_links(false).without_syntax_highlighting().render_report(&mut page, &report.snippets());
    page.trim_end().to_owned()
}

/// Makes the exception of a definition with errors.
pub fn definition_error(refused: &Refused) -> PyErr {
    let pages: Vec<String> = refused.reports.iter().map(page).collect();
    DefinitionError::new_err((pages.join("\n"), Diagnostic::all(&refused.reports)))
}

/// Makes the exception of a FEN that is no position.
pub fn position_error(text: &str, error: &TextError) -> PyErr {
    let source = Source::new("position", text);
    let diagnostics: Vec<_> = error.diagnostics().iter().map(|problem| Diagnostic::new(&source, problem)).collect();
    PositionError::new_err((error.to_string(), diagnostics))
}

/// Makes the exception of a move that is illegal, or of a text that is no move.
pub fn move_error(text: &str, problem: &diagnostic::Diagnostic) -> PyErr {
    let diagnostic = Diagnostic::new(&Source::new("move", text), problem);
    MoveError::new_err((problem.message.clone(), vec![diagnostic]))
}
