//! The lines that a diagnostic quotes.
//!
//! A line may be a million characters long and a place may cover a thousand lines, so an excerpt has only the lines
//! near its labels, and of a long line only windows around them. Renderers get the excerpt as if it were the text,
//! with the numbers of lines and columns of the text itself.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::lines::{Lines, boundary_after, boundary_before};
use super::text::printable;
use crate::source::Span;

/// A line of at most this many bytes is quoted whole.
const MAX_LINE: usize = 300;

/// What is quoted of a longer line on either side of a label, in bytes.
const MARGIN: usize = 40;

/// What is quoted of a label that covers much of a longer line, in bytes.
const MAX_LABEL: usize = 100;

/// A label that covers more lines than this is drawn to the end of the last of them.
const MAX_LABEL_LINES: usize = 12;

/// Stands for what is left out of a line.
const GAP: &str = " … ";

/// Parts of a text, and where they stood in it.
#[derive(Clone, Debug)]
pub(super) struct Excerpt {
    name: String,
    /// The quoted lines, each with a line feed.
    text: String,
    lines: Vec<Quoted>,
    /// By place in the excerpt: the column, from 0, in the text itself.
    columns: BTreeMap<usize, usize>,
}

/// A quoted line.
#[derive(Clone, Debug)]
struct Quoted {
    /// Its number in the text itself, from 0.
    number: usize,
    /// Where it stands in the excerpt, its line feed included.
    range: Range<usize>,
    /// The pieces of the text in it, in order of place.
    pieces: Vec<Piece>,
}

/// Bytes of the text that stand together in the excerpt.
#[derive(Clone, Debug)]
struct Piece {
    of: Range<usize>,
    at: usize,
}

impl Quoted {
    /// The place in the excerpt of a byte of this line; of one left out, that of the nearest one before it.
    fn place(&self, byte: usize) -> usize {
        let before = self.pieces.iter().rev().find(|piece| piece.of.start <= byte);
        before
            .or(self.pieces.first())
            .map_or(self.range.start, |piece| piece.at + byte.clamp(piece.of.start, piece.of.end) - piece.of.start)
    }
}

/// A place in a text, moved into it and to boundaries of characters, cut off after some lines.
fn clamped(span: Span, text: &str, lines: &Lines) -> Span {
    let start = boundary_before(text, span.start);
    let end = boundary_after(text, span.end.min(text.len())).max(start);
    let last = lines.line_of(start).saturating_add(MAX_LABEL_LINES - 1);
    let end = if last < lines.line_of(end) { lines.range(last).end } else { end };
    Span::new(start, end)
}

impl Excerpt {
    /// Cuts out the parts near labels, and returns the place of each label in the excerpt.
    pub(super) fn new(name: &str, text: &str, lines: &Lines, labels: &[Span]) -> (Self, Vec<Span>) {
        let labels: Vec<Span> = labels.iter().map(|&span| clamped(span, text, lines)).collect();
        let mut numbers = BTreeSet::new();
        let mut marked: BTreeMap<usize, Vec<Range<usize>>> = BTreeMap::new();
        for label in &labels {
            let (first, last) = (lines.line_of(label.start), lines.line_of(label.end));
            numbers.extend(first.saturating_sub(1)..=(last + 1).min(lines.len() - 1));
            if first == last {
                marked.entry(first).or_default().push(label.start..label.end.min(label.start + MAX_LABEL));
            } else {
                marked.entry(first).or_default().push(label.start..label.start);
                marked.entry(last).or_default().push(label.end..label.end);
            }
        }
        // An empty last line is not quoted unless a label is on it.
        let last = lines.len() - 1;
        if lines.range(last).is_empty() && !marked.contains_key(&last) {
            numbers.remove(&last);
        }
        let mut excerpt =
            Self { name: name.to_owned(), text: String::new(), lines: Vec::new(), columns: BTreeMap::new() };
        for number in numbers {
            let windows = windows(text, &lines.range(number), marked.get(&number).map_or(&[], Vec::as_slice));
            excerpt.quote(text, number, &lines.range(number), &windows);
        }
        let spans = labels.iter().map(|label| excerpt.locate(text, lines, *label)).collect();
        (excerpt, spans)
    }

    /// Adds a line, or windows of it.
    fn quote(&mut self, text: &str, number: usize, line: &Range<usize>, windows: &[Range<usize>]) {
        let start = self.text.len();
        let mut pieces = Vec::new();
        let mut upto = line.start;
        for window in windows {
            if upto < window.start {
                self.text.push_str(GAP);
            }
            pieces.push(Piece { of: window.clone(), at: self.text.len() });
            let shown = printable(text.get(window.clone()).unwrap_or_default());
            // A tab is one column wide where the columns before it are left out.
            if window == line {
                self.text.push_str(&shown);
            } else {
                self.text.push_str(&shown.replace('\t', " "));
            }
            upto = window.end;
        }
        if upto < line.end {
            self.text.push_str(GAP);
        }
        self.text.push('\n');
        self.lines.push(Quoted { number, range: start..self.text.len(), pieces });
    }

    /// The place of a label in the excerpt.
    fn locate(&mut self, text: &str, lines: &Lines, label: Span) -> Span {
        let place = |byte: usize| {
            let number = lines.line_of(byte);
            let found = self.lines.iter().find(|line| line.number == number);
            found.map_or(0, |line| line.place(byte))
        };
        let start = place(label.start);
        let end = place(label.end).max(start);
        let line = lines.range(lines.line_of(label.start));
        let column = text.get(line.start..label.start).map_or(0, |before| before.chars().count());
        self.columns.insert(start, column);
        Span::new(start, end)
    }

    /// The index of the quoted line in which a byte of the excerpt stands.
    fn line_of(&self, byte: usize) -> usize {
        self.lines.partition_point(|line| line.range.start <= byte).saturating_sub(1)
    }

    /// Whether one line follows another in the text itself.
    fn adjoin(&self, line: usize, next: usize) -> bool {
        self.lines.get(line).zip(self.lines.get(next)).is_some_and(|(line, next)| line.number + 1 == next.number)
    }
}

/// The parts of a line to quote: all of a short one, or what is marked and a margin around it.
fn windows(text: &str, line: &Range<usize>, marked: &[Range<usize>]) -> Vec<Range<usize>> {
    if line.len() <= MAX_LINE {
        return vec![line.clone()];
    }
    let mut around: Vec<Range<usize>> = marked
        .iter()
        .map(|mark| {
            let start = boundary_before(text, mark.start.saturating_sub(MARGIN));
            start.clamp(line.start, line.end)..boundary_after(text, mark.end + MARGIN).clamp(line.start, line.end)
        })
        .collect();
    if around.is_empty() {
        around.push(line.start..boundary_after(text, line.start + MARGIN).min(line.end));
    }
    around.sort_by_key(|window| window.start);
    let mut windows: Vec<Range<usize>> = Vec::new();
    for window in around {
        match windows.last_mut() {
            Some(last) if window.start <= last.end + GAP.len() => last.end = last.end.max(window.end),
            _ => windows.push(window),
        }
    }
    windows
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let mut first = self.line_of(span.offset());
        let mut last = self.line_of(span.offset() + span.len());
        // Lines that do not follow each other can't be shown as if they did.
        if (first..last).any(|line| !self.adjoin(line, line + 1)) {
            return Err(MietteError::OutOfBounds);
        }
        for _ in 0..lines_before {
            first -= usize::from(first > 0 && self.adjoin(first - 1, first));
        }
        for _ in 0..lines_after {
            last += usize::from(self.adjoin(last, last + 1));
        }
        let (Some(top), Some(bottom)) = (self.lines.get(first), self.lines.get(last)) else {
            return Err(MietteError::OutOfBounds);
        };
        let range = top.range.start..bottom.range.end;
        let column = if lines_before == 0 { self.columns.get(&span.offset()).copied().unwrap_or(0) } else { 0 };
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            &self.text.as_bytes()[range.clone()],
            (range.start, range.len()).into(),
            top.number,
            column,
            last + 1 - first,
        )))
    }
}
