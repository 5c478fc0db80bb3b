//! From places in a mended text back to those in the text as it was written.

use crate::diagnostic::{Diagnostic, Edit};
use crate::source::Span;

/// Where the parts of a mended text come from. The default is that of a text that was not changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origin {
    /// For each round of changes, in order: what stands in the text after it, and what stood there before.
    rounds: Vec<Vec<(Span, Span)>>,
}

impl Origin {
    /// Notes a round of changes of the text as it is so far; they do not overlap.
    pub(in crate::syntax) fn changed<'a>(&mut self, edits: impl IntoIterator<Item = &'a Edit>) {
        let mut edits: Vec<&Edit> = edits.into_iter().collect();
        edits.sort_by_key(|edit| edit.span);
        let (mut grown, mut shrunk) = (0, 0);
        let round = edits.into_iter().map(|edit| {
            let start = edit.span.start + grown - shrunk;
            grown += edit.text.len();
            shrunk += edit.span.end - edit.span.start;
            (Span::new(start, start + edit.text.len()), edit.span)
        });
        self.rounds.push(round.collect());
    }

    /// The place in the text as it was written. What stands in a changed part comes from all of that part.
    pub(crate) fn of(&self, span: Span) -> Span {
        self.rounds.iter().rev().fold(span, |span, round| {
            Span::new(before(round, span.start, true), before(round, span.end.max(span.start), false))
        })
    }

    /// The same diagnostic, with its places in the text as it was written.
    pub(crate) fn told(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        if !self.rounds.is_empty() {
            diagnostic.labels.iter_mut().for_each(|label| label.span = self.of(label.span));
            diagnostic.edits.iter_mut().for_each(|edit| edit.span = self.of(edit.span));
        }
        diagnostic
    }
}

/// A byte before a round of changes: of a changed part the first one or the last one.
fn before(round: &[(Span, Span)], at: usize, first: bool) -> usize {
    let passed = round.partition_point(|(after, _)| after.start < at || first && after.start == at);
    let Some((after, before)) = passed.checked_sub(1).and_then(|last| round.get(last)) else { return at };
    if at >= after.end {
        at - after.end + before.end
    } else if first {
        before.start
    } else {
        before.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::edited;

    #[test]
    fn every_place_has_its_origin() {
        let text = "abc def ghi";
        let first = [Edit::new(Span::new(0, 1), ""), Edit::new(Span::new(4, 7), "DDDD")];
        let second = [Edit::new(Span::at(0), ">>"), Edit::new(Span::new(8, 11), "G")];
        let once = edited(text, &first).unwrap();
        assert_eq!(once, "bc DDDD ghi");
        assert_eq!(edited(&once, &second).unwrap(), ">>bc DDDD G");
        let mut origin = Origin::default();
        origin.changed(&first);
        origin.changed(&second);
        let of = |start, end| {
            let Span { start, end } = origin.of(Span::new(start, end));
            &text[start..end]
        };
        assert_eq!(of(2, 4), "bc");
        assert_eq!(of(5, 9), "def");
        assert_eq!(of(6, 8), "def", "a part of what was changed comes from all of it");
        assert_eq!(of(10, 11), "ghi");
        assert_eq!(of(9, 11), " ghi");
        assert_eq!(Origin::default().of(Span::new(3, 5)), Span::new(3, 5));
    }
}
