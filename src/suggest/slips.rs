//! What else may have been meant: the texts of which one slip of the pen makes a line.

use std::cell::Cell;

use super::fix::Line;
use super::misspelt;
use crate::syntax::trial;

/// Signs that are tried where one may be lost or replaced: marks, and for all letters and digits some of each kind.
const SIGNS: &str = " ,:\"()-+.[]'/*2NKfmsa";

/// A line of usual length has about a thousand.
const MAX_TRIALS: usize = 50_000;

/// Ends of words.
const ENDS: &[char] = &[' ', ',', ':'];

/// The number of texts that are still tried for a definition; with none left nothing is certain.
#[derive(Debug)]
pub(super) struct Trials(Cell<usize>);

impl Default for Trials {
    fn default() -> Self {
        Self(Cell::new(MAX_TRIALS))
    }
}

/// Whether one slip of the pen leads from another readable text than a fixed one to the line as it was written.
pub(super) fn may_be_other(line: Line<'_>, fixed: &str, Trials(left): &Trials) -> bool {
    let meant = spaced(fixed);
    let is_other = |text: &String| {
        left.set(left.get().saturating_sub(1));
        left.get() == 0 || spaced(text) != meant && line.reads(text)
    };
    let texts = unslipped(line).chain(words_exchanged(line.text));
    texts.chain(misspelt::others(line)).any(|text| is_other(&text))
}

/// A text without differences of layout.
fn spaced(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ").replace(" :", ":").replace(" ,", ",")
}

/// The texts that one sign more, one sign less, another sign, or two signs in another order make of a line, up to the
/// word at which it can't be read on.
fn unslipped(line: Line<'_>) -> impl Iterator<Item = String> {
    let text = line.text;
    // A text in quotes is one word.
    let failure = trial::failure(line.section, text).filter(|_| !text.contains('"'));
    let failed = failure.map_or(text.len(), |(at, _)| at.min(text.len()));
    let end = text.get(failed..).and_then(|rest| rest.find(ENDS)).map_or(text.len(), |end| failed + end + 1);
    let places = (0..=end).filter(|&at| text.is_char_boundary(at));
    places.flat_map(move |at| {
        let (before, behind) = text.split_at(at);
        let mut rest = behind.chars();
        let (first, after_one) = (rest.next(), rest.as_str());
        let (second, after_two) = (rest.next(), rest.as_str());
        let less = first.map(|_| format!("{before}{after_one}"));
        let swapped = first.zip(second).map(|(first, second)| format!("{before}{second}{first}{after_two}"));
        let written = SIGNS.chars().flat_map(move |sign| {
            [Some(behind), first.map(|_| after_one)]
                .into_iter()
                .flatten()
                .filter(move |behind| is_usual(before, sign, behind))
                .map(move |behind| format!("{before}{sign}{behind}"))
        });
        less.into_iter().chain(swapped).chain(written)
    })
}

/// Whether a mark stands behind a word and before a blank, if it is one that does.
fn is_usual(before: &str, sign: char, behind: &str) -> bool {
    !matches!(sign, ',' | ':') || !before.ends_with(' ') && behind.starts_with(' ')
}

/// The texts with two words after each other exchanged.
fn words_exchanged(text: &str) -> impl Iterator<Item = String> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    (1..words.len()).map(move |second| {
        let mut words = words.clone();
        words.swap(second - 1, second);
        words.join(" ")
    })
}
