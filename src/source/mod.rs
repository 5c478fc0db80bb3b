//! Texts with names, and places in them.

mod utf16;

use std::ops::Range;

use serde::{Deserialize, Serialize};

pub use utf16::Utf16;

/// A place in a text: bytes `start..end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// The bytes `start..end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The empty place at a byte.
    pub const fn at(start: usize) -> Self {
        Self { start, end: start }
    }

    /// The smallest place that covers both.
    #[must_use]
    pub(crate) fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The place in a longer text in which this one's text starts at `offset`.
    #[must_use]
    pub const fn shifted(self, offset: usize) -> Self {
        Self { start: self.start + offset, end: self.end + offset }
    }

    /// The bytes as a range.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// A value and the place where it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Spanned<T> {
    /// The value.
    pub(crate) value: T,
    /// Its place in the text.
    pub(crate) span: Span,
}

impl<T> Spanned<T> {
    /// A value written at a place.
    pub(crate) const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// Another value at the same place.
    pub(crate) fn map<U>(self, f: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned { value: f(self.value), span: self.span }
    }
}

/// A piece of a text with its place.
pub(crate) type Word<'t> = Spanned<&'t str>;

impl Word<'_> {
    /// The bytes `from..to` of this word, counted from its start.
    pub(crate) fn slice(self, from: usize, to: usize) -> Self {
        Self::new(&self.value[from..to], Span::new(self.span.start + from, self.span.start + to))
    }
}

/// The words of a text, separated by white space.
pub(crate) fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let trimmed = rest.trim_start();
        let start = text.len() - trimmed.len();
        let len = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        rest = &trimmed[len..];
        (len > 0).then(|| Spanned::new(&trimmed[..len], Span::new(start, start + len)))
    })
}

/// A text with a name, as a diagnostic shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// A file's path, or what the text is: `position`, `Betza string`.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// A text with a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    /// Line and column of a byte, both from 1; the column counts characters.
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let byte = (0..=byte.min(self.text.len())).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or(0);
        let before = &self.text[..byte];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.bytes().filter(|&byte| byte == b'\n').count() + 1, before[start..].chars().count() + 1)
    }
}
