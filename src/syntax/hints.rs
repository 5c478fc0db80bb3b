//! Help for words that are none of the language and have no certain replacement; the table is `hints.txt`.

use std::ops::Range;
use std::sync::LazyLock;

/// A row of the table: the place, the words with a `*` for any word, and the help.
struct Hint {
    place: &'static str,
    words: Vec<&'static str>,
    help: &'static str,
}

static HINTS: LazyLock<Vec<Hint>> = LazyLock::new(|| {
    let rows = include_str!("hints.txt").lines().filter(|row| !row.starts_with('#'));
    let hint = |row: &'static str| {
        let mut cells = row.splitn(3, '|').map(str::trim);
        let (place, words) = (cells.next()?, cells.next()?.split(", ").collect());
        Some(Hint { place, words, help: cells.next()? })
    };
    rows.filter_map(hint).collect()
});

/// Returns the help for words of small letters at a place: under a heading, or as a `property`, a `yes` or a `no`.
pub(super) fn hint(place: &str, words: &str) -> Option<&'static str> {
    let is_meant = |pattern: &'static str| find(words, pattern).any(|(whole, _)| whole == (0..words.len()));
    let hint = HINTS.iter().filter(|hint| hint.place == place).find(|hint| hint.words.iter().any(|row| is_meant(row)));
    hint.map(|hint| hint.help)
}

/// Finds a pattern as whole words in a text: its places, and those of the word or number for its `*`.
pub(crate) fn find<'t>(text: &'t str, pattern: &'t str) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
    let (before, behind) = pattern.split_once('*').unwrap_or((pattern, ""));
    let starts = text.match_indices(before).map(move |(start, _)| (start, start + before.len()));
    starts.filter_map(move |(start, at)| {
        let word = text[at..].bytes().take_while(u8::is_ascii_alphanumeric).count();
        let lengths = if pattern.contains('*') { 1..=word } else { 0..=0 };
        lengths.rev().find_map(|length| {
            let place = start..at + length + behind.len();
            let fits = text[at + length..].starts_with(behind) && is_alone(text, &place);
            fits.then_some((place, at..at + length))
        })
    })
}

/// Whether no word extends beyond the ends of a place.
fn is_alone(text: &str, place: &Range<usize>) -> bool {
    let bytes = text.as_bytes();
    let is_word = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    let extends = |at: usize| is_word(at) || bytes.get(at).is_some_and(|byte| b"-'".contains(byte));
    let before = is_word(place.start) && place.start.checked_sub(1).is_some_and(extends);
    let behind = place.end > 0 && is_word(place.end - 1) && extends(place.end);
    !before && !behind
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_whole() {
        let at = |text: &str, pattern: &str| -> Vec<(usize, usize)> {
            find(text, pattern).map(|(found, _)| (found.start, found.end)).collect()
        };
        assert_eq!(at("a man or a woman", "man"), [(2, 5)]);
        assert_eq!(at("3-fold repetition", "*-fold repetition"), [(0, 17)]);
        assert_eq!(at("no progress for 50 moves", "no progress for * moves"), [(0, 24)]);
        assert_eq!(at("pawn promotion", "* promotion"), [(0, 14)]);
        assert_eq!(at("on the 8th rank", "the *th rank"), [(3, 15)]);
        assert_eq!(at("threefold repetition", "*fold repetition"), [(0, 20)]);
        assert!(at("double-step", "step").is_empty());
        assert_eq!(find("no progress for 50 moves", "no progress for * moves").next().unwrap().1, 16..18);
        assert_eq!(hint("rules", "movement of p"), Some("how a man moves stands under `men`: `P pawn: mfWcfF`"));
        assert_eq!(hint("rules", "movement of p and q"), None);
        assert!(HINTS.len() > 50);
    }
}
