//! Comments that begin as in other languages.

use super::change::{Change, Mend, Slip, outside_quotes};
use crate::diagnostic::Code;
use crate::source::Span;

/// What begins comments elsewhere. A comment between the last two ends before its line does.
const SIGNS: &[(&str, &str)] = &[("#", ""), (";", ""), ("--", ""), ("%", ""), ("/*", "*/"), ("<!--", "-->")];

/// A statement that is a comment, or ends with one.
pub(super) fn changes(slip: Slip<'_>) -> Vec<Change> {
    let text = slip.piece.text;
    let mut changes = Vec::new();
    for &(sign, end) in SIGNS {
        let begins = |at: &usize| *at == 0 || text[..*at].ends_with([' ', '\t']);
        let Some(at) = outside_quotes(text, sign).find(begins) else { continue };
        let start = slip.piece.start + at;
        let run = text[at..].len() - text[at..].trim_start_matches(|c| sign.contains(c)).len();
        let sign_end = start + if end.is_empty() { run } else { sign.len() };
        let mut change = comment(sign, Span::new(start, sign_end));
        if !end.is_empty() && text.ends_with(end) && text.len() >= at + sign.len() + end.len() {
            let close = slip.piece.start + text.trim_end_matches(end).trim_end().len();
            change = change.edit(Span::new(close, slip.piece.start + text.len()), "");
        }
        // Other single signs may stand for a letter.
        changes.push(change.certain(matches!(sign, "#" | "/*")).presumed(matches!(sign, ";" | "%")));
    }
    changes
}

fn comment(sign: &str, span: Span) -> Change {
    let message = format!("`{sign}` begins no comment");
    Change::new(Code::VariantCommentSign, message, "part of the definition", "a comment is what follows `//` on a line")
        .edit(span, "//")
}

/// Comments from `/*` to a `*/` on a later line.
pub(in crate::syntax) fn blocks(text: &str) -> Vec<Mend> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find("/*").map(|open| at + open) {
        let Some(close) = text[open..].find("*/").map(|close| open + close) else { break };
        at = close + 2;
        let line_start = text[..open].rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let before = &text[line_start..open];
        let lines = &text[open..close];
        let stands_alone = before.trim_start_matches('\u{FEFF}').trim().is_empty();
        if !stands_alone || !lines.contains(['\n', '\r']) {
            continue;
        }
        let mut change = comment("/*", Span::new(open, open + 2)).at(Span::new(open, close + 2));
        for (end, _) in lines.match_indices(['\n', '\r']) {
            let start = open + end + 1;
            let rest = &text[start..close];
            let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
            let line = rest[blank..].split(['\n', '\r']).next().unwrap_or_default();
            let star = usize::from(line.starts_with('*'));
            if start + blank < close && !line.is_empty() {
                let gap = if line[star..].starts_with(' ') || line.len() == star { "//" } else { "// " };
                change = change.edit(Span::new(start, start + blank + star), gap);
            }
        }
        let words_end = open + lines.trim_end_matches([' ', '\t']).len();
        let rest_of_line = text[close + 2..].split(['\n', '\r']).next().unwrap_or_default();
        if rest_of_line.trim().is_empty() {
            found.push(change.edit(Span::new(words_end, close + 2), "").into_mend());
        }
    }
    found
}
