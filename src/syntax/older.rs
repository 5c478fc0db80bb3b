//! Older lines: what a turn consists of, in a line for each part instead of the one line `turn: …`.
//!
//! `series: 2 moves` gives the number of moves, `series ends: by check` what ends the turn, and `stuck in a series: end or
//! stalemate, by choice` what a player without a move may do. Each keeps its own meaning: it replaces the inherited part
//! and leaves the others in force. So the lines are joined into one only where nothing of a turn is inherited, or where
//! they give all parts.

use super::ast::{Ast, Base, RuleName, Section, TurnPart};
use super::lines::{Item, Node};
use super::{lower, synonyms};
use crate::builtin;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{PerSide, Side};
use crate::source::Span;
use weakfish_grammar::variant::Rule;

/// A line for parts of a turn.
#[derive(Clone, Debug)]
pub(super) struct OlderLine {
    span: Span,
    sides: PerSide<bool>,
    parts: Vec<TurnPart>,
    /// Whether it goes on over several lines, between which comments may stand.
    carried: bool,
    /// Its words after the colon in canonical spelling; `None` for `none`.
    value: Option<String>,
}

impl OlderLine {
    /// The older line that these words make up, if they do.
    pub(super) fn new(item: Item<'_>, key: &Node<'_>, value: &Node<'_>) -> Option<Self> {
        let words = key.child(Rule::rule_name)?.child(Rule::turn_rule)?;
        let parts = lower::turn_parts(&words, value);
        if words.has(Rule::turn) && parts.contains(&TurnPart::Length) {
            return None;
        }
        let side = lower::side(key).map(|side| side.value);
        let sides = PerSide::from_fn(|each| side.is_none_or(|side| side == each));
        let value = (!value.has(Rule::none)).then(|| synonyms::canonical_text(value));
        let carried = item.whole.text.contains(['\n', '\r']);
        Some(Self { span: item.whole.span(), sides, parts, carried, value })
    }

    fn gives(&self, part: TurnPart, side: Side) -> bool {
        self.sides[side] && self.parts.contains(&part)
    }
}

/// The note about the older lines of a text, with the edits that join them into one for each side or for both; `parse`
/// reads the game that it extends.
pub(super) fn note(text: &str, ast: &Ast, older: &[OlderLine], parse: fn(&str) -> Ast) -> Option<Diagnostic> {
    let (first, others) = older.split_first()?;
    let joined = joined(ast, older, parse);
    let message = match &joined {
        Some(joined) => {
            let words: Vec<_> = joined.iter().flat_map(|(_, words)| words).map(|words| format!("`{words}`")).collect();
            format!("what a turn consists of is read as {}", words.join(" and "))
        }
        None => "what a turn consists of stands in one line, `turn: …`".to_owned(),
    };
    let note = Diagnostic::note(Code::VariantSynonym, first.span, message);
    let note = others.iter().fold(note, |note, other| note.also(other.span, "and this"));
    let Some(joined) = joined else {
        let help = "for example `turn: 2 moves, ends by check`; what is inherited of a turn holds beside these lines";
        return Some(note.help(help));
    };
    let line_end = if text.contains("\r\n") { "\r\n  " } else { "\n  " };
    let note = note.help(synonyms::HELP);
    Some(older.iter().fold(note, |note, line| match joined.iter().find(|(span, _)| *span == line.span) {
        Some((span, words)) => note.edit(*span, words.join(line_end)),
        None => note.edit(whole_line(text, line.span), ""),
    }))
}

/// The lines `turn: …` that mean the same as the older lines, each with the place of the number of moves; `None` if
/// nothing is certain to mean the same.
fn joined(ast: &Ast, older: &[OlderLine], parse: fn(&str) -> Ast) -> Option<Vec<(Span, Vec<String>)>> {
    let is_older = |span: Span| older.iter().any(|line| line.span == span);
    let has_turn = ast.rules.iter().any(|line| line.name.value == RuleName::Turn && !is_older(line.span));
    let carried = older.iter().any(|line| line.carried);
    if has_turn || carried || [Section::Facts, Section::Rules].iter().any(|section| ast.incomplete.contains(section)) {
        return None;
    }
    let inherits = ast
        .title
        .as_ref()
        .is_none_or(|title| title.extends.as_ref().is_some_and(|base| has_turn_rule(&base.value, parse)));
    let mut turns: PerSide<Option<(Span, String)>> = PerSide::default();
    for side in Side::ALL {
        let parts = [TurnPart::Length, TurnPart::Ends, TurnPart::Stuck];
        let lines = parts.map(|part| older.iter().filter(|line| line.gives(part, side)).collect::<Vec<_>>());
        if lines.iter().all(Vec::is_empty) {
            continue;
        }
        let [length, ..] = &lines;
        let certain = lines.iter().all(|lines| lines.len() <= 1 && !(inherits && lines.is_empty()));
        let length = length.first().filter(|_| certain)?;
        let options = lines[1..].iter().flatten().filter(|line| line.span != length.span);
        let options: Vec<&str> = options.filter_map(|line| line.value.as_deref()).collect();
        let value = match &length.value {
            None if options.is_empty() => "none".to_owned(),
            None => return None,
            Some(value) => [&[value.as_str()], options.as_slice()].concat().join(", "),
        };
        turns[side] = Some((length.span, value));
    }
    let line = |side: Option<Side>, value: &str| {
        side.map_or_else(
            || format!("turn: {value}"),
            |side| format!("{} turn: {value}", if side == Side::White { "white" } else { "black" }),
        )
    };
    Some(match (turns.white, turns.black) {
        (Some((span, white)), Some((other, black))) if span == other => {
            let both = white == black;
            let of_each = || vec![line(Some(Side::White), &white), line(Some(Side::Black), &black)];
            vec![(span, if both { vec![line(None, &white)] } else { of_each() })]
        }
        (white, black) => {
            let of = |side: Side, turn: Option<(Span, String)>| {
                turn.map(|(span, value)| (span, vec![line(Some(side), &value)]))
            };
            of(Side::White, white).into_iter().chain(of(Side::Black, black)).collect()
        }
    })
}

/// Whether a game has a rule about turns, its own or an inherited one, as far as one can tell.
fn has_turn_rule(base: &Base, parse: fn(&str) -> Ast) -> bool {
    let Base::BuiltIn(name) = base else { return true };
    let Some(source) = builtin::source(name) else { return true };
    let ast = parse(&source.text);
    let own = ast.rules.iter().any(|line| line.name.value == RuleName::Turn);
    own || ast.title.and_then(|title| title.extends).is_some_and(|base| has_turn_rule(&base.value, parse))
}

/// The place of a line with its end, or of its words alone if a comment stands behind them.
fn whole_line(text: &str, span: Span) -> Span {
    let start = text[..span.start].trim_end_matches([' ', '\t']).len();
    let rest = &text[span.end..];
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let end = span.end + blanks;
    match super::lines::line_end_len(&text[end..]) {
        0 if end < text.len() => span,
        len => Span::new(start, end + len),
    }
}
