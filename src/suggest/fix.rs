//! A line that can't be read, a fix that might make it readable, and the fixes of a text together.

use crate::diagnostic::{Code, Diagnostic, Edit, Proposal, apply_edits};
use crate::source::Span;
use crate::syntax::Section;
use crate::syntax::trial::{self, line_end_len};

/// A line that can't be read, or several that commas join. Places in it count from its first byte.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'t> {
    pub(super) text: &'t str,
    /// Its section; `None` under an unknown heading.
    pub(super) section: Option<Section>,
}

/// Certainty that a fix is the intended text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Applicability {
    /// Uncertain: the text is read on with the fix, which a person may choose.
    MaybeIncorrect,
    /// The fix is right if the line can be read with it.
    Certain,
    /// A change of signs that no definition can contain.
    Needed,
}

/// A change that makes a line readable, perhaps together with others.
#[derive(Clone, Debug)]
pub(super) struct Fix {
    /// The diagnostic, without edits.
    pub(super) diagnostic: Diagnostic,
    pub(super) edits: Vec<Edit>,
    pub(super) applicability: Applicability,
}

impl<'t> Line<'t> {
    /// The words before and after the colon, and the place of the latter.
    pub(super) fn split_at_colon(self) -> Option<(&'t str, &'t str, usize)> {
        let (key, rest) = self.text.split_once(':').filter(|(key, _)| key.matches('"').count() % 2 == 0)?;
        let value = rest.trim_start();
        Some((key.trim_end(), value, self.text.len() - value.len()))
    }

    pub(super) fn is_in(self, sections: &[Section]) -> bool {
        self.section.is_some_and(|section| sections.contains(&section))
    }

    /// Whether a byte stands in a text in quotes.
    pub(super) fn is_quoted(self, offset: usize) -> bool {
        self.text[..offset].matches('"').count() % 2 == 1
    }

    /// Finds the places of a sign outside of texts in quotes.
    pub(super) fn find_outside_quotes(self, sign: &str) -> impl Iterator<Item = usize> {
        self.text.match_indices(sign).map(|(offset, _)| offset).filter(move |&offset| !self.is_quoted(offset))
    }

    /// Splits the line from a byte on into words at these marks; each with its place and without the marks behind it.
    pub(super) fn words(self, from: usize, marks: &[char]) -> impl Iterator<Item = (usize, &'t str)> {
        let mut offset = from;
        self.text[from..].split_inclusive(marks).map(move |word| {
            offset += word.len();
            (offset - word.len(), word.trim_end_matches(marks))
        })
    }

    /// The line with some fixes, unless they overlap.
    pub(super) fn with_fixes(self, fixes: &[&Fix]) -> Option<String> {
        apply_edits(self.text, fixes.iter().flat_map(|fix| &fix.edits))
    }

    /// Whether a text can be read where the line stands.
    pub(super) fn is_readable_as(self, text: &str) -> bool {
        trial::is_readable(self.section, text)
    }

    /// Whether the line can be read with some fixes.
    pub(super) fn is_readable_with(self, fixes: &[&Fix]) -> bool {
        self.with_fixes(fixes).is_some_and(|text| self.is_readable_as(&text))
    }
}

impl Fix {
    /// A fix with a label that goes with its code; it has no edit yet.
    pub(super) fn new(code: Code, message: impl Into<String>, help: impl Into<String>) -> Self {
        let labels = [
            (Code::VariantForeignSign, "no sign of the language"),
            (Code::VariantCapitals, "capital or small"),
            (Code::VariantIncomplete, "something is missing"),
            (Code::VariantCommentSign, "part of the definition"),
            (Code::VariantMovementForm, "the movement"),
            (Code::VariantOtherWords, "other words"),
            (Code::VariantRowForm, "another form"),
            (Code::VariantColonInHeading, "not here"),
            (Code::VariantNoQuotes, "a text"),
        ];
        let label = labels.iter().find(|(of, _)| *of == code).map_or("not understood", |(_, label)| label);
        Self {
            diagnostic: Diagnostic::error(code, Span::at(0), message).label(label).help(help),
            edits: Vec::new(),
            applicability: Applicability::Certain,
        }
    }

    /// The fix that replaces words by others.
    pub(super) fn rewording(message: impl Into<String>, written: &str) -> Self {
        Self::new(Code::VariantOtherWords, message, format!("write `{written}`"))
    }

    /// Reports this place; without it the first edit.
    pub(super) fn reported_at(mut self, from: usize, length: usize) -> Self {
        self.diagnostic.labels[0].span = Span::new(from, from + length);
        self
    }

    pub(super) fn label(mut self, words: impl Into<String>) -> Self {
        self.diagnostic.labels[0].text = words.into();
        self
    }

    /// Adds the edit that replaces some bytes; the first one is also the reported place.
    pub(super) fn edit(mut self, from: usize, length: usize, text: impl Into<String>) -> Self {
        self.edits.push(Edit::new(Span::new(from, from + length), text));
        if self.diagnostic.span() == Span::at(0) { self.reported_at(from, length) } else { self }
    }

    /// Adds the edit that replaces a text by another one, from the first word that differs to the last one.
    pub(super) fn rewrite(self, old: &str, new: &str) -> Self {
        let same = |(old, new): &(&str, &str)| old == new;
        let common_start = old.split_inclusive(' ').zip(new.split_inclusive(' ')).take_while(same);
        let common_start: usize = common_start.map(|(word, _)| word.len()).sum();
        let rests = old[common_start..].rsplit(' ').zip(new[common_start..].rsplit(' '));
        let common_end: usize = rests.take_while(same).map(|(word, _)| word.len() + 1).sum();
        let common_end = common_end.min(old.len() - common_start).min(new.len() - common_start);
        let (length, first_word) =
            (old.len() - common_end - common_start, old[common_start..].split(' ').next().unwrap_or_default());
        self.edit(common_start, length, &new[common_start..new.len() - common_end])
            .reported_at(common_start, length.max(first_word.len()))
    }

    /// Marks the fix as uncertain unless this holds: something else may have been meant.
    pub(super) fn certain_if(mut self, is_certain: bool) -> Self {
        if !is_certain {
            self.applicability = Applicability::MaybeIncorrect;
        }
        self
    }

    /// Marks the fix as needed if no definition can contain the text that it changes.
    pub(super) fn needed_if(mut self, is_needed: bool) -> Self {
        if is_needed {
            self.applicability = Applicability::Needed;
        }
        self
    }

    /// The fix; `None` if it changes nothing.
    pub(super) fn if_nonempty(self) -> Option<Self> {
        Some(self).filter(|fix| !fix.edits.is_empty())
    }

    /// Whether it is a matter of words alone.
    pub(super) fn is_rewording(&self) -> bool {
        matches!(self.diagnostic.code, Code::VariantOtherWords | Code::VariantIncomplete)
    }

    /// Moves the fix to a text where the line begins at a byte.
    pub(super) fn shifted(mut self, start: usize) -> Self {
        self.edits.iter_mut().for_each(|edit| edit.span = edit.span.shifted(start));
        Self { diagnostic: self.diagnostic.shifted(start), ..self }
    }

    pub(super) fn is_same_as(&self, other: &Self) -> bool {
        let (one, other) = (&self.diagnostic, &other.diagnostic);
        one.code == other.code && one.message == other.message
    }

    /// Adds the same fix of the next line.
    pub(super) fn join(&mut self, next: Self) {
        let place = &mut self.diagnostic.labels[0].span;
        place.end = place.end.max(next.diagnostic.span().end);
        self.edits.extend(next.edits);
        self.applicability = self.applicability.min(next.applicability);
    }

    pub(super) fn is_certain(&self) -> bool {
        self.applicability > Applicability::MaybeIncorrect
    }

    /// The diagnostic, with the edits if they are certain.
    pub(super) fn into_diagnostic(self) -> Diagnostic {
        let is_certain = self.is_certain();
        let diagnostic = Diagnostic { edits: self.edits, ..self.diagnostic };
        if is_certain { diagnostic } else { as_proposal(diagnostic) }
    }
}

/// A diagnostic whose edits are no more than a guess: it proposes them, and its help asks instead of telling what to write.
pub(super) fn as_proposal(diagnostic: Diagnostic) -> Diagnostic {
    let guess = |help: String| match help.strip_prefix("write `").and_then(|rest| rest.strip_suffix('`')) {
        Some(text) if !text.contains('`') => format!("did you mean `{text}`?"),
        _ => help,
    };
    let Diagnostic { edits, help, .. } = diagnostic;
    let proposal = (!edits.is_empty()).then(|| Box::new(Proposal { edits }));
    Diagnostic { edits: Vec::new(), proposal, help: help.map(guess), ..diagnostic }
}

/// Edits of a text that do not overlap, in the order of the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Patch(Vec<Edit>);

impl Patch {
    /// Adds edits of the text as it was written.
    pub(super) fn extend<'a>(&mut self, edits: impl IntoIterator<Item = &'a Edit>) {
        self.0.extend(edits.into_iter().cloned());
        self.0.sort_by_key(|edit| edit.span);
    }

    /// Returns the text after all edits, if they fit it.
    pub(super) fn apply(&self, text: &str) -> Option<String> {
        apply_edits(text, &self.0)
    }

    /// Maps a byte of the text after all edits back to the original text: to itself, or to the span of the edit that
    /// made it.
    fn original_byte(&self, byte: usize) -> Span {
        let (mut grown, mut shrunk) = (0, 0);
        for Edit { span, text } in &self.0 {
            let start = span.start + grown - shrunk;
            if byte < start {
                break;
            }
            if byte < start + text.len() {
                return *span;
            }
            grown += text.len();
            shrunk += span.end - span.start;
        }
        let byte = byte + shrunk - grown;
        Span::new(byte, byte + 1)
    }

    /// Maps a span of the text after all edits back to the original text.
    pub(super) fn original_span(&self, span: Span) -> Span {
        let start = self.original_byte(span.start).start;
        let last = span.end.checked_sub(1).filter(|last| *last >= span.start);
        Span::new(start, last.map_or(start, |last| self.original_byte(last).end.max(start)))
    }

    /// Whether a byte of the text after all edits stands inside the text of one.
    fn is_within_made(&self, byte: usize) -> bool {
        let (mut grown, mut shrunk) = (0, 0);
        self.0.iter().any(|Edit { span, text }| {
            let start = span.start + grown - shrunk;
            grown += text.len();
            shrunk += span.end - span.start;
            start < byte && byte < start + text.len()
        })
    }

    /// Maps an edit back to the original text; `None` if it changes text of the patch.
    pub(super) fn original_edit(&self, edit: &Edit) -> Option<Edit> {
        let span = self.original_span(edit.span);
        let is_apart = |made: &Span| (made.end <= span.start || span.end <= made.start) && *made != span;
        let outside = self.0.iter().all(|made| is_apart(&made.span)) && !self.is_within_made(edit.span.start);
        let same = span.end - span.start == edit.span.end - edit.span.start;
        (outside && same).then(|| Edit::new(span, edit.text.clone()))
    }

    /// Maps a fix back to the original text; `None` if it changes text of the patch.
    pub(super) fn original_fix(&self, fix: Fix) -> Option<Fix> {
        let edits = fix.edits.iter().map(|edit| self.original_edit(edit)).collect::<Option<_>>()?;
        Some(Fix { diagnostic: self.original_diagnostic(fix.diagnostic), edits, ..fix })
    }

    /// Maps the spans of a diagnostic back to the original text.
    pub(super) fn original_diagnostic(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.labels.iter_mut().for_each(|label| label.span = self.original_span(label.span));
        let original =
            |edits: &[Edit]| -> Option<Vec<Edit>> { edits.iter().map(|edit| self.original_edit(edit)).collect() };
        let edits = original(&diagnostic.edits).unwrap_or_default();
        let proposal = diagnostic.proposal.and_then(|proposal| original(&proposal.edits));
        Diagnostic { proposal: proposal.map(|edits| Box::new(Proposal { edits })), edits, ..diagnostic }
    }
}

/// The whole lines of a place, without the end of the last one.
pub(super) fn whole_lines(text: &str, Span { start, end }: Span) -> Span {
    let (before, after) = (text.get(..start).unwrap_or_default(), text.get(end..).unwrap_or_default());
    let line = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    Span::new(line, end + after.find(['\n', '\r']).unwrap_or(after.len()))
}

/// Extends an edit that leaves nothing on a line to the line itself.
pub(super) fn take_whole_line(text: &str, edit: &mut Edit) {
    let Span { start, end } = edit.span;
    let lines = whole_lines(text, edit.span);
    let rest = [text.get(lines.start..start), text.get(end..lines.end)];
    if edit.text.is_empty() && start < end && rest.iter().all(|rest| rest.is_some_and(|rest| rest.trim().is_empty())) {
        edit.span = Span::new(lines.start, lines.end + line_end_len(&text[lines.end..]));
    }
}
