//! The report on one text, its diagnostics with their places, and the lines that they quote.

use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::sync::Arc;

use super::edit::{ceil_char_boundary, floor_char_boundary, printable};
use super::{Code, Diagnostic, Severity};
use crate::prose::{self, counted};
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
    /// At most [`MAX_DIAGNOSTICS`] are kept, errors before warnings; a warning counts the others.
    pub fn new(source: &Source, mut diagnostics: Vec<Diagnostic>) -> Self {
        if diagnostics.len() > MAX_DIAGNOSTICS {
            diagnostics.sort_by_key(|diagnostic| (!diagnostic.is_error(), diagnostic.span()));
            let rest = omitted_warning(diagnostics.len() - MAX_DIAGNOSTICS, diagnostics[MAX_DIAGNOSTICS].span());
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

    /// The numbers of errors, warnings and notes in a few words: `x.variant: 3 errors and 1 note`.
    pub fn summary(&self) -> String {
        let count = |severity| self.diagnostics().filter(|diagnostic| diagnostic.severity == severity).count() as u64;
        let counts = [Severity::Error, Severity::Warning, Severity::Note].map(|severity| (count(severity), severity));
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let counts: Vec<_> = counts.map(|(count, severity)| counted(count, &severity.to_string())).collect();
        let name = printable(&self.source.name);
        if counts.is_empty() { format!("{name}: clean") } else { format!("{name}: {}", prose::all_of(&counts)) }
    }
}

/// The warning that `number` diagnostics are not reported, the first one at `place`.
fn omitted_warning(number: usize, place: Span) -> Diagnostic {
    Diagnostic::warning(Code::ReportCutShort, place, format!("{number} more diagnostics of this text are left out"))
        .label("the first of them")
        .help("mend the others first")
}

/// A line for each diagnostic; with `{:#}` also its other places and its help.
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

/// A diagnostic with the text that it is about.
///
/// `Display` is as for a [`Report`](super::Report), without a line feed at its end. The serialized form is flat, and
/// other programs need not have the text. It has the diagnostic. For the diagnostic and for each of its labels and
/// edits it has the line and the column of the start, both from 1, the column in characters. A `span` counts bytes.
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
        let Diagnostic { code, severity, message, labels, help, edits: _, proposal: _ } = diagnostic;
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

/// The maximal number of labels drawn of one diagnostic. The first one is the main place.
const MAX_LABELS: usize = 24;

/// The maximal number of lines that a label covers; a longer one is drawn to the end of the last of them.
const MAX_LABEL_LINES: usize = 12;

/// The maximal length in bytes of a label on a line that is longer than [`MAX_LINE`].
const MAX_LABEL: usize = 100;

/// The maximal length in bytes of a neighbouring line, of a line's part before or after a label, and of a span with
/// several labels on one line.
const MAX_LINE: usize = 300;

/// The maximal length in bytes of a span of several lines.
const MAX_SPAN: usize = 4000;

/// The part of a longer line quoted before and after a label, in bytes.
const MARGIN: usize = 40;

/// A report with the lines that its diagnostics quote. Its `Display` is the summary.
#[derive(Clone, Debug)]
pub struct Snippets<'a> {
    report: &'a Report,
    snippets: Vec<Snippet<'a>>,
}

/// A diagnostic with the text that it quotes.
#[derive(Clone, Debug)]
pub struct Snippet<'a> {
    diagnostic: &'a Diagnostic,
    text: Arc<QuotedText>,
}

/// A printable copy of a text, with equal places, and with a line feed at the end of the last line.
#[derive(Debug)]
struct QuotedText {
    name: String,
    text: String,
    /// The offsets where lines start; `\n`, `\r\n` and a lone `\r` end one.
    starts: Vec<usize>,
}

impl QuotedText {
    /// Copies a text in a form that is safe to print, with all places unchanged, and finds the starts of its lines.
    fn new(source: &Source) -> Self {
        let parts = source.text.split("\r\n").map(|part| printable(&part.replace('\r', "\n")).into_owned());
        let text = parts.collect::<Vec<_>>().join("\r\n") + "\n";
        let mut starts: Vec<usize> = text.match_indices('\n').map(|(index, _)| index + 1).collect();
        starts.pop();
        starts.insert(0, 0);
        Self { name: printable(&source.name).into_owned(), text, starts }
    }

    /// The line, counted from 0, of a byte. A line's end belongs to it.
    fn line_at(&self, byte: usize) -> usize {
        self.starts.partition_point(|&start| start <= byte).saturating_sub(1)
    }

    /// The offset where a line ends, its line feed included.
    fn line_end(&self, line: usize) -> usize {
        self.starts.get(line + 1).copied().unwrap_or(self.text.len())
    }

    /// Clips a label's place to a few lines and bytes, and moves it into the text and to boundaries of characters.
    fn clip_label(&self, span: Span) -> Span {
        let start = floor_char_boundary(&self.text, span.start.min(self.text.len() - 1));
        let end = ceil_char_boundary(&self.text, span.end.min(self.text.len() - 1)).max(start);
        let first = self.line_at(start);
        let last = first + MAX_LABEL_LINES - 1;
        let mut end = if last < self.line_at(end) { self.line_end(last) - 1 } else { end };
        end = end.min(start + MAX_SPAN);
        if first == self.line_at(end) && self.line_end(first) - self.starts[first] > MAX_LINE {
            end = end.min(start + MAX_LABEL);
        }
        Span::new(start, floor_char_boundary(&self.text, end))
    }
}

impl SourceCode for QuotedText {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (from, to) = (span.offset(), span.offset() + span.len());
        if to >= self.text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let (mut first, mut last) = (self.line_at(from), self.line_at(to));
        // A longer span covers several labels, which are then drawn apart.
        let max = if first == last { MAX_LINE } else { MAX_SPAN };
        if span.len() > max {
            return Err(MietteError::OutOfBounds);
        }
        let short = |line: &usize| self.line_end(*line) - self.starts[*line] <= MAX_LINE;
        let (mut start, mut end) = (self.starts[first], self.line_end(last));
        // Without context the span is that of a header, which has the column.
        let column = if lines_before == 0 { self.text[start..from].chars().count() } else { 0 };
        if from - start > MAX_LINE {
            start = floor_char_boundary(&self.text, from - MARGIN);
        } else {
            first -= (first.saturating_sub(lines_before)..first).rev().take_while(short).count();
            start = self.starts[first];
        }
        if end - to > MAX_LINE {
            end = ceil_char_boundary(&self.text, to + MARGIN);
        } else {
            // An empty last line is quoted only if a label is on it.
            let lines = self.starts.len() - usize::from(self.starts.last() == Some(&(self.text.len() - 1)));
            last += (last + 1..lines.min(last + 1 + lines_after)).take_while(short).count();
            end = self.line_end(last);
        }
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            &self.text.as_bytes()[start..end],
            (start, end - start).into(),
            first,
            column,
            last + 1 - first,
        )))
    }
}

impl Report {
    /// The report for one of miette's renderers, with the lines to quote.
    pub fn snippets(&self) -> Snippets<'_> {
        let text = Arc::new(QuotedText::new(self.source()));
        let snippets = self.diagnostics().map(|diagnostic| Snippet { diagnostic, text: Arc::clone(&text) });
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
            Severity::Note => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.diagnostic.help.as_deref().map(|help| Box::new(printable(help)) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&*self.text)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let labels = self.diagnostic.labels.iter().take(MAX_LABELS).map(|label| {
            let words = (!label.text.is_empty()).then(|| printable(&label.text).into_owned());
            let place = self.text.clip_label(label.span);
            LabeledSpan::new(words, place.start, place.end - place.start)
        });
        Some(Box::new(labels))
    }
}
