//! The words of a line, with one blank where blanks mean nothing.

use crate::syntax::Section;

/// No cell of a board is padded to more characters than this.
const MAX_CELL: usize = 12;

/// The words with single blanks between them. What stands in quotes, brackets or braces is left as it is.
pub(super) fn tidy(words: &str, section: Option<Section>) -> String {
    // Tests have moves and positions in them, where a comma may be a part of a word.
    let spaced = section != Some(Section::Test);
    let mut out = String::with_capacity(words.len() + 4);
    let mut at = 0;
    while let Some(next) = words[at..].chars().next() {
        let rest = &words[at..];
        let mut taken = next.len_utf8();
        match next {
            ' ' | '\t' => {
                taken = rest.len() - rest.trim_start_matches(BLANKS).len();
                blank(&mut out);
            }
            ',' if spaced => {
                out.truncate(out.trim_end_matches(' ').len());
                out.push(',');
                blank(&mut out);
            }
            '"' if spaced => {
                taken = enclosed(rest);
                blank(&mut out);
                out.push_str(&rest[..taken]);
                if taken > 1 {
                    blank(&mut out);
                }
            }
            // The parts of a man: `short W + leap N`; elsewhere it belongs to a man's letter.
            '+' if section == Some(Section::Men) && begins_part(&rest[1..]) => {
                blank(&mut out);
                out.push_str("+ ");
            }
            '(' if section == Some(Section::Endings) => {
                taken = rest.len() - rest[1..].trim_start_matches(BLANKS).len();
                blank(&mut out);
                out.push('(');
            }
            ')' if section == Some(Section::Endings) => {
                out.truncate(out.trim_end_matches(' ').len());
                out.push(')');
            }
            '"' | '(' | '[' | '{' => {
                taken = enclosed(rest);
                out.push_str(&rest[..taken]);
            }
            _ => out.push(next),
        }
        at += taken;
    }
    out.truncate(out.trim_end_matches(' ').len());
    out
}

const BLANKS: [char; 2] = [' ', '\t'];

/// Appends a blank after words, unless there is one already.
fn blank(out: &mut String) {
    if !out.is_empty() && !out.ends_with(' ') && !out.ends_with('(') {
        out.push(' ');
    }
}

/// Whether a text begins with the name of a man's part.
fn begins_part(text: &str) -> bool {
    text.trim_start_matches(BLANKS).starts_with(|c: char| c.is_ascii_lowercase())
}

/// The length of the quoted or bracketed beginning of a text; the whole text if it is never closed.
fn enclosed(text: &str) -> usize {
    if let Some(inside) = text.strip_prefix('"') {
        return inside.find('"').map_or(1, |close| close + 2);
    }
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    text.len()
}

/// The cells of a row.
pub(super) fn cells(row: &str) -> Vec<&str> {
    let mut cells = Vec::new();
    let (mut start, mut in_braces) = (None, false);
    for (at, c) in row.char_indices() {
        match c {
            ' ' | '\t' if !in_braces => cells.extend(start.take().map(|start| &row[start..at])),
            _ => {
                start = start.or(Some(at));
                in_braces = c == '{' || in_braces && c != '}';
            }
        }
    }
    cells.extend(start.map(|start| &row[start..]));
    cells
}

/// The rows of a board with their cells below each other.
pub(super) fn rows(rows: &[&str]) -> Vec<String> {
    let rows: Vec<Vec<&str>> = rows.iter().map(|row| cells(row)).collect();
    let files = rows.iter().map(Vec::len).max().unwrap_or_default();
    let mut widths = vec![0; files];
    for (file, cell) in rows.iter().flat_map(|row| row.iter().enumerate()) {
        widths[file] = widths[file].max(width(cell).min(MAX_CELL));
    }
    let padded = |row: &Vec<&str>| {
        let mut out = String::new();
        for (file, cell) in row.iter().enumerate() {
            out.push_str(cell);
            if file + 1 < row.len() {
                out.extend(std::iter::repeat_n(' ', 1 + widths[file].saturating_sub(width(cell))));
            }
        }
        out
    };
    rows.iter().map(padded).collect()
}

/// How many characters a text has, which in most fonts is how wide it is.
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::{cells, rows, tidy};
    use crate::syntax::Section;

    #[test]
    fn blanks_that_mean_nothing_are_single() {
        let men = |words| tidy(words, Some(Section::Men));
        assert_eq!(men("short\t W+leap  N ,turns 45,"), "short W + leap N, turns 45,");
        assert_eq!(men("rf[W - F,  R],royal,instead of +N"), "rf[W - F,  R], royal, instead of +N");
        assert_eq!(tidy("game\"A  b,c\"extends  x", Some(Section::Facts)), "game \"A  b,c\" extends x");
        assert_eq!(tidy("draw( 75-moves )", Some(Section::Endings)), "draw (75-moves)");
        assert_eq!(tidy("a1b1,c1d1   a2a3, {a  b} (c  d", Some(Section::Test)), "a1b1,c1d1 a2a3, {a  b} (c  d");
    }

    #[test]
    fn a_cell_may_have_blanks_in_its_braces() {
        assert_eq!(cells("r  L{n x}\t."), ["r", "L{n x}", "."]);
        assert_eq!(rows(&["r l{s} .", "R . K"]), ["r l{s} .", "R .    K"]);
    }
}
