//! The syntax of definitions: the lines of a text, and the tree of what they say.
//!
//! A text is read in two steps. `lines` splits it into lines, which can't fail; `reader` reads each statement on its
//! own, by the rules of the section it stands in. So a mistake affects only its own line, and one run reports all
//! mistakes. Users never see the names of grammar rules: `expected` says what to type instead.
//!
//! [`Document`] is the public part: the lines with their comments and blanks, and what can't be read. The tree is
//! for the checker alone.

pub(crate) mod ast;
mod cursor;
mod expected;
mod headings;
mod lines;
mod lower;
mod mistakes;
mod node;
mod other_program;
mod reader;
mod repair;
mod section;
#[cfg(test)]
mod tests;
mod tokens;
mod vocabulary;
mod wordings;

pub use ast::Section;
pub use cursor::{Expected, ExpectedKind, expected_at};
pub use lines::{Line, LineKind};
pub use tokens::{Token, TokenKind, tokens};

use std::borrow::Cow;

use ast::Ast;

use crate::diagnostic::{Code, Diagnostic, edited};
use crate::source::Span;
use reader::Read;
pub(crate) use repair::Origin;
use weakfish_grammar::variant as grammar;

/// The greatest size of a definition in bytes: 1 MiB.
pub const MAX_BYTES: usize = 1 << 20;

/// A definition as its lines, with everything that can't be read.
///
/// ```
/// use weakfish::syntax::{Document, LineKind};
///
/// let document = Document::read("game \"Small\" // a start\n\nboard: 5x5\nbord: 6x6\n");
/// let kinds: Vec<LineKind> = document.lines.iter().map(|line| line.kind).collect();
/// assert_eq!(kinds, [LineKind::Heading, LineKind::Blank, LineKind::Item, LineKind::Damaged]);
/// assert_eq!(document.lines[0].comment, "// a start");
/// assert_eq!(document.diagnostics[0].code, "variant::no-such-fact");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Document<'t> {
    /// The lines of the text. The pieces of all lines, put together, are the text.
    pub lines: Vec<Line<'t>>,
    /// What can't be read, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// The tree of a definition as it was meant.
#[derive(Clone, Debug)]
pub(crate) struct Parsed<'t> {
    /// The text with all slips mended; the places of the tree and of the diagnostics are places in it.
    pub(crate) text: Cow<'t, str>,
    /// The tree. It is complete if there are no errors; [`Ast::lost`] lists the incomplete sections.
    pub(crate) ast: Ast,
    /// What can't be read.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The slips that were mended, with their places in the text as it was written; with edits if they are certain.
    pub(crate) slips: Vec<Diagnostic>,
    /// Leads back to the text as it was written.
    pub(crate) origin: Origin,
}

impl<'t> Parsed<'t> {
    /// A text that is not read at all, for this reason.
    fn refused(text: &'t str, reason: Diagnostic) -> Self {
        let ast = Ast { lost: Section::ALL.to_vec(), ..Ast::default() };
        let (diagnostics, slips, origin) = (vec![reason], Vec::new(), Origin::default());
        Self { text: text.into(), ast, diagnostics, slips, origin }
    }
}

impl<'t> Document<'t> {
    /// Reads a definition. A text of more than [`MAX_BYTES`] bytes is refused; all of it is then one damaged line.
    pub fn read(text: &'t str) -> Self {
        if text.len() > MAX_BYTES {
            let too_large = too_large(text);
            return Self { lines: vec![Line::unsplit(text)], diagnostics: vec![too_large] };
        }
        let (mut lines, statements) = lines::split(text);
        let read = reader::read(&statements);
        let kinds = read.kinds.clone();
        let Parsed { diagnostics, slips, origin, .. } = parse_read(text, read);
        let mut diagnostics: Vec<Diagnostic> =
            diagnostics.into_iter().map(|diagnostic| origin.told(diagnostic)).chain(slips).collect();
        diagnostics.sort_by_key(Diagnostic::span);
        let ends = statements.iter().skip(1).map(|statement| statement.line).chain([lines.len()]);
        let ends: Vec<usize> = ends.collect();
        for ((statement, end), (kind, section)) in statements.iter().zip(ends).zip(kinds) {
            for line in &mut lines[statement.line..end] {
                line.section = section;
                if kind == LineKind::Damaged && line.kind == LineKind::Carried {
                    line.kind = kind;
                }
            }
            lines[statement.line].kind = kind;
        }
        Self { lines, diagnostics }
    }
}

/// The lines of a text, without what they mean: no kinds and no sections.
pub(crate) fn lines(text: &str) -> Vec<Line<'_>> {
    lines::split(text).0
}

/// Slips can hide others, for example under a heading that can't be read. No more rounds than this are made.
const MAX_ROUNDS: usize = 6;

fn too_large(text: &str) -> Diagnostic {
    let message = format!("this definition is larger than {MAX_BYTES} bytes");
    Diagnostic::error(Code::VariantTooLarge, Span::at(0), message)
        .label(format!("{} bytes", text.len()))
        .help("a definition is a page or two; is this one?")
}

/// The tree of a definition and everything that can't be read.
pub(crate) fn parse(text: &str) -> Parsed<'_> {
    if text.len() > MAX_BYTES {
        return Parsed::refused(text, too_large(text));
    }
    let (_, statements) = lines::split(text);
    parse_read(text, reader::read(&statements))
}

fn parse_read(text: &str, read: Read) -> Parsed<'_> {
    let other = (!read.diagnostics.is_empty()).then(|| other_program::told(&lines(text))).flatten();
    other.map_or_else(|| mended(text, read), |other| Parsed::refused(text, other))
}

/// Reads a text again without the slips that were found in it.
fn mended(text: &str, first: Read) -> Parsed<'_> {
    let mut text = Cow::Borrowed(text);
    let mut read = first;
    let (mut slips, mut origin) = (Vec::new(), Origin::default());
    for _ in 0..MAX_ROUNDS {
        let blocks = if slips.is_empty() { repair::blocks(&text) } else { Vec::new() };
        let mut found = if blocks.is_empty() { std::mem::take(&mut read.slips) } else { blocks };
        found.iter_mut().flat_map(|slip| &mut slip.edits).for_each(|edit| repair::take_whole_line(&text, edit));
        let edits = || found.iter().flat_map(|slip| &slip.edits);
        let Some(mended) = edited(&text, edits()).filter(|_| !found.is_empty()) else { break };
        let mut next = origin.clone();
        next.changed(edits());
        slips.extend(found.into_iter().map(|slip| origin.told(slip.told())));
        (text, origin) = (Cow::Owned(mended), next);
        let (_, statements) = lines::split(&text);
        read = reader::read(&statements);
    }
    let Read { ast, diagnostics, .. } = read;
    Parsed { text, ast, diagnostics, slips, origin }
}
