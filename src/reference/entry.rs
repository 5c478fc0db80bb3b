//! Entries of the reference, one for each construct.

use super::section::Section;

/// An entry of the reference.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// Its name, as it is written: `castling`, `captured only by`, `W`.
    pub name: &'static str,
    /// The section of definitions that has the construct.
    pub section: Section,
    /// Other words that lead to it: synonyms, words of other programs, other spellings.
    pub words: Vec<&'static str>,
    /// How it is written, a form on each line: words of the language as they are, capitals for what varies, brackets
    /// around what may be absent. Empty if a sentence says it better.
    pub grammar: &'static str,
    /// A definition in one sentence; Markdown without links.
    pub summary: &'static str,
    /// Its forms, the most usual one first. Empty for what has one form only.
    pub forms: Vec<Form>,
    /// Everything that the page says about it, in Markdown, without its heading.
    pub text: &'static str,
    /// The page, as a path from `docs`: `reference/rules/castling.md`. Links in its text are relative to it.
    pub page: &'static str,
    /// The place on the page, as browsers name it; empty if the page is about nothing else.
    pub anchor: String,
}

impl Entry {
    /// Whether its grammar has these words of the language, side by side.
    pub(super) fn is_written_with(&self, words: &str) -> bool {
        let parts =
            |text: &'static str| text.split(|each: char| !(each.is_alphanumeric() || matches!(each, '-' | '\'')));
        let sought: Vec<&str> = words.split_ascii_whitespace().collect();
        !sought.is_empty()
            && self.grammar.lines().any(|line| {
                let written: Vec<&str> = parts(line).filter(|part| !part.is_empty()).collect();
                written.windows(sought.len()).any(|window| window == sought)
            })
    }
}

/// A form of a construct.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Form {
    /// Examples, whole: of a line the line, of a property the property. At least one.
    pub examples: Vec<&'static str>,
    /// The meaning, as a phrase in Markdown.
    pub meaning: &'static str,
}
