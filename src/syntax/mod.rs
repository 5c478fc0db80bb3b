//! The syntax of definitions: the lines of a text, and their tree.
//!
//! A text is read in two steps. `lines` splits it into lines, which can't fail; `reader` reads each statement on its
//! own, by the rules of the section it stands in. So a mistake affects only its own line, and one run reports all
//! mistakes. Users never see the names of grammar rules: `errors` suggests text to type instead.
//!
//! [`Document`] is the public part: the lines with their comments and blanks, and the unreadable places. The tree is
//! for the checker alone.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use ast::Ast;

pub(crate) mod ast;
mod completion;
mod construct;
mod errors;
mod expected;
mod headings;
mod hints;
mod joined;
mod lines;
mod reader;
mod readings;
mod section;
mod synonyms;
mod tokens;
pub(crate) mod trial;
pub(crate) mod unread;
mod vocabulary;

pub use completion::{Expected, ExpectedKind, expected_at};
pub use construct::Section;
pub use lines::{Line, LineKind};
pub use tokens::{Token, TokenKind, tokens};

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
    /// The errors in lines that can't be read, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// The tree of a definition.
#[derive(Clone, Debug)]
pub(crate) struct Parsed {
    /// The tree. It is complete if there are no errors; [`Ast::incomplete`] lists the incomplete sections.
    pub(crate) ast: Ast,
    /// The errors in lines that can't be read.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl<'t> Document<'t> {
    /// Reads a definition. A text of more than [`MAX_BYTES`] bytes is refused; all of it is then one damaged line.
    pub fn read(text: &'t str) -> Self {
        if text.len() > MAX_BYTES {
            let error = too_large_error(text);
            return Self { lines: vec![Line::unsplit(text)], diagnostics: vec![error] };
        }
        let (mut lines, statements) = lines::split(text);
        let read = reader::read(&statements);
        let reader::ReadStatements { mut diagnostics, kinds, .. } = read;
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

/// The lines of a text, without kinds and sections.
pub(crate) fn lines(text: &str) -> Vec<Line<'_>> {
    lines::split(text).0
}

/// The diagnostic for a text that is too large to be read.
fn too_large_error(text: &str) -> Diagnostic {
    let message = format!("this definition is larger than {MAX_BYTES} bytes");
    Diagnostic::error(Code::VariantTooLarge, Span::at(0), message)
        .label(format!("{} bytes", text.len()))
        .help("a definition is a page or two; is this one?")
}

/// Parses a definition to its tree and its syntax errors, in one pass.
pub(crate) fn parse(text: &str) -> Parsed {
    if text.len() > MAX_BYTES {
        let ast = Ast { incomplete: Section::ALL.to_vec(), ..Ast::default() };
        return Parsed { ast, diagnostics: vec![too_large_error(text)] };
    }
    let (_, statements) = lines::split(text);
    let read = reader::read(&statements);
    let reader::ReadStatements { ast, diagnostics, .. } = read;
    Parsed { ast, diagnostics }
}
