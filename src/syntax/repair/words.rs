//! Words that the language says otherwise, in small letters, and with digits.

use super::change::{Change, Slip, halves, is_quoted, place};
use super::misspelt;
use crate::diagnostic::Code;
use crate::syntax::ast::Section;
use crate::syntax::wordings::{self, Found, NUMBERS, SAID, Where};

/// Changes of words.
pub(super) fn changes(slip: Slip<'_>) -> Vec<Change> {
    let mut changes = capitals(slip);
    changes.extend(SAID.iter().filter_map(|&(place, written, meant)| said(slip, place, written, meant)));
    changes.extend(squares(slip));
    changes.extend(hyphens(slip));
    changes.extend(angle_signs(slip));
    changes.extend(numbers(slip));
    changes
}

/// Words for which others stand, wherever they occur in one half of the statement.
fn said(slip: Slip<'_>, context: Where, pattern: &str, meant: &str) -> Option<Change> {
    let text = slip.piece.text;
    let (from, within) = match (context, halves(text)) {
        (Where::Title, None) if slip.section == Some(Section::Facts) => (0, text),
        (Where::Line, None) => (0, text),
        // A heading in other words may have a colon besides.
        (Where::Line, Some((key, "", _))) | (Where::Key | Where::WholeKey, Some((key, ..))) => (0, key),
        (Where::Value | Where::WholeValue, Some((_, value, from))) => (from, value),
        _ => return None,
    };
    let lower = within.to_ascii_lowercase();
    let is_whole = |found: &Found| found.whole() == (0..within.len());
    let whole = matches!(context, Where::Line | Where::WholeKey | Where::WholeValue);
    let found = wordings::find(&lower, pattern).filter(|found| !whole || is_whole(found));
    let found: Vec<Found> = found.filter(|found| !is_quoted(text, from + found.before.start)).collect();
    let first = found.first()?;
    let slot = &within[first.before.end..first.behind.start];
    let (written, filled) = (&within[first.whole()], meant.replacen('*', slot, 1));
    let (message, label, help) = match meant {
        "" => (format!("`{written}` is not said"), "needless", "leave it out".to_owned()),
        "," => (format!("`{written}` does not join these"), "no comma", "put a comma between them".to_owned()),
        _ => (format!("`{written}` is called `{filled}` here"), "other words", format!("write `{filled}`")),
    };
    let change = Change::new(Code::VariantOtherWords, message, label, help);
    // If either is said for the other, the rest of the line may be what is wrong.
    let change = change.presumed(SAID.contains(&(context, meant, pattern)));
    let change = change.at(place(slip, from + first.before.start, first.whole().len()));
    let change = match halves(text).filter(|_| context == Where::Line) {
        Some((key, ..)) => change.edit(place(slip, key.len(), text.len() - key.len()), ""),
        None => change,
    };
    let (before, behind) = meant.split_once('*').unwrap_or((meant, ""));
    Some(found.iter().fold(change, |change, found| {
        let mut start = from + found.before.start;
        if matches!(meant, "" | ",") {
            // The blank before it goes too.
            start = text[..start].trim_end_matches(' ').len();
        }
        let change = change.edit(place(slip, start, from + found.before.end - start), before);
        if found.behind.is_empty() && behind.is_empty() {
            return change;
        }
        change.edit(place(slip, from + found.behind.start, found.behind.len()), behind)
    }))
}

/// Capitals where small letters are meant: in words of more than one letter.
pub(super) fn capitals(slip: Slip<'_>) -> Vec<Change> {
    let text = slip.piece.text;
    let split = halves(text).map_or(text.len(), |(_, _, at)| at);
    let lowered = |from: usize, to: usize| {
        let mut change = Change::new(Code::VariantCapitals, "these are small letters in the language", "capitals", "");
        let (mut quoted, mut letters, mut known) = (false, 0, true);
        let mut at = from;
        for word in text[from..to].split_inclusive([' ', ':', ',']) {
            let bare = word.trim_end_matches([' ', ':', ',']);
            let lower = bare.to_ascii_lowercase();
            let is_word = bare.len() > 1 && bare.chars().all(|c| c.is_ascii_alphabetic() || c == '-') && !quoted;
            if is_word && lower != bare {
                change.help = format!("write `{lower}`");
                letters += bare.bytes().filter(u8::is_ascii_uppercase).count();
                known &= misspelt::is_word(&lower);
                change = change.edit(place(slip, at, bare.len()), lower);
            }
            quoted ^= word.matches('"').count() % 2 == 1;
            at += word.len();
        }
        // A single capital in a word of the user's own may be a slip for another letter.
        Some(change.presumed(letters == 1 && !known)).filter(|change| !change.edits.is_empty())
    };
    [lowered(0, split), lowered(split, text.len()), lowered(0, text.len())].into_iter().flatten().collect()
}

/// Squares with capitals, `D4`, or with blanks between them.
fn squares(slip: Slip<'_>) -> Vec<Change> {
    let text = slip.piece.text;
    let from = halves(text).map_or(0, |(_, _, at)| at);
    let mut small = Change::new(Code::VariantCapitals, "squares have small letters", "a capital", "");
    let message = "these squares have nothing between them";
    let mut apart = Change::new(Code::VariantForeignSign, message, "a blank", "put commas between them");
    let (mut at, mut after_square) = (from, false);
    for word in text[from..].split_inclusive(' ') {
        let bare = word.trim_end_matches([' ', ',']);
        let lower = bare.to_ascii_lowercase();
        if is_square(bare) && lower != bare {
            small.help = format!("write `{lower}`");
            small = small.edit(place(slip, at, bare.len()), lower);
        }
        if is_square(bare) && after_square {
            apart = apart.edit(place(slip, at - 1, 0), ",");
        }
        after_square = is_square(word.trim_end());
        at += word.len();
    }
    // A single one may be another square's.
    let small_is_one = small.edits.len() == 1;
    [small.presumed(small_is_one), apart].into_iter().filter(|change| !change.edits.is_empty()).collect()
}

/// Whether a word is the name of a square, perhaps with a capital letter, on a board of any size.
pub(super) fn is_square(word: &str) -> bool {
    let (file, rank) = word.split_at_checked(1).unwrap_or_default();
    file.starts_with(|c: char| c.is_ascii_alphabetic()) && rank.parse::<u8>().is_ok()
}

/// The name of a region in several words.
fn hyphens(slip: Slip<'_>) -> Option<Change> {
    let (key, ..) = halves(slip.piece.text).filter(|_| slip.section == Some(Section::Regions))?;
    let side = ["white ", "black "].into_iter().find(|side| key.starts_with(side)).map_or(0, str::len);
    let name = &key[side..];
    let joined = name.split_ascii_whitespace().collect::<Vec<_>>().join("-");
    let help = format!("write `{joined}`");
    let change = Change::new(Code::VariantOtherWords, "the name of a region is one word", "several words", help);
    // One of the words may be a misspelt one of the language.
    Some(change.edit(place(slip, side, name.len()), joined).presumed(true)).filter(|_| name.contains(' '))
}

/// Degrees as a sign.
fn angle_signs(slip: Slip<'_>) -> Option<Change> {
    let text = slip.piece.text;
    let found: Vec<usize> = text.match_indices(['°', 'º']).map(|(at, _)| at).collect();
    let change = Change::new(
        Code::VariantForeignSign,
        "angles are numbers without a sign",
        "no sign of the language",
        "leave out the sign for degrees",
    );
    let change = found.iter().fold(change, |change, at| change.edit(place(slip, *at, '°'.len_utf8()), ""));
    Some(change).filter(|change| !change.edits.is_empty())
}

/// Numbers in words.
fn numbers(slip: Slip<'_>) -> Option<Change> {
    let lower = slip.piece.text.to_ascii_lowercase();
    let mut change = Change::new(Code::VariantOtherWords, "numbers are written in digits", "a word", "");
    for (number, word) in (1..).zip(NUMBERS) {
        for found in wordings::find(&lower, word) {
            change.help = format!("write `{number}`");
            change = change.edit(place(slip, found.before.start, word.len()), number.to_string());
        }
    }
    Some(change).filter(|change| !change.edits.is_empty())
}
