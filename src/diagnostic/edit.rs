//! Changes of a text that mend mistakes.

use serde::{Deserialize, Serialize};

use crate::source::Span;

/// A change of a text: what stands at a place is replaced.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Edit {
    /// What is replaced; an empty place where something is inserted.
    pub span: Span,
    /// What stands there afterwards.
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
        // What is inserted before a replaced text does not overlap with it.
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
}
