//! The canonical layout of definitions: the one that the built-in games are written in.
//!
//! Layout means nothing to the language, so a text has one canonical form, without options. `docs/formatting.md` has
//! its rules. Lines are never joined, split or moved: each keeps its words and its comment. There are three exceptions.
//! Synonyms become the words of the language. The states of men in the rows of a board become a line below it. A text of
//! an earlier edition becomes one of the present edition, with a line `the rest: none` where it needs one. A line that can't be read stays as it is.

use crate::diagnostic::{Edit, Severity, apply_edits};
use crate::syntax::{Document, Line, LineKind, MAX_BYTES, Section};
use facings::row_cells;

/// Formats a definition in the canonical layout. Its meaning stays the same, and every comment stays beside its line.
/// Formatting is idempotent.
///
/// A text that is too large to be read ([`MAX_BYTES`]), or that would become so, is returned as it is.
///
/// ```
/// use weakfish::format::format;
///
/// let text = "game \"Small\"   extends fide\nboard : 3x2\ninventor: \"N. N.\"\nsetup standard\nk . .   // a row\n. . L{n}\n";
/// assert_eq!(format(text), "\
/// game \"Small\" extends fide
/// board:    3x2
/// inventor: \"N. N.\"
///
/// setup standard
///   k . .  // a row
///   . . L
///   facing: L on c1 n
/// ");
/// ```
pub fn format(text: &str) -> String {
    format_document(&Document::read(text))
}

/// Formats a text that has been read already.
///
/// ```
/// use weakfish::format::format_document;
/// use weakfish::syntax::Document;
///
/// let document = Document::read("game \"Small\"\nboard : 5x5");
/// assert_eq!(format_document(&document), "game \"Small\"\nboard: 5x5\n");
/// ```
pub fn format_document(document: &Document<'_>) -> String {
    let as_it_is = || -> String { document.lines.iter().flat_map(Line::pieces).collect() };
    let synonyms = document.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Note);
    let mut edits: Vec<Edit> = synonyms.flat_map(|note| note.edits.iter().cloned()).collect();
    if edits.is_empty() {
        edits = facings::edits(&document.lines);
    }
    if let Some(canonical) = (!edits.is_empty()).then(|| apply_edits(&as_it_is(), &edits)).flatten() {
        return format(&canonical);
    }
    if document.lines.last().is_some_and(|line| line.span().end > MAX_BYTES) {
        return as_it_is();
    }
    let mut lines = formatted_lines(document);
    align_blocks(&mut lines);
    let formatted = write_lines(&lines, common_line_end(document));
    if formatted.len() > MAX_BYTES { as_it_is() } else { formatted }
}

mod facings;

/// The blanks before a line that stands under a heading.
const INDENT: usize = 2;

const BLANKS: [char; 2] = [' ', '\t'];

const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// A line that is not blank.
#[derive(Clone, Debug)]
struct FormattedLine<'t> {
    kind: LineKind,
    section: Option<Section>,
    /// Whether it belongs to a statement that began on an earlier line.
    carried: bool,
    /// Whether it belongs to a heading with a colon: a setup made from another one.
    changed_setup: bool,
    /// The original indentation.
    old_indent: &'t str,
    /// Whether an empty line comes before it.
    blank_before: bool,
    /// The blanks before its first word.
    indent: usize,
    /// The words before the colon.
    key: Option<String>,
    /// The blanks between the colon and the value.
    gap: usize,
    /// The words after the colon, or all of them.
    value: String,
    /// The blanks before a comment behind words.
    margin: usize,
    comment: &'t str,
}

impl FormattedLine<'_> {
    /// Whether it is kept byte for byte.
    fn is_damaged(&self) -> bool {
        self.kind == LineKind::Damaged
    }

    fn is_comment(&self) -> bool {
        self.kind == LineKind::Comment
    }

    /// Whether it is a heading, the start of a section or of the definition.
    fn is_heading(&self) -> bool {
        self.kind == LineKind::Heading
    }
}

/// Takes the lines with words and comments of a definition, and decides their indentation and the empty lines between
/// them.
fn formatted_lines<'t>(document: &Document<'t>) -> Vec<FormattedLine<'t>> {
    let mut blank_before = false;
    let mut formatted = Vec::with_capacity(document.lines.len());
    for line in &document.lines {
        if line.kind == LineKind::Blank {
            blank_before = true;
            continue;
        }
        let mut formatted_line = normalize_line(line, blank_before);
        if formatted.is_empty() && line.start > 0 && formatted_line.value.starts_with(BYTE_ORDER_MARK) {
            // On the first line it would mean nothing.
            formatted_line.value.insert(0, BYTE_ORDER_MARK);
        }
        formatted.push(formatted_line);
        blank_before = false;
    }
    mark_continuations(&mut formatted);
    indent_sections(&mut formatted);
    space_sections(&mut formatted);
    formatted
}

/// A line with its words normalized, before its layout is decided.
fn normalize_line<'t>(line: &Line<'t>, blank_before: bool) -> FormattedLine<'t> {
    let has_colon = !line.colon.is_empty();
    let mut formatted = FormattedLine {
        kind: line.kind,
        section: line.section,
        carried: line.kind == LineKind::Carried,
        changed_setup: line.kind == LineKind::Heading && has_colon,
        old_indent: line.indent,
        blank_before,
        indent: 0,
        key: None,
        gap: 1,
        value: String::new(),
        margin: 2,
        comment: line.comment.trim_end_matches(BLANKS),
    };
    match line.kind {
        LineKind::Damaged => {
            formatted.value = line.pieces()[..6].concat();
            formatted.comment = "";
        }
        LineKind::Row => line.value.clone_into(&mut formatted.value),
        LineKind::Blank | LineKind::Comment | LineKind::Heading | LineKind::Item | LineKind::Carried => {
            formatted.key = has_colon.then(|| normalize_blanks(line.key, line.section));
            formatted.value = normalize_blanks(line.value, line.section);
        }
    }
    formatted
}

/// Marks the comments between the lines of one statement, and the lines of changed setups.
fn mark_continuations(lines: &mut [FormattedLine<'_>]) {
    let mut carried = false;
    for line in lines.iter_mut().rev() {
        if line.is_comment() {
            line.carried = carried;
        } else {
            carried = line.carried;
        }
    }
    let mut changed_setup = false;
    for line in lines {
        if line.carried {
            line.changed_setup = changed_setup;
        }
        changed_setup = line.changed_setup;
    }
}

/// Indents the lines of a section. A comment is indented like the line below it. The last comments of a section may be
/// about the next one: those at the margin stay there.
fn indent_sections(lines: &mut [FormattedLine<'_>]) {
    let top = lines.iter().take_while(|line| line.is_comment()).count();
    let mut below = None;
    for (index, line) in lines.iter_mut().enumerate().rev() {
        let section_indent = if matches!(line.section, None | Some(Section::Facts)) { 0 } else { INDENT };
        line.indent = match line.kind {
            LineKind::Comment if index < top => 0,
            LineKind::Comment => below.unwrap_or(if line.old_indent.is_empty() { 0 } else { section_indent }),
            LineKind::Heading | LineKind::Damaged => 0,
            // The board of a position stands below `position:`.
            LineKind::Row if line.section == Some(Section::Test) => 2 * section_indent,
            LineKind::Blank | LineKind::Item | LineKind::Row | LineKind::Carried => section_indent,
        };
        if !line.is_comment() {
            below = Some(line.indent).filter(|_| !line.is_heading() && !line.is_damaged());
        }
    }
}

/// Puts an empty line between sections, and takes out those that have no place: after a heading, and within a statement.
fn space_sections(lines: &mut [FormattedLine<'_>]) {
    let is_of_heading = comments_of_headings(lines);
    for index in 0..lines.len() {
        lines[index].blank_before = index > 0 && needs_blank_before(lines, &is_of_heading, index);
    }
}

/// Whether an empty line belongs before a line that is not the first.
fn needs_blank_before(lines: &[FormattedLine<'_>], is_of_heading: &[bool], index: usize) -> bool {
    let (line, before) = (&lines[index], &lines[index - 1]);
    let above = lines[..index].iter().rfind(|line| !line.is_comment());
    let below = lines[index..].iter().find(|line| !line.is_comment());
    if line.carried {
        return false;
    }
    if line.is_heading() || is_of_heading[index] {
        let may_touch = above.zip(below).is_some_and(|(above, below)| {
            let setups = above.changed_setup && below.changed_setup;
            // The edition of the language and the title.
            let title = above.is_heading() && below.section == Some(Section::Facts);
            setups || title
        });
        return if is_of_heading[index - 1] { false } else { line.blank_before || !may_touch };
    }
    let begins_section = before.is_heading() && below.is_some_and(|below| !below.is_heading() && !below.is_damaged());
    line.blank_before && !begins_section
}

/// Whether each line is a comment that belongs to the heading below it.
fn comments_of_headings(lines: &[FormattedLine<'_>]) -> Vec<bool> {
    let mut is_of_heading = vec![false; lines.len()];
    for index in (1..lines.len()).rev() {
        let (line, below) = (&lines[index - 1], &lines[index]);
        is_of_heading[index - 1] = line.is_comment()
            && line.indent == 0
            && !below.blank_before
            && (below.is_heading() || is_of_heading[index]);
    }
    is_of_heading
}

/// The line end that most lines have.
fn common_line_end(document: &Document<'_>) -> &'static str {
    let count = |end: &str| document.lines.iter().filter(|line| line.end == end).count();
    // Ties go to the last one.
    ["\r", "\r\n", "\n"].into_iter().max_by_key(|end| count(end)).unwrap_or("\n")
}

/// Writes the laid out lines as a text with this line end.
fn write_lines(lines: &[FormattedLine<'_>], end: &str) -> String {
    let mut out = String::new();
    for line in lines {
        if line.blank_before {
            out.push_str(end);
        }
        push_blanks(&mut out, line.indent);
        if let Some(key) = &line.key {
            out.push_str(key);
            out.push(':');
            if !line.value.is_empty() {
                push_blanks(&mut out, line.gap);
            }
        }
        out.push_str(&line.value);
        if !line.comment.is_empty() {
            if !line.is_comment() {
                push_blanks(&mut out, line.margin);
            }
            out.push_str(line.comment);
        }
        out.push_str(end);
    }
    out
}

/// Appends a number of blanks.
fn push_blanks(out: &mut String, number: usize) {
    out.extend(std::iter::repeat_n(' ', number));
}

/// Words before a colon that take more characters than this are left out of the column: the value follows them.
const MAX_KEY: usize = 40;

/// Lines that are longer than this without their comment are left out of the column of comments.
const MAX_COMMENTED: usize = 60;

/// The indentation of continuation lines relative to their statement, in columns, if no column is given.
const HANGING: usize = 2;

/// The blanks before a comment behind words.
const MARGIN: usize = 2;

/// Aligns values, rows of boards and comments in each block.
fn align_blocks(mut lines: &mut [FormattedLine<'_>]) {
    while !lines.is_empty() {
        let end =
            (1..lines.len()).find(|&index| !continues_block(&lines[..index], &lines[index])).unwrap_or(lines.len());
        let (block, rest) = lines.split_at_mut(end);
        align_values(block);
        align_rows(block);
        align_comments(block);
        lines = rest;
    }
}

/// Whether a line is aligned with the block of those above it.
fn continues_block(above: &[FormattedLine<'_>], line: &FormattedLine<'_>) -> bool {
    if line.carried {
        return true;
    }
    if line.blank_before {
        return false;
    }
    // A line that can't be read yet parts no block.
    above.iter().rfind(|above| !above.is_comment()).is_none_or(|last| {
        let is_plain_heading = last.is_heading() && !last.changed_setup || line.is_heading() && !line.changed_setup;
        let is_alike = last.section == line.section && last.changed_setup == line.changed_setup;
        !is_plain_heading && (is_alike || line.is_comment())
    })
}

/// Aligns the values of a block below each other.
fn align_values(block: &mut [FormattedLine<'_>]) {
    let begins = |line: &&mut FormattedLine<'_>| !line.carried && line.key.is_some();
    let keys = block.iter_mut().filter(begins).filter_map(|line| line.key.as_deref().map(width));
    // A colon and a blank stand before the column.
    let column = keys.filter(|&key| key <= MAX_KEY).max().map(|key| key + 2);
    for line in block.iter_mut().filter(begins) {
        let key = line.key.as_deref().map_or(0, width);
        line.gap = column.and_then(|column| column.checked_sub(key + 1)).filter(|&gap| gap > 0).unwrap_or(1);
    }
    let mut hanging = 0;
    for line in block {
        if line.carried {
            line.indent = hanging;
        } else if !line.is_comment() {
            hanging = line.indent + line.key.as_ref().and(column).unwrap_or(HANGING);
        }
    }
}

/// Aligns the cells of the board's rows in a block.
fn align_rows(block: &mut [FormattedLine<'_>]) {
    let board: Vec<&str> = block.iter().filter(|line| line.kind == LineKind::Row).map(|line| &*line.value).collect();
    if board.is_empty() {
        return;
    }
    let aligned = pad_rows(&board);
    for (line, row) in block.iter_mut().filter(|line| line.kind == LineKind::Row).zip(aligned) {
        line.value = row;
    }
}

/// Aligns the comments behind the lines of a block.
fn align_comments(block: &mut [FormattedLine<'_>]) {
    let has_comment = |line: &&mut FormattedLine<'_>| !line.is_comment() && !line.comment.is_empty();
    let end = |line: &FormattedLine<'_>| {
        line.indent + line.key.as_deref().map_or(0, |key| width(key) + 1 + line.gap) + width(&line.value)
    };
    // A comment on one row of a board stands beside the board.
    let has_commented_row = block.iter_mut().filter(has_comment).any(|line| line.kind == LineKind::Row);
    let is_beside =
        |line: &&mut FormattedLine<'_>| has_comment(line) || has_commented_row && line.kind == LineKind::Row;
    let ends = block.iter_mut().filter(is_beside).map(|line| end(line));
    let column = ends.filter(|&end| end <= MAX_COMMENTED).max().unwrap_or(0);
    for line in block.iter_mut().filter(has_comment) {
        line.margin = column.saturating_sub(end(line)) + MARGIN;
    }
}

/// Most characters that a cell of a board is padded to.
const MAX_CELL: usize = 12;

/// Normalizes the blanks between words to single ones. Text in quotes, brackets or braces is left as it is.
fn normalize_blanks(words: &str, section: Option<Section>) -> String {
    // Tests have moves and positions in them, where a comma may be a part of a word.
    let has_spaced_marks = section != Some(Section::Test);
    let mut out = String::with_capacity(words.len() + 4);
    let mut position = 0;
    while let Some(next) = words[position..].chars().next() {
        let rest = &words[position..];
        let mut length = next.len_utf8();
        match next {
            ' ' | '\t' => {
                length = rest.len() - rest.trim_start_matches(BLANKS).len();
                push_blank(&mut out);
            }
            ',' if has_spaced_marks => {
                out.truncate(out.trim_end_matches(' ').len());
                out.push(',');
                push_blank(&mut out);
            }
            '"' if has_spaced_marks => {
                length = enclosed_len(rest);
                push_blank(&mut out);
                out.push_str(&rest[..length]);
                if length > 1 {
                    push_blank(&mut out);
                }
            }
            // The parts of a man: `short W + leap N`; elsewhere it belongs to a man's letter.
            '+' if section == Some(Section::Men) && begins_part(&rest[1..]) => {
                push_blank(&mut out);
                out.push_str("+ ");
            }
            '(' if section == Some(Section::Endings) => {
                length = rest.len() - rest[1..].trim_start_matches(BLANKS).len();
                push_blank(&mut out);
                out.push('(');
            }
            ')' if section == Some(Section::Endings) => {
                out.truncate(out.trim_end_matches(' ').len());
                out.push(')');
            }
            '"' | '(' | '[' | '{' => {
                length = enclosed_len(rest);
                out.push_str(&rest[..length]);
            }
            _ => out.push(next),
        }
        position += length;
    }
    out.truncate(out.trim_end_matches(' ').len());
    out
}

/// Appends a blank after words, unless there is one already.
fn push_blank(out: &mut String) {
    if !out.is_empty() && !out.ends_with(' ') && !out.ends_with('(') {
        out.push(' ');
    }
}

/// Whether a text begins with the name of a man's part.
fn begins_part(text: &str) -> bool {
    text.trim_start_matches(BLANKS).starts_with(|c: char| c.is_ascii_lowercase())
}

/// The length of the quoted or bracketed beginning of a text; the whole text if it is never closed.
fn enclosed_len(text: &str) -> usize {
    if let Some(inside) = text.strip_prefix('"') {
        return inside.find('"').map_or(1, |close| close + 2);
    }
    let mut depth = 0_usize;
    for (index, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth -= 1;
                if depth == 0 {
                    return index + 1;
                }
            }
            _ => {}
        }
    }
    text.len()
}

/// Pads the cells of a board's rows to align the columns.
fn pad_rows(rows: &[&str]) -> Vec<String> {
    let rows: Vec<Vec<&str>> = rows.iter().map(|row| row_cells(row)).collect();
    let files = rows.iter().map(Vec::len).max().unwrap_or_default();
    let mut widths = vec![0; files];
    for (file, cell) in rows.iter().flat_map(|row| row.iter().enumerate()) {
        widths[file] = widths[file].max(width(cell).min(MAX_CELL));
    }
    let pad = |row: &Vec<&str>| {
        let mut out = String::new();
        for (file, cell) in row.iter().enumerate() {
            out.push_str(cell);
            if file + 1 < row.len() {
                out.extend(std::iter::repeat_n(' ', 1 + widths[file].saturating_sub(width(cell))));
            }
        }
        out
    };
    rows.iter().map(pad).collect()
}

/// The width of a text: its number of characters, right in most fonts.
fn width(text: &str) -> usize {
    text.chars().count()
}
