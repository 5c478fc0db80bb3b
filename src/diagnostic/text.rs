//! Makes messages short and printable, whatever text they quote.

use std::borrow::Cow;

/// A message, a label or a help has at most this many bytes, give or take a character.
const MAX_BYTES: usize = 2000;

/// The last boundary between characters that is not after `at`.
pub(super) fn boundary_before(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The first boundary between characters that is not before `at`.
pub(super) fn boundary_after(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

/// Leaves out the middle of a text that is too long.
pub(super) fn shortened(text: String) -> String {
    if text.len() <= MAX_BYTES {
        return text;
    }
    let head = boundary_before(&text, MAX_BYTES / 2);
    let tail = boundary_after(&text, text.len() - MAX_BYTES / 2);
    format!("{} … {}", &text[..head], &text[tail..])
}

/// A text without characters that would steer a terminal or reorder what stands beside them.
///
/// Each of them is replaced by a mark of as many bytes, so places stay what they are. Tabs and line feeds are kept.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mark = |character: char| match character.len_utf8() {
        _ if !steers(character) => character,
        1 => '?',
        2 => '·',
        _ => char::REPLACEMENT_CHARACTER,
    };
    Cow::Owned(text.chars().map(mark).collect())
}

/// Whether a character would steer a terminal or reorder what stands beside it: control characters but tabs and line feeds,
/// and those that set the direction of writing.
pub fn steers(character: char) -> bool {
    let directs = matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    directs || (character.is_control() && !matches!(character, '\t' | '\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boundaries_are_between_characters() {
        let text = "aé語";
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 9].map(|at| boundary_before(text, at)), [0, 1, 1, 3, 3, 3, 6, 6]);
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 9].map(|at| boundary_after(text, at)), [0, 1, 3, 3, 6, 6, 6, 6]);
    }

    #[test]
    fn a_long_text_keeps_both_ends() {
        let long = format!("the name `{}` is taken", "ä".repeat(100_000));
        let short = shortened(long);
        assert!(short.starts_with("the name `ä") && short.ends_with("ä` is taken"), "{short}");
        assert!(short.len() <= MAX_BYTES + 16, "{}", short.len());
        assert_eq!(shortened("short".to_owned()), "short");
    }

    #[test]
    fn nothing_steers_the_terminal_and_places_stay() {
        let text = "a\u{1b}[31mb\u{9b}c\u{202e}d\te\n";
        let shown = printable(text);
        assert_eq!(shown, "a?[31mb·c\u{fffd}d\te\n");
        assert_eq!(shown.len(), text.len());
        assert!(matches!(printable("plain ä\n"), Cow::Borrowed(_)));
    }
}
