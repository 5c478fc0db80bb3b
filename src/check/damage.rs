//! What of a text was lost to mistakes of grammar.
//!
//! A line that can't be read makes nothing, so whatever speaks of what it would have made looks unknown.
//! Such complaints would only repeat the first one, and are left out.

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;

/// The words on lines that could not be read.
#[derive(Clone, Debug, Default)]
pub(super) struct Damage {
    /// Whether anything was lost.
    pub(super) any: bool,
    /// Whether whole sections may be lost.
    sections: bool,
    words: BTreeSet<String>,
}

impl Damage {
    /// What the parser's errors have cost.
    pub(super) fn new(text: &str, diagnostics: &[Diagnostic]) -> Self {
        let mut damage = Self::default();
        for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.is_error()) {
            damage.any = true;
            damage.sections |= diagnostic.code.contains("heading");
            let bytes = text.as_bytes();
            let start = diagnostic.span().start.min(bytes.len());
            let end = diagnostic.span().end.clamp(start, bytes.len());
            let from = bytes[..start].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let to = bytes[end..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |at| end + at);
            let line = text.get(from..to).unwrap_or_default();
            let word_end = |c: char| !(c.is_alphanumeric() || matches!(c, '-' | '+' | '\''));
            damage.words.extend(line.split(word_end).filter(|word| !word.is_empty()).map(str::to_owned));
        }
        damage
    }

    /// Whether this name may have been made by a line that was lost.
    pub(super) fn hides(&self, name: &str) -> bool {
        self.sections || name.split(' ').any(|word| self.words.contains(word))
    }
}
