//! The lines of a definition without their layout, and with it.

use super::words::tidy;
use crate::syntax::{Document, Line, LineKind, Section};

/// The blanks before a line that stands under a heading.
const INDENT: usize = 2;

const BLANKS: [char; 2] = [' ', '\t'];

const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// A line that is not blank.
#[derive(Clone, Debug)]
pub(super) struct Laid<'t> {
    pub(super) kind: LineKind,
    pub(super) section: Option<Section>,
    /// Whether it belongs to a statement that began on an earlier line.
    pub(super) carried: bool,
    /// Whether it belongs to a heading with a colon: a setup that is made of another one.
    pub(super) changed_setup: bool,
    /// The original indentation.
    old_indent: &'t str,
    /// Whether an empty line comes before it.
    pub(super) apart: bool,
    /// The blanks before its first word.
    pub(super) indent: usize,
    /// The words before the colon.
    pub(super) key: Option<String>,
    /// The blanks between the colon and the value.
    pub(super) gap: usize,
    /// The words after the colon, or all of them.
    pub(super) value: String,
    /// The blanks before a comment behind words.
    pub(super) margin: usize,
    pub(super) comment: &'t str,
}

impl Laid<'_> {
    /// Whether it is kept byte for byte.
    pub(super) fn is_damaged(&self) -> bool {
        self.kind == LineKind::Damaged
    }

    pub(super) fn is_comment(&self) -> bool {
        self.kind == LineKind::Comment
    }

    /// Whether a section begins with it, or the definition.
    pub(super) fn opens(&self) -> bool {
        self.kind == LineKind::Heading
    }
}

/// The lines with words and comments of a definition, with their indentation and the empty lines between them.
pub(super) fn lines<'t>(document: &Document<'t>) -> Vec<Laid<'t>> {
    let mut apart = false;
    let mut laid = Vec::with_capacity(document.lines.len());
    for line in &document.lines {
        if line.kind == LineKind::Blank {
            apart = true;
            continue;
        }
        let mut bare = bare(line, apart);
        if laid.is_empty() && line.start > 0 && bare.value.starts_with(BYTE_ORDER_MARK) {
            // On the first line it would mean nothing.
            bare.value.insert(0, BYTE_ORDER_MARK);
        }
        laid.push(bare);
        apart = false;
    }
    carry(&mut laid);
    indent(&mut laid);
    space(&mut laid);
    laid
}

/// A line without its layout.
fn bare<'t>(line: &Line<'t>, apart: bool) -> Laid<'t> {
    let has_colon = !line.colon.is_empty();
    let mut laid = Laid {
        kind: line.kind,
        section: line.section,
        carried: line.kind == LineKind::Carried,
        changed_setup: line.kind == LineKind::Heading && has_colon,
        old_indent: line.indent,
        apart,
        indent: 0,
        key: None,
        gap: 1,
        value: String::new(),
        margin: 2,
        comment: line.comment.trim_end_matches(BLANKS),
    };
    match line.kind {
        LineKind::Damaged => {
            laid.value = line.pieces()[..6].concat();
            laid.comment = "";
        }
        LineKind::Row => line.value.clone_into(&mut laid.value),
        _ => {
            laid.key = has_colon.then(|| tidy(line.key, line.section));
            laid.value = tidy(line.value, line.section);
        }
    }
    laid
}

/// Finds the comments between the lines of one statement, and the lines of changed setups.
fn carry(laid: &mut [Laid<'_>]) {
    let mut carried = false;
    for line in laid.iter_mut().rev() {
        if line.is_comment() {
            line.carried = carried;
        } else {
            carried = line.carried;
        }
    }
    let mut changed_setup = false;
    for line in laid {
        if line.carried {
            line.changed_setup = changed_setup;
        }
        changed_setup = line.changed_setup;
    }
}

/// Indents the lines of a section. A comment is indented like the line below it. The last comments of a section may be
/// about the next one: those at the margin stay there.
fn indent(laid: &mut [Laid<'_>]) {
    let top = laid.iter().take_while(|line| line.is_comment()).count();
    let mut below = None;
    for (at, line) in laid.iter_mut().enumerate().rev() {
        let usual = if matches!(line.section, None | Some(Section::Facts)) { 0 } else { INDENT };
        line.indent = match line.kind {
            LineKind::Comment if at < top => 0,
            LineKind::Comment => below.unwrap_or(if line.old_indent.is_empty() { 0 } else { usual }),
            LineKind::Heading | LineKind::Damaged => 0,
            _ => usual,
        };
        if !line.is_comment() {
            below = Some(line.indent).filter(|_| !line.opens() && !line.is_damaged());
        }
    }
}

/// Puts an empty line between sections, and takes out those that have no place: after a heading, and within a statement.
fn space(laid: &mut [Laid<'_>]) {
    let headed = headed(laid);
    for at in 0..laid.len() {
        laid[at].apart = at > 0 && is_apart(laid, &headed, at);
    }
}

/// Whether an empty line belongs before a line that is not the first.
fn is_apart(laid: &[Laid<'_>], headed: &[bool], at: usize) -> bool {
    let (line, before) = (&laid[at], &laid[at - 1]);
    let above = laid[..at].iter().rfind(|line| !line.is_comment());
    let below = laid[at..].iter().find(|line| !line.is_comment());
    if line.carried {
        return false;
    }
    if line.opens() || headed[at] {
        let free = above.zip(below).is_some_and(|(above, below)| {
            let setups = above.changed_setup && below.changed_setup;
            // The edition of the language and the title.
            let title = above.opens() && below.section == Some(Section::Facts);
            setups || title
        });
        return if headed[at - 1] { false } else { line.apart || !free };
    }
    let begins_section = before.opens() && below.is_some_and(|below| !below.opens() && !below.is_damaged());
    line.apart && !begins_section
}

/// The comments that belong to the heading below them.
fn headed(laid: &[Laid<'_>]) -> Vec<bool> {
    let mut headed = vec![false; laid.len()];
    for at in (1..laid.len()).rev() {
        let (line, below) = (&laid[at - 1], &laid[at]);
        headed[at - 1] = line.is_comment() && line.indent == 0 && !below.apart && (below.opens() || headed[at]);
    }
    headed
}

/// The line end that most lines have.
pub(super) fn common_line_end(document: &Document<'_>) -> &'static str {
    let count = |end: &str| document.lines.iter().filter(|line| line.end == end).count();
    // Ties go to the last one.
    ["\r", "\r\n", "\n"].into_iter().max_by_key(|end| count(end)).unwrap_or("\n")
}

/// Writes the lines.
pub(super) fn write(laid: &[Laid<'_>], end: &str) -> String {
    let mut out = String::new();
    for line in laid {
        if line.apart {
            out.push_str(end);
        }
        blanks(&mut out, line.indent);
        if let Some(key) = &line.key {
            out.push_str(key);
            out.push(':');
            if !line.value.is_empty() {
                blanks(&mut out, line.gap);
            }
        }
        out.push_str(&line.value);
        if !line.comment.is_empty() {
            if !line.is_comment() {
                blanks(&mut out, line.margin);
            }
            out.push_str(line.comment);
        }
        out.push_str(end);
    }
    out
}

fn blanks(out: &mut String, number: usize) {
    out.extend(std::iter::repeat_n(' ', number));
}
