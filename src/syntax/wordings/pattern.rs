//! Finds words in a text. `*` in a pattern stands for one word or number.

use std::ops::Range;

/// Where a pattern was found: what stands before its `*`, and behind it.
#[derive(Clone, Debug)]
pub(in crate::syntax) struct Found {
    pub(in crate::syntax) before: Range<usize>,
    pub(in crate::syntax) behind: Range<usize>,
}

impl Found {
    /// All of it.
    pub(in crate::syntax) fn whole(&self) -> Range<usize> {
        self.before.start..self.behind.end
    }
}

/// Where some words stand as whole words in a text of small letters.
pub(in crate::syntax) fn find<'t>(text: &'t str, pattern: &'t str) -> impl Iterator<Item = Found> + 't {
    let (before, behind) = pattern.split_once('*').unwrap_or((pattern, ""));
    let fixed = text.match_indices(before).map(|(at, words)| (at + words.len(), at + words.len()));
    let fixed = fixed.filter(|_| !pattern.contains('*'));
    // Of `8th` the pattern `*th` leaves 8.
    let ending = &behind[..behind.bytes().take_while(u8::is_ascii_alphanumeric).count()];
    let varying = words(text).filter(|_| pattern.contains('*'));
    let varying = varying.filter_map(move |(start, end)| {
        let rest = text[start..end].strip_suffix(ending).filter(|rest| !rest.is_empty())?;
        Some((start, start + rest.len()))
    });
    fixed.chain(varying).filter_map(move |(start, end)| {
        let from = start.checked_sub(before.len()).filter(|&from| text.is_char_boundary(from))?;
        let fits = text[from..].starts_with(before) && text[end..].starts_with(behind);
        let found = Found { before: from..start, behind: end..end + behind.len() };
        (fits && is_alone(text, found.whole())).then_some(found)
    })
}

/// Whether a text of small letters is just these words.
pub(in crate::syntax) fn is_whole(text: &str, pattern: &str) -> bool {
    find(text, pattern).any(|found| found.whole() == (0..text.len()))
}

/// The words and numbers of a text, without the marks between them.
fn words(text: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric();
    let bytes = text.as_bytes();
    let starts = (0..bytes.len()).filter(move |&at| is_part(&bytes[at]) && (at == 0 || !is_part(&bytes[at - 1])));
    starts.map(move |at| (at, at + bytes[at..].iter().take_while(|byte| is_part(byte)).count()))
}

/// Whether no word goes on before or behind a place.
fn is_alone(text: &str, place: Range<usize>) -> bool {
    let bytes = text.as_bytes();
    let goes_on = |at: Option<usize>| {
        at.and_then(|at| bytes.get(at)).is_some_and(|byte| byte.is_ascii_alphanumeric() || b"-'".contains(byte))
    };
    let is_word = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    let before = is_word(place.start) && goes_on(place.start.checked_sub(1));
    let behind = place.end > 0 && is_word(place.end - 1) && goes_on(Some(place.end));
    !before && !behind
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_whole() {
        let at = |text: &str, pattern: &str| {
            find(text, pattern).map(|found| (found.whole().start, found.whole().end)).collect::<Vec<_>>()
        };
        assert_eq!(at("a man or a woman", "man"), [(2, 5)]);
        assert_eq!(at("3-fold repetition", "*-fold repetition"), [(0, 17)]);
        assert_eq!(at("no progress for 50 moves", "no progress for * moves"), [(0, 24)]);
        assert_eq!(at("pawn promotion", "* promotion"), [(0, 14)]);
        assert_eq!(at("on the 8th rank", "the *th rank"), [(3, 15)]);
        assert_eq!(at("threefold repetition", "*fold repetition"), [(0, 20)]);
        assert!(at("double-step", "step").is_empty());
        assert!(is_whole("every 5", "every *") && !is_whole("every 5 moves", "every *"));
    }

    #[test]
    fn a_pattern_tells_what_stands_around_its_star() {
        let found = find("no progress for 50 moves", "no progress for * moves").next().unwrap();
        assert_eq!((found.before, found.behind), (0..16, 18..24));
    }
}
