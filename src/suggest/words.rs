//! Other words, capitals, words in another order, misspelt, missing or needless, and men by other letters. The tables are
//! `wordings.txt` and `orders.txt`.

use std::sync::LazyLock;
use strsim::osa_distance;

use super::fix::{Fix, Line};
use crate::diagnostic::{Code, Diagnostic};
use crate::prose::{all_of, movement_named, ordinal};
use crate::syntax::{Section, trial};

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

/// Numbers in words.
#[rustfmt::skip]
const NUMBERS: &[(u32, &str)] = &[
    (45, "forty-five"), (1, "one"), (2, "two"), (3, "three"), (4, "four"), (5, "five"),
    (6, "six"), (7, "seven"), (8, "eight"), (9, "nine"), (10, "ten"), (11, "eleven"), (12, "twelve"), (15, "fifteen"),
    (20, "twenty"), (30, "thirty"), (40, "forty"), (50, "fifty"), (90, "ninety"), (100, "hundred"),
];

/// The number of ways to read a line in another order that are tried.
const MAX_READINGS: usize = 4;

/// Words that name the game that a definition extends.
const BASE_WORDS: &[&str] = &["extends", "parent", "base", "inherits"];

/// Finds fixes of capitals, other words, numbers, labels and the order of words.
pub(super) fn fix_words(line: Line<'_>) -> Vec<Fix> {
    let mut fixes = fix_capitals(line);
    fixes.extend(WORDINGS.iter().filter_map(|wording| fix_wording(line, wording)));
    fixes.extend(fix_numbers(line));
    fixes.extend(fix_label(line));
    fixes.extend(ORDERS.iter().filter_map(|order| fix_order(line, order)));
    fixes
}

/// Fixes words of another wording (a row of the table), wherever they occur in one half of the line.
fn fix_wording(line: Line<'_>, wording: &Wording) -> Option<Fix> {
    let &Wording { place, written: pattern, meant } = wording;
    let (offset, within) = match (place, line.split_at_colon()) {
        ("title", None) if line.section == Some(Section::Facts) => (0, line.text),
        ("line", None) => (0, line.text),
        // A heading in other words may also have a colon.
        ("line", Some((key, "", _))) | ("key" | "whole-key", Some((key, ..))) => (0, key),
        ("value" | "whole-value", Some((_, value, offset))) => (offset, value),
        _ => return None,
    };
    let lower = within.to_ascii_lowercase();
    let is_whole = !matches!(place, "title" | "key" | "value");
    let matches = trial::match_words(&lower, pattern).filter(|(matches, _)| !is_whole || *matches == (0..within.len()));
    let matches: Vec<_> = matches.filter(|(matches, _)| !line.is_quoted(offset + matches.start)).collect();
    let (first, hole) = matches.first()?.clone();
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
    let mut fix = fix.reported_at(offset + first.start, first.len()).certain_if(is_certain);
    if let Some((key, ..)) = line.split_at_colon().filter(|_| place == "line") {
        fix = fix.edit(key.len(), line.text.len() - key.len(), "");
    }
    let (before, behind) = meant.split_once('*').unwrap_or((meant, ""));
    Some(matches.iter().fold(fix, |fix, (matches, hole)| {
        // The blank before a word that is left out goes too.
        let is_gone = matches!(meant, "" | ",");
        let start = offset + matches.start;
        let start = if is_gone { line.text[..start].trim_end_matches(' ').len() } else { start };
        // The word for the `*` may have a fix of its own.
        let fix = fix.edit(start, offset + hole.start - start, before);
        let rest = matches.end - hole.end;
        if rest == 0 && behind.is_empty() { fix } else { fix.edit(offset + hole.end, rest, behind) }
    }))
}

/// Fixes capitals where small letters are meant, in words of more than one letter and in squares: before the colon,
/// behind it, in the whole line.
pub(super) fn fix_capitals(line: Line<'_>) -> Vec<Fix> {
    const MARKS: &[char] = &[' ', ':', ','];
    let split = line.split_at_colon().map_or(line.text.len(), |(_, _, offset)| offset);
    let lowered = |from: usize, to: usize| {
        let mut fix = Fix::new(Code::VariantCapitals, "these are small letters in the language", "");
        let (mut letters, mut all_known) = (0, true);
        for (offset, word) in (Line { text: &line.text[..to], ..line }).words(from, MARKS) {
            let lower = word.to_ascii_lowercase();
            let is_name = word.len() > 1 && word.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
            if (is_name || is_square(word)) && lower != word && !line.is_quoted(offset) {
                fix.diagnostic.help = Some(format!("write `{lower}`"));
                letters += word.bytes().filter(u8::is_ascii_uppercase).count();
                all_known &= is_word(&lower);
                fix = fix.edit(offset, word.len(), lower);
            }
        }
        // A single capital in a word of the user's own may be a slip for another letter.
        fix.certain_if(letters > 1 || all_known).if_nonempty()
    };
    [lowered(0, split), lowered(split, line.text.len()), lowered(0, line.text.len())].into_iter().flatten().collect()
}

/// Fixes numbers in words.
fn fix_numbers(line: Line<'_>) -> Option<Fix> {
    let lower = line.text.to_ascii_lowercase();
    let mut fix = Fix::new(Code::VariantOtherWords, "numbers are written in digits", "");
    let ordinals = (2..=12_u32).map(|rank| (format!("rank {rank}"), format!("{} rank", ordinal(rank))));
    let cardinals = NUMBERS.iter().map(|(number, word)| (number.to_string(), (*word).to_owned()));
    for (number, word) in ordinals.chain(cardinals) {
        for (found, _) in trial::match_words(&lower, &word) {
            fix.diagnostic.help = Some(format!("write `{number}`"));
            fix = fix.edit(found.start, word.len(), number.clone());
        }
    }
    fix.if_nonempty()
}

/// Fixes a label that is no single word: `draw (no moves left)`.
fn fix_label(line: Line<'_>) -> Option<Fix> {
    let (_, value, from) = line.split_at_colon().filter(|_| line.is_in(&[Section::Endings]))?;
    let inside = value.find('(')? + 1;
    let words = value[inside..].strip_suffix(')')?;
    let words_of = words.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let joined = words_of.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    let message = "a label is one word, of small letters, digits and hyphens";
    // A single other sign may be a slip for a letter.
    let is_part = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let other_signs = words.bytes().filter(|byte| !is_part(*byte)).count();
    let fix = Fix::rewording(message, &format!("({joined})")).certain_if(other_signs != 1);
    Some(fix.edit(from + inside, words.len(), joined))
}

/// Fixes a line in another order of words (a row of the table): the first reading that can be read, or else the first
/// one.
fn fix_order(line: Line<'_>, order: &Order) -> Option<Fix> {
    let heading = line.section.map_or("", Section::heading);
    if !order.headings.is_empty() && !order.headings.contains(&heading) {
        return None;
    }
    let text = line.text.split_ascii_whitespace().collect::<Vec<_>>().join(" ").replace(" :", ":");
    let mut readings = Vec::new();
    match_pattern(order.written, &text, &mut Vec::new(), &mut |holes| {
        readings.push(holes.iter().fold(order.meant.clone(), |meant, (hole, words)| meant.replace(hole, words)));
        readings.len() == MAX_READINGS
    });
    // Men may be written by their names, too.
    let lettered = |text: &String| {
        let line = Line { text, ..line };
        fix_names_of_men(line).and_then(|fix| line.with_fixes(&[&fix]))
    };
    let lettered: Vec<String> = readings.iter().filter_map(lettered).collect();
    let is_readable = |text: &&String| line.is_readable_as(text);
    let written = readings.iter().find(is_readable).or(lettered.iter().find(is_readable)).or(readings.first())?;
    let help = written.replace("\n  ", "`, and below it `");
    let code = if order.message.ends_with("is missing") { Code::VariantIncomplete } else { Code::VariantOtherWords };
    let fix = Fix::new(code, order.message, format!("write `{help}`")).label("another order");
    Some(fix.certain_if(order.is_certain).rewrite(line.text, written))
}

/// A hole of a pattern, and the words that fill it.
type Filled<'t> = (&'t str, &'t str);

/// Calls a function with the holes of a pattern, for every way to fill them that gives the text, until one is enough.
fn match_pattern<'t>(
    pattern: &'t str,
    text: &'t str,
    holes: &mut Vec<Filled<'t>>,
    found: &mut dyn FnMut(&[Filled<'t>]) -> bool,
) -> bool {
    let Some(hole) = pattern.get(..2).filter(|hole| hole.starts_with(['$', '#', '%'])) else {
        return match (pattern.chars().next(), text.chars().next()) {
            (None, None) => found(holes),
            (Some(sign), Some(same)) if sign == same => {
                match_pattern(&pattern[sign.len_utf8()..], &text[sign.len_utf8()..], holes, found)
            }
            _ => false,
        };
    };
    let ends = text.char_indices().take_while(|(_, sign)| hole.starts_with('$') || *sign != ' ');
    ends.map(|(index, sign)| text.split_at(index + sign.len_utf8())).any(|(words, rest)| {
        let is_movement = || words.bytes().any(|byte| byte.is_ascii_uppercase()) && trial::is_movement(words);
        if words.trim() != words || hole.starts_with('%') && !is_movement() {
            return false;
        }
        holes.push((hole, words));
        let is_enough = match_pattern(&pattern[2..], rest, holes, found);
        holes.pop();
        is_enough
    })
}

/// The name of the base game in a line `extends: NAME`.
pub(super) fn base_name(line: Line<'_>) -> Option<&str> {
    let (key, base, _) = line.split_at_colon()?;
    Some(base).filter(|_| BASE_WORDS.contains(&&*key.to_ascii_lowercase()))
}

/// Moves the name of such a line into the title, which ends at a byte.
pub(super) fn fix_base(line: Line<'_>, base: &str, start: usize, title_end: usize) -> Fix {
    let extends = format!(" extends {}", base.trim_matches('"').to_ascii_lowercase());
    let help = format!("write `game \"…\"{extends}`");
    let fix = Fix::new(Code::VariantOtherWords, "the game that this one changes stands in the title", help);
    fix.label("not here").edit(start, line.text.len(), "").edit(title_end, 0, extends)
}

/// Most words of a line with corrections.
const MAX_WORDS: usize = 24;

/// A word of more letters than this is not compared with those of the language.
const MAX_LETTERS: usize = 24;

/// Separators of words.
const MARKS: &[char] = &[' ', '\t', ',', ':', '(', ')'];

/// The words of the language that those of a line may be misspellings of.
pub(super) enum Corrections {
    /// One fix makes the line readable; `None` if several fit equally well.
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
pub(super) fn correct_words(line: Line<'_>) -> Corrections {
    let found = find_misspelt(line);
    let readable: Vec<&Misspelt> = found.iter().filter(|word| line.is_readable_with(&[&word.fix])).collect();
    let Some(least) = readable.iter().map(|word| word.distance).min() else {
        let only = found.into_iter().filter(|word| word.only && !word.exchanged);
        return Corrections::Several(only.map(|word| word.fix).collect());
    };
    // `moves` and `move` mean the same where either can be read. Other words that fit equally well are uncertain.
    let nearest: Vec<&&Misspelt> = readable.iter().filter(|word| word.distance == least).collect();
    let is_longer = |long: &Misspelt, short: &Misspelt| {
        long.at == short.at && long.meant.len() > short.meant.len() && long.meant.starts_with(short.meant)
    };
    let mut nearest = nearest.iter().filter(|word| !nearest.iter().any(|other| is_longer(other, word)));
    let only = nearest.next().filter(|word| nearest.next().is_none() && !word.exchanged);
    Corrections::Readable(only.map(|word| word.fix.clone()))
}

/// Finds the words of a line that may be misspellings, each with the words of the language that are near.
fn find_misspelt(line: Line<'_>) -> Vec<Misspelt> {
    let may_be = match (line.split_at_colon(), line.section) {
        (Some((key, ..)), Some(section)) => !trial::has_hint(section, key),
        // Any word may be a heading.
        (None, _) => trial::is_heading_word(line.text.split(MARKS).next().unwrap_or_default()),
        _ => true,
    };
    if !may_be || line.text.split_ascii_whitespace().nth(MAX_WORDS).is_some() {
        return Vec::new();
    }
    let own_error = trial::diagnose(line.section, line.text);
    let mut misspelt_words = Vec::new();
    for (at, word) in line.words(0, MARKS) {
        let word = word.trim_end_matches(['.', ';']);
        if word.is_empty() || line.is_quoted(at) || is_known_word(line.section, word) {
            continue;
        }
        let near = near_words(word);
        let least = near.iter().map(|(distance, _)| *distance).min();
        let nearest = near.iter().filter(|(distance, _)| Some(*distance) == least).count();
        let exchanged =
            !near.is_empty() && transpositions(line.text, at, word.len()).any(|text| line.is_readable_as(&text));
        misspelt_words.extend(near.into_iter().map(|(distance, meant)| {
            Misspelt {
                at,
                meant,
                distance,
                only: nearest == 1 && Some(distance) == least,
                exchanged,
                fix: fix_word(own_error.as_ref(), at, word, meant)
                    .certain_if(is_plain(word) && !may_be_name(line, at, meant)),
            }
        }));
    }
    misspelt_words
}

/// Whether a word is long, or has no signs but letters, and capitals at its beginning alone; else it may be two words.
fn is_plain(word: &str) -> bool {
    const MIN_LONG: usize = 5;
    let is_small = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
    let is_letters = word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.bytes().skip(1).all(is_small);
    is_letters || word.len() >= MIN_LONG
}

/// Whether a word may be part of the name of a man or a region.
fn may_be_name(line: Line<'_>, at: usize, meant: &str) -> bool {
    let is_in_key = line.split_at_colon().is_none_or(|(key, ..)| at < key.len());
    is_in_key && line.is_in(&[Section::Men, Section::Regions]) && !matches!(meant, "white" | "black" | "all")
}

/// Whether a word is one of the language.
pub(super) fn is_word(word: &str) -> bool {
    trial::language_words().contains(word)
}

/// The texts with a sign at either end of a word exchanged with its neighbour.
fn transpositions(text: &str, start: usize, length: usize) -> impl Iterator<Item = String> {
    let end = start + length;
    let firsts = [start.checked_sub(2), start.checked_sub(1), end.checked_sub(1), Some(end)];
    firsts.into_iter().flatten().filter_map(move |first| {
        let (left, right) = (text.get(first..first + 1)?, text.get(first + 1..first + 2)?);
        Some([&text[..first], right, left, &text[first + 2..]].concat())
    })
}

/// Whether a word is one of the language or a synonym.
fn is_known_word(section: Option<Section>, word: &str) -> bool {
    is_word(&word.to_ascii_lowercase())
        || is_wording(word)
        || section == Some(Section::Men) && trial::is_wished_property(word)
}

/// The words that differ from this one by one slip, or in a long one by two.
fn near_words(word: &str) -> Vec<(usize, &'static str)> {
    let lower = word.to_ascii_lowercase();
    if !(2..=MAX_LETTERS).contains(&lower.len()) || !lower.is_ascii() {
        return Vec::new();
    }
    let allowed = (lower.len() / 4).max(1);
    let similar = trial::language_words().iter().filter(|other| other.len().abs_diff(lower.len()) <= allowed);
    let near = similar.map(|other| (osa_distance(&lower, other), *other));
    near.filter(|(distance, _)| *distance <= allowed).collect()
}

/// The texts with a word of the language in the place of one that differs from it by one slip of the pen.
pub(super) fn one_word_variants(line: Line<'_>) -> impl Iterator<Item = String> {
    line.words(0, MARKS).flat_map(move |(at, word)| {
        let near = near_words(word).into_iter().filter(|(distance, _)| *distance == 1);
        near.map(move |(_, other)| [&line.text[..at], other, &line.text[at + word.len()..]].concat())
    })
}

/// The fix of a misspelt word; it is reported as in the line's own diagnostic if that is about the word.
fn fix_word(own_diagnostic: Option<&Diagnostic>, start: usize, word: &str, meant: &str) -> Fix {
    let end = start + word.len();
    let help = format!("did you mean `{meant}`?");
    let about = own_diagnostic.filter(|error| error.span().start <= start && end <= error.span().end);
    let fix = match about {
        Some(error) => {
            let span = error.span();
            let fix = Fix::new(error.code, &*error.message, help).label(error.labels[0].text.clone());
            fix.reported_at(span.start, span.end - span.start)
        }
        None => {
            Fix::new(Code::VariantUnexpected, format!("`{word}` can't stand here"), help).reported_at(start, word.len())
        }
    };
    fix.edit(start, word.len(), meant)
}

/// A row of `wordings.txt`.
#[derive(PartialEq, Eq)]
pub(super) struct Wording {
    pub(super) place: &'static str,
    pub(super) written: &'static str,
    pub(super) meant: &'static str,
}

pub(super) static WORDINGS: LazyLock<Vec<Wording>> = LazyLock::new(|| {
    let wording = |row: &'static str| {
        let (place, row) = row.split_once(": ").filter(|_| !row.starts_with('#'))?;
        let (written, meant) = row.split_once(" ->")?;
        Some(Wording { place, written, meant: meant.trim() })
    };
    include_str!("wordings.txt").lines().filter_map(wording).collect()
});

/// Whether the language has another word for this one.
pub(super) fn is_wording(word: &str) -> bool {
    WORDINGS.iter().any(|wording| wording.written == word)
}

/// Words that are not left out by mistake: they are choices, or make the name of a region of the next word.
const CHOICES: &[&str] = &[
    "none",
    "any",
    "on",
    "in",
    "wins",
    "loses",
    "draw",
    "white",
    "black",
    "white wins",
    "black wins",
    "+",
    "U",
    "only",
    "no",
    "not",
    "own",
    "enemy",
];

/// Words without meaning in the language.
const NEEDLESS: &[&str] = &[
    "a", "an", "the", "is", "are", "its", "of", "also", "then", "with", "by", "in", "to", "each", "per", "turn",
    "only", "squares", "square", "moves", "move", "times", "time", "men", "man", "piece", "pieces", "=", "-", ",", ";",
];

/// Finds fixes at the place where a line can't be read on: a missing word, or a needless one.
pub(super) fn fix_gap(line: Line<'_>) -> Vec<Fix> {
    let failure = trial::failure_place(line.section, line.text).filter(|&(at, _)| line.text.is_char_boundary(at));
    let Some((at, expected)) = failure else { return Vec::new() };
    if let Some(fix) = fix_missing_blank(line, at, &expected) {
        return vec![fix];
    }
    fix_missing_word(line, at, &expected).into_iter().chain(fix_needless_word(line, at)).collect()
}

/// Separates the word that is expected at a place from the one behind it: `toQ`.
fn fix_missing_blank(line: Line<'_>, place: usize, expected: &[String]) -> Option<Fix> {
    let behind = &line.text[place..];
    let words = expected.iter().filter_map(|words| words.strip_prefix('`')?.strip_suffix('`'));
    // A movement may follow `as`, and a surplus letter may make it another movement.
    let whole = behind.split([' ', ',', ':']).next().unwrap_or_default();
    let glued = |word: &&str| {
        *word != "as"
            && !is_word(whole)
            && behind.strip_prefix(*word).is_some_and(|rest| rest.starts_with(char::is_alphanumeric))
    };
    let readable = |word: &&str| {
        let end = place + word.len();
        line.is_readable_as(&format!("{} {}", &line.text[..end], &line.text[end..]))
    };
    let word = words.filter(glued).find(readable)?;
    let next = behind[word.len()..].split([' ', ',', ':']).next().unwrap_or_default();
    let message = format!("a blank is missing behind `{word}`");
    let fix = Fix::new(Code::VariantOtherWords, message, format!("write `{word} {next}`")).label("two words");
    Some(fix.reported_at(place, word.len() + next.len()).edit(place + word.len(), 0, " "))
}

/// Inserts the one word or mark that makes the line readable; none if several do.
fn fix_missing_word(line: Line<'_>, place: usize, expected: &[String]) -> Option<Fix> {
    let (before, behind) = (line.text[..place].trim_end(), line.text[place..].trim_start());
    let words = expected.iter().filter_map(|words| words.strip_prefix('`')?.strip_suffix('`'));
    let insert = |words: &str| match words {
        "," => format!("{words} "),
        _ if behind.is_empty() || behind.starts_with(',') => format!(" {words}"),
        _ => format!(" {words} "),
    };
    // The first word of a line is never the one that is missing.
    let words = words.filter(|words| !CHOICES.contains(words) && !before.is_empty());
    // Words that join nothing may be of another phrase: in `no P on e4` no `or` is missing.
    let next = behind.split([' ', ',', ':']).next().unwrap_or_default();
    let words = words.filter(|words| *words != "or" || !is_word(next));
    let mut fitting: Vec<&str> =
        words.filter(|words| line.is_readable_as(&format!("{before}{}{behind}", insert(words)))).collect();
    // `moves` is more usual than `move`.
    fitting.sort_by_key(|words| std::cmp::Reverse(words.len()));
    fitting.dedup_by(|short, long| long.starts_with(*short));
    let [words] = fitting[..] else { return None };
    let last_start = before.rfind(' ').filter(|_| !before.ends_with(':')).map_or(0, |gap| gap + 1);
    let first_behind = behind.split(' ').next().unwrap_or_default();
    let help = format!("write `{}{}{first_behind}`", &before[last_start..], insert(words));
    let fix = Fix::new(Code::VariantIncomplete, format!("`{words}` is missing"), help.trim_end()).label("after this");
    // Otherwise something may be missing: a man, a number, a phrase between commas, a sign of a label, a blank in
    // `bycheckmate`. Or a letter may stand for the comma.
    let only_words = expected.iter().all(|words| words.starts_with('`') || words.starts_with("the "));
    let segment = before.rsplit(',').next().unwrap_or_default().trim();
    let is_phrase = segment.is_empty() || behind.is_empty() && segment.parse::<u32>().is_ok();
    let is_movement = line.is_in(&[Section::Men]) && segment.contains(':');
    let is_letter = is_movement && words == "," && segment.ends_with(|c: char| c.is_ascii_lowercase());
    let is_sign = is_letter || matches!(words, "(" | ")");
    let is_phrase = is_phrase || is_sign || behind.starts_with(words);
    let fix = fix.reported_at(last_start, before.len() - last_start).certain_if(only_words && !is_phrase);
    Some(fix.edit(before.len(), line.text.len() - before.len() - behind.len(), insert(words)))
}

/// Removes the word at the place where reading of a line fails, if it has no meaning.
fn fix_needless_word(line: Line<'_>, place: usize) -> Option<Fix> {
    let (text, rest) = (line.text, &line.text[place..]);
    let end = rest.find([' ', ',', ':']).unwrap_or(rest.len()).max(1);
    let word = rest.get(..end).filter(|word| NEEDLESS.contains(word))?;
    // `d1 to d4` is more than its two ends, and `rank 1 8` would be read as all ranks between them.
    let word_before = text[..place].split_ascii_whitespace().rev().nth(1);
    if word == "to" && leads_to_squares(rest[end..].trim_start())
        || word == "," && matches!(word_before, Some("rank" | "ranks" | "file" | "files"))
    {
        return None;
    }
    // A mark at the beginning may stand for the first letter of a word: `,romotion of P`.
    let is_letter = place == 0 && word.len() == 1 && rest[end..].starts_with(char::is_alphabetic);
    if is_letter {
        return None;
    }
    // The blank before it goes too; at the beginning, that behind it.
    let start = text[..place].trim_end_matches(' ').len();
    let end = if start > 0 { place + end } else { text.len() - text[place + end..].trim_start().len() };
    let fix = Fix::new(Code::VariantOtherWords, format!("`{word}` is not said"), "leave it out").label("needless");
    // A letter or a mark may be a slip for a word; in a line with a text, words may belong to the text.
    let is_certain = word.len() > 1 && !text.contains('"');
    Some(fix.reported_at(place, word.len()).edit(start, end - start, "").certain_if(is_certain))
}

/// Whether a text begins with squares, named in any way.
fn leads_to_squares(text: &str) -> bool {
    let word = text.split([' ', ',', ':']).next().unwrap_or_default();
    matches!(word, "own" | "rank" | "ranks" | "file" | "files" | "last" | "the") || is_square(word)
}

/// The men of chess.
const MEN: &[(&str, &str)] =
    &[("king", "K"), ("queen", "Q"), ("rook", "R"), ("bishop", "B"), ("knight", "N"), ("pawn", "P")];

/// Words of a sentence that describes a movement.
const FILLERS: &[&str] = &["moves", "move", "leaps", "leap", "slides", "like", "as", "a", "an", "the"];

/// The number of letters without blanks that are certainly a list of men.
const MIN_GLUED: usize = 4;

/// Separators of words.
const SEPARATORS: &[char] = &[' ', ',', ':'];

/// Finds fixes of men, movements and lists of squares.
pub(super) fn fix_men(line: Line<'_>) -> Vec<Fix> {
    [fix_movement, fix_small_letter, fix_names_of_men, fix_small_letters_of_men, fix_glued_letters, fix_missing_commas]
        .iter()
        .filter_map(|fix| fix(line))
        .collect()
}

/// Fixes a movement in words or in pieces: `rook and knight`, `R + N`, `R, N`.
fn fix_movement(line: Line<'_>) -> Option<Fix> {
    let (.., from) = line.split_at_colon().filter(|_| line.is_in(&[Section::Men]))?;
    let (mut letters, mut end, mut parts, mut in_words) = (String::new(), from, 0, false);
    for (offset, word) in line.words(from, &[' ', '+', ',', '/', '&']) {
        let lower = word.to_ascii_lowercase();
        let is_atom = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b']';
        match movement_named(&lower) {
            // `K, king` has a movement and a wish.
            Some(movement) if letters == movement => break,
            Some(movement) => letters.push_str(movement),
            None if FILLERS.contains(&&*lower) => {
                in_words = true;
                continue;
            }
            None if matches!(&*lower, "" | "and" | "or" | "plus") => continue,
            None if word.bytes().next_back().is_some_and(is_atom) => letters.push_str(word),
            None => break,
        }
        in_words |= movement_named(&lower).is_some();
        parts += 1;
        end = offset + word.len();
    }
    if parts == 0 || parts == 1 && !in_words {
        return None;
    }
    let message = if in_words { "a movement is written in Betza notation" } else { "a movement is one word" };
    let fix = Fix::new(Code::VariantMovementForm, message, format!("write `{letters}`"));
    // A single sign among blanks may be a slip for one of them.
    let pieces: Vec<&str> = line.text[from..end].split_ascii_whitespace().collect();
    let is_slip = parts > 1 && pieces.concat() == letters && pieces.iter().any(|piece| piece.len() == 1);
    Some(fix.edit(from, end - from, letters).certain_if(!is_slip))
}

/// Fixes a small letter that begins the line of a man.
fn fix_small_letter(line: Line<'_>) -> Option<Fix> {
    let (key, ..) = line.split_at_colon().filter(|_| line.is_in(&[Section::Men]))?;
    let letter =
        key.split(' ').next().filter(|word| word.len() == 1 && word.bytes().all(|b| b.is_ascii_lowercase()))?;
    let capital = letter.to_ascii_uppercase();
    let message = format!("the letter of a man is a capital: `{letter}` is Black's man on a board");
    let fix = Fix::new(Code::VariantCapitals, message, format!("write `{capital}`")).label("a small letter");
    Some(fix.edit(0, 1, capital).certain_if(false))
}

/// The byte from which a line has men by their letters.
fn men_start(line: Line<'_>) -> Option<usize> {
    let value = line.split_at_colon().map_or(0, |(_, _, at)| at);
    match line.section? {
        Section::Rules | Section::Endings => Some(0),
        Section::Facts | Section::Men | Section::Regions | Section::Setup | Section::Test
            if line.text.starts_with("setup ") =>
        {
            Some(value)
        }
        // A man's name and its movement are no others.
        Section::Men => line.text[value..].find(',').map(|comma| value + comma),
        Section::Facts | Section::Regions | Section::Setup | Section::Test => None,
    }
}

/// Fixes men of chess that are written by their names where a line has their letters.
fn fix_names_of_men(line: Line<'_>) -> Option<Fix> {
    let named = |word: &str| {
        let lower = word.to_ascii_lowercase();
        let singular = lower.strip_suffix('s').unwrap_or(&lower);
        MEN.iter().find(|(name, _)| *name == singular).map(|(_, letter)| (*letter).to_owned())
    };
    let fix = Fix::new(Code::VariantOtherWords, "men are written as their letters", "").label("a name");
    replace_by_letters(line, fix, men_start(line)?, named)
}

/// Fixes small letters for men behind a colon.
fn fix_small_letters_of_men(line: Line<'_>) -> Option<Fix> {
    let value = line.split_at_colon().map_or(0, |(_, _, at)| at);
    let capital = |word: &str| {
        let is_small = word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_lowercase());
        is_small.then(|| word.to_ascii_uppercase())
    };
    let message = "men are written as capitals, whichever side owns them";
    let fix = Fix::new(Code::VariantCapitals, message, "").label("a small letter");
    let fix = replace_by_letters(line, fix, men_start(line)?.max(value), capital)?;
    // A single one may be a slip for another man's.
    let is_certain = fix.edits.len() > 1;
    Some(fix.certain_if(is_certain))
}

/// Adds to a fix the replacement of words by men's letters, from a byte on; `letter` maps words to men.
fn replace_by_letters(line: Line<'_>, fix: Fix, from: usize, letter: impl Fn(&str) -> Option<String>) -> Option<Fix> {
    let mut letters: Vec<String> = Vec::new();
    let words = line.words(from, SEPARATORS).filter_map(|(offset, word)| Some((offset, word, letter(word)?)));
    let mut fix = words.fold(fix, |fix, (offset, word, letter)| {
        let quoted = format!("`{letter}`");
        if !letters.contains(&quoted) {
            letters.push(quoted);
        }
        fix.edit(offset, word.len(), letter)
    });
    fix.diagnostic.help = Some(format!("write {}", all_of(&letters)));
    fix.if_nonempty()
}

/// Fixes letters of several men without blanks between them, `QRBN`, or with slashes, `Q/R/B/N`.
fn fix_glued_letters(line: Line<'_>) -> Option<Fix> {
    let (from, separator) = match line.section? {
        Section::Rules => (line.split_at_colon()?.2, ", "),
        Section::Endings if line.text.starts_with("only ") => (0, " "),
        Section::Endings => (0, " or "),
        Section::Facts | Section::Men | Section::Regions | Section::Setup | Section::Test => return None,
    };
    let is_glued = |word: &str| {
        let letters = word.bytes().filter(u8::is_ascii_uppercase).count();
        letters > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'/')
    };
    let (offset, word) = line.words(from, SEPARATORS).find(|(_, word)| is_glued(word))?;
    let men: Vec<String> = word.chars().filter(char::is_ascii_uppercase).map(String::from).collect();
    // A letter may be a slip for another one, for a blank or for a comma.
    let is_list = word.contains('/') || men.len() >= MIN_GLUED;
    let is_certain = is_list && !men.iter().enumerate().any(|(offset, man)| men[..offset].contains(man));
    let (joined, men) = (if word.contains('/') { "slashes" } else { "nothing" }, men.join(separator));
    let fix = Fix::rewording(format!("there is {joined} between these men"), &men);
    Some(fix.edit(offset, word.len(), men).certain_if(is_certain))
}

/// Fixes squares with blanks between them, which need commas.
fn fix_missing_commas(line: Line<'_>) -> Option<Fix> {
    let (.., from) = line.split_at_colon()?;
    let message = "these squares have nothing between them";
    let fix = Fix::new(Code::VariantForeignSign, message, "put commas between them").label("a blank");
    let words: Vec<(usize, &str)> = line.words(from, &[' ']).collect();
    let apart = words.windows(2).filter(|pair| is_square(pair[0].1) && is_square(pair[1].1.trim_end_matches(',')));
    apart.fold(fix, |fix, pair| fix.edit(pair[1].0 - 1, 0, ",")).if_nonempty()
}

/// Whether a word is the name of a square, perhaps with a capital letter, on a board of any size.
pub(super) fn is_square(word: &str) -> bool {
    let (file, rank) = word.split_at_checked(1).unwrap_or_default();
    file.starts_with(|c: char| c.is_ascii_alphabetic()) && rank.parse::<u8>().is_ok()
}
