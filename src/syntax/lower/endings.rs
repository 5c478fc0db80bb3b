use super::super::ast::{Balance, Condition, Ending, EndingLine, EndingResult, Judged, LineKind, QuietUnit, Symbol};
use super::super::node::Node;
use super::super::vocabulary::ConditionName;
use super::{men_list, place, side};
use crate::source::{Span, Spanned};
use weakfish_grammar::variant::Rule;

/// `stalemate: draw`, or `the rest: inherited`.
pub(in super::super) fn ending_line(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<EndingLine> {
    let words = key.children().find(|child| !matches!(child.rule(), Rule::side | Rule::both))?;
    let name = ConditionName::read_by(words.rule())?;
    if name == ConditionName::TheRest {
        return Some(EndingLine::TheRest(span));
    }
    let condition = condition(name, &words)?;
    let result = value.child(Rule::result)?;
    let ends = EndingResult::read_by(result.children().next()?.rule())?;
    Some(EndingLine::Ending(Ending {
        span,
        side: side(key),
        both: key.has(Rule::both),
        condition: words.at(condition),
        judged: key.children().find_map(|child| Some(child.at(Judged::read_by(child.rule())?))),
        result: result.at(ends),
        label: value.child(Rule::label).and_then(|label| label.word_of(Rule::reason)),
    }))
}

/// When an ending holds.
fn condition(name: ConditionName, node: &Node<'_>) -> Option<Condition> {
    Some(match name {
        ConditionName::Checkmate => Condition::Checkmate,
        ConditionName::Stalemate => Condition::Stalemate,
        ConditionName::OpponentBared => Condition::OpponentBared,
        ConditionName::Bared => Condition::Bared,
        ConditionName::Quiet => Condition::Quiet { count: node.number()?, unit: unit(&node.child(Rule::quiet_unit)?)? },
        ConditionName::Position => {
            Condition::Position { times: node.number()?, perpetual: node.has(Rule::by_perpetual_check) }
        }
        ConditionName::Only => Condition::Only(material_balances(node)?),
        ConditionName::ManOn => Condition::ManOn {
            men: men_list(node),
            least: node.number(),
            on: place(node)?,
            safe: node.has(Rule::safe),
            secure: node.has(Rule::secure),
            full: node.has(Rule::no_square_empty),
        },
        ConditionName::FewerThan => Condition::FewerThan {
            count: node.number()?,
            men: men_list(node),
            against: node.child(Rule::against_phrase).and_then(|against| against.number()),
        },
        ConditionName::InARow => Condition::InARow {
            count: node.number()?,
            men: men_list(node),
            apart: node.has(Rule::line_),
            lines: node.children().filter_map(|child| line_kind(&child)).collect(),
        },
        ConditionName::BothPass => Condition::BothPass,
        ConditionName::OppositionAccepted => Condition::OppositionAccepted,
        ConditionName::CountedOut => Condition::CountedOut,
        ConditionName::Without => Condition::Without(men_list(node)),
        ConditionName::WithoutMen => Condition::WithoutMen,
        ConditionName::ChecksGiven => Condition::ChecksGiven(node.number()?),
        ConditionName::TheRest => return None,
    })
}

fn line_kind(node: &Node<'_>) -> Option<Spanned<LineKind>> {
    let kind = match node.rule() {
        Rule::ranks => LineKind::Ranks,
        Rule::files => LineKind::Files,
        Rule::diagonals => LineKind::Diagonals,
        _ => return None,
    };
    Some(node.at(kind))
}

fn unit(node: &Node<'_>) -> Option<Spanned<QuietUnit>> {
    Some(node.at(match node.children().next()?.rule() {
        Rule::plies => QuietUnit::Plies,
        Rule::series => QuietUnit::Series,
        _ => QuietUnit::Moves,
    }))
}

/// The lists of men after `only`, one for each side of each `v`.
fn material_balances(node: &Node<'_>) -> Option<Vec<Spanned<Balance>>> {
    let balance = |node: Node<'_>| {
        let mut sides = node.children().filter(|child| child.rule() == Rule::side_men);
        let mut next = || -> Option<Vec<Symbol>> { Some(sides.next()?.words_of(Rule::symbol)) };
        let first = next()?;
        Some(node.at(match node.rule() {
            Rule::one_colour => Balance::OneColour { men: first, any: node.word_of(Rule::symbol)? },
            _ => Balance::Versus(first, next()?),
        }))
    };
    let is_balance = |child: &Node<'_>| matches!(child.rule(), Rule::versus | Rule::one_colour);
    node.children().filter(is_balance).map(balance).collect()
}
