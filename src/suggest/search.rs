//! Finds the fixes that make a line readable: as few as possible, and whether a slip of the pen may
//! have led from something else.

use std::cell::Cell;

use super::fix::{Applicability, Fix, Line, Patch};
use super::{signs, words};
use crate::syntax::trial;

/// A longer line is no slip of the pen.
const MAX_BYTES: usize = 400;

/// The number of fixes that are tried two by two; each pair costs a reading.
const MAX_PAIRED: usize = 12;

/// A line that needs more fixes than this, one after another, is no slip of the pen.
const MAX_FIXES: usize = 3;

/// Finds the fixes that together make a line readable; none if there are no such fixes.
pub(super) fn find_fixes(line: Line<'_>, trials: &TrialBudget) -> Vec<Fix> {
    let is_short = line.text.len() <= MAX_BYTES && !line.text.contains(['\n', '\r']);
    if !is_short || line.is_readable_as(line.text) || trial::has_specific_help(line.section, line.text) {
        return Vec::new();
    }
    let fixes = fixes_up_to(line, MAX_FIXES).unwrap_or_default();
    let (needed, mut others): (Vec<Fix>, Vec<Fix>) =
        fixes.into_iter().partition(|fix| fix.applicability == Applicability::Needed);
    let fixed = line.with_fixes(&needed.iter().chain(&others).collect::<Vec<_>>());
    if others.iter().any(Fix::is_certain)
        && let Some(fixed) = &fixed
        && let Some(text) = line.with_fixes(&needed.iter().collect::<Vec<_>>())
        && has_other_reading(Line { text: &text, ..line }, fixed, trials)
    {
        others = others.into_iter().map(|fix| fix.certain_if(false)).collect();
    }
    match fixed.filter(|_| others.len() > 1 && others.iter().all(Fix::is_rewording)) {
        Some(fixed) if !fixed.contains('\n') => needed.into_iter().chain([merge_rewordings(&others, &fixed)]).collect(),
        _ => needed.into_iter().chain(others).collect(),
    }
}

/// Merges several fixes of words in one line into one, with one message.
fn merge_rewordings(fixes: &[Fix], written: &str) -> Fix {
    let mut all = Fix::rewording("this is said in other words", written);
    all.edits = fixes.iter().flat_map(|fix| fix.edits.iter().cloned()).collect();
    all.edits.sort_by_key(|edit| edit.span);
    all.applicability = fixes.iter().map(|fix| fix.applicability).min().unwrap_or(all.applicability);
    let ends = all.edits.first().zip(all.edits.iter().map(|edit| edit.span.end).max());
    let (start, end) = ends.map_or((0, 0), |(first, end)| (first.span.start, end));
    all.reported_at(start, end - start)
}

/// Finds at most `most` fixes that make a line readable: the needed ones, then one or two others, or others greedily,
/// each time the one that makes most of the line readable.
fn fixes_up_to(line: Line<'_>, most: usize) -> Option<Vec<Fix>> {
    // A word with only its capitals wrong may be any word of the user's own.
    let is_capital = words::fix_capitals(line).iter().any(|fix| line.is_readable_with(&[fix]));
    let mut all = match if is_capital { words::Corrections::Several(Vec::new()) } else { words::correct_words(line) } {
        words::Corrections::Readable(fix) => return fix.map(|fix| vec![fix]),
        words::Corrections::Several(fixes) => fixes,
    };
    all.extend(
        [signs::fix_rows, signs::fix_signs, words::fix_men, words::fix_words, signs::fix_comments]
            .iter()
            .flat_map(|of| of(line)),
    );
    let (needed, mut others): (Vec<Fix>, Vec<Fix>) =
        all.into_iter().partition(|fix| fix.applicability == Applicability::Needed);
    if needed.is_empty() {
        others.extend(words::fix_gap(line));
    }
    let text_with = |others: &[&Fix]| line.with_fixes(&needed.iter().chain(others.iter().copied()).collect::<Vec<_>>());
    let is_readable_with = |others: &[&Fix]| text_with(others).is_some_and(|text| line.is_readable_as(&text));
    let with_needed = |others: &[&Fix]| Some(needed.iter().chain(others.iter().copied()).cloned().collect::<Vec<_>>());
    if !needed.is_empty() && is_readable_with(&[]) {
        return with_needed(&[]);
    }
    if let Some(one) = others.iter().find(|fix| is_readable_with(&[fix])) {
        return with_needed(&[one]);
    }
    let first_few = &others[..others.len().min(MAX_PAIRED)];
    let mut pairs =
        first_few.iter().enumerate().flat_map(|(at, second)| first_few[..at].iter().map(move |first| [first, second]));
    if let Some(pair) = pairs.find(|pair| is_readable_with(pair)) {
        return with_needed(&pair);
    }
    let unread = |text: &str| match trial::failure_place(line.section, text) {
        _ if line.is_readable_as(text) => 0,
        Some((at, _)) => text.len() + 1 - at.min(text.len()),
        None => text.len() + 1,
    };
    let unread_at_first = unread(line.text);
    let fewer = others.iter().filter_map(|fix| Some((unread(&text_with(&[fix])?), fix)));
    let (_, best) =
        fewer.min_by_key(|(unread, _)| *unread).filter(|(unread, _)| *unread < unread_at_first && most > 1)?;
    let mut patch = Patch::default();
    patch.extend(needed.iter().chain([best]).flat_map(|fix| &fix.edits));
    let text = patch.apply(line.text)?;
    let fixed = Line { text: &text, ..line };
    // Without a colon a line may be anything: a row, a heading, the rest of another line. Quotes are not moved.
    fixed.split_at_colon().filter(|_| text.contains('"') || !line.text.contains('"'))?;
    // Further fixes depend on the text that is left; they don't change it where it was changed already.
    let more =
        fixes_up_to(fixed, most - 1)?.into_iter().map(|fix| patch.original_fix(fix)).collect::<Option<Vec<_>>>()?;
    with_needed(&[best].into_iter().chain(&more).collect::<Vec<_>>())
}

/// Signs that are tried where one may be lost or replaced: marks, and for all letters and digits some of each kind.
const SIGNS: &str = " ,:\"()-+.[]'/*2NKfmsa";

/// A line of usual length has about a thousand.
const MAX_TRIALS: usize = 50_000;

/// Ends of words.
const ENDS: &[char] = &[' ', ',', ':'];

/// The number of texts that are still tried for a definition; with none left nothing is certain.
#[derive(Debug)]
pub(super) struct TrialBudget(Cell<usize>);

impl Default for TrialBudget {
    fn default() -> Self {
        Self(Cell::new(MAX_TRIALS))
    }
}

/// Whether one slip of the pen leads from another readable text than a fixed one to the line as it was written.
pub(super) fn has_other_reading(line: Line<'_>, fixed: &str, TrialBudget(left): &TrialBudget) -> bool {
    let meant = normalize_blanks(fixed);
    let is_other = |text: &String| {
        left.set(left.get().saturating_sub(1));
        left.get() == 0 || normalize_blanks(text) != meant && line.is_readable_as(text)
    };
    let texts = one_edit_variants(line).chain(word_transpositions(line.text));
    texts.chain(words::one_word_variants(line)).any(|text| is_other(&text))
}

/// A text without differences of layout.
fn normalize_blanks(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ").replace(" :", ":").replace(" ,", ",")
}

/// Returns the texts at Damerau-Levenshtein distance 1 from a line: one sign more, less, replaced or swapped, up to the
/// word where reading fails.
fn one_edit_variants(line: Line<'_>) -> impl Iterator<Item = String> {
    let text = line.text;
    // A text in quotes is one word.
    let failure = trial::failure_place(line.section, text).filter(|_| !text.contains('"'));
    let failure_place = failure.map_or(text.len(), |(place, _)| place.min(text.len()));
    let end =
        text.get(failure_place..).and_then(|rest| rest.find(ENDS)).map_or(text.len(), |end| failure_place + end + 1);
    let places = (0..=end).filter(|&place| text.is_char_boundary(place));
    places.flat_map(move |place| {
        let (before, behind) = text.split_at(place);
        let mut rest = behind.chars();
        let (first, after_one) = (rest.next(), rest.as_str());
        let (second, after_two) = (rest.next(), rest.as_str());
        let without_first = first.map(|_| format!("{before}{after_one}"));
        let swapped = first.zip(second).map(|(first, second)| format!("{before}{second}{first}{after_two}"));
        let with_sign = SIGNS.chars().flat_map(move |sign| {
            [Some(behind), first.map(|_| after_one)]
                .into_iter()
                .flatten()
                .filter(move |behind| is_usual_place(before, sign, behind))
                .map(move |behind| format!("{before}{sign}{behind}"))
        });
        without_first.into_iter().chain(swapped).chain(with_sign)
    })
}

/// Whether a mark stands behind a word and before a blank, if it is one that does.
fn is_usual_place(before: &str, sign: char, behind: &str) -> bool {
    !matches!(sign, ',' | ':') || !before.ends_with(' ') && behind.starts_with(' ')
}

/// The texts with two words after each other exchanged.
fn word_transpositions(text: &str) -> impl Iterator<Item = String> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    (1..words.len()).map(move |second| {
        let mut words = words.clone();
        words.swap(second - 1, second);
        words.join(" ")
    })
}
