//! Places as programs count them whose texts are UTF-16.

use super::Span;

/// The places of a text in words of UTF-16, by which JavaScript, Java and many editors count.
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
    end: Place,
}

/// A place in both encodings.
#[derive(Clone, Copy, Debug)]
struct Place {
    byte: usize,
    word: usize,
}

/// A character beyond ASCII.
#[derive(Clone, Copy, Debug)]
struct Wide {
    start: Place,
    end: Place,
}

impl Utf16 {
    /// The places of a text.
    pub fn new(text: &str) -> Self {
        let mut wide: Vec<Wide> = Vec::new();
        for (byte, character) in text.char_indices().filter(|(_, character)| !character.is_ascii()) {
            let before = wide.last().map_or(Place { byte: 0, word: 0 }, |last| last.end);
            let start = Place { byte, word: before.word + byte - before.byte };
            let end = Place { byte: byte + character.len_utf8(), word: start.word + character.len_utf16() };
            wide.push(Wide { start, end });
        }
        let last = wide.last().map_or(Place { byte: 0, word: 0 }, |last| last.end);
        let end = Place { byte: text.len(), word: last.word + text.len() - last.byte };
        Self { wide, end }
    }

    /// The place of a byte.
    pub fn of_byte(&self, byte: usize) -> usize {
        let byte = byte.min(self.end.byte);
        let before = self.wide.partition_point(|wide| wide.start.byte <= byte);
        match before.checked_sub(1).map(|last| self.wide[last]) {
            None => byte,
            Some(wide) if byte < wide.end.byte => wide.start.word,
            Some(wide) => wide.end.word + byte - wide.end.byte,
        }
    }

    /// The byte of a place.
    pub fn byte(&self, word: usize) -> usize {
        let word = word.min(self.end.word);
        let before = self.wide.partition_point(|wide| wide.start.word <= word);
        match before.checked_sub(1).map(|last| self.wide[last]) {
            None => word,
            Some(wide) if word < wide.end.word => wide.start.byte,
            Some(wide) => wide.end.byte + word - wide.end.word,
        }
    }

    /// The places of both ends of a span.
    pub fn of_span(&self, span: Span) -> std::ops::Range<usize> {
        self.of_byte(span.start)..self.of_byte(span.end)
    }
}

#[cfg(test)]
mod tests {
    use super::Utf16;

    #[test]
    fn every_place_goes_there_and_back() {
        for text in ["", "abc", "é", "a🐟b♞♞c", "🐟🐟"] {
            let places = Utf16::new(text);
            for (byte, _) in text.char_indices().chain([(text.len(), ' ')]) {
                let word = text[..byte].encode_utf16().count();
                assert_eq!(places.of_byte(byte), word, "byte {byte} of {text:?}");
                assert_eq!(places.byte(word), byte, "word {word} of {text:?}");
            }
        }
    }

    #[test]
    fn places_that_are_none_are_taken_for_the_nearest() {
        let places = Utf16::new("a🐟b");
        assert_eq!((places.byte(2), places.byte(99)), (1, 6));
        assert_eq!((places.of_byte(3), places.of_byte(99)), (1, 4));
    }
}
