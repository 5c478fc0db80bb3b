//! Edits that correct mistakes, and texts that are safe to print.

use diffy::{DiffOptions, Hunk, HunkRange};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ops::Range;

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
    /// Replaces the text at a place.
    pub fn new(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }
}

/// Applies edits to a text, in any order.
///
/// The result is `None` if the changes do not fit the text: if two of them overlap or insert at the same place, or if a
/// place is outside of the text or begins or ends within a character.
///
/// ```
/// use weakfish::diagnostic::{Edit, apply_edits};
/// use weakfish::source::Span;
///
/// let edits = [Edit::new(Span::new(0, 7), "castling"), Edit::new(Span::at(10), " 2")];
/// assert_eq!(apply_edits("castlin: K toward R", &edits).unwrap(), "castling: K 2 toward R");
/// assert_eq!(apply_edits("castlin", &edits), None);
/// ```
pub fn apply_edits<'a>(text: &str, edits: impl IntoIterator<Item = &'a Edit>) -> Option<String> {
    let mut edits: Vec<&Edit> = edits.into_iter().collect();
    edits.sort_by_key(|edit| edit.span);
    let mut result = String::with_capacity(text.len());
    let (mut copied, mut last_span) = (0, None);
    for edit in edits {
        // An insertion before a replaced span does not overlap with it.
        if last_span == Some(edit.span) {
            return None;
        }
        result.push_str(text.get(copied..edit.span.start)?);
        text.get(edit.span.range())?;
        result.push_str(&edit.text);
        (copied, last_span) = (edit.span.end, Some(edit.span));
    }
    result.push_str(text.get(copied..)?);
    Some(result)
}

/// Computes the line diff of two texts as edits of the old one; for long texts that have little in common it is a
/// single edit.
///
/// ```
/// use weakfish::diagnostic::{apply_edits, line_diff};
///
/// let (old, new) = ("men\nK king:K\n", "men\n  K king: K\n");
/// let edits = line_diff(old, new);
/// assert_eq!(edits[0].text, "  K king: K\n");
/// assert_eq!(apply_edits(old, &edits).unwrap(), new);
/// ```
pub fn line_diff(old: &str, new: &str) -> Vec<Edit> {
    /// The time goes with the product of the lines of both texts at worst.
    const MAX_PAIRS: usize = 4_000_000;
    if old == new {
        return Vec::new();
    }
    // Common prefix and suffix are most of both texts.
    let before = common_len(old.split_inclusive('\n'), new.split_inclusive('\n'));
    let (old_rest, new_rest) = (&old[before..], &new[before..]);
    let after = common_len(old_rest.split_inclusive('\n').rev(), new_rest.split_inclusive('\n').rev());
    let (old_part, new_part) = (&old_rest[..old_rest.len() - after], &new_rest[..new_rest.len() - after]);
    let old_starts = line_starts(old_part);
    let new_starts = line_starts(new_part);
    if old_starts.len().saturating_mul(new_starts.len()) > MAX_PAIRS {
        return vec![Edit::new(Span::new(0, old_part.len()).shifted(before), new_part)];
    }
    let patch = DiffOptions::new().set_context_len(0).create_patch(old_part, new_part);
    let edit = |hunk: &Hunk<'_, str>| {
        let (from, to) = (lines_from_zero(hunk.old_range()), lines_from_zero(hunk.new_range()));
        let span = Span::new(old_starts[from.start], old_starts[from.end]).shifted(before);
        Edit::new(span, &new_part[new_starts[to.start]..new_starts[to.end]])
    };
    patch.hunks().iter().map(edit).collect()
}

/// The numbers of the lines of a hunk, from 0. A hunk counts from 1, and has the line before it where it has none.
fn lines_from_zero(range: HunkRange) -> Range<usize> {
    let start = range.start() - usize::from(!range.is_empty());
    start..start + range.len()
}

/// The length of the lines that are the same in both.
fn common_len<'t>(old: impl Iterator<Item = &'t str>, new: impl Iterator<Item = &'t str>) -> usize {
    old.zip(new).take_while(|(old, new)| old == new).map(|(line, _)| line.len()).sum()
}

/// The offsets where the lines of a text start, and where the last one ends.
fn line_starts(text: &str) -> Vec<usize> {
    let ends = text.split_inclusive('\n').scan(0, |end, line| {
        *end += line.len();
        Some(*end)
    });
    [0].into_iter().chain(ends).collect()
}

/// A message, a label or a help has at most this many bytes, give or take a character.
const MAX_BYTES: usize = 2000;

/// The last boundary between characters that is not after `at`.
pub(super) fn floor_char_boundary(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The first boundary between characters that is not before `at`.
pub(super) fn ceil_char_boundary(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

/// Leaves out the middle of a text that is too long.
pub(super) fn shortened(text: String) -> String {
    if text.len() <= MAX_BYTES {
        return text;
    }
    let head = floor_char_boundary(&text, MAX_BYTES / 2);
    let tail = ceil_char_boundary(&text, text.len() - MAX_BYTES / 2);
    format!("{} … {}", &text[..head], &text[tail..])
}

/// A text without characters that would control a terminal or reorder the text beside them.
///
/// Each of them is replaced by a mark of the same length in bytes: places don't change. Tabs and line feeds are kept.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe_to_print) {
        return Cow::Borrowed(text);
    }
    let mark = |character: char| match character.len_utf8() {
        _ if !is_unsafe_to_print(character) => character,
        1 => '?',
        2 => '·',
        _ => char::REPLACEMENT_CHARACTER,
    };
    Cow::Owned(text.chars().map(mark).collect())
}

/// Whether a character is a control character (other than tab and line feed) or a bidirectional formatting character,
/// which reorders the text beside it.
pub fn is_unsafe_to_print(character: char) -> bool {
    let directs = matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    directs || (character.is_control() && !matches!(character, '\t' | '\n'))
}
