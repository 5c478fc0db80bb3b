//! Promotion.

use super::names::{MenList, Symbol, men_list};
use super::places::{Place, place};
use crate::model::PromotedFacing;
use crate::source::{Span, Spanned};
use crate::syntax::lines::Node;
use weakfish_grammar::variant::Rule;

/// `promotion of P: on last rank, to Q, R, B or N, optional, facing any way`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct Promotion {
    /// Where.
    pub(crate) on: Place,
    /// Whether it also promotes by a move that begins there: `on or from`.
    pub(crate) or_from: bool,
    /// The men that it promotes to.
    pub(crate) to: PromotesTo,
    /// How many men of a kind its side may have by promotion.
    pub(crate) limits: Vec<KindLimit>,
    /// Whether it becomes only men that have been captured.
    pub(crate) captured_men_only: bool,
    /// Whether it promotes only by a capture.
    pub(crate) by_capture: bool,
    /// Whether it does not promote by a capture en passant.
    pub(crate) not_by_en_passant: bool,
    /// The word `optional` with its own options, if it is there.
    pub(crate) optional: Option<Span>,
    /// The squares on which it must promote all the same: `but on last rank`.
    pub(crate) except_on: Option<Place>,
    /// The facing of the new man, if it is written.
    pub(crate) facing: Option<Spanned<PromotedFacing>>,
}

/// The most men of a kind that a side has by its men's becoming them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KindLimit {
    /// Their number.
    pub(crate) most: Spanned<u32>,
    /// The kind.
    pub(crate) man: Symbol,
    /// Whether men in hand are not among them.
    pub(crate) on_board: bool,
}

/// The men that a man can promote to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PromotesTo {
    /// One of these, at least one.
    Men(MenList),
    /// `any starting man but K or P`.
    AnyStartingMan {
        /// The words `any starting man`.
        span: Span,
        /// The men after `but`.
        but: Vec<Symbol>,
    },
    /// `nothing`.
    Nothing(Span),
}

/// Lowers a promotion rule.
pub(super) fn promotion(value: &Node<'_>) -> Option<Promotion> {
    let to = match value.child(Rule::any_starting_man) {
        Some(any) => {
            let words = any.children().take_while(|child| child.rule() != Rule::but).map(|word| word.span());
            PromotesTo::AnyStartingMan { span: words.reduce(Span::to)?, but: men_list(&any).symbols }
        }
        None => match value.span_of(Rule::nothing) {
            Some(span) => PromotesTo::Nothing(span),
            None => PromotesTo::Men(men_list(value)),
        },
    };
    let facing = value.child(Rule::promoted_facing).map(|facing| {
        let any = facing.has(Rule::any);
        facing.at(if any { PromotedFacing::Any } else { PromotedFacing::AsAtStart })
    });
    let optionally = value.child(Rule::optionally);
    Some(Promotion {
        on: place(value)?,
        or_from: value.has(Rule::from),
        to,
        limits: kind_limits(value),
        captured_men_only: value.has(Rule::captured_men_only),
        by_capture: value.has(Rule::by_capture),
        not_by_en_passant: value.has(Rule::not_by_en_passant),
        optional: value.span_of(Rule::optionally),
        except_on: optionally.and_then(|optionally| place(&optionally)),
        facing,
    })
}

/// Lowers limits: `at most 1 Q or 2 R on the board`; none if none are written.
pub(super) fn kind_limits(node: &Node<'_>) -> Vec<KindLimit> {
    let Some(limits) = node.child(Rule::at_most) else { return Vec::new() };
    let on_board = limits.has(Rule::on_the_board);
    let each = limits.numbers().zip(limits.words_of(Rule::symbol));
    each.map(|(most, man)| KindLimit { most, man, on_board }).collect()
}
