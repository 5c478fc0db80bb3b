use std::fmt;

use miette::{LabeledSpan, NamedSource};

use super::{Diagnostic, Severity};
use crate::prose::counted;
use crate::source::Source;

/// Everything that is to be said of one text, in order of place.
#[derive(Debug)]
pub struct Report {
    source: NamedSource<String>,
    problems: Vec<Problem>,
}

/// One diagnostic as miette sees it. It has no source of its own; its report has.
#[derive(Debug)]
pub struct Problem(Diagnostic);

impl Report {
    /// Gathers the diagnostics of a text and sorts them by place.
    pub fn new(source: &Source, mut diagnostics: Vec<Diagnostic>) -> Self {
        diagnostics.sort_by_key(|diagnostic| (diagnostic.span(), diagnostic.code));
        Self {
            source: NamedSource::new(&source.name, source.text.clone()),
            problems: diagnostics.into_iter().map(Problem).collect(),
        }
    }

    /// The diagnostics in order of place.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.problems.iter().map(|problem| &problem.0)
    }

    /// The number of errors, warnings not counted.
    pub fn errors(&self) -> usize {
        self.diagnostics().filter(|diagnostic| diagnostic.is_error()).count()
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: usize, noun: &str| counted(count as u64, noun);
        let errors = self.errors();
        let warnings = self.problems.len() - errors;
        let name = self.source.name();
        match (errors, warnings) {
            (0, 0) => write!(f, "{name}: clean"),
            (_, 0) => write!(f, "{name}: {}", plural(errors, "error")),
            (0, _) => write!(f, "{name}: {}", plural(warnings, "warning")),
            _ => write!(f, "{name}: {} and {}", plural(errors, "error"), plural(warnings, "warning")),
        }
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn severity(&self) -> Option<miette::Severity> {
        Some(if self.errors() > 0 { miette::Severity::Error } else { miette::Severity::Warning })
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        Some(&self.source)
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        Some(Box::new(self.problems.iter().map(|problem| problem as &dyn miette::Diagnostic)))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Problem {}

impl miette::Diagnostic for Problem {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.0.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.0.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.0.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.0.labels.iter().map(|(span, text)| {
            let text = (!text.is_empty()).then(|| text.clone());
            LabeledSpan::new(text, span.start, span.end - span.start)
        })))
    }
}
