//! Synonyms: words and phrases that are read besides those of the language, and the canonical spelling of each.
//!
//! They are a part of the grammar, so that a line with synonyms has the same tree as the canonical one. A synonym is
//! reported as a note with the edit that makes it canonical; the formatter applies these edits.

use super::lines::Node;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use weakfish_grammar::variant::Rule;

/// Words with several spellings, each with the canonical one.
const WORDS: &[(Rule, &str)] = &[
    (Rule::allowed, "allowed"),
    (Rule::but, "but"),
    (Rule::compulsory, "compulsory"),
    (Rule::forbidden, "forbidden"),
    (Rule::men, "men"),
    (Rule::optional, "optional"),
    (Rule::rank, "rank"),
    (Rule::file_, "file"),
];

/// Phrases with several spellings: the rule, the word by which the other spelling is known, and the canonical phrase,
/// with the text of the first child of a rule in braces.
const PHRASES: &[(Rule, Rule, &str)] = &[
    (Rule::last_rank, Rule::the, "last rank"),
    (Rule::own_squares, Rule::squares, "own {square} to {square}"),
    (Rule::when_property, Rule::after, "when moving may turn {angles}"),
];

/// Notes about the synonyms in a line, each with the edit that makes it canonical.
pub(super) fn notes(node: &Node<'_>) -> Vec<Diagnostic> {
    let mut notes = Vec::new();
    collect(node, &mut notes);
    notes
}

fn collect(node: &Node<'_>, notes: &mut Vec<Diagnostic>) {
    match canonical(node) {
        Some(words) => notes.push(note(node.span(), node.text().trim_end(), &words)),
        None => node.children().for_each(|child| collect(&child, notes)),
    }
}

fn note(span: Span, written: &str, canonical: &str) -> Diagnostic {
    Diagnostic::note(Code::VariantSynonym, span, format!("`{written}` is read as `{canonical}`"))
        .help("`weakfish fmt` writes it so")
        .edit(span, canonical)
}

/// The canonical spelling of a synonym; `None` for what is no synonym.
fn canonical(node: &Node<'_>) -> Option<String> {
    if let Some((_, word)) = WORDS.iter().find(|(rule, word)| *rule == node.rule() && *word != node.text()) {
        return Some((*word).to_owned());
    }
    let (.., template) = PHRASES.iter().find(|(rule, mark, _)| *rule == node.rule() && node.has(*mark))?;
    let mut words = (*template).to_owned();
    for child in node.children() {
        let text = canonical(&child).unwrap_or_else(|| child.text().trim_end().to_owned());
        words = words.replacen(&format!("{{{:?}}}", child.rule()), &text, 1);
    }
    Some(words)
}
