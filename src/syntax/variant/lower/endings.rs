use super::super::ast::{Balance, Condition, Ending, EndingLine, EndingResult, QuietUnit, Symbol};
use super::super::grammar::Rule;
use super::super::node::Node;
use super::{men_list, place, side};
use crate::source::{Span, Spanned};

/// `stalemate: draw`, or `the rest: inherited`.
pub(in super::super) fn ending_line(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<EndingLine> {
    if key.has(Rule::the_rest) {
        return Some(EndingLine::TheRest(span));
    }
    let condition = key.children().find(|child| child.rule() != Rule::side)?;
    let result = value.child(Rule::result)?;
    let ends = match result.children().next()?.rule() {
        Rule::wins => EndingResult::Wins,
        Rule::loses => EndingResult::Loses,
        Rule::draw_on_claim => EndingResult::DrawOnClaim,
        _ => EndingResult::Draw,
    };
    Some(EndingLine::Ending(Ending {
        span,
        side: side(key),
        condition: condition.at(self::condition(&condition)?),
        result: result.at(ends),
        label: value.child(Rule::label).and_then(|label| label.word_of(Rule::reason)),
    }))
}

fn condition(node: &Node<'_>) -> Option<Condition> {
    Some(match node.rule() {
        Rule::checkmate => Condition::Checkmate,
        Rule::stalemate => Condition::Stalemate,
        Rule::opponent_bared => Condition::OpponentBared,
        Rule::bared => Condition::Bared,
        Rule::quiet => Condition::Quiet { count: node.number()?, unit: unit(&node.child(Rule::quiet_unit)?)? },
        Rule::position_times => Condition::Position { times: node.number()? },
        Rule::only_material => Condition::Only(balances(node)?),
        Rule::man_on => Condition::ManOn { men: men_list(node), on: place(node)? },
        Rule::without_some => Condition::Without(men_list(node)),
        Rule::without_men => Condition::WithoutMen,
        Rule::checks_given => Condition::ChecksGiven(node.number()?),
        _ => return None,
    })
}

fn unit(node: &Node<'_>) -> Option<Spanned<QuietUnit>> {
    Some(node.at(match node.children().next()?.rule() {
        Rule::plies => QuietUnit::Plies,
        Rule::series => QuietUnit::Series,
        _ => QuietUnit::Moves,
    }))
}

fn balances(node: &Node<'_>) -> Option<Vec<Spanned<Balance>>> {
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
