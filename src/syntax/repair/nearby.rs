//! Changes where a statement can't be read on: a word or a mark that is missing, or one too many.

use super::change::{Change, Slip, place};
use super::reading::reads;
use super::words::is_square;
use crate::diagnostic::Code;
use crate::syntax::expected::all_expected;
use crate::syntax::node::Failure;
use crate::syntax::wordings::NEEDLESS;

/// Words that nobody leaves out by mistake: they say what is wanted, or make the name of a region of what follows.
const CHOICES: &[&str] =
    &["none", "any", "on", "in", "wins", "loses", "draw", "white", "black", "white wins", "black wins", "+", "U"];

/// Changes at the place where a statement can't be read on.
pub(super) fn changes(slip: Slip<'_>, failure: &Failure) -> Vec<Change> {
    let mut changes = missing(slip, failure);
    changes.extend(needless(slip, failure));
    changes
}

/// The one word or mark that makes the statement readable.
fn missing(slip: Slip<'_>, failure: &Failure) -> Vec<Change> {
    let text = slip.piece.text;
    let Some(at) = failure.at.checked_sub(slip.piece.start).filter(|&at| text.is_char_boundary(at)) else {
        return Vec::new();
    };
    let (before, behind) = (text[..at].trim_end(), text[at..].trim_start());
    // What a line is about is never the word that is missing.
    let words = if before.is_empty() { Vec::new() } else { all_expected(&failure.expected) };
    let words = words.iter().filter_map(|words| words.strip_prefix('`')?.strip_suffix('`'));
    let words = words.filter(|words| !CHOICES.contains(words));
    let insert = |words: &str| match words {
        "," => format!("{words} "),
        _ if behind.is_empty() || behind.starts_with(',') => format!(" {words}"),
        _ => format!(" {words} "),
    };
    let readable = |words: &&str| reads(slip, &format!("{before}{}{behind}", insert(words)));
    let mut fitting: Vec<&str> = words.filter(readable).collect();
    // `moves` is more usual than `move`.
    fitting.sort_by_key(|words| std::cmp::Reverse(words.len()));
    fitting.dedup_by(|short, long| long.starts_with(*short));
    let [words] = fitting[..] else { return Vec::new() };
    let last = before.rfind(' ').filter(|_| !before.ends_with(':')).map_or(0, |gap| gap + 1);
    let first = behind.split(' ').next().unwrap_or_default();
    let help = format!("write `{}{}{first}`", &before[last..], insert(words));
    let change = Change::new(Code::VariantIncomplete, format!("`{words}` is missing"), "after this", help.trim_end());
    let gap = place(slip, before.len(), text.len() - before.len() - behind.len());
    // Else a man or a number may be missing; and before a parenthesis a letter may stand in its place.
    let only_words =
        all_expected(&failure.expected).iter().all(|words| words.starts_with('`') || words.starts_with("the "));
    vec![
        change
            .at(place(slip, last, before.len() - last))
            .edit(gap, insert(words))
            .presumed(!only_words || words == ")"),
    ]
}

/// The word at this place, if it says nothing.
fn needless(slip: Slip<'_>, failure: &Failure) -> Option<Change> {
    let text = slip.piece.text;
    let at = failure.at.checked_sub(slip.piece.start).filter(|&at| text.is_char_boundary(at))?;
    let rest = &text[at..];
    let end = rest.find([' ', ',', ':']).unwrap_or(rest.len()).max(1);
    let word = rest.get(..end).filter(|word| NEEDLESS.contains(word))?;
    // From here to there is more than the two ends of it.
    if word == "to" && leads_to_squares(rest[end..].trim_start()) {
        return None;
    }
    // Without it `ranks 1, 8` would be read as all that lies between them.
    let named = text[..at].split_ascii_whitespace().rev().nth(1);
    if word == "," && matches!(named, Some("ranks" | "files")) {
        return None;
    }
    // The blank before it goes too; at the beginning, that behind it.
    let start = text[..at].trim_end_matches(' ').len();
    let end = if start > 0 { at + end } else { text.len() - text[at + end..].trim_start().len() };
    let change = Change::new(Code::VariantOtherWords, format!("`{word}` is not said"), "needless", "leave it out");
    // A letter or a mark may stand for what is missing there; in a text, words may be those of the text.
    let presumed = word.len() == 1 || text.contains('"');
    Some(change.at(place(slip, at, word.len())).edit(place(slip, start, end - start), "").presumed(presumed))
}

/// Whether a text begins with squares, named in any way.
fn leads_to_squares(text: &str) -> bool {
    let word = text.split([' ', ',', ':']).next().unwrap_or_default();
    matches!(word, "own" | "rank" | "ranks" | "file" | "files" | "the") || is_square(word)
}
