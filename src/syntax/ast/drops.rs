//! Drops of men, and walls that are put on the board.

#![allow(clippy::wildcard_enum_match_arm, reason = "the grammar has hundreds of rules, which pest declares")]

use super::names::{MenList, Whose, men_list, whose};
use super::places::{Place, place, winds};
use crate::geometry::Wind;
use crate::model::{DropCheck, DropLine, DropRule, WallPlace};
use crate::source::{Span, Spanned};
use crate::syntax::lines::Node;
use weakfish_grammar::variant::Rule;

/// `drop of P: on own rank 1 to 8, at most 1 P on a file, not to checkmate`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Drop {
    /// Whether it is `forbidden`.
    pub(crate) forbidden: bool,
    /// The squares, if they are written.
    pub(crate) on: Option<Place>,
    /// The men as which it may arrive; none if it arrives as it is.
    pub(crate) to: MenList,
    /// The sides of the board from which it slides in; none if it is put on its square.
    pub(crate) slid_from: Vec<Spanned<Wind>>,
    /// The lines on which it may not be dropped.
    pub(crate) limits: Vec<DropLimit>,
    /// The men that must be next to the square, or must not.
    pub(crate) beside: Vec<DropBeside>,
    /// The squares that are filled first, if they are written.
    pub(crate) first_on: Option<Place>,
    /// The options that name neither men nor squares, in a rule without the others.
    pub(crate) plain: DropRule,
}

/// `next to own P`, `not next to enemy men`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DropBeside {
    /// The whole option.
    pub(crate) span: Span,
    /// Whether none of them may be there.
    pub(crate) none: bool,
    /// Whether `orthogonally` next to it.
    pub(crate) orthogonally: bool,
    /// `own` or `enemy`; men of both sides without either.
    pub(crate) whose: Option<Whose>,
    /// Their kinds; empty for any kind.
    pub(crate) men: MenList,
}

/// `at most 1 P on a file`, `not on a file with 1 P or more`, `not on the last square of a colour without B`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DropLimit {
    /// The whole option.
    pub(crate) span: Span,
    /// File, rank or colour.
    pub(crate) along: DropLine,
    /// The number of men.
    pub(crate) least: Spanned<u32>,
    /// Their kinds; empty for any kind.
    pub(crate) men: MenList,
    /// Whether it is about the last square of a line without such men.
    pub(crate) last: bool,
    /// Whether it is `at most …`: then the man that is dropped counts.
    pub(crate) at_most: bool,
}

/// `wall: where the man could go, on file a or file h, or beside a wall, one at a time, not where a man dies`; at least one
/// of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wall {
    /// How the squares depend on the man, with its place if it is written.
    pub(crate) place: Option<Spanned<WallPlace>>,
    /// The squares, if they are written and are not `anywhere`.
    pub(crate) on: Option<Place>,
    /// Whether it may be `beside a wall`, too.
    pub(crate) or_beside: bool,
    /// Whether there is only `one at a time`.
    pub(crate) one_at_a_time: bool,
    /// The words `not where a man dies`, if they are there.
    pub(crate) not_where_men_die: Option<Span>,
    /// The words `instead of a move`, if they are there.
    pub(crate) instead_of_move: Option<Span>,
}

/// Lowers how men in hand are dropped.
pub(super) fn drop_rule(value: &Node<'_>) -> Option<Drop> {
    let limit = |node: Node<'_>| {
        let along = match node.child_of(&[Rule::file_, Rule::rank, Rule::colour])?.rule() {
            Rule::file_ => DropLine::File,
            Rule::rank => DropLine::Rank,
            _ => DropLine::Colour,
        };
        let last = node.has(Rule::last);
        let least = if last { node.at(1) } else { node.number()? };
        Some(DropLimit { span: node.span(), along, least, men: men_list(&node), last, at_most: node.has(Rule::most) })
    };
    let beside = |node: Node<'_>| DropBeside {
        span: node.span(),
        none: node.has(Rule::not),
        orthogonally: node.has(Rule::orthogonally),
        whose: whose(&node),
        men: men_list(&node),
    };
    let limits = value.children().filter(|child| child.rule() == Rule::drop_limit);
    Some(Drop {
        forbidden: value.has(Rule::forbidden),
        // `anywhere` alone is every square, as without a place.
        on: value.child(Rule::drop_on).and_then(|on| place(&on)),
        to: value.child(Rule::drop_as).map(|to| men_list(&to)).unwrap_or_default(),
        slid_from: value.child(Rule::drop_slid).map(|slid| winds(&slid, Rule::board_side)).unwrap_or_default(),
        limits: limits.map(limit).collect::<Option<_>>()?,
        beside: value.children().filter(|child| child.rule() == Rule::drop_beside).map(beside).collect(),
        first_on: value.child(Rule::drop_first).and_then(|on| place(&on)),
        plain: DropRule {
            check: match value.child(Rule::drop_check) {
                Some(check) if check.has(Rule::checkmate) => DropCheck::NotCheckmate,
                Some(_) => DropCheck::Forbidden,
                None => DropCheck::Allowed,
            },
            compulsory: value.has(Rule::compulsory),
            converting: value.has(Rule::only_to_convert),
            unlimited: value.has(Rule::unlimited),
            ..DropRule::default()
        },
    })
}

/// Lowers where walls are put.
pub(super) fn wall_rule(value: &Node<'_>) -> Wall {
    let of_man = |came| if came { WallPlace::WhereItCameFrom } else { WallPlace::WhereItCouldGo };
    Wall {
        place: value.child(Rule::wall_where).map(|node| node.at(of_man(node.has(Rule::came)))),
        on: value.child(Rule::wall_on).filter(|on| on.has(Rule::place)).and_then(|on| place(&on)),
        or_beside: value.has(Rule::wall_beside),
        one_at_a_time: value.has(Rule::one_at_a_time),
        not_where_men_die: value.span_of(Rule::not_where_men_die),
        instead_of_move: value.span_of(Rule::instead_of_move),
    }
}
