//! From bytes of a text to lines and columns as an editor counts them, and back.

use lsp_types::{Position, PositionEncodingKind, Range};
use weakfish::source::Span;

/// Unit of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes of UTF-8.
    Utf8,
    /// Words of UTF-16, which every editor knows.
    #[default]
    Utf16,
}

impl Encoding {
    /// The best of those that an editor offers.
    pub(super) fn chosen(offered: Option<&[PositionEncodingKind]>) -> Self {
        let offers = |kind: PositionEncodingKind| offered.is_some_and(|offered| offered.contains(&kind));
        if offers(PositionEncodingKind::UTF8) { Self::Utf8 } else { Self::Utf16 }
    }

    /// The name of the encoding in the protocol.
    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    /// The length of a text on one line.
    pub(super) fn length(self, text: &str) -> u32 {
        match self {
            Self::Utf8 => text.len() as u32,
            Self::Utf16 => text.chars().map(|character| character.len_utf16() as u32).sum(),
        }
    }

    /// The byte of a text on one line at a column: its last one if the line is shorter, and the first one of a
    /// character that the column lies in.
    fn byte(self, text: &str, column: u32) -> usize {
        let mut passed = 0;
        for (at, character) in text.char_indices() {
            let length = match self {
                Self::Utf8 => character.len_utf8(),
                Self::Utf16 => character.len_utf16(),
            } as u32;
            if passed + length > column {
                return at;
            }
            passed += length;
        }
        text.len()
    }
}

/// Line index: the first byte of each line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    starts: Vec<usize>,
    encoding: Encoding,
}

impl Lines {
    /// The lines of a text, which may end as on any system.
    pub(super) fn new(text: &str, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|&(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        Self { starts: [0].into_iter().chain(ends.map(|(at, _)| at + 1)).collect(), encoding }
    }

    pub(super) fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// A line without its end.
    fn line<'t>(&self, text: &'t str, line: usize) -> &'t str {
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        text[self.starts[line]..end].trim_end_matches(['\r', '\n'])
    }

    /// Line and column of a byte.
    pub(super) fn position(&self, text: &str, byte: usize) -> Position {
        let byte = (0..=byte.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let line = self.starts.partition_point(|&start| start <= byte).saturating_sub(1);
        let content = self.line(text, line);
        let column = (byte - self.starts[line]).min(content.len());
        Position::new(line as u32, self.encoding.length(&content[..column]))
    }

    /// The byte at a line and column. Beyond the end of a line it is that end, beyond the last line the text's.
    pub(super) fn byte(&self, text: &str, position: Position) -> usize {
        let line = position.line as usize;
        match self.starts.get(line) {
            Some(start) => start + self.encoding.byte(self.line(text, line), position.character),
            None => text.len(),
        }
    }

    /// A place as an editor counts.
    pub(super) fn range(&self, text: &str, span: Span) -> Range {
        Range::new(self.position(text, span.start), self.position(text, span.end))
    }

    /// The place that an editor means.
    pub(super) fn span(&self, text: &str, range: Range) -> Span {
        let (start, end) = (self.byte(text, range.start), self.byte(text, range.end));
        Span::new(start.min(end), start.max(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All line ends, a character of each length, a combining one, and a surrogate pair at the end.
    const TEXT: &str = "aß\r\n♞🂡x\rb\n\né\u{301}y\n🂡";

    #[test]
    fn columns_count_words_of_utf_16() {
        let lines = Lines::new(TEXT, Encoding::Utf16);
        let at = |line, column| lines.byte(TEXT, Position::new(line, column));
        assert_eq!(&TEXT[at(0, 1)..at(0, 2)], "ß");
        assert_eq!(&TEXT[at(1, 0)..at(1, 1)], "♞");
        assert_eq!(&TEXT[at(1, 1)..at(1, 3)], "🂡");
        assert_eq!(at(1, 2), at(1, 1), "a column within a character is its first one");
        assert_eq!(&TEXT[at(1, 3)..at(1, 4)], "x");
        assert_eq!(at(1, 99), at(1, 4), "beyond the end of a line is its end");
        assert_eq!(&TEXT[at(2, 0)..at(2, 1)], "b");
        assert_eq!(at(3, 0), at(3, 7));
        assert_eq!(&TEXT[at(4, 2)..at(4, 3)], "y");
        assert_eq!((at(5, 2), at(6, 0)), (TEXT.len(), TEXT.len()));
    }

    #[test]
    fn columns_count_bytes_where_an_editor_offers_that() {
        let offered = [PositionEncodingKind::UTF16, PositionEncodingKind::UTF8];
        assert_eq!(Encoding::chosen(Some(&offered)), Encoding::Utf8);
        assert_eq!(Encoding::chosen(Some(&offered[..1])), Encoding::Utf16);
        assert_eq!(Encoding::chosen(None), Encoding::Utf16);
        let lines = Lines::new(TEXT, Encoding::Utf8);
        assert_eq!(lines.position(TEXT, TEXT.find('x').unwrap()), Position::new(1, 7));
        assert_eq!(lines.byte(TEXT, Position::new(1, 7)), TEXT.find('x').unwrap());
    }

    #[test]
    fn every_byte_comes_back() {
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            let lines = Lines::new(TEXT, encoding);
            for (at, character) in TEXT.char_indices().chain([(TEXT.len(), ' ')]) {
                let position = lines.position(TEXT, at);
                // The second half of a line end has no column of its own.
                let half = character == '\n' && TEXT[..at].ends_with('\r');
                assert_eq!(lines.byte(TEXT, position), at - usize::from(half), "{encoding:?} {at}");
            }
        }
    }

    #[test]
    fn an_empty_text_has_one_line() {
        let lines = Lines::new("", Encoding::Utf16);
        assert_eq!(lines.byte("", Position::new(3, 4)), 0);
        assert_eq!(lines.position("", 5), Position::new(0, 0));
        let (text, range) = ("ab\n", Range::new(Position::new(0, 2), Position::new(0, 1)));
        assert_eq!(Lines::new(text, Encoding::Utf16).span(text, range), Span::new(1, 2), "a range backwards");
    }
}
