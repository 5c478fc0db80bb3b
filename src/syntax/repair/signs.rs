//! Signs that other languages use where this one has another sign, or none.

use super::change::{Change, Slip, is_quoted, outside_quotes};
use crate::diagnostic::Code;
use crate::source::Span;
use crate::syntax::ast::Section;
use crate::syntax::headings;

/// Letters of other alphabets and signs that look like these.
const HOMOGLYPHS: &[(&str, &str)] = &[
    ("АΑ", "A"),
    ("ВΒ", "B"),
    ("С", "C"),
    ("ЕΕ", "E"),
    ("НΗ", "H"),
    ("ІΙ", "I"),
    ("Ј", "J"),
    ("КΚ", "K"),
    ("МΜ", "M"),
    ("Ν", "N"),
    ("ОΟ", "O"),
    ("РΡ", "P"),
    ("Ѕ", "S"),
    ("ТΤ", "T"),
    ("ХΧ", "X"),
    ("Υ", "Y"),
    ("Ζ", "Z"),
    ("а", "a"),
    ("с", "c"),
    ("е", "e"),
    ("і", "i"),
    ("оο", "o"),
    ("р", "p"),
    ("х×✕", "x"),
    ("у", "y"),
    ("–—−‐‑", "-"),
    ("\u{a0}\u{2007}\u{202f}\u{3000}\u{2002}\u{2003}", " "),
    ("：", ":"),
    ("，", ","),
    ("…", "..."),
];

/// Quotation marks other than `"`.
const QUOTES: &str = "“”„‟«»″＂";

/// What could stand for the colon.
const FOR_COLON: &[&str] = &[":=", "=>", "->", "→", "=", " - ", ", "];

/// Changes of single signs.
pub(super) fn changes(slip: Slip<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    changes.extend(homoglyphs(slip));
    changes.extend(quotes(slip));
    changes.extend(no_quotes(slip));
    changes.extend(unclosed(slip));
    changes.extend(unclosed_leap(slip));
    changes.extend(heading(slip));
    changes.extend(for_colon(slip));
    changes.extend(around(slip));
    changes.extend(ranges(slip));
    changes.extend(needless_quotes(slip));
    changes.extend(groups_of_digits(slip));
    changes.extend(within(slip));
    changes
}

fn foreign(message: impl Into<String>, help: impl Into<String>) -> Change {
    Change::new(Code::VariantForeignSign, message, "no sign of the language", help)
}

/// The place of a part of the statement.
fn place(slip: Slip<'_>, from: usize, to: usize) -> Span {
    Span::new(slip.piece.start + from, slip.piece.start + to)
}

fn homoglyphs(slip: Slip<'_>) -> Option<Change> {
    let text = slip.piece.text;
    let found = text.char_indices().filter_map(|(at, sign)| {
        let (_, like) = HOMOGLYPHS.iter().find(|(signs, _)| signs.contains(sign))?;
        (!is_quoted(text, at)).then_some((at, sign, *like))
    });
    let found: Vec<(usize, char, &str)> = found.collect();
    let &(_, sign, like) = found.first()?;
    let change = match like {
        " " => foreign("this blank is not an ordinary one", "write it with the space bar"),
        _ if sign.is_alphabetic() => {
            foreign(format!("`{sign}` only looks like the Latin letter `{like}`"), format!("write `{like}`"))
        }
        _ => foreign(format!("`{sign}` is not the sign `{like}`"), format!("write `{like}`")),
    };
    let change = change.certain(sign.is_alphabetic());
    Some(
        found
            .iter()
            .fold(change, |change, (at, sign, like)| change.edit(place(slip, *at, at + sign.len_utf8()), *like)),
    )
}

fn quotes(slip: Slip<'_>) -> Option<Change> {
    let text = slip.piece.text;
    let marks =
        |signs: &str| -> Vec<(usize, char)> { text.char_indices().filter(|(_, sign)| signs.contains(*sign)).collect() };
    let mut found = marks(QUOTES);
    let certain = !found.is_empty();
    if found.is_empty() && !text.contains('"') {
        // The first and the last one; those between are apostrophes.
        let single = marks("'‘’`´");
        found = [single.first(), single.last()].into_iter().flatten().copied().collect();
    }
    if found.len() < 2 || found.len() % 2 == 1 {
        return None;
    }
    let change =
        foreign(format!("`{}` is not the quotation mark of the language", found[0].1), "write `\"` on both sides")
            .certain(certain);
    Some(found.iter().fold(change, |change, (at, sign)| change.edit(place(slip, *at, at + sign.len_utf8()), "\"")))
}

/// A title, a name of a test or a text without quotation marks.
fn no_quotes(slip: Slip<'_>) -> Option<Change> {
    let text = slip.piece.text;
    if text.contains('"') || text.contains(|c| QUOTES.contains(c)) {
        return None;
    }
    let (from, to) = match text.split_once(':') {
        Some((key, value)) if !key.trim().is_empty() => {
            let value_start = text.len() - value.trim_start().len();
            (value_start, text.len())
        }
        _ => {
            let heading = text.split(' ').next().filter(|word| matches!(*word, "game" | "test"))?;
            let start = text.len() - text[heading.len()..].trim_start().len();
            (start, text.find(" extends ").filter(|&end| end > start).unwrap_or(text.len()))
        }
    };
    let words = text.get(from..to).filter(|words| !words.is_empty())?;
    let message = format!("`{}` needs quotation marks", crate::syntax::mistakes::shown(words));
    let change = Change::new(Code::VariantNoQuotes, message, "a text", "write `\"` before and behind it")
        .at(place(slip, from, to));
    Some(change.edit(place(slip, from, from), "\"").edit(place(slip, to, to), "\""))
}

/// Quotes around what is no text.
fn needless_quotes(slip: Slip<'_>) -> Option<Change> {
    let text = slip.piece.text;
    let marks: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
    let (first, last) = (marks.first()?, marks.last()?);
    let change =
        foreign("there are no quotation marks around this", "leave them out").at(place(slip, *first, last + 1));
    let change = marks.iter().fold(change, |change, at| change.edit(place(slip, *at, at + 1), ""));
    // Two words of a text may have changed their places.
    let around = text[..*first].ends_with([' ', ':']) && !text[last + 1..].starts_with(|c| c != ' ' && c != ',');
    Some(change.presumed(!around)).filter(|_| slip.piece.text.contains(':'))
}

/// `8,902` for 8902.
fn groups_of_digits(slip: Slip<'_>) -> Option<Change> {
    let bytes = slip.piece.text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let between =
        |at: &usize| b",._'".contains(&bytes[*at]) && *at > 0 && digit(at - 1) && (1..=3).all(|next| digit(at + next));
    let found: Vec<usize> = (0..bytes.len()).filter(between).collect();
    let change = foreign("digits are not in groups", "write the number as one word");
    let change = found.iter().fold(change, |change, at| change.edit(place(slip, *at, at + 1), ""));
    Some(change).filter(|change| !change.edits.is_empty())
}

/// A text whose second quotation mark is missing.
fn unclosed(slip: Slip<'_>) -> Option<Change> {
    let text = slip.piece.text;
    let open = text.find('"').filter(|_| text.matches('"').count() % 2 == 1)?;
    let end = text.find(" extends ").filter(|&end| end > open).unwrap_or(text.len());
    let help = "a text stands in quotation marks on one line, without any inside";
    let change = Change::new(
        Code::VariantUnclosedText,
        "this text doesn't end",
        "no quotation mark closes it on this line",
        help,
    );
    // The mark may stand elsewhere, or another sign may be in its place.
    Some(change.at(place(slip, open, end)).edit(place(slip, end, end), "\"").presumed(true))
}

/// A leap by its length whose second parenthesis is missing: `(4,1`.
fn unclosed_leap(slip: Slip<'_>) -> Option<Change> {
    let text = slip.piece.text;
    let (open, rest) = text.rsplit_once('(').filter(|_| slip.section == Some(Section::Men))?;
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ',');
    let length = rest[..rest.len() - behind.len()].trim_end_matches(',').len();
    let end = open.len() + 1 + length;
    let help = format!("write `({})`", &rest[..length]);
    let change = Change::new(Code::BetzaTuple, "this leap is not closed", "no parenthesis behind it", help);
    let change = change.at(place(slip, open.len(), end)).edit(place(slip, end, end), ")").presumed(true);
    (rest[..length].contains(',') && !rest[length..].starts_with(')')).then_some(change)
}

/// Signs between words, for which a comma, a blank or `or` stands, and words in parentheses.
fn within(slip: Slip<'_>) -> Vec<Change> {
    let text = slip.piece.text;
    let Some(value) = text.find(':').map(|colon| colon + 1) else { return Vec::new() };
    let mut changes = Vec::new();
    for (sign, written, help) in [
        (";", ",", "put a comma there"),
        ("=", " ", "leave it out"),
        ("/", " or ", "write `or`"),
        ("(", "", "leave out the parentheses"),
    ] {
        // `1/8` is a fraction.
        let digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
        let fraction = |at: usize| sign == "/" && digit(at - 1) && !digit(at.wrapping_sub(2));
        let found = outside_quotes(text, sign).filter(|&at| at >= value && !fraction(at));
        let found: Vec<usize> = found.collect();
        if found.is_empty() || sign == "(" && !text.ends_with(')') {
            continue;
        }
        let mut change = foreign(format!("`{sign}` can't stand between these"), help);
        change = found.iter().fold(change, |change, at| change.edit(place(slip, *at, at + 1), written));
        if sign == "(" {
            change = change.edit(place(slip, text.len() - 1, text.len()), "");
        }
        changes.push(change);
    }
    let key = &text[..value - 1];
    if let Some(at) = key.find('=') {
        let change = foreign("`=` can't stand between these", "leave it out").at(place(slip, at, at + 1));
        let start = text[..at].trim_end().len();
        changes.push(change.edit(place(slip, start, at + 1), ""));
    }
    // What else a man is called, behind its name.
    if let Some((open, close)) = key.find('(').zip(key.rfind(')')).filter(|(open, close)| open < close) {
        let change = foreign("nothing stands in parentheses here", "leave it out; a remark stands after `//`");
        let start = text[..open].trim_end().len();
        changes.push(change.at(place(slip, open, close + 1)).edit(place(slip, start, close + 1), ""));
    }
    changes
}

/// A heading in brackets, between marks or with a colon.
fn heading(slip: Slip<'_>) -> Option<Change> {
    let text = slip.piece.text;
    let mark = |c: char| "[]<>#=*_-:{}(). \t".contains(c);
    let from = text.len() - text.trim_start_matches(mark).len();
    let to = text.trim_end_matches(mark).len();
    let word = text.get(from..to)?.split([' ', '"']).next()?;
    if (from, to) == (0, text.len()) || !headings::is_heading_word(word) {
        return None;
    }
    let help = format!("write `{}`", &text[from..to]);
    let mut change = if from == 0 && text[to..].trim() == ":" {
        Change::new(Code::VariantColonInHeading, "a heading has no colon", "not here", help)
    } else {
        foreign("a heading stands on its line as it is", help)
    };
    if from > 0 {
        change = change.at(place(slip, 0, text.len()));
        change = change.edit(place(slip, 0, from), "");
    }
    if to < text.len() {
        change = change.edit(place(slip, to, text.len()), "");
    }
    Some(change)
}

fn for_colon(slip: Slip<'_>) -> Vec<Change> {
    let text = slip.piece.text;
    let signs = FOR_COLON.iter().filter(|sign| **sign != ", " || !text.contains(':'));
    let signs = signs.filter_map(|sign| Some((outside_quotes(text, sign).next()?, *sign)));
    let changes = signs.map(|(at, sign)| {
        let key_end = text[..at].trim_end().len();
        let bare = sign.trim();
        let (start, end) = (at + sign.find(bare).unwrap_or_default(), at + sign.trim_end().len());
        let change = foreign(format!("`{bare}` stands for a colon"), "write `:` after what the line is about");
        change.at(place(slip, start, end)).edit(place(slip, key_end, end), ":")
    });
    changes.collect()
}

/// What stands around a statement: a mark of a list before it, a semicolon or a brace behind it.
fn around(slip: Slip<'_>) -> Vec<Change> {
    let text = slip.piece.text;
    let mut changes = Vec::new();
    let number = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let mark = ["- ", "* ", "+ ", "• "].into_iter().find(|mark| text.starts_with(mark)).map(str::len);
    let mark = mark.or_else(|| text[number..].starts_with([')', '.']).then_some(number + 1).filter(|_| number > 0));
    if let Some(mark) = mark {
        let words = text.len() - text[mark..].trim_start().len();
        let change = foreign(
            format!("`{}` begins no line", text[..mark].trim()),
            "leave it out; each fact has a line of its own",
        );
        // A test may have the number of a move there.
        let presumed = number > 0 && slip.section == Some(Section::Test);
        changes.push(change.at(place(slip, 0, mark)).edit(place(slip, 0, words), "").presumed(presumed));
    }
    if let Some(rest) = text.strip_suffix(',') {
        let help = "leave it out; a comma at the end of a line carries it on to the next one";
        let change =
            Change::new(Code::VariantStrayComma, "nothing follows this comma", "it would carry the line on", help);
        // What followed it may be missing.
        changes.push(change.edit(place(slip, rest.len(), text.len()), "").presumed(true));
    }
    for sign in [";", ".", "{", "}", "|", "\\"] {
        let Some(rest) = text.strip_suffix(sign) else { continue };
        let end = rest.trim_end().len();
        let message = match sign {
            "{" | "}" => "sections have no braces".to_owned(),
            _ => format!("`{sign}` ends no line"),
        };
        let change = foreign(message, "leave it out").at(place(slip, rest.len(), text.len()));
        changes.push(change.edit(place(slip, end, text.len()), ""));
    }
    changes
}

/// `d4-e5` for `d4 to e5`, and the size of a board with another sign between its numbers.
fn ranges(slip: Slip<'_>) -> Vec<Change> {
    let text = slip.piece.text;
    let mut changes = Vec::new();
    if slip.section == Some(Section::Facts) {
        for sign in [" by ", " x ", "*", " * ", "X", "/"] {
            let Some(at) = text.rfind(sign) else { continue };
            let change = foreign("the numbers of files and ranks stand on two sides of an `x`", "as in `10x8`");
            changes.push(change.at(place(slip, at, at + sign.len())).edit(place(slip, at, at + sign.len()), "x"));
        }
    }
    for sign in ["-", "..", "–"] {
        let between = |at: &usize| {
            let before = text[..*at].chars().next_back();
            let after = text[at + sign.len()..].chars().next();
            before.is_some_and(|c| c.is_ascii_alphanumeric()) && after.is_some_and(|c| c.is_ascii_alphanumeric())
        };
        let found: Vec<usize> = outside_quotes(text, sign).filter(between).collect();
        if !found.is_empty() {
            let change = foreign(format!("`{sign}` stands between no two squares"), "write `to`, as in `d4 to e5`");
            let change = found.iter().fold(change, |change, at| change.edit(place(slip, *at, at + sign.len()), " to "));
            changes.push(change);
        }
    }
    changes
}
