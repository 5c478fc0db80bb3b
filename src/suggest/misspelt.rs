//! Misspelt words of the language.

use strsim::osa_distance;

use super::fix::{Fix, Line};
use super::wordings::is_wording;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::Section;
use crate::syntax::trial;

/// In a line with more words than this none is corrected.
const MAX_WORDS: usize = 24;

/// A word of more letters than this is not compared with those of the language.
const MAX_LETTERS: usize = 24;

/// Separators of words.
const MARKS: &[char] = &[' ', '\t', ',', ':', '(', ')'];

/// The words of the language that those of a line may be misspellings of.
pub(super) enum Words {
    /// With one of them the line can be read; `None` if several fit equally well.
    Readable(Option<Fix>),
    /// Each is the only one that is near.
    Several(Vec<Fix>),
}

/// A word of the language in the place of one that is none.
struct Misspelt {
    at: usize,
    meant: &'static str,
    /// The letters that are missing, needless, wrong or exchanged with their neighbour.
    distance: usize,
    /// Whether no other word is as near.
    only: bool,
    /// Whether exchanging two signs instead makes the line readable, too: in `setups tandard` the blank.
    exchanged: bool,
    fix: Fix,
}

/// Finds the words of the language that are near to those of a line.
pub(super) fn words(line: Line<'_>) -> Words {
    let found = misspelt(line);
    let readable: Vec<&Misspelt> = found.iter().filter(|word| line.reads_with(&[&word.fix])).collect();
    let Some(least) = readable.iter().map(|word| word.distance).min() else {
        let only = found.into_iter().filter(|word| word.only && !word.exchanged);
        return Words::Several(only.map(|word| word.fix).collect());
    };
    // `moves` and `move` mean the same where either can be read. Of other words that fit equally well none is certain.
    let nearest: Vec<&&Misspelt> = readable.iter().filter(|word| word.distance == least).collect();
    let is_longer = |long: &Misspelt, short: &Misspelt| {
        long.at == short.at && long.meant.len() > short.meant.len() && long.meant.starts_with(short.meant)
    };
    let mut nearest = nearest.iter().filter(|word| !nearest.iter().any(|other| is_longer(other, word)));
    let only = nearest.next().filter(|word| nearest.next().is_none() && !word.exchanged);
    Words::Readable(only.map(|word| word.fix.clone()))
}

fn misspelt(line: Line<'_>) -> Vec<Misspelt> {
    let may_be = match (line.halves(), line.section) {
        (Some((key, ..)), Some(section)) => !trial::has_hint(section, key),
        // Any word may be a heading.
        (None, _) => trial::is_heading_word(line.text.split(MARKS).next().unwrap_or_default()),
        _ => true,
    };
    if !may_be || line.text.split_ascii_whitespace().nth(MAX_WORDS).is_some() {
        return Vec::new();
    }
    let told = trial::diagnostic(line.section, line.text);
    let mut found = Vec::new();
    for (at, word) in line.words(0, MARKS) {
        let word = word.trim_end_matches(['.', ';']);
        if word.is_empty() || line.is_quoted(at) || is_meant(line.section, word) {
            continue;
        }
        let near = near(word);
        let least = near.iter().map(|(distance, _)| *distance).min();
        let nearest = near.iter().filter(|(distance, _)| Some(*distance) == least).count();
        let exchanged = !near.is_empty() && exchanged(line.text, at, word.len()).any(|text| line.reads(&text));
        found.extend(near.into_iter().map(|(distance, meant)| Misspelt {
            at,
            meant,
            distance,
            only: nearest == 1 && Some(distance) == least,
            exchanged,
            fix: fix(told.as_ref(), at, word, meant).unless_certain(is_plain(word) && !is_name(line, at, meant)),
        }));
    }
    found
}

/// Whether a word is long, or has no signs but letters, and capitals at its beginning alone; else it may be two words.
fn is_plain(word: &str) -> bool {
    const MIN_LONG: usize = 5;
    let is_small = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
    let is_letters = word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.bytes().skip(1).all(is_small);
    is_letters || word.len() >= MIN_LONG
}

/// Whether a word may be part of the name of a man or a region.
fn is_name(line: Line<'_>, at: usize, meant: &str) -> bool {
    let is_in_key = line.halves().is_none_or(|(key, ..)| at < key.len());
    is_in_key && line.is_in(&[Section::Men, Section::Regions]) && !matches!(meant, "white" | "black" | "all")
}

/// Whether a word is one of the language.
pub(super) fn is_word(word: &str) -> bool {
    trial::words().iter().any(|other| other == word)
}

/// A text with a sign at either end of a word exchanged with its neighbour.
fn exchanged(text: &str, at: usize, length: usize) -> impl Iterator<Item = String> {
    let end = at + length;
    let firsts = [at.checked_sub(2), at.checked_sub(1), end.checked_sub(1), Some(end)];
    firsts.into_iter().flatten().filter_map(move |first| {
        let (one, other) = (text.get(first..first + 1)?, text.get(first + 1..first + 2)?);
        Some([&text[..first], other, one, &text[first + 2..]].concat())
    })
}

/// Whether a word is one of the language, or one for which the language has another.
fn is_meant(section: Option<Section>, word: &str) -> bool {
    is_word(&word.to_ascii_lowercase())
        || is_wording(word)
        || section == Some(Section::Men) && trial::is_wished_property(word)
}

/// The words from which this one differs by a slip of the pen, or in a long one by two.
fn near(word: &str) -> Vec<(usize, &'static str)> {
    let lower = word.to_ascii_lowercase();
    if !(2..=MAX_LETTERS).contains(&lower.len()) || !lower.is_ascii() {
        return Vec::new();
    }
    let allowed = (lower.len() / 4).max(1);
    let similar = trial::words().iter().filter(|other| other.len().abs_diff(lower.len()) <= allowed);
    let near = similar.map(|other| (osa_distance(&lower, other), other.as_str()));
    near.filter(|(distance, _)| *distance <= allowed).collect()
}

/// The texts with a word of the language in the place of one that differs from it by one slip of the pen.
pub(super) fn others(line: Line<'_>) -> impl Iterator<Item = String> {
    line.words(0, MARKS).flat_map(move |(at, word)| {
        let near = near(word).into_iter().filter(|(distance, _)| *distance == 1);
        near.map(move |(_, other)| [&line.text[..at], other, &line.text[at + word.len()..]].concat())
    })
}

/// The fix of a word, with the words of the line's own diagnostic if that is about it.
fn fix(told: Option<&Diagnostic>, at: usize, word: &str, meant: &str) -> Fix {
    let end = at + word.len();
    let help = format!("did you mean `{meant}`?");
    let about = told.filter(|told| told.span().start <= at && end <= told.span().end);
    let fix = match about {
        Some(told) => {
            let span = told.span();
            let fix = Fix::new(told.code, &*told.message, help).label(told.labels[0].text.clone());
            fix.at(span.start, span.end - span.start)
        }
        None => Fix::new(Code::VariantUnexpected, format!("`{word}` can't stand here"), help).at(at, word.len()),
    };
    fix.edit(at, word.len(), meant)
}
