//! Signs that other languages use where this one has another sign, or none; comments; rows drawn otherwise.

use super::fix::{Fix, Line};
use super::words::is_word;
use crate::diagnostic::Code;
use crate::geometry::Board;
use crate::syntax::{Section, trial};

/// Letters of other alphabets and signs that look like those of the language, and these, sign for sign.
const LOOKALIKES: [&str; 2] = [
    "АΑВΒСЕΕНΗІΙЈКΚМΜΝОΟРΡЅТΤХΧΥΖасеіоοрх×✕у–—−‐‑：，\u{a0}\u{2007}\u{202f}\u{3000}\u{2002}\u{2003}",
    "AABBCEEHHIIJKKMMNOOPPSTTXXYZaceioopxxxy-----:,      ",
];

/// Quotation marks other than `"`.
const QUOTES: &str = "“”„‟«»″＂";

/// Quotation marks that may also be apostrophes.
const SINGLE_QUOTES: &str = "'‘’`´";

/// Signs that are written for the colon.
const FOR_COLON: &[&str] = &[":=", "=>", "->", "→", "=", " - ", ", "];

/// Signs after a colon, the right ones, and the help.
const IN_VALUES: &[(&str, &str, &str)] =
    &[(";", ",", "put a comma there"), ("=", " ", "leave it out"), ("/", " or ", "write `or`")];

/// Finds fixes of single signs.
pub(super) fn fix_signs(line: Line<'_>) -> Vec<Fix> {
    let one = [
        fix_lookalikes,
        fix_quotes,
        fix_no_quotes,
        fix_unclosed_text,
        fix_unclosed_leap,
        fix_heading,
        fix_needless_quotes,
        fix_digit_groups,
    ];
    let several = [fix_colons, fix_marks_around, fix_ranges, fix_separators];
    let several = several.iter().flat_map(|fixes| fixes(line));
    one.iter().filter_map(|fix| fix(line)).chain(several).collect()
}

/// The fix of a sign of another language.
fn foreign_sign(message: impl Into<String>, help: impl Into<String>) -> Fix {
    Fix::new(Code::VariantForeignSign, message, help)
}

/// Fixes letters and signs that look like those of the language.
fn fix_lookalikes(line: Line<'_>) -> Option<Fix> {
    let [signs, latin] = LOOKALIKES;
    let like = |sign: char| signs.chars().zip(latin.chars()).find(|(other, _)| *other == sign).map(|(_, like)| like);
    let found = line.text.char_indices().filter(|(offset, _)| !line.is_quoted(*offset));
    let found: Vec<_> = found.filter_map(|(offset, sign)| Some((offset, sign, like(sign)?))).collect();
    let &(_, sign, like) = found.first()?;
    let fix = match like {
        ' ' => foreign_sign("this blank is not an ordinary one", "write it with the space bar"),
        _ if sign.is_alphabetic() => {
            foreign_sign(format!("`{sign}` only looks like the Latin letter `{like}`"), format!("write `{like}`"))
        }
        _ => foreign_sign(format!("`{sign}` is not the sign `{like}`"), format!("write `{like}`")),
    };
    let fix = fix.needed_if(sign.is_alphabetic());
    Some(found.iter().fold(fix, |fix, (offset, sign, like)| fix.edit(*offset, sign.len_utf8(), *like)))
}

/// Fixes quotation marks other than `"`.
fn fix_quotes(line: Line<'_>) -> Option<Fix> {
    let marks = |signs: &str| -> Vec<(usize, char)> {
        line.text.char_indices().filter(|(_, sign)| signs.contains(*sign)).collect()
    };
    let mut quote_marks = marks(QUOTES);
    let is_needed = !quote_marks.is_empty();
    if quote_marks.is_empty() && !line.text.contains('"') {
        // The first and the last one; those between are apostrophes.
        let single = marks(SINGLE_QUOTES);
        quote_marks = [single.first(), single.last()].into_iter().flatten().copied().collect();
    }
    if quote_marks.len() < 2 || quote_marks.len() % 2 == 1 {
        return None;
    }
    let message = format!("`{}` is not the quotation mark of the language", quote_marks[0].1);
    let fix = foreign_sign(message, "write `\"` on both sides").needed_if(is_needed);
    Some(quote_marks.iter().fold(fix, |fix, (offset, sign)| fix.edit(*offset, sign.len_utf8(), "\"")))
}

/// Fixes a title, a name of a test or a text without quotation marks.
fn fix_no_quotes(line: Line<'_>) -> Option<Fix> {
    let text = line.text;
    if text.contains('"') || text.contains(|c| QUOTES.contains(c)) {
        return None;
    }
    let (from, to) = if let Some((.., from)) = line.split_at_colon().filter(|(key, ..)| !key.is_empty()) {
        (from, text.len())
    } else {
        let heading = text.split(' ').next().filter(|word| matches!(*word, "game" | "test"))?;
        let start = text.len() - text[heading.len()..].trim_start().len();
        (start, text.find(" extends ").filter(|&end| end > start).unwrap_or(text.len()))
    };
    let words = text.get(from..to).filter(|words| !words.is_empty())?;
    let message = format!("`{}` needs quotation marks", trial::excerpt(words));
    let fix = Fix::new(Code::VariantNoQuotes, message, format!("write `\"{}\"`", trial::excerpt(words)));
    // A mark of the text may be written as another sign: `source: qhttps://…`.
    Some(fix.reported_at(from, to - from).edit(from, 0, "\"").edit(to, 0, "\"").certain_if(!words.contains(':')))
}

/// Fixes quotes around words that are no text.
fn fix_needless_quotes(line: Line<'_>) -> Option<Fix> {
    let text = line.text;
    let (first, last) = (text.find('"')?, text.rfind('"')?);
    let fix =
        foreign_sign("there are no quotation marks around this", "leave them out").reported_at(first, last + 1 - first);
    let fix = text.match_indices('"').fold(fix, |fix, (at, _)| fix.edit(at, 1, ""));
    // Two words of a text may have changed their places.
    let inside = text[..first].ends_with([' ', ':']) && !text[last + 1..].starts_with(|c| c != ' ' && c != ',');
    Some(fix.certain_if(inside)).filter(|_| text.contains(':'))
}

/// Fixes numbers with thousands separators: `8,902` for 8902.
fn fix_digit_groups(line: Line<'_>) -> Option<Fix> {
    let bytes = line.text.as_bytes();
    let digit = |pos: usize| bytes.get(pos).is_some_and(u8::is_ascii_digit);
    let is_between = |pos: &usize| {
        b",._'".contains(&bytes[*pos]) && *pos > 0 && digit(pos - 1) && (1..=3).all(|next| digit(pos + next))
    };
    let fix = foreign_sign("digits are not in groups", "write the number as one word");
    (0..bytes.len()).filter(is_between).fold(fix, |fix, pos| fix.edit(pos, 1, "")).if_nonempty()
}

/// Fixes a text whose second quotation mark is missing.
fn fix_unclosed_text(line: Line<'_>) -> Option<Fix> {
    let text = line.text;
    let open = text.find('"').filter(|_| text.matches('"').count() % 2 == 1)?;
    let end = text.find(" extends ").filter(|&end| end > open).unwrap_or(text.len());
    let help = "a text stands in quotation marks on one line, without any inside";
    let fix = Fix::new(Code::VariantUnclosedText, "this text doesn't end", help);
    let fix = fix.label("no quotation mark closes it on this line").reported_at(open, end - open);
    // The mark may stand elsewhere, or another sign may be in its place.
    Some(fix.edit(end, 0, "\"").certain_if(false))
}

/// Fixes a leap by its length whose second parenthesis is missing: `(4,1`.
fn fix_unclosed_leap(line: Line<'_>) -> Option<Fix> {
    let (open, rest) = line.text.rsplit_once('(').filter(|_| line.is_in(&[Section::Men]))?;
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ',');
    let length = rest[..rest.len() - behind.len()].trim_end_matches(',');
    let end = open.len() + 1 + length.len();
    let fix = Fix::new(Code::BetzaTuple, "this leap is not closed", format!("write `({length})`"));
    let fix = fix.label("no parenthesis behind it").reported_at(open.len(), end - open.len());
    let is_open = length.contains(',') && !rest[length.len()..].starts_with(')');
    is_open.then(|| fix.edit(end, 0, ")").certain_if(false))
}

/// Fixes signs between words that should be a comma, a blank or `or`, and `=` before the colon.
fn fix_separators(line: Line<'_>) -> Vec<Fix> {
    let text = line.text;
    let Some(value) = text.find(':').map(|colon| colon + 1) else { return Vec::new() };
    let digit = |pos: usize| text.as_bytes().get(pos).is_some_and(u8::is_ascii_digit);
    // `1/8` is a fraction.
    let is_fraction = |sign, pos: usize| sign == "/" && digit(pos - 1) && !digit(pos.wrapping_sub(2));
    let fixes = IN_VALUES.iter().filter_map(|&(sign, written, help)| {
        let places = line.find_outside_quotes(sign).filter(|&pos| pos >= value && !is_fraction(sign, pos));
        let fix = foreign_sign(format!("`{sign}` can't stand between these"), help);
        places.fold(fix, |fix, pos| fix.edit(pos, 1, written)).if_nonempty()
    });
    let mut fixes: Vec<Fix> = fixes.collect();
    if let Some(pos) = text[..value].find('=') {
        let start = text[..pos].trim_end().len();
        let fix = foreign_sign("`=` can't stand between these", "leave it out");
        fixes.push(fix.reported_at(pos, 1).edit(start, pos + 1 - start, ""));
    }
    fixes
}

/// Fixes a heading in brackets, between marks or with a colon.
fn fix_heading(line: Line<'_>) -> Option<Fix> {
    let text = line.text;
    let is_mark = |c: char| "[]<>#=*_-:{}(). \t".contains(c);
    let from = text.len() - text.trim_start_matches(is_mark).len();
    let to = text.trim_end_matches(is_mark).len();
    let word = text.get(from..to)?.split([' ', '"']).next()?;
    if (from, to) == (0, text.len()) || !trial::is_heading_word(word) {
        return None;
    }
    let help = format!("write `{}`", &text[from..to]);
    let fix = if from == 0 && text[to..].trim() == ":" {
        Fix::new(Code::VariantColonInHeading, "a heading has no colon", help)
    } else {
        foreign_sign("a heading stands on its line as it is", help)
    };
    let fix = if from > 0 { fix.reported_at(0, text.len()).edit(0, from, "") } else { fix };
    Some(if to < text.len() { fix.edit(to, text.len() - to, "") } else { fix })
}

/// Fixes signs written for the colon.
fn fix_colons(line: Line<'_>) -> Vec<Fix> {
    let signs = FOR_COLON.iter().filter(|sign| **sign != ", " || !line.text.contains(':'));
    let fixes = signs.filter_map(|sign| {
        let pos = line.find_outside_quotes(sign).next()?;
        let (bare, key_end) = (sign.trim(), line.text[..pos].trim_end().len());
        let (start, end) = (pos + sign.find(bare)?, pos + sign.trim_end().len());
        let fix = foreign_sign(format!("`{bare}` stands for a colon"), "write `:` after what the line is about");
        Some(fix.reported_at(start, end - start).edit(key_end, end - key_end, ":"))
    });
    fixes.collect()
}

/// Fixes marks around a line: that of a list before it, a comma, a semicolon or a brace behind it.
fn fix_marks_around(line: Line<'_>) -> Vec<Fix> {
    let text = line.text;
    let mut fixes = Vec::new();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let mark_len = ["- ", "* ", "+ ", "• "].into_iter().find(|mark_len| text.starts_with(mark_len)).map(str::len);
    let mark_len =
        mark_len.or_else(|| text[digits..].starts_with([')', '.']).then_some(digits + 1).filter(|_| digits > 0));
    if let Some(mark_len) = mark_len {
        let words_start = text.len() - text[mark_len..].trim_start().len();
        let message = format!("`{}` begins no line", text[..mark_len].trim());
        let fix = foreign_sign(message, "leave it out; each fact has a line of its own").reported_at(0, mark_len).edit(
            0,
            words_start,
            "",
        );
        // A test may have the number of a move there.
        fixes.push(fix.certain_if(digits == 0 || !line.is_in(&[Section::Test])));
    }
    if let Some(rest) = text.strip_suffix(',') {
        let help = "leave it out; a comma at the end of a line carries it on to the next one";
        let fix = Fix::new(Code::VariantStrayComma, "nothing follows this comma", help);
        // The words after it may be missing.
        fixes.push(fix.label("it would carry the line on").edit(rest.len(), 1, "").certain_if(false));
    }
    for sign in [";", ".", "{", "}", "|", "\\"] {
        let Some(rest) = text.strip_suffix(sign) else { continue };
        let is_brace = matches!(sign, "{" | "}");
        let message = if is_brace { "sections have no braces".to_owned() } else { format!("`{sign}` ends no line") };
        let end = rest.trim_end().len();
        let fix = foreign_sign(message, "leave it out").reported_at(rest.len(), 1).edit(end, text.len() - end, "");
        // Behind part of a reason it may be a slip for a letter, behind a text one of its own signs.
        let last = rest.rsplit(' ').next().unwrap_or_default();
        let is_part = line.is_in(&[Section::Test]) && !last.is_empty() && !is_word(last);
        fixes.push(fix.certain_if(!is_part && !last.ends_with('"')));
    }
    fixes
}

/// Fixes `d4-e5` for `d4 to e5`, and the size of a board with another sign between its numbers.
fn fix_ranges(line: Line<'_>) -> Vec<Fix> {
    let mut fixes = Vec::new();
    if line.is_in(&[Section::Facts]) {
        for sign in [" by ", " x ", "*", " * ", "X", "/"] {
            let Some(pos) = line.text.rfind(sign) else { continue };
            let fix = foreign_sign("the numbers of files and ranks stand on two sides of an `x`", "as in `10x8`");
            fixes.push(fix.edit(pos, sign.len(), "x"));
        }
    }
    for sign in ["-", ".."] {
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        let is_between = |pos: &usize| {
            is_word(line.text[..*pos].chars().next_back()) && is_word(line.text[pos + sign.len()..].chars().next())
        };
        let fix = foreign_sign(format!("`{sign}` stands between no two squares"), "write `to`, as in `d4 to e5`");
        let places = line.find_outside_quotes(sign).filter(is_between);
        fixes.extend(places.fold(fix, |fix, pos| fix.edit(pos, sign.len(), " to ")).if_nonempty());
    }
    fixes
}

/// The beginnings of comments elsewhere, and their ends on the same line.
const SIGNS: &[(&str, &str)] = &[("#", ""), (";", ""), ("--", ""), ("%", ""), ("/*", "*/"), ("<!--", "-->")];

/// The fix of a comment that begins with this sign.
fn comment_sign(sign: &str) -> Fix {
    let help = "a comment is what follows `//` on a line";
    Fix::new(Code::VariantCommentSign, format!("`{sign}` begins no comment"), help)
}

/// Finds fixes of a line that is a comment, or ends with one.
pub(super) fn fix_comments(line: Line<'_>) -> Vec<Fix> {
    let text = line.text;
    let begins = |pos: &usize| *pos == 0 || text[..*pos].ends_with([' ', '\t']);
    let fixes = SIGNS.iter().filter_map(|&(sign, end)| {
        let pos = line.find_outside_quotes(sign).find(begins)?;
        let run_len = text[pos..].len() - text[pos..].trim_start_matches(|c| sign.contains(c)).len();
        let fix = comment_sign(sign).edit(pos, if end.is_empty() { run_len } else { sign.len() }, "//");
        // Other single signs may be slips for a letter.
        let fix = fix.needed_if(matches!(sign, "#" | "/*")).certain_if(!matches!(sign, ";" | "%"));
        let is_closed = !end.is_empty() && text.ends_with(end) && text.len() >= pos + sign.len() + end.len();
        let close = text.trim_end_matches(end).trim_end().len();
        Some(if is_closed { fix.edit(close, text.len() - close, "") } else { fix })
    });
    fixes.collect()
}

/// Finds fixes of comments from `/*` to a `*/` on a later line of a text.
pub(super) fn fix_comment_blocks(text: &str) -> Vec<Fix> {
    let mut fixes = Vec::new();
    let mut position = 0;
    while let Some(open) = text[position..].find("/*").map(|open| position + open) {
        let Some(close) = text[open..].find("*/").map(|close| open + close) else { break };
        position = close + 2;
        let line_start = text[..open].rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let inside = &text[open..close];
        let rest = text[position..].split(['\n', '\r']).next().unwrap_or_default();
        let stands_alone = text[line_start..open].trim_start_matches('\u{FEFF}').trim().is_empty();
        if !stands_alone || !inside.contains(['\n', '\r']) || !rest.trim().is_empty() {
            continue;
        }
        let mut fix = comment_sign("/*").reported_at(open, position - open).edit(open, 2, "//");
        for (end, _) in inside.match_indices(['\n', '\r']) {
            let line = inside[end + 1..].split(['\n', '\r']).next().unwrap_or_default();
            let words = line.trim_start_matches([' ', '\t']);
            let bare = words.strip_prefix('*').unwrap_or(words);
            let gap = if bare.is_empty() || bare.starts_with(' ') { "//" } else { "// " };
            if !words.is_empty() {
                fix = fix.edit(open + end + 1, line.len() - bare.len(), gap);
            }
        }
        let words_end = open + inside.trim_end_matches([' ', '\t']).len();
        fixes.push(fix.edit(words_end, position - words_end, ""));
    }
    fixes
}

const MAX_FILES: usize = Board::MAX_SIZE as usize;

/// Finds fixes of a row without blanks, with other signs for empty squares or the number of its rank, and of a FEN.
pub(super) fn fix_rows(line: Line<'_>) -> Vec<Fix> {
    fix_row(line).into_iter().chain(fix_fen(line)).collect()
}

/// The fix of a row that is drawn in another form.
fn row_form(message: &str) -> Fix {
    let help = "each square has a cell, with blanks between; an empty square is `.`";
    Fix::new(Code::VariantRowForm, message, help)
}

/// Fixes a row without blanks, with the number of its rank, with lines between its cells, or with other signs for
/// empty squares.
fn fix_row(line: Line<'_>) -> Option<Fix> {
    let text = line.text;
    let words: Vec<&str> = text.split(|c: char| "|[], \t".contains(c)).filter(|word| !word.is_empty()).collect();
    let is_rank = |word: Option<&&str>| word.is_some_and(|word| word.len() <= 2 && word.parse::<u8>().is_ok());
    let mut cells = &words[..];
    if cells.len() > 1 && is_rank(cells.first()) {
        cells = &cells[1..];
    }
    if cells.len() > 1 && is_rank(cells.last()) {
        cells = &cells[..cells.len() - 1];
    }
    let numbered = cells.len() < words.len();
    let is_empty = |cell: &&str| matches!(*cell, "-" | "_" | "0" | "+");
    let (row, message) = match cells {
        _ if line.section != Some(Section::Setup) => return None,
        [word] if trial::nearest_heading(word).is_some() => return None,
        [word] if word.bytes().all(|byte| byte.is_ascii_digit()) => {
            (space_cells(word)?, "a number is no square of a drawing")
        }
        [word] => (space_cells(word)?, "the cells of this row have no blanks between them"),
        _ => {
            let cells: Vec<&str> = cells.iter().map(|cell| if is_empty(cell) { "." } else { cell }).collect();
            let message = match (numbered, text.contains('|')) {
                (true, _) => "ranks have no numbers in a drawing",
                (_, true) => "cells have no lines between them",
                _ if text.contains(',') => "cells have no commas between them",
                _ => "an empty square is drawn otherwise",
            };
            (cells.join(" "), message)
        }
    };
    // A single other sign may be a slip for a man.
    let is_slip =
        cells.len() > 1 && !numbered && !text.contains('|') && cells.iter().filter(|c| is_empty(c)).count() == 1;
    let is_other = trial::is_board_row(&row) && row != text;
    is_other.then(|| row_form(message).edit(0, text.len(), row).certain_if(!is_slip))
}

/// Writes a row or a rank of a FEN with blanks between its cells, and numbers as empty squares; `None` if it is
/// neither.
fn space_cells(cells: &str) -> Option<String> {
    let mut row: Vec<String> = Vec::new();
    let mut signs = cells.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '-' | '_' => row.push(".".to_owned()),
            '+' => row.push(format!("+{}", signs.next()?)),
            '0'..='9' => {
                let mut number = sign.to_digit(10)? as usize;
                while let Some(digit) = signs.peek().and_then(|next| next.to_digit(10)) {
                    number = (10 * number + digit as usize).min(MAX_FILES + 1);
                    signs.next();
                }
                row.extend(std::iter::repeat_n(".".to_owned(), number));
            }
            '\'' => row.last_mut()?.push(sign),
            _ if sign.is_ascii_alphabetic() || matches!(sign, '.' | '*') => row.push(sign.to_string()),
            _ => return None,
        }
        if row.len() > MAX_FILES {
            return None;
        }
    }
    (!row.is_empty()).then(|| row.join(" "))
}

/// Removes a row of the letters of the files, below a drawing whose rows were fixed.
pub(super) fn fix_file_letters(line: Line<'_>) -> Option<Fix> {
    let mut letters = line.text.split_ascii_whitespace().zip('a'..);
    let all = letters.clone().count() > 1 && letters.all(|(word, file)| word.eq_ignore_ascii_case(&file.to_string()));
    let fix = row_form("files have no letters in a drawing");
    (all && line.section == Some(Section::Setup)).then(|| fix.edit(0, line.text.len(), ""))
}

/// Draws the board of a FEN: `setup NAME: FEN`, or `fen: FEN` and the like under a setup.
fn fix_fen(line: Line<'_>) -> Option<Fix> {
    let (key, value, from) = line.split_at_colon()?;
    let in_setup = line.section == Some(Section::Setup) && matches!(key, "fen" | "FEN" | "position" | "board");
    let placement = value.split_ascii_whitespace().next().filter(|placement| placement.matches('/').count() > 1)?;
    let rows: Option<Vec<String>> = placement.trim_matches('"').split('/').map(space_cells).collect();
    let rows = rows?.join("\n  ");
    let (start, drawing) = if in_setup { (0, rows) } else { (key.len(), format!("\n  {rows}")) };
    let help = "draw the board under the heading: a row for each rank, the far one first";
    let fix = Fix::new(Code::VariantRowForm, "a FEN stands for a drawing here", help).label("no drawing");
    let fix = fix.reported_at(from, value.len()).edit(start, line.text.len() - start, drawing);
    (in_setup || key.starts_with("setup ")).then_some(fix)
}
