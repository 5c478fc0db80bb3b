//! Comments that begin as in other languages.

use super::fix::{Fix, Line};
use crate::diagnostic::Code;

/// The beginnings of comments elsewhere, and their ends on the same line.
const SIGNS: &[(&str, &str)] = &[("#", ""), (";", ""), ("--", ""), ("%", ""), ("/*", "*/"), ("<!--", "-->")];

fn comment(sign: &str) -> Fix {
    let help = "a comment is what follows `//` on a line";
    Fix::new(Code::VariantCommentSign, format!("`{sign}` begins no comment"), help)
}

/// Finds fixes of a line that is a comment, or ends with one.
pub(super) fn fixes(line: Line<'_>) -> Vec<Fix> {
    let text = line.text;
    let begins = |at: &usize| *at == 0 || text[..*at].ends_with([' ', '\t']);
    let fixes = SIGNS.iter().filter_map(|&(sign, end)| {
        let at = line.outside_quotes(sign).find(begins)?;
        let run = text[at..].len() - text[at..].trim_start_matches(|c| sign.contains(c)).len();
        let fix = comment(sign).edit(at, if end.is_empty() { run } else { sign.len() }, "//");
        // Other single signs may be slips for a letter.
        let fix = fix.needed(matches!(sign, "#" | "/*")).unless_certain(!matches!(sign, ";" | "%"));
        let is_closed = !end.is_empty() && text.ends_with(end) && text.len() >= at + sign.len() + end.len();
        let close = text.trim_end_matches(end).trim_end().len();
        Some(if is_closed { fix.edit(close, text.len() - close, "") } else { fix })
    });
    fixes.collect()
}

/// Finds fixes of comments from `/*` to a `*/` on a later line of a text.
pub(super) fn blocks(text: &str) -> Vec<Fix> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find("/*").map(|open| at + open) {
        let Some(close) = text[open..].find("*/").map(|close| open + close) else { break };
        at = close + 2;
        let line_start = text[..open].rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let inside = &text[open..close];
        let rest = text[at..].split(['\n', '\r']).next().unwrap_or_default();
        let stands_alone = text[line_start..open].trim_start_matches('\u{FEFF}').trim().is_empty();
        if !stands_alone || !inside.contains(['\n', '\r']) || !rest.trim().is_empty() {
            continue;
        }
        let mut fix = comment("/*").at(open, at - open).edit(open, 2, "//");
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
        found.push(fix.edit(words_end, at - words_end, ""));
    }
    found
}
