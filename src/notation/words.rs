//! Pieces of a text that know their place in it.

use crate::source::{Span, Spanned};

/// A piece of a text with its place.
pub(crate) type Word<'t> = Spanned<&'t str>;

/// The words of a text, as blanks part them.
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

/// The part of a word from one byte of it to another.
pub(crate) fn part(word: Word<'_>, from: usize, to: usize) -> Word<'_> {
    Spanned::new(&word.value[from..to], Span::new(word.span.start + from, word.span.start + to))
}
