//! Other words, capitals, and words in another order. The tables are `wordings.txt` and `orders.txt`.

use std::sync::LazyLock;

use super::fix::{Fix, Line};
use super::men::is_square;
use super::misspelt;
use super::wordings::{WORDINGS, Wording};
use crate::diagnostic::Code;
use crate::syntax::Section;
use crate::syntax::trial;

/// A row of `orders.txt`.
struct Order {
    headings: Vec<&'static str>,
    written: &'static str,
    meant: String,
    message: &'static str,
    is_certain: bool,
}

static ORDERS: LazyLock<Vec<Order>> = LazyLock::new(|| {
    let order = |row: &'static str| {
        let (headings, row) = row.split_once("| ").filter(|_| !row.starts_with('#'))?;
        let (row, message) = row.rsplit_once(" | ")?;
        let (written, meant) = row.split_once(" -> ")?;
        let headings_only = headings.trim().trim_start_matches('?');
        Some(Order {
            headings: headings_only.split(", ").filter(|heading| !heading.is_empty()).collect(),
            written,
            meant: meant.replace("\\n", "\n"),
            message,
            is_certain: !headings.starts_with('?'),
        })
    };
    include_str!("orders.txt").lines().filter_map(order).collect()
});

/// Numbers in words, from 1 on.
const NUMBERS: &[&str] =
    &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// The number of ways to read a line in another order that are tried.
const MAX_READINGS: usize = 4;

/// Words that name the game that a definition extends.
const BASE_WORDS: &[&str] = &["extends", "parent", "base", "inherits"];

/// Finds fixes of words and of their order.
pub(super) fn fixes(line: Line<'_>) -> Vec<Fix> {
    let mut fixes = capitals(line);
    fixes.extend(WORDINGS.iter().filter_map(|wording| wording_of(line, wording)));
    fixes.extend(numbers(line));
    fixes.extend(label(line));
    fixes.extend(ORDERS.iter().filter_map(|order| order_of(line, order)));
    fixes
}

/// Other words for these, wherever they occur in one half of the line.
fn wording_of(line: Line<'_>, wording: &Wording) -> Option<Fix> {
    let &Wording { place, written: pattern, meant } = wording;
    let (from, within) = match (place, line.halves()) {
        ("title", None) if line.section == Some(Section::Facts) => (0, line.text),
        ("line", None) => (0, line.text),
        // A heading in other words may also have a colon.
        ("line", Some((key, "", _))) | ("key" | "whole-key", Some((key, ..))) => (0, key),
        ("value" | "whole-value", Some((_, value, from))) => (from, value),
        _ => return None,
    };
    let lower = within.to_ascii_lowercase();
    let is_whole = !matches!(place, "title" | "key" | "value");
    let found = trial::find(&lower, pattern).filter(|(found, _)| !is_whole || *found == (0..within.len()));
    let found: Vec<_> = found.filter(|(found, _)| !line.is_quoted(from + found.start)).collect();
    let (first, hole) = found.first()?.clone();
    let (written, filled) = (&within[first.clone()], meant.replacen('*', &within[hole], 1));
    let fix = match meant {
        "" => Fix::new(Code::VariantOtherWords, format!("`{written}` is not said"), "leave it out").label("needless"),
        "," => {
            let message = format!("`{written}` does not join these");
            Fix::new(Code::VariantOtherWords, message, "put a comma between them").label("no comma")
        }
        _ => Fix::rewording(format!("`{written}` is called `{filled}` here"), &filled),
    };
    // If the table has both directions, the rest of the line may be wrong instead; a value with quotes is the user's text.
    let is_text = place == "value" && within.contains('"');
    let is_certain = !is_text && !WORDINGS.contains(&Wording { place, written: meant, meant: pattern });
    let mut fix = fix.at(from + first.start, first.len()).unless_certain(is_certain);
    if let Some((key, ..)) = line.halves().filter(|_| place == "line") {
        fix = fix.edit(key.len(), line.text.len() - key.len(), "");
    }
    let (before, behind) = meant.split_once('*').unwrap_or((meant, ""));
    Some(found.iter().fold(fix, |fix, (found, hole)| {
        // The blank before a word that is left out goes too.
        let is_gone = matches!(meant, "" | ",");
        let start = from + found.start;
        let start = if is_gone { line.text[..start].trim_end_matches(' ').len() } else { start };
        // The word for the `*` may have a fix of its own.
        let fix = fix.edit(start, from + hole.start - start, before);
        let rest = found.end - hole.end;
        if rest == 0 && behind.is_empty() { fix } else { fix.edit(from + hole.end, rest, behind) }
    }))
}

/// Capitals where small letters are meant, in words of more than one letter and in squares: before the colon, behind it,
/// in the whole line.
pub(super) fn capitals(line: Line<'_>) -> Vec<Fix> {
    const MARKS: &[char] = &[' ', ':', ','];
    let split = line.halves().map_or(line.text.len(), |(_, _, at)| at);
    let lowered = |from: usize, to: usize| {
        let mut fix = Fix::new(Code::VariantCapitals, "these are small letters in the language", "");
        let (mut letters, mut known) = (0, true);
        for (at, word) in (Line { text: &line.text[..to], ..line }).words(from, MARKS) {
            let lower = word.to_ascii_lowercase();
            let is_name = word.len() > 1 && word.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
            if (is_name || is_square(word)) && lower != word && !line.is_quoted(at) {
                fix.diagnostic.help = Some(format!("write `{lower}`"));
                letters += word.bytes().filter(u8::is_ascii_uppercase).count();
                known &= misspelt::is_word(&lower);
                fix = fix.edit(at, word.len(), lower);
            }
        }
        // A single capital in a word of the user's own may be a slip for another letter.
        fix.unless_certain(letters > 1 || known).if_any()
    };
    [lowered(0, split), lowered(split, line.text.len()), lowered(0, line.text.len())].into_iter().flatten().collect()
}

fn numbers(line: Line<'_>) -> Option<Fix> {
    let lower = line.text.to_ascii_lowercase();
    let mut fix = Fix::new(Code::VariantOtherWords, "numbers are written in digits", "");
    for (number, word) in (1..).zip(NUMBERS) {
        for (found, _) in trial::find(&lower, word) {
            fix.diagnostic.help = Some(format!("write `{number}`"));
            fix = fix.edit(found.start, word.len(), number.to_string());
        }
    }
    fix.if_any()
}

/// A label that is no single word: `draw (no moves left)`.
fn label(line: Line<'_>) -> Option<Fix> {
    let (_, value, from) = line.halves().filter(|_| line.is_in(&[Section::Endings]))?;
    let inside = value.find('(')? + 1;
    let words = value[inside..].strip_suffix(')')?;
    let words_of = words.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let joined = words_of.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    let message = "a label is one word, of small letters, digits and hyphens";
    // A single other sign may be a slip for a letter.
    let is_part = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let others = words.bytes().filter(|byte| !is_part(*byte)).count();
    let fix = Fix::rewording(message, &format!("({joined})")).unless_certain(others != 1);
    Some(fix.edit(from + inside, words.len(), joined))
}

/// The line in another order: the first one that can be read, or else the first one.
fn order_of(line: Line<'_>, order: &Order) -> Option<Fix> {
    let heading = line.section.map_or("", Section::heading);
    if !order.headings.is_empty() && !order.headings.contains(&heading) {
        return None;
    }
    let text = line.text.split_ascii_whitespace().collect::<Vec<_>>().join(" ").replace(" :", ":");
    let mut readings = Vec::new();
    capture(order.written, &text, &mut Vec::new(), &mut |holes| {
        readings.push(holes.iter().fold(order.meant.clone(), |meant, (hole, words)| meant.replace(hole, words)));
        readings.len() == MAX_READINGS
    });
    let written = readings.iter().find(|text| line.reads(text)).or(readings.first())?;
    let help = written.replace("\n  ", "`, and below it `");
    let code = if order.message.ends_with("is missing") { Code::VariantIncomplete } else { Code::VariantOtherWords };
    let fix = Fix::new(code, order.message, format!("write `{help}`")).label("another order");
    Some(fix.unless_certain(order.is_certain).rewrite(line.text, written))
}

/// A hole of a pattern, and the words that fill it.
type Hole<'t> = (&'t str, &'t str);

/// Calls a function with the holes of a pattern, for every way to fill them so that it is the text, until one is enough.
fn capture<'t>(
    pattern: &'t str,
    text: &'t str,
    holes: &mut Vec<Hole<'t>>,
    found: &mut dyn FnMut(&[Hole<'t>]) -> bool,
) -> bool {
    let Some(hole) = pattern.get(..2).filter(|hole| hole.starts_with(['$', '#', '%'])) else {
        return match (pattern.chars().next(), text.chars().next()) {
            (None, None) => found(holes),
            (Some(sign), Some(same)) if sign == same => {
                capture(&pattern[sign.len_utf8()..], &text[sign.len_utf8()..], holes, found)
            }
            _ => false,
        };
    };
    let ends = text.char_indices().take_while(|(_, sign)| hole.starts_with('$') || *sign != ' ');
    ends.map(|(at, sign)| text.split_at(at + sign.len_utf8())).any(|(words, rest)| {
        let is_movement = || words.bytes().any(|byte| byte.is_ascii_uppercase()) && trial::is_movement(words);
        if words.trim() != words || hole.starts_with('%') && !is_movement() {
            return false;
        }
        holes.push((hole, words));
        let is_enough = capture(&pattern[2..], rest, holes, found);
        holes.pop();
        is_enough
    })
}

/// The name of the game that a line `extends: NAME` says that this one changes.
pub(super) fn base(line: Line<'_>) -> Option<&str> {
    let (key, base, _) = line.halves()?;
    Some(base).filter(|_| BASE_WORDS.contains(&&*key.to_ascii_lowercase()))
}

/// The fix of such a line in a text whose title ends at a byte.
pub(super) fn base_in_title(line: Line<'_>, base: &str, start: usize, title_end: usize) -> Fix {
    let extends = format!(" extends {}", base.trim_matches('"').to_ascii_lowercase());
    let help = format!("write `game \"…\"{extends}`");
    let fix = Fix::new(Code::VariantOtherWords, "the game that this one changes stands in the title", help);
    fix.label("not here").edit(start, line.text.len(), "").edit(title_end, 0, extends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read() {
        let rows = |text: &str| text.lines().filter(|row| !row.is_empty() && !row.starts_with('#')).count();
        assert_eq!(WORDINGS.len(), rows(include_str!("wordings.txt")));
        assert_eq!(ORDERS.len(), rows(include_str!("orders.txt")));
        let places = ["title", "line", "key", "whole-key", "value", "whole-value"];
        assert!(WORDINGS.iter().all(|wording| places.contains(&wording.place)));
        let is_heading = |heading: &&str| Section::ALL.iter().any(|section| section.heading() == *heading);
        assert!(ORDERS.iter().all(|order| order.headings.iter().all(is_heading)));
    }

    #[test]
    fn holes_are_filled_in_every_way() {
        let mut found = Vec::new();
        capture("$a #b: $c", "a b c: d", &mut Vec::new(), &mut |holes| {
            found.push(holes.to_vec());
            false
        });
        assert_eq!(found, [[("$a", "a b"), ("#b", "c"), ("$c", "d")]]);
        let mut count = 0;
        capture("$a, $b", "1, 2, 3", &mut Vec::new(), &mut |_| {
            count += 1;
            false
        });
        assert_eq!(count, 2);
    }
}
