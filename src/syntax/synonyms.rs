//! Synonyms: words and phrases that are read besides those of the language, and the canonical spelling of each.
//!
//! They are a part of the grammar, so that a line with synonyms has the same tree as the canonical one. A synonym is
//! reported as a note with the edit that makes it canonical; the formatter applies these edits.

use super::lines::Node;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Wind;
use crate::source::Span;
use weakfish_grammar::variant::Rule;

/// Words, and phrases without men or numbers, with several spellings, each with the canonical one.
const WORDS: &[(Rule, &str)] = &[
    (Rule::allowed, "allowed"),
    (Rule::at_first, "also at first"),
    (Rule::but, "but"),
    (Rule::capture, "capture"),
    (Rule::captured_by_none, "captured by none"),
    (Rule::captured_only_by, "captured only by"),
    (Rule::captures_no, "captures no"),
    (Rule::captures_only, "captures only"),
    (Rule::compulsory, "compulsory"),
    (Rule::forbidden, "forbidden"),
    (Rule::hops_over_no, "hops over no"),
    (Rule::hops_over_only, "hops over only"),
    (Rule::instead_of, "instead of"),
    (Rule::men, "men"),
    (Rule::not_in_check, "not when in check"),
    (Rule::not_once, "not once"),
    (Rule::only_to_checkmate, "only to checkmate"),
    (Rule::optional, "optional"),
    (Rule::or_, "or"),
    (Rule::rank, "rank"),
    (Rule::file_, "file"),
    (Rule::standing_on, "on"),
    (Rule::starting_man, "any starting man"),
    (Rule::stays, "stays"),
    (Rule::to_be_broken, "to be broken"),
    (Rule::toward, "toward"),
    (Rule::turns, "turns"),
];

/// Phrases with several spellings: the rule, the word by which the other spelling is known, and the canonical phrase,
/// with the text of the first child of a rule in braces.
const PHRASES: &[(Rule, Rule, &str)] = &[
    (Rule::every_turns, Rule::moves, "every {number} turns"),
    (Rule::every_turns, Rule::once, "every {number} turns"),
    (Rule::every_turns, Rule::ordinal, "every {ordinal} turns"),
    (Rule::every_turns, Rule::turns_left_out, "every {turns_left_out} turns"),
    (Rule::last_rank, Rule::the, "last rank"),
    (Rule::move_of, Rule::moves, "move of {men_list}"),
    (Rule::one_way_move_of, Rule::moves, "one-way move of {men_list}"),
    (Rule::ordinal, Rule::digits, "{digits}"),
    (Rule::own_squares, Rule::squares, "own {square} to {square}"),
    (Rule::royal_when, Rule::left, "when {number} or fewer"),
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
    let is_spelt = |words: &str| node.text().split_ascii_whitespace().eq(words.split(' '));
    if let Some((_, words)) = WORDS.iter().find(|(rule, words)| *rule == node.rule() && !is_spelt(words)) {
        return Some((*words).to_owned());
    }
    if node.rule() == Rule::as_movement {
        return as_movement(node);
    }
    let (.., template) = PHRASES.iter().find(|(rule, mark, _)| *rule == node.rule() && node.has(*mark))?;
    let mut words = (*template).to_owned();
    for child in node.children() {
        let text = canonical(&child).unwrap_or_else(|| child.text().trim_end().to_owned());
        words = words.replacen(&format!("{{{:?}}}", child.rule()), &text, 1);
    }
    Some(words)
}

/// The canonical spelling of a movement that looks like a wind: `as WN` for `as WN`.
fn as_movement(node: &Node<'_>) -> Option<String> {
    let betza = node.child(Rule::betza)?.text();
    let atoms = betza.len() > 1 && betza.bytes().all(|letter| letter.is_ascii_uppercase());
    let is_wind = atoms && betza.to_ascii_lowercase().parse::<Wind>().is_ok();
    is_wind.then(|| format!("as {}", betza.chars().rev().collect::<String>()))
}
