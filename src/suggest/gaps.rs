//! A word or a mark that is missing where a line can't be read on, or one too many.

use super::fix::{Fix, Line};
use super::men::is_square;
use crate::diagnostic::Code;
use crate::syntax::{Section, trial};

/// Words that are not left out by mistake: they are choices, or make the name of a region of the next word.
const CHOICES: &[&str] =
    &["none", "any", "on", "in", "wins", "loses", "draw", "white", "black", "white wins", "black wins", "+", "U"];

/// Words that say nothing in the language.
const NEEDLESS: &[&str] = &[
    "a", "an", "the", "is", "are", "its", "of", "also", "then", "with", "by", "in", "to", "each", "per", "turn",
    "only", "squares", "square", "moves", "move", "times", "time", "men", "man", "piece", "pieces", "=", "-", ",", ";",
];

/// Finds fixes at the place where a line can't be read on.
pub(super) fn fixes(line: Line<'_>) -> Vec<Fix> {
    let failure = trial::failure(line.section, line.text).filter(|&(at, _)| line.text.is_char_boundary(at));
    let Some((at, expected)) = failure else { return Vec::new() };
    missing(line, at, &expected).into_iter().chain(needless(line, at)).collect()
}

/// The one word or mark that makes the line readable.
fn missing(line: Line<'_>, at: usize, expected: &[String]) -> Option<Fix> {
    let (before, behind) = (line.text[..at].trim_end(), line.text[at..].trim_start());
    let words = expected.iter().filter_map(|words| words.strip_prefix('`')?.strip_suffix('`'));
    let insert = |words: &str| match words {
        "," => format!("{words} "),
        _ if behind.is_empty() || behind.starts_with(',') => format!(" {words}"),
        _ => format!(" {words} "),
    };
    // The first word of a line is never the one that is missing.
    let words = words.filter(|words| !CHOICES.contains(words) && !before.is_empty());
    let mut fitting: Vec<&str> =
        words.filter(|words| line.reads(&format!("{before}{}{behind}", insert(words)))).collect();
    // `moves` is more usual than `move`.
    fitting.sort_by_key(|words| std::cmp::Reverse(words.len()));
    fitting.dedup_by(|short, long| long.starts_with(*short));
    let [words] = fitting[..] else { return None };
    let last = before.rfind(' ').filter(|_| !before.ends_with(':')).map_or(0, |gap| gap + 1);
    let first = behind.split(' ').next().unwrap_or_default();
    let help = format!("write `{}{}{first}`", &before[last..], insert(words));
    let fix = Fix::new(Code::VariantIncomplete, format!("`{words}` is missing"), help.trim_end()).label("after this");
    // Else a man or a number may be missing, a phrase between commas, a sign of a label, a blank in `bycheckmate`, or
    // a letter may stand for the comma.
    let only_words = expected.iter().all(|words| words.starts_with('`') || words.starts_with("the "));
    let segment = before.rsplit(',').next().unwrap_or_default().trim();
    let is_phrase = segment.is_empty() || behind.is_empty() && segment.parse::<u32>().is_ok();
    let is_movement = line.is_in(&[Section::Men]) && segment.contains(':');
    let is_letter = is_movement && words == "," && segment.ends_with(|c: char| c.is_ascii_lowercase());
    let is_sign = is_letter || matches!(words, "(" | ")");
    let is_phrase = is_phrase || is_sign || behind.starts_with(words);
    let fix = fix.at(last, before.len() - last).unless_certain(only_words && !is_phrase);
    Some(fix.edit(before.len(), line.text.len() - before.len() - behind.len(), insert(words)))
}

/// The word at this place, if it says nothing.
fn needless(line: Line<'_>, at: usize) -> Option<Fix> {
    let (text, rest) = (line.text, &line.text[at..]);
    let end = rest.find([' ', ',', ':']).unwrap_or(rest.len()).max(1);
    let word = rest.get(..end).filter(|word| NEEDLESS.contains(word))?;
    // `d1 to d4` is more than its two ends, and `ranks 1 8` would be read as all ranks between them.
    let named = text[..at].split_ascii_whitespace().rev().nth(1);
    if word == "to" && leads_to_squares(rest[end..].trim_start())
        || word == "," && matches!(named, Some("ranks" | "files"))
    {
        return None;
    }
    // The blank before it goes too; at the beginning, that behind it.
    let start = text[..at].trim_end_matches(' ').len();
    let end = if start > 0 { at + end } else { text.len() - text[at + end..].trim_start().len() };
    let fix = Fix::new(Code::VariantOtherWords, format!("`{word}` is not said"), "leave it out").label("needless");
    // A letter or a mark may be a slip for a word; in a line with a text, words may belong to the text.
    let is_certain = word.len() > 1 && !text.contains('"');
    Some(fix.at(at, word.len()).edit(start, end - start, "").unless_certain(is_certain))
}

/// Whether a text begins with squares, named in any way.
fn leads_to_squares(text: &str) -> bool {
    let word = text.split([' ', ',', ':']).next().unwrap_or_default();
    matches!(word, "own" | "rank" | "ranks" | "file" | "files" | "the") || is_square(word)
}
