//! The canonical layout of definitions: the one that the built-in games are written in.
//!
//! Layout means nothing to the language, so a text has one canonical form, without options. `docs/formatting.md` has its
//! rules. Lines are never joined, split or moved: each keeps its words and its comment. A line that can't be read stays
//! as it is.

mod blocks;
mod lines;
mod words;

use crate::syntax::{Document, Line, MAX_BYTES};

/// Lays a definition out in the canonical way. What it means stays the same, and so does every comment, beside the line
/// it stood with; doing it twice does no more than doing it once.
///
/// A text that is too large to be read ([`MAX_BYTES`]), or that would become so, is returned as it is.
///
/// ```
/// use weakfish::format::format;
///
/// let text = "game \"Small\"   extends fide\nboard : 5x5\ninventor: \"N. N.\"\nsetup standard\nk . .   // a row\n. . K{n}\n";
/// assert_eq!(format(text), "\
/// game \"Small\" extends fide
/// board:    5x5
/// inventor: \"N. N.\"
///
/// setup standard
///   k . .     // a row
///   . . K{n}
/// ");
/// ```
pub fn format(text: &str) -> String {
    format_document(&Document::read(text))
}

/// Formats a text that has been read already.
///
/// ```
/// use weakfish::format::format_document;
/// use weakfish::syntax::Document;
///
/// let document = Document::read("game \"Small\"\nboard : 5x5");
/// assert_eq!(format_document(&document), "game \"Small\"\nboard: 5x5\n");
/// ```
pub fn format_document(document: &Document<'_>) -> String {
    let as_it_is = || document.lines.iter().flat_map(Line::pieces).collect();
    if document.lines.last().is_some_and(|line| line.span().end > MAX_BYTES) {
        return as_it_is();
    }
    let mut lines = lines::lines(document);
    blocks::align(&mut lines);
    let formatted = lines::write(&lines, lines::common_line_end(document));
    if formatted.len() > MAX_BYTES { as_it_is() } else { formatted }
}
