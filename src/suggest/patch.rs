//! The fixes of a text together: the text after them, and the places before them.

use super::fix::Fix;
use crate::diagnostic::{Diagnostic, Edit, edited};
use crate::source::Span;
use crate::syntax::trial::line_end;

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
        edited(text, &self.0)
    }

    /// Leads a byte of the text after all edits back: to its place, or to that of the edit that has made it.
    fn byte(&self, at: usize) -> Span {
        let (mut grown, mut shrunk) = (0, 0);
        for Edit { span, text } in &self.0 {
            let start = span.start + grown - shrunk;
            if at < start {
                break;
            }
            if at < start + text.len() {
                return *span;
            }
            grown += text.len();
            shrunk += span.end - span.start;
        }
        let at = at + shrunk - grown;
        Span::new(at, at + 1)
    }

    /// Leads a place after the edits back to the text as it was written.
    pub(super) fn place(&self, span: Span) -> Span {
        let start = self.byte(span.start).start;
        let last = span.end.checked_sub(1).filter(|last| *last >= span.start);
        Span::new(start, last.map_or(start, |last| self.byte(last).end.max(start)))
    }

    /// Leads an edit back, unless it changes what the patch has made.
    pub(super) fn edit(&self, edit: &Edit) -> Option<Edit> {
        let span = self.place(edit.span);
        let is_apart = |made: &Span| (made.end <= span.start || span.end <= made.start) && *made != span;
        let outside = self.0.iter().all(|made| is_apart(&made.span));
        let same = span.end - span.start == edit.span.end - edit.span.start;
        (outside && same).then(|| Edit::new(span, edit.text.clone()))
    }

    /// Leads a fix back, unless it changes what the patch has made.
    pub(super) fn fix(&self, fix: Fix) -> Option<Fix> {
        let edits = fix.edits.iter().map(|edit| self.edit(edit)).collect::<Option<_>>()?;
        Some(Fix { diagnostic: self.before(fix.diagnostic), edits, ..fix })
    }

    /// Leads the places of a diagnostic back.
    pub(super) fn before(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.labels.iter_mut().for_each(|label| label.span = self.place(label.span));
        let edits: Option<Vec<Edit>> = diagnostic.edits.iter().map(|edit| self.edit(edit)).collect();
        Diagnostic { edits: edits.unwrap_or_default(), ..diagnostic }
    }
}

/// Lets an edit that leaves nothing on a line take the line itself, too.
pub(super) fn take_whole_line(text: &str, edit: &mut Edit) {
    let Span { start, end } = edit.span;
    let (Some(before), Some(after)) = (text.get(..start), text.get(end..)) else { return };
    let line = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let rest = after.find(['\n', '\r']).map_or(after.len(), |end| end + line_end(&after[end..]));
    if edit.text.is_empty() && before[line..].trim().is_empty() && after[..rest].trim().is_empty() && start < end {
        edit.span = Span::new(line, end + rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lead_back() {
        let text = "abc def ghi";
        let mut patch = Patch::default();
        patch.extend(&[Edit::new(Span::new(4, 7), "DDDD"), Edit::new(Span::new(0, 1), "")]);
        assert_eq!(patch.apply(text).unwrap(), "bc DDDD ghi");
        let of = |start, end| &text[patch.place(Span::new(start, end)).range()];
        assert_eq!(of(1, 2), "c");
        assert_eq!(of(3, 7), "def");
        assert_eq!(of(4, 6), "def", "a part of what was changed comes from all of it");
        assert_eq!(of(8, 11), "ghi");
        assert_eq!(of(7, 11), " ghi");
        assert_eq!(Patch::default().place(Span::new(3, 5)), Span::new(3, 5));
        assert!(patch.edit(&Edit::new(Span::new(4, 5), "x")).is_none());
        assert_eq!(patch.edit(&Edit::new(Span::new(8, 11), "x")), Some(Edit::new(Span::new(8, 11), "x")));
    }
}
