//! Changes of a text that mend mistakes.

use std::convert::Infallible;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use similar::algorithms::{DiffHook, myers};

use crate::source::Span;

/// A change of a text: a span is replaced.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Edit {
    /// The replaced span; empty for an insertion.
    pub span: Span,
    /// The replacement.
    pub text: String,
}

impl Edit {
    /// Replaces what stands at a place.
    pub fn new(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }
}

/// A text after some changes, which may be given in any order.
///
/// The result is `None` if the changes do not fit the text: if two of them overlap or insert at the same place, or if a
/// place is outside of the text or begins or ends within a character.
///
/// ```
/// use weakfish::diagnostic::{Edit, edited};
/// use weakfish::source::Span;
///
/// let edits = [Edit::new(Span::new(0, 7), "castling"), Edit::new(Span::at(10), " 2")];
/// assert_eq!(edited("castlin: K toward R", &edits).unwrap(), "castling: K 2 toward R");
/// assert_eq!(edited("castlin", &edits), None);
/// ```
pub fn edited<'a>(text: &str, edits: impl IntoIterator<Item = &'a Edit>) -> Option<String> {
    let mut edits: Vec<&Edit> = edits.into_iter().collect();
    edits.sort_by_key(|edit| edit.span);
    let mut result = String::with_capacity(text.len());
    let (mut done, mut last) = (0, None);
    for edit in edits {
        // An insertion before a replaced span does not overlap with it.
        if last == Some(edit.span) {
            return None;
        }
        result.push_str(text.get(done..edit.span.start)?);
        text.get(edit.span.range())?;
        result.push_str(&edit.text);
        (done, last) = (edit.span.end, Some(edit.span));
    }
    result.push_str(text.get(done..)?);
    Some(result)
}

/// The changes, line by line, that make another text of a text. Of long texts that have little in common it is one change.
///
/// ```
/// use weakfish::diagnostic::{changes, edited};
///
/// let (old, new) = ("men\nK king:K\n", "men\n  K king: K\n");
/// let edits = changes(old, new);
/// assert_eq!(edits[0].text, "  K king: K\n");
/// assert_eq!(edited(old, &edits).unwrap(), new);
/// ```
pub fn changes(old: &str, new: &str) -> Vec<Edit> {
    /// The time goes with the product of the lines of both texts at worst.
    const MAX_PAIRS: usize = 4_000_000;
    if old == new {
        return Vec::new();
    }
    // Common prefix and suffix are most of both texts.
    let before = common(old.split_inclusive('\n'), new.split_inclusive('\n'));
    let (old_rest, new_rest) = (&old[before..], &new[before..]);
    let after = common(old_rest.split_inclusive('\n').rev(), new_rest.split_inclusive('\n').rev());
    let (old_part, new_part) = (&old_rest[..old_rest.len() - after], &new_rest[..new_rest.len() - after]);
    let old_lines: Vec<&str> = old_part.split_inclusive('\n').collect();
    let new_lines: Vec<&str> = new_part.split_inclusive('\n').collect();
    let mut changed = Changed::default();
    if old_lines.len().saturating_mul(new_lines.len()) > MAX_PAIRS {
        changed.0.push((0..old_lines.len(), 0..new_lines.len()));
    } else {
        let (all_old, all_new) = (0..old_lines.len(), 0..new_lines.len());
        let Ok(()) = myers::diff_deadline_raw(&mut changed, &old_lines[..], all_old, &new_lines[..], all_new, None);
    }
    let (old_starts, new_starts) = (starts(&old_lines), starts(&new_lines));
    let edit = |(from, to): (Range<usize>, Range<usize>)| {
        let span = Span::new(old_starts[from.start], old_starts[from.end]).shifted(before);
        Edit::new(span, &new_part[new_starts[to.start]..new_starts[to.end]])
    };
    changed.0.into_iter().map(edit).collect()
}

/// The lines that others take the place of, and those others.
#[derive(Debug, Default)]
struct Changed(Vec<(Range<usize>, Range<usize>)>);

impl Changed {
    fn add(&mut self, old: Range<usize>, new: Range<usize>) {
        match self.0.last_mut() {
            // A deletion and an insertion at one place are one change.
            Some((from, to)) if (from.end, to.end) == (old.start, new.start) => (from.end, to.end) = (old.end, new.end),
            _ => self.0.push((old, new)),
        }
    }
}

impl DiffHook for Changed {
    type Error = Infallible;

    fn delete(&mut self, old: usize, count: usize, new: usize) -> Result<(), Infallible> {
        self.add(old..old + count, new..new);
        Ok(())
    }

    fn insert(&mut self, old: usize, new: usize, count: usize) -> Result<(), Infallible> {
        self.add(old..old, new..new + count);
        Ok(())
    }
}

/// The length of the lines that are the same in both.
fn common<'t>(old: impl Iterator<Item = &'t str>, new: impl Iterator<Item = &'t str>) -> usize {
    old.zip(new).take_while(|(old, new)| old == new).map(|(line, _)| line.len()).sum()
}

/// The offsets where pieces of a text start, and where the last one ends.
fn starts(pieces: &[&str]) -> Vec<usize> {
    let mut at = 0;
    let ends = pieces.iter().map(|piece| {
        at += piece.len();
        at
    });
    [0].into_iter().chain(ends).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_that_do_not_fit_change_nothing() {
        let edit = |start, end| Edit::new(Span::new(start, end), "x");
        assert_eq!(edited("äbc", &[]).as_deref(), Some("äbc"));
        assert_eq!(edited("äbc", &[edit(3, 4), edit(0, 2)]).as_deref(), Some("xbx"));
        for misfits in [&[edit(0, 1)][..], &[edit(1, 2)], &[edit(3, 5)], &[edit(0, 3), edit(2, 4)], &[edit(3, 2)]] {
            assert_eq!(edited("äbc", misfits), None, "{misfits:?}");
        }
        assert_eq!(edited("äbc", &[edit(2, 2), edit(2, 2)]), None, "which of the two comes first?");
        assert_eq!(edited("äbc", &[edit(0, 2), edit(2, 2)]).as_deref(), Some("xxbc"));
        assert_eq!(edited("äbc", &[edit(2, 3), edit(2, 2)]).as_deref(), Some("äxxc"));
        assert_eq!(edited("äbc", &[edit(2, 3), edit(2, 3)]), None, "which of the two is meant?");
    }

    #[test]
    fn changes_lead_from_each_text_to_each_other() {
        let lines =
            |numbers: &mut dyn Iterator<Item = u32>, end| numbers.map(|number| number.to_string() + end).collect();
        let long: String = lines(&mut (0..3000), "\n");
        let other: String = lines(&mut (0..3000).map(|number| number * 7), "\r\n");
        for (old, new) in [
            ("", "a"),
            ("a", ""),
            ("a\nb\nc", "a\nB\nc"),
            ("a\nb\n", "b\na\n"),
            ("ä\n\n\nb", "ä\nb\n"),
            ("a\na\na\n", "a\na\n"),
            (&long, &other),
            (&format!("x\n{long}y"), &format!("x\n{other}y")),
        ] {
            let edits = changes(old, new);
            assert_eq!(edited(old, &edits).as_deref(), Some(new));
        }
        assert!(changes("a\n", "a\n").is_empty());
    }
}
