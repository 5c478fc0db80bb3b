//! The lines of a text that are lost because they can't be read.
//!
//! A line that can't be read makes nothing, so every reference to what it would have made looks unknown. Such an error
//! would only repeat the first one.

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{Ast, Section};

/// The sections that are not whole, and the words on lines that could not be read.
#[derive(Clone, Debug, Default)]
pub(super) struct Losses {
    sections: Vec<Section>,
    /// Whether every line under `men` is lost.
    all_men: bool,
    words: BTreeSet<String>,
}

impl Losses {
    /// Finds the lines that the parser's errors have cost.
    pub(super) fn new(text: &str, ast: &Ast, diagnostics: &[Diagnostic]) -> Self {
        let mut losses = Self { sections: ast.lost.clone(), all_men: ast.men.is_empty(), words: BTreeSet::new() };
        for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.is_error()) {
            let bytes = text.as_bytes();
            let start = diagnostic.span().start.min(bytes.len());
            let end = diagnostic.span().end.clamp(start, bytes.len());
            let from = bytes[..start].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let to = bytes[end..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |at| end + at);
            let line = text.get(from..to).unwrap_or_default();
            let word_end = |c: char| !(c.is_alphanumeric() || matches!(c, '-' | '+' | '\''));
            losses.words.extend(line.split(word_end).filter(|word| !word.is_empty()).map(str::to_owned));
        }
        losses
    }

    /// Whether a line of this section was lost.
    pub(super) fn of(&self, section: Section) -> bool {
        self.sections.contains(&section)
    }

    /// Whether a line that makes this man may have been lost.
    pub(super) fn may_have_made(&self, symbol: &str) -> bool {
        self.of(Section::Men) && (self.all_men || self.words.contains(symbol))
    }
}
