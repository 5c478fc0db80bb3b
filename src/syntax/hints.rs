//! Help for words that show what somebody wants, but not how it is to be written. The table is `hints.txt`.

use std::ops::Range;
use std::sync::LazyLock;

use super::ast::{HoldsAnyway, Section};
use super::lines::Item;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use weakfish_grammar::variant::Rule;

/// The help of a row, with the user's words in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Help {
    text: String,
}

impl Help {
    /// The text that the help tells the user to write, if it names exactly one: what stands behind `write` in
    /// backquotes, up to the end of the help or a colon.
    fn exact(&self) -> Option<&str> {
        let (exact, behind) = self.text.strip_prefix("write `")?.split_once('`')?;
        let is_one = behind.is_empty() || behind.starts_with(':');
        (is_one && !exact.contains(['…', '%'])).then_some(exact)
    }

    /// Whether the help names exactly one text.
    pub(super) fn is_exact(&self) -> bool {
        self.exact().is_some()
    }

    /// Puts the help into a diagnostic, with the edit if the help names exactly one text for this place.
    pub(super) fn put_into(self, diagnostic: Diagnostic, place: Span) -> Diagnostic {
        let help = self.of_man(None);
        let edit = help.exact().map(str::to_owned);
        let diagnostic = diagnostic.help(help.text);
        match edit {
            Some(exact) => diagnostic.edit(place, exact),
            None => diagnostic,
        }
    }

    /// Adds a side, with the blank behind it, to the text that the help names, if it names exactly one.
    fn of_side(mut self, side: &str) -> Self {
        if !side.is_empty() && self.is_exact() {
            self.text = self.text.replacen('`', &format!("`{side}"), 1);
        }
        self
    }

    /// Names the man of the line in the place of `%`, or `P` in an example.
    pub(super) fn of_man(mut self, man: Option<&str>) -> Self {
        if self.text.contains('%') {
            self.text = match man {
                Some(man) => self.text.replace('%', man),
                None => self.text.replace("write `", "write a line such as `").replace('%', "P"),
            };
        }
        self
    }
}

/// The help for words before a colon that are none of the language; a side before them stays.
pub(super) fn key_hint(section: Section, key: &str) -> Option<Help> {
    let key = single_blanks(key);
    let (side, rest) = split_side(&key);
    hint(section.heading(), &key).or_else(|| Some(hint(section.heading(), rest)?.of_side(side)))
}

/// The help for a condition that no ending can have, by any words of it.
pub(super) fn no_ending_hint(section: Section, key: &str) -> Option<Help> {
    let small = single_blanks(key).to_ascii_lowercase();
    let is_found = |hint: &&Hint| hint.patterns.iter().any(|pattern| match_words(&small, pattern).next().is_some());
    let mut of_context = HINTS.iter().filter(|hint| section == Section::Endings && hint.context == "no ending");
    of_context.find(is_found).map(|row| Help { text: row.help.to_owned() })
}

/// The help for a whole line with a clear intent, by the words before its colon and those behind it, which may be any
/// for yes or no.
pub(super) fn line_hint(section: Section, key: &str, value: &str) -> Option<Help> {
    whole_line_hint(&format!("{}:", section.heading()), key, value)
}

/// When a rule that the grammar doesn't read holds anyway, and the reason.
pub(super) fn holds_anyway(item: Item<'_>) -> Option<(HoldsAnyway, &'static str)> {
    let when = [
        ("without rule", HoldsAnyway::WithoutRule),
        ("with rule", HoldsAnyway::WithRule),
        ("always", HoldsAnyway::Always),
    ];
    let key = single_blanks(item.key.text);
    let (_, key) = split_side(&key);
    let of_context = |(context, holds)| Some((holds, row_of_line(context, key, &single_blanks(item.value.text))?.help));
    when.into_iter().find_map(of_context)
}

/// The help of a context for a whole line; a side before it stays.
fn whole_line_hint(context: &str, key: &str, value: &str) -> Option<Help> {
    let (key, value) = (single_blanks(key), single_blanks(value));
    let (side, key) = split_side(&key);
    let row = row_of_line(context, key, &value)?;
    // Other words for yes and no are looked up as these.
    let mut lines = [&*value, "none", "allowed"].into_iter().map(|value| format!("{key}: {value}"));
    let help = row.help_for(&lines.find(|line| row.fits(line))?);
    let is_line = help.exact().is_some_and(|exact| exact.contains(':'));
    Some(if is_line { help.of_side(side) } else { help })
}

/// The row of a context for a whole line, without a side.
fn row_of_line(context: &str, key: &str, value: &str) -> Option<&'static Hint> {
    let of = |value: &str| row(context, &format!("{key}: {value}"));
    let said = || {
        let is_no = row("forbidden", value).is_some() || row("no", value).is_some() || value == "none";
        let is_yes = || row("yes", value).is_some();
        if is_no { of("none") } else { is_yes().then(|| of("allowed")).flatten() }
    };
    of(value).or_else(said)
}

/// Splits `white` or `black` off the words before a colon.
fn split_side(key: &str) -> (&str, &str) {
    let side = ["white ", "black "].iter().find(|side| key.starts_with(**side));
    key.split_at(side.map_or(0, |side| side.len()))
}

/// The help for a phrase of a line whose value is a list of them.
pub(super) fn phrase_hint(rule: Rule, section: Section, phrase: &str) -> Option<Help> {
    let of_rule = [
        (Rule::drop_of, "drop"),
        (Rule::wall, "wall"),
        (Rule::long_step_of, "long step"),
        (Rule::castling, "castling"),
        (Rule::promotion_of, "promotion of"),
    ];
    let context = match of_rule.iter().find(|(of, _)| *of == rule) {
        Some((_, context)) => context,
        None if section == Section::Men => "phrase",
        None if section == Section::Regions => "region",
        None if section == Section::Endings => "result",
        None => return None,
    };
    hint(context, &single_blanks(phrase))
}

/// The words with one blank between two of them.
pub(super) fn single_blanks(words: &str) -> String {
    words.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// A row of the table: the context, the patterns of its words, and the help.
struct Hint {
    context: &'static str,
    patterns: Vec<String>,
    help: &'static str,
}

impl Hint {
    /// Whether a text is one of the row's.
    fn fits(&self, words: &str) -> bool {
        self.patterns.iter().any(|pattern| fill(pattern, words).is_some())
    }

    /// The help with the user's words that stand for the holes of a pattern, in the places of the same holes.
    fn help_for(&self, words: &str) -> Help {
        let filled = self.patterns.iter().find_map(|pattern| fill(pattern, words)).unwrap_or_default();
        let text = filled.iter().fold(self.help.to_owned(), |help, (hole, words)| help.replace(*hole, words));
        Help { text }
    }
}

static HINTS: LazyLock<Vec<Hint>> = LazyLock::new(|| {
    let rows = include_str!("hints.txt").lines().filter(|row| !row.starts_with('#'));
    let hint = |row: &'static str| {
        let mut cells = row.splitn(3, '|').map(str::trim);
        let (context, words) = (cells.next()?, cells.next()?);
        Some(Hint { context, patterns: words.split(", ").flat_map(alternatives).collect(), help: cells.next()? })
    };
    rows.filter_map(hint).collect()
});

/// The patterns of a list of words in which `a/b` is one word or the other, `a/` a word that may be missing, and `a_b`
/// two words.
fn alternatives(words: &str) -> Vec<String> {
    let one_of = |patterns: Vec<String>, word: &str| {
        let (words, colon) = word.strip_suffix(':').map_or((word, ""), |words| (words, ":"));
        let join = |before: &String| {
            let before = before.clone();
            words.split('/').map(move |word| {
                let blank = if before.is_empty() || word.is_empty() { "" } else { " " };
                format!("{before}{blank}{}{colon}", word.replace('_', " "))
            })
        };
        patterns.iter().flat_map(join).collect::<Vec<_>>()
    };
    words.split(' ').fold(vec![String::new()], one_of)
}

/// The help for words in a context: under a heading, or as a `property`, a `yes`, a `no` or a `forbidden`.
pub(super) fn hint(context: &str, words: &str) -> Option<Help> {
    row(context, words).map(|row| row.help_for(words))
}

fn row(context: &str, words: &str) -> Option<&'static Hint> {
    HINTS.iter().find(|hint| hint.context == context && hint.fits(words))
}

/// The holes of a pattern with the words for them, if these make the whole text: `*` is a word, `#` a number, `%` a man,
/// `$` any words.
fn fill<'t>(pattern: &str, text: &'t str) -> Option<Vec<(char, &'t str)>> {
    let Some(sign) = pattern.chars().next() else { return text.is_empty().then(Vec::new) };
    let rest = &pattern[sign.len_utf8()..];
    let is_part: fn(&u8) -> bool = match sign {
        '*' => u8::is_ascii_alphanumeric,
        '#' => u8::is_ascii_digit,
        '%' => |byte| byte.is_ascii_uppercase() || b"+'".contains(byte),
        '$' => |byte| *byte != b':',
        _ => {
            let first = text.chars().next().filter(|first| first.eq_ignore_ascii_case(&sign))?;
            return fill(rest, &text[first.len_utf8()..]);
        }
    };
    let most = text.bytes().take_while(is_part).count();
    let mut lengths = (1..=most).rev().filter(|&length| text.is_char_boundary(length));
    lengths.find_map(|length| {
        let (words, behind) = text.split_at(length);
        let mut filled = fill(rest, behind)?;
        filled.push((sign, words));
        let is_whole =
            words.trim().len() == words.len() && !behind.starts_with(|next: char| next.is_ascii_alphanumeric());
        is_whole.then_some(filled)
    })
}

/// Finds a pattern as whole words in a text: its places, and those of the word or number for its `*`.
pub(crate) fn match_words<'t>(text: &'t str, pattern: &'t str) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
    let (before, behind) = pattern.split_once('*').unwrap_or((pattern, ""));
    let starts = text.match_indices(before).map(move |(start, _)| (start, start + before.len()));
    starts.filter_map(move |(start, hole_start)| {
        let word = text[hole_start..].bytes().take_while(u8::is_ascii_alphanumeric).count();
        let lengths = if pattern.contains('*') { 1..=word } else { 0..=0 };
        lengths.rev().find_map(|length| {
            let place = start..hole_start + length + behind.len();
            let fits = text[hole_start + length..].starts_with(behind) && is_whole_word(text, &place);
            fits.then_some((place, hole_start..hole_start + length))
        })
    })
}

/// Whether no word extends beyond the ends of a place.
fn is_whole_word(text: &str, place: &Range<usize>) -> bool {
    let bytes = text.as_bytes();
    let is_word = |byte: usize| bytes.get(byte).is_some_and(u8::is_ascii_alphanumeric);
    let is_word_or_mark = |byte: usize| is_word(byte) || bytes.get(byte).is_some_and(|byte| b"-'".contains(byte));
    let before = is_word(place.start) && place.start.checked_sub(1).is_some_and(is_word_or_mark);
    let behind = place.end > 0 && is_word(place.end - 1) && is_word_or_mark(place.end);
    !before && !behind
}
