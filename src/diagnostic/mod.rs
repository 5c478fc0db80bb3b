//! Diagnostics: what is wrong with a text, where, and what mends it.
//!
//! A [`Diagnostic`] is plain data about one text; a [`Report`] gathers those of one text with the text
//! itself. Nothing here renders or prints: a report implements [`miette::Diagnostic`], and whoever shows
//! it chooses the renderer.

mod code;
mod report;
mod suggest;

pub use code::{Code, UnknownCode};
pub use report::{Problem, Report};
pub use suggest::{did_you_mean, nearest};

use crate::source::Span;

/// No more diagnostics than this are reported of one text.
///
/// Whoever reads texts of any size may stop once it has found this many mistakes.
pub const MAX_DIAGNOSTICS: usize = 200;

/// How grave a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The text means something, but perhaps not what was meant. It is accepted.
    Warning,
    /// The text is refused.
    Error,
}

/// One mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The stable name of the kind of mistake.
    pub code: Code,
    /// Whether the text is refused.
    pub severity: Severity,
    /// One sentence: what is wrong.
    pub message: String,
    /// Places with a few words each, the one to blame first; never empty.
    pub labels: Vec<(Span, String)>,
    /// What mends it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            labels: vec![(span, String::new())],
            help: None,
        }
    }

    /// A warning at a place.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// Puts words beside the place to blame.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.labels[0].1 = text.into();
        self
    }

    /// Adds another place with its words.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push((span, text.into()));
        self
    }

    /// Says what mends it.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// The place to blame.
    pub fn span(&self) -> Span {
        self.labels[0].0
    }

    /// Whether the text is refused for this.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The same mistake seen from a text in which this one's text starts at `offset`.
    #[must_use]
    pub fn shifted(mut self, offset: usize) -> Self {
        for (span, _) in &mut self.labels {
            *span = span.shifted(offset);
        }
        self
    }
}
