//! Synonyms: words and phrases that are read besides those of the language, and the canonical spelling of each.
//!
//! They are a part of the grammar: a line with synonyms has the same tree as the canonical one. A synonym is reported
//! as a note with the edit that makes it canonical; the formatter applies these edits.

#![allow(clippy::wildcard_enum_match_arm, reason = "the grammar has hundreds of rules, which pest declares")]

use std::sync::LazyLock;

use super::ast::{Scored, in_digits};
use super::lines::Node;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Wind;
use crate::model::Worth;
use crate::source::Span;
use weakfish_grammar::variant::{self as grammar, Begin, Rule};

/// Words, and phrases without men or numbers, with several spellings; the grammar has the language's own first.
#[rustfmt::skip]
const SPELT: &[Rule] = &[
    Rule::allowed, Rule::to_any_square, Rule::but, Rule::capture, Rule::checkmate, Rule::compulsory, Rule::drop,
    Rule::exactly, Rule::forbidden, Rule::hand, Rule::men, Rule::not_in_check, Rule::once_a_game,
    Rule::only_to_checkmate, Rule::optional, Rule::rank, Rule::file_, Rule::checkmated, Rule::stalemated, Rule::has,
    Rule::have, Rule::standing_on, Rule::shuffled, Rule::colours, Rule::stays, Rule::stuck_may_claim,
    Rule::to_be_broken, Rule::toward, Rule::toward_the_middle, Rule::turns, Rule::win,
];

/// Phrases with the ones of the language that they are read as.
const READ_AS: &[(Rule, &str)] = &[
    (Rule::also_after_each_move, ""),
    (Rule::also_anywhere, "on anywhere"),
    (Rule::also_at_first, "also at first"),
    (Rule::also_captured_by_none, "captured by none"),
    (Rule::also_its_victim, "its victim"),
    (Rule::also_captured_only_by, "captured only by"),
    (Rule::also_compulsory, ""),
    (Rule::also_captures_no, "captures no"),
    (Rule::also_captures_only, "captures only"),
    (Rule::also_hops_over_no, "hops over no"),
    (Rule::also_hops_over_only, "hops over only"),
    (Rule::also_instead_of, "instead of"),
    (Rule::also_may_become, "becomes"),
    (Rule::also_may_flip, "flips"),
    (Rule::also_may_turn, "turns"),
    (Rule::also_not_once, "not once"),
    (Rule::also_once_a_game, "also once a game"),
    (Rule::or_, "or"),
    (Rule::also_have, ""),
    (Rule::also_or_more, ""),
    (Rule::also_starting_man, "any starting man"),
    (Rule::turn_rule, "turn"),
];

/// What the canonical spelling of a phrase says and the phrase does not.
const MEANINGS: &[(Rule, &str)] = &[
    (Rule::also_at_first, "besides its usual movement, and without capturing"),
    (Rule::also_once_a_game, "besides its usual movement, and without capturing"),
    (Rule::also_captured_only_by, "no other man may capture it"),
    (Rule::few, "a side has none of them"),
];

/// Phrases whose first word may be left out: the rule, and that of the word.
const FIRST_WORDS: &[(Rule, Rule)] = &[(Rule::first_turn, Rule::the), (Rule::turn_ends, Rule::ends)];

/// Phrases with a word that the language has another one for, or none: the rule, that of the word, and that of the other one.
const OTHER_WORDS: &[(Rule, Rule, Option<Rule>)] = &[
    (Rule::faced_men, Rule::or, Some(Rule::and)),
    (Rule::move_of, Rule::moves, Some(Rule::move_)),
    (Rule::rank_area, Rule::the, None),
    (Rule::royal_property, Rule::left, None),
    (Rule::square_area, Rule::squares, None),
];

/// Collects notes about the synonyms in a line with a colon, each with the edits that make it canonical.
pub(super) fn notes_of_item(key: &Node<'_>, value: &Node<'_>) -> Vec<Diagnostic> {
    // `series ends: none` takes out a part of a turn, `turn: none` the whole.
    let turn = key.child(Rule::rule_name).and_then(|name| name.child(Rule::turn_rule));
    let is_part_removed = value.has(Rule::none)
        && turn.is_some_and(|words| words.child_of(&[Rule::ends, Rule::stuck, Rule::moves]).is_some());
    let notes_of_key = if is_part_removed { Vec::new() } else { notes(key) };
    let opponent_bared = [key, value].into_iter().filter_map(|node| opponent_bared(node, value));
    [notes_of_key, notes(value), opponent_bared.collect()].concat()
}

/// Collects notes about the synonyms in a line, each with the edit that makes it canonical.
pub(super) fn notes(node: &Node<'_>) -> Vec<Diagnostic> {
    let mut notes = Vec::new();
    collect(node, &mut notes);
    notes
}

/// Adds the notes about the synonyms at or below a node.
fn collect(node: &Node<'_>, notes: &mut Vec<Diagnostic>) {
    if let Some(words) = canonical(node) {
        let mut note = note(node.span(), node.text().trim_end(), &words);
        let is_unsaid = match node.rule() {
            Rule::few => joins_none(node),
            Rule::also_captured_only_by => !node.text().contains("only"),
            _ => true,
        };
        let meaning = MEANINGS.iter().find(|(rule, _)| *rule == node.rule() && is_unsaid);
        if let Some((_, meaning)) = meaning {
            note.message = format!("{}: {meaning}", note.message);
        }
        notes.push(note);
        return;
    }
    let mut before: Option<Node<'_>> = None;
    for child in node.children() {
        if child.rule() == Rule::also_property {
            let end = before.map_or(node.span().start, |before| before.span().end);
            let message = "a comma is understood before this".to_owned();
            let note = Diagnostic::note(Code::VariantSynonym, child.span(), message).help(HELP);
            notes.push(note.edit(Span::at(end), ","));
        }
        collect(&child, notes);
        before = Some(child);
    }
}

/// The note about a synonym, with the edit that makes it canonical.
fn note(span: Span, written: &str, canonical: &str) -> Diagnostic {
    let (message, edit) = match (written, canonical) {
        ("", word) => (format!("`{word}` is understood here"), format!("{word} ")),
        (words, "") => (format!("`{words}` goes without saying here"), String::new()),
        (written, canonical) => (read_as(written, canonical), canonical.to_owned()),
    };
    let note = Diagnostic::note(Code::VariantSynonym, span, message).help(HELP);
    // A phrase that is carried on over lines with comments is left as it is.
    if written.contains("//") { note } else { note.edit(span, edit) }
}

pub(super) const HELP: &str = "`weakfish fmt` writes it so";

fn read_as(written: &str, canonical: &str) -> String {
    format!("`{written}` is read as `{canonical}`")
}

/// The place of a side or a result, its word, and the opposite one.
fn opposite(node: Option<Node<'_>>) -> Option<(Span, &str, &'static str)> {
    let node = node?.children().next()?;
    let opposite = match node.rule() {
        Rule::white => "black",
        Rule::black => "white",
        Rule::wins => "loses",
        Rule::loses => "wins",
        _ => return None,
    };
    Some((node.span(), node.text(), opposite))
}

/// The note about `opponent bared`, which means `bared` for the other side.
fn opponent_bared(key: &Node<'_>, value: &Node<'_>) -> Option<Diagnostic> {
    let condition = key.child(Rule::bared).filter(|bared| bared.has(Rule::opponent))?;
    let (side, result) = (opposite(key.child(Rule::side)), opposite(value.child(Rule::result)));
    let message = match result {
        Some((_, word, opposite)) => read_as(&format!("opponent bared: {word}"), &format!("bared: {opposite}")),
        None => read_as("opponent bared", "bared"),
    };
    let note = Diagnostic::note(Code::VariantSynonym, condition.span(), message).help(HELP);
    let turned = [side, result].into_iter().flatten();
    let note = note.edit(condition.span(), "bared");
    let score = result.and_then(|_| value.child(Rule::result)?.word_of(Rule::decimal));
    let of_other = score.and_then(|written| Some((written.span, Scored { written, of_opponent: true }.hundredths()?)));
    let note = match of_other {
        Some((span, hundredths)) => note.edit(span, Worth::decimal(hundredths)),
        None => note,
    };
    Some(turned.fold(note, |note, (span, _, opposite)| note.edit(span, opposite)))
}

/// The canonical spelling of a number of turns: `every 5 turns` for `every 5th turn`, `every 5` and `once in 5 moves`.
fn every_turns(node: &Node<'_>) -> Option<String> {
    let number = node.child_of(&[Rule::number, Rule::ordinal])?.text();
    let number = number.trim_end_matches(|c: char| !c.is_ascii_digit());
    let is_canonical = node.has(Rule::every) && node.has(Rule::number) && node.has(Rule::turns_);
    (!is_canonical).then(|| format!("every {number} turns"))
}

/// The canonical spelling of an effect with its event behind it: `when moving turns 90` for `turns 90 when moving`.
fn event_first(node: &Node<'_>) -> String {
    let (effects, event): (Vec<_>, Vec<_>) =
        node.children().filter(|child| child.rule() != Rule::also_when).partition(|child| child.rule() == Rule::effect);
    let words = event.iter().chain(&effects).map(canonical_text);
    format!("when {}", words.collect::<Vec<_>>().join(" "))
}

/// The canonical spelling of how far a king castles: `K 2 to 3` for `K 2 or 3`.
fn castling_range(node: &Node<'_>) -> Option<String> {
    let [least, most] = node.numbers().collect::<Vec<_>>()[..] else { return None };
    let king = node.child(Rule::symbol)?;
    (least.value.checked_add(1) == Some(most.value))
        .then(|| format!("{} {} to {}", king.text(), least.value, most.value))
}

/// Whether a condition is of no men with `and` between them: `no Q and R`.
fn joins_none(few: &Node<'_>) -> bool {
    let is_no = few.child_of(&[Rule::no, Rule::without]).is_some();
    is_no
        && !few.has(Rule::but)
        && few.child(Rule::men_list).is_some_and(|list| list.tokens().any(|token| token.rule() == Rule::or_))
}

/// The canonical spelling of a number of men.
fn few(node: &Node<'_>) -> Option<String> {
    let against = node.child(Rule::against_phrase);
    let least = node.child(Rule::at_least).and_then(|words| words.number());
    let than = node.has(Rule::than);
    if node.has(Rule::or_more) {
        return None;
    }
    let is_exact = !node.has(Rule::no) && !node.has(Rule::fewer) && !node.has(Rule::without);
    if !is_exact
        && least.is_none()
        && !than
        && !node.has(Rule::without)
        && !joins_none(node)
        && !against.as_ref().is_some_and(|phrase| phrase.has(Rule::against))
    {
        return None;
    }
    let number = least.or_else(|| node.number());
    let most = number.map_or(Some(0), |number| number.value.checked_sub(u32::from(than)))?;
    let men = match node.child(Rule::men_list) {
        Some(list) if node.has(Rule::but) => {
            format!("{} but {}", if most == 1 { "man" } else { "men" }, canonical_text(&list))
        }
        Some(list) => canonical_text(&list),
        None if most == 1 => "man".to_owned(),
        None => "men".to_owned(),
    };
    if least.is_some() {
        return Some(format!("{most} {men} or more"));
    }
    let few = if most == 0 { format!("no {men}") } else { format!("{most} {men} or fewer") };
    let against = against.and_then(|phrase| phrase.number());
    Some(few + &against.map_or_else(String::new, |number| format!(" v {} or more", number.value)))
}

/// The text of a node in canonical spelling.
pub(super) fn canonical_text(node: &Node<'_>) -> String {
    if let Some(words) = canonical(node) {
        return words;
    }
    let mut text = node.text().to_owned();
    let edits = notes(node).into_iter().flat_map(|note| note.edits).collect::<Vec<_>>();
    for edit in edits.iter().rev() {
        let place = |at: usize| at - node.span().start;
        text.replace_range(place(edit.span.start)..place(edit.span.end), &edit.text);
    }
    text.trim_end().to_owned()
}

/// The language's own spelling of a word, by its rule.
fn word(rule: Rule) -> &'static str {
    grammar::spellings(rule).first().copied().unwrap_or_default()
}

/// The language's own spelling of a word or phrase in [`SPELT`] or [`READ_AS`], by its rule. Called for every node of
/// every line.
fn own_spelling(rule: Rule) -> Option<&'static str> {
    static BY_RULE: LazyLock<Vec<Option<&str>>> = LazyLock::new(|| {
        // The end of a text is a rule that is in no list.
        let mut spellings = vec![None; Rule::all_rules().len() + 1];
        let of_grammar = |&rule: &Rule| match grammar::begins(rule) {
            [Begin::Words(words)] => (rule, *words),
            _ => (rule, word(rule)),
        };
        for (rule, words) in SPELT.iter().map(of_grammar).chain(READ_AS.iter().copied()) {
            spellings[rule as usize] = Some(words);
        }
        spellings
    });
    BY_RULE.get(rule as usize).copied().flatten()
}

/// The canonical spelling of a synonym; `None` for other words.
fn canonical(node: &Node<'_>) -> Option<String> {
    let is_spelt = |words: &str| node.text().split_ascii_whitespace().eq(words.split(' '));
    if let Some(words) = own_spelling(node.rule()).filter(|words| !is_spelt(words)) {
        return Some(words.to_owned());
    }
    if let Some((_, first)) = FIRST_WORDS.iter().find(|(rule, mark)| *rule == node.rule() && !node.has(*mark)) {
        let words = node.children().map(|child| canonical(&child).unwrap_or_else(|| child.text().to_owned()));
        return Some(format!("{} {}", word(*first), words.collect::<Vec<_>>().join(" ")));
    }
    if let Some((_, mark, other)) = OTHER_WORDS.iter().find(|(rule, mark, _)| *rule == node.rule() && node.has(*mark)) {
        let other = other.map_or("", word);
        let words =
            node.children().map(|child| if child.rule() == *mark { other.to_owned() } else { canonical_text(&child) });
        let words = words.filter(|word| !word.is_empty());
        return Some(words.collect::<Vec<_>>().join(" ").replace(" ,", ","));
    }
    match node.rule() {
        Rule::as_movement => return as_movement(node),
        Rule::every_turns => return every_turns(node),
        Rule::checks_given if !node.has(Rule::given) => return Some(format!("{} checks given", node.number()?.value)),
        Rule::castling_king if node.has(Rule::or) => return castling_range(node),
        Rule::rule_key if node.has(Rule::also_side) => {
            let side = node.child(Rule::also_side)?.text().trim_end();
            return Some(format!("{side} {}", canonical_text(&node.child(Rule::rule_name)?)));
        }
        Rule::also_number => return in_digits(node.text()).map(|number| number.to_string()),
        Rule::few => return few(node),
        Rule::when_property if node.has(Rule::also_when) => return Some(event_first(node)),
        Rule::when_property => {
            // `may turn 45 after moving`
            let angles = node.child(Rule::angles)?;
            return Some(format!("when moving may turn {}", canonical_text(&angles)));
        }
        _ => {}
    }
    if matches!(node.rule(), Rule::state | Rule::faced_state) {
        return state(node.text());
    }
    None
}

/// The canonical spelling of a state with a facing and a mode, in braces or without: `{n x}` for `{nx}`.
fn state(written: &str) -> Option<String> {
    let (open, inside, close) = match written.strip_prefix('{').and_then(|inside| inside.strip_suffix('}')) {
        Some(inside) => ("{", inside, "}"),
        None => ("", written, ""),
    };
    let (facings, mode) = inside.split_at_checked(inside.len().checked_sub(1)?)?;
    let is_facing = facings.split('.').all(|wind| wind.parse::<Wind>().is_ok());
    (is_facing && matches!(mode, "x" | "-")).then(|| format!("{open}{facings} {mode}{close}"))
}

/// The canonical spelling of a movement that looks like a wind: `as WN` for `as WN`.
fn as_movement(node: &Node<'_>) -> Option<String> {
    let betza = node.child(Rule::betza)?.text();
    let atoms = betza.len() > 1 && betza.bytes().all(|letter| letter.is_ascii_uppercase());
    let is_wind = atoms && betza.to_ascii_lowercase().parse::<Wind>().is_ok();
    is_wind.then(|| format!("as {}", betza.chars().rev().collect::<String>()))
}
