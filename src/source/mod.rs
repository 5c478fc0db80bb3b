//! Texts with names, and places in them.

use serde::{Deserialize, Serialize};
use std::ops::Range;

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
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The place in a longer text that contains this one's text at `offset`.
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
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its place in the text.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A value written at a place.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// Another value at the same place.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned { value: f(self.value), span: self.span }
    }
}

/// A piece of a text with its place.
pub type Word<'t> = Spanned<&'t str>;

impl Word<'_> {
    /// The bytes `from..to` of this word, counted from its start.
    pub(crate) fn slice(self, from: usize, to: usize) -> Self {
        Self::new(&self.value[from..to], Span::new(self.span.start + from, self.span.start + to))
    }
}

/// The words of a text with their places, separated by white space.
pub fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
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
    /// A file's path, or the kind of text: `position`, `Betza string`.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// A text with a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    /// The line and column of a byte, both from 1; the column counts characters.
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let byte = (0..=byte.min(self.text.len())).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or(0);
        let before = &self.text[..byte];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.bytes().filter(|&byte| byte == b'\n').count() + 1, before[start..].chars().count() + 1)
    }
}

/// Converts byte offsets of a text to UTF-16 code units and back. JavaScript, Java and the Language Server Protocol
/// count in these.
///
/// A place inside a character is taken for its beginning, and one beyond the text for its end.
///
/// ```
/// use weakfish::source::{Span, Utf16};
///
/// let text = "// ♞ 🐟\nmen";
/// let places = Utf16::new(text);
/// let men = text.find("men").unwrap();
/// assert_eq!((men, places.of_byte(men)), (12, 8));
/// assert_eq!(places.byte(8), men);
/// assert_eq!(places.of_span(Span::new(7, 11)), 5..7);
/// ```
#[derive(Clone, Debug)]
pub struct Utf16 {
    /// The characters that are longer in one encoding than in the other, in order.
    wide: Vec<Wide>,
    /// The length of the text.
    end: Utf16Offset,
}

/// An offset in both encodings: bytes of UTF-8, code units of UTF-16.
#[derive(Clone, Copy, Debug)]
struct Utf16Offset {
    byte: usize,
    word: usize,
}

/// A character beyond ASCII.
#[derive(Clone, Copy, Debug)]
struct Wide {
    start: Utf16Offset,
    end: Utf16Offset,
}

impl Utf16 {
    /// Finds the characters of a text that are longer in one encoding than in the other.
    pub fn new(text: &str) -> Self {
        let mut wide: Vec<Wide> = Vec::new();
        for (byte, character) in text.char_indices().filter(|(_, character)| !character.is_ascii()) {
            let before = wide.last().map_or(Utf16Offset { byte: 0, word: 0 }, |last| last.end);
            let start = Utf16Offset { byte, word: before.word + byte - before.byte };
            let end = Utf16Offset { byte: byte + character.len_utf8(), word: start.word + character.len_utf16() };
            wide.push(Wide { start, end });
        }
        let last = wide.last().map_or(Utf16Offset { byte: 0, word: 0 }, |last| last.end);
        let end = Utf16Offset { byte: text.len(), word: last.word + text.len() - last.byte };
        Self { wide, end }
    }

    /// Converts a byte offset to a UTF-16 offset.
    pub fn of_byte(&self, byte: usize) -> usize {
        let byte = byte.min(self.end.byte);
        let before = self.wide.partition_point(|wide| wide.start.byte <= byte);
        match before.checked_sub(1).map(|last| self.wide[last]) {
            None => byte,
            Some(wide) if byte < wide.end.byte => wide.start.word,
            Some(wide) => wide.end.word + byte - wide.end.byte,
        }
    }

    /// Converts a UTF-16 offset to a byte offset.
    pub fn byte(&self, word: usize) -> usize {
        let word = word.min(self.end.word);
        let before = self.wide.partition_point(|wide| wide.start.word <= word);
        match before.checked_sub(1).map(|last| self.wide[last]) {
            None => word,
            Some(wide) if word < wide.end.word => wide.start.byte,
            Some(wide) => wide.end.byte + word - wide.end.word,
        }
    }

    /// Converts both ends of a span to UTF-16 offsets.
    pub fn of_span(&self, span: Span) -> Range<usize> {
        self.of_byte(span.start)..self.of_byte(span.end)
    }
}
