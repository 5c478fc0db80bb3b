//! Reports in the form that miette's renderers take.

use std::fmt;

use miette::{LabeledSpan, SourceCode};

use super::excerpt::Excerpt;
use super::lines::Lines;
use super::text::printable;
use super::{Diagnostic, Report, Severity};

/// No more labels of one diagnostic are drawn than this. The first one is the main place.
const MAX_LABELS: usize = 24;

/// A report with the lines that its diagnostics quote. Its `Display` is the summary.
#[derive(Clone, Debug)]
pub struct Snippets<'a> {
    report: &'a Report,
    snippets: Vec<Snippet<'a>>,
}

/// A diagnostic with the lines that it quotes.
#[derive(Clone, Debug)]
pub struct Snippet<'a> {
    diagnostic: &'a Diagnostic,
    excerpt: Excerpt,
    labels: Vec<LabeledSpan>,
}

impl Report {
    /// The report for one of miette's renderers, with the lines to quote.
    pub fn snippets(&self) -> Snippets<'_> {
        let source = self.source();
        let lines = Lines::new(&source.text);
        let snippets = self.diagnostics().map(|diagnostic| {
            let shown = &diagnostic.labels[..diagnostic.labels.len().min(MAX_LABELS)];
            let spans: Vec<_> = shown.iter().map(|label| label.span).collect();
            let (excerpt, places) = Excerpt::new(&printable(&source.name), &source.text, &lines, &spans);
            let labels = shown.iter().zip(places).map(|(label, place)| {
                let words = (!label.text.is_empty()).then(|| printable(&label.text).into_owned());
                LabeledSpan::new(words, place.start, place.end - place.start)
            });
            Snippet { diagnostic, excerpt, labels: labels.collect() }
        });
        Snippets { report: self, snippets: snippets.collect() }
    }
}

impl fmt::Display for Snippets<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.report.summary())
    }
}

impl std::error::Error for Snippets<'_> {}

impl miette::Diagnostic for Snippets<'_> {
    fn severity(&self) -> Option<miette::Severity> {
        Some(if self.report.errors() > 0 { miette::Severity::Error } else { miette::Severity::Warning })
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        Some(Box::new(self.snippets.iter().map(|snippet| snippet as &dyn miette::Diagnostic)))
    }
}

impl fmt::Display for Snippet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printable(&self.diagnostic.message))
    }
}

impl std::error::Error for Snippet<'_> {}

impl miette::Diagnostic for Snippet<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.diagnostic.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.diagnostic.help.as_deref().map(|help| Box::new(printable(help)) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}
