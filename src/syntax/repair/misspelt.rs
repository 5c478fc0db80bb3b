//! Misspelt words of the language.

use std::ops::Range;
use std::sync::LazyLock;

use strsim::osa_distance;

use super::change::{Change, Slip, halves, is_quoted, place};
use super::reading::reads;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::Section;
use crate::syntax::grammar::Rule;
use crate::syntax::headings::is_heading_word;
use crate::syntax::lines;
use crate::syntax::mistakes;
use crate::syntax::node::Piece;
use crate::syntax::section::heading_words;
use crate::syntax::wordings::{PROPERTIES, SAID};

/// In a statement with more words than this none is mended.
const MAX_WORDS: usize = 24;

/// A longer word is not compared with those of the language.
const MAX_LETTERS: usize = 24;

/// Every word of the language: each has a rule of the grammar with its name.
static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let named = |rule: Rule| format!("{rule:?}").trim_end_matches('_').replace('_', "-");
    let words = Rule::all_rules().iter().map(|&rule| (rule, named(rule)));
    words.filter(|(rule, word)| word.len() > 1 && Piece::new(word, 0).is(*rule)).map(|(_, word)| word).collect()
});

/// A word of the language in the place of one that is none.
pub(super) struct Misspelt {
    pub(super) change: Change,
    /// The letters that are missing, needless, wrong or exchanged with their neighbour.
    pub(super) distance: usize,
    /// Whether no other word is as near.
    pub(super) only: bool,
    /// Where the word stands, and the one of the language.
    pub(super) word: (usize, &'static str),
    /// Whether exchanging two signs instead makes the statement readable, too: in `setups tandard` the blank.
    pub(super) exchanged: bool,
}

/// The words of the language that are near to those of a statement.
pub(super) fn changes(slip: Slip<'_>) -> Vec<Misspelt> {
    let text = slip.piece.text;
    let may_be = match (halves(text), slip.section) {
        (Some((key, ..)), Some(section)) => mistakes::key_hint(section, key).is_none(),
        // Any word may be a heading.
        (None, _) => is_heading_word(slip.piece.first_word()),
        _ => true,
    };
    if !may_be || text.split_ascii_whitespace().nth(MAX_WORDS).is_some() {
        return Vec::new();
    }
    let told = told(slip);
    let mut found = Vec::new();
    let mut at = 0;
    for part in text.split_inclusive([' ', '\t', ',', ':', '(', ')']) {
        let word = part.trim_end_matches([' ', '\t', ',', ':', '(', ')', '.', ';']);
        let start = at;
        at += part.len();
        if word.is_empty() || is_quoted(text, start) || is_meant(slip.section, word) {
            continue;
        }
        let near = near(word);
        let least = near.iter().map(|(distance, _)| *distance).min();
        let only = near.iter().filter(|(distance, _)| Some(*distance) == least).count() == 1;
        let exchanged = !near.is_empty() && exchanged(text, start..start + word.len()).any(|text| reads(slip, &text));
        found.extend(near.into_iter().map(|(distance, meant)| {
            let change = misspelt(slip, told.as_ref(), start, word, meant);
            let only = only && Some(distance) == least;
            Misspelt { change, distance, only, word: (start, meant), exchanged }
        }));
    }
    found
}

/// Whether a word is one of the language.
pub(super) fn is_word(word: &str) -> bool {
    WORDS.iter().any(|other| other == word)
}

/// A statement with a sign at either end of a word exchanged with its neighbour.
fn exchanged(text: &str, word: Range<usize>) -> impl Iterator<Item = String> {
    let firsts = [word.start.checked_sub(2), word.start.checked_sub(1), word.end.checked_sub(1), Some(word.end)];
    firsts.into_iter().flatten().filter_map(move |first| {
        let (one, other) = (text.get(first..first + 1)?, text.get(first + 1..first + 2)?);
        Some([&text[..first], other, one, &text[first + 2..]].concat())
    })
}

/// Whether a word is one of the language, or one for which the language has another.
fn is_meant(section: Option<Section>, word: &str) -> bool {
    is_word(&word.to_ascii_lowercase())
        || SAID.iter().any(|(_, said, _)| *said == word)
        || section == Some(Section::Men) && PROPERTIES.iter().any(|(wish, _)| *wish == word)
}

/// The words from which this one differs by a slip of the pen, or in a long one by two.
fn near(word: &str) -> Vec<(usize, &'static str)> {
    let lower = word.to_ascii_lowercase();
    if !(2..=MAX_LETTERS).contains(&lower.len()) || !lower.is_ascii() {
        return Vec::new();
    }
    let allowed = (lower.len() / 4).max(1);
    let similar = WORDS.iter().filter(|other| other.len().abs_diff(lower.len()) <= allowed);
    let near = similar.map(|other| (osa_distance(&lower, other), other.as_str()));
    near.filter(|(distance, _)| *distance <= allowed).collect()
}

/// The diagnostic of the statement as it is, which says of what kind it seems to be.
fn told(slip: Slip<'_>) -> Option<Diagnostic> {
    let (_, statements) = lines::split(slip.piece.text);
    let [statement] = statements[..] else { return None };
    let told = if let Some(item) = statement.item {
        mistakes::item(slip.section?, item, slip.section?.read(item).err()?)
    } else {
        let heading = heading_words(statement.whole.first_word()).example();
        mistakes::unexpected(statement.whole, &statement.whole.read(Rule::heading_line).err()?, heading)
    };
    Some(told.shifted(slip.piece.start))
}

fn misspelt(slip: Slip<'_>, told: Option<&Diagnostic>, at: usize, word: &str, meant: &str) -> Change {
    let span = place(slip, at, word.len());
    let help = format!("did you mean `{meant}`?");
    let about = told.filter(|told| told.span().start <= span.start && span.end <= told.span().end);
    let change = if let Some(told) = about {
        Change::new(told.code, &*told.message, told.labels[0].text.clone(), help).at(told.span())
    } else {
        let message = format!("`{word}` can't stand here");
        Change::new(Code::VariantUnexpected, message, "not understood", help).at(span)
    };
    change.edit(span, meant)
}
