//! Definitions: a rule sheet to a tree of sections and lines.
//!
//! A text is read in two steps. `sheet` parts it into lines, which can't fail; `reader` reads each line
//! alone, by the section it stands in. So every mistake costs its own line and no other, and is told with all
//! others in one run. What the grammar's rules are called never shows: `expected` says what to type instead.

pub mod ast;
#[cfg(test)]
mod derivations;
mod expected;
mod grammar;
mod headings;
mod lower;
mod mistakes;
mod node;
mod reader;
mod section;
mod sheet;
pub mod vocabulary;

pub use ast::Ast;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The greatest size of a definition in bytes: 1 MiB.
pub const MAX_BYTES: usize = 1 << 20;

/// Reads a definition: whatever could be understood of it, and everything that could not.
///
/// The tree is the whole of the text if there are no errors among the diagnostics, which stand in the order of
/// their places. [`Ast::lost`] tells which sections are not whole.
pub fn parse(text: &str) -> (Ast, Vec<Diagnostic>) {
    if text.len() > MAX_BYTES {
        let message = format!("this definition is larger than {MAX_BYTES} bytes");
        let too_large = Diagnostic::error(Code::VariantTooLarge, Span::at(0), message)
            .label("too large")
            .help("a definition is a page or two; is this one?");
        return (Ast { lost: ast::Section::ALL.to_vec(), ..Ast::default() }, vec![too_large]);
    }
    let (ast, mut diagnostics) = reader::read(&sheet::lines(text));
    diagnostics.sort_by_key(Diagnostic::span);
    (ast, diagnostics)
}
