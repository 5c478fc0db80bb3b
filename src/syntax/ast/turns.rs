//! Turns of several moves.

#![allow(clippy::wildcard_enum_match_arm, reason = "the grammar has hundreds of rules, which pest declares")]

use crate::source::Spanned;
use crate::syntax::lines::Node;
use weakfish_grammar::variant::Rule;

/// A part of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TurnPart {
    /// The number of its moves.
    Length,
    /// Moves that end it at once.
    Ends,
    /// The choice of a player without a legal move.
    Stuck,
    /// The men that make its moves.
    Movers,
}

/// How many moves a turn has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TurnLength {
    /// `2 moves, the first 1`.
    Moves {
        /// Moves in a turn.
        moves: Spanned<u32>,
        /// Moves in the first turn of the game, if that differs.
        first: Option<Spanned<u32>>,
    },
    /// `1 longer each turn`.
    LongerEachTurn(Spanned<u32>),
    /// `1 longer than the opponent's last`.
    LongerThanLast(Spanned<u32>),
    /// `as long as the opponent's last, 1 longer or 1 shorter, at least 1`.
    AsLongAsLast {
        /// By how much it may be longer.
        longer: Option<Spanned<u32>>,
        /// By how much it may be shorter.
        shorter: Option<Spanned<u32>>,
        /// But never shorter than this.
        at_least: Option<Spanned<u32>>,
    },
}

/// Rules of the grammar that read how many moves a turn has.
const TURN_LENGTHS: [Rule; 3] = [Rule::fixed_length, Rule::growing_length, Rule::as_long_as_last];

/// Returns the parts of a turn that a line gives.
pub(super) fn turn_parts(words: &Node<'_>, value: &Node<'_>) -> Vec<TurnPart> {
    let all = [TurnPart::Length, TurnPart::Ends, TurnPart::Stuck, TurnPart::Movers];
    let gives = |part: TurnPart| match part {
        TurnPart::Length if value.has(Rule::none) => words.child_of(&[Rule::ends, Rule::stuck, Rule::moves]).is_none(),
        TurnPart::Ends if value.has(Rule::none) => words.has(Rule::ends),
        TurnPart::Stuck if value.has(Rule::none) => words.has(Rule::stuck),
        TurnPart::Movers if value.has(Rule::none) => words.has(Rule::moves),
        TurnPart::Length => value.child_of(&TURN_LENGTHS).is_some(),
        TurnPart::Ends => value.has(Rule::turn_ends),
        TurnPart::Stuck => value.has(Rule::stuck_may_claim),
        TurnPart::Movers => value.has(Rule::turn_movers),
    };
    all.into_iter().filter(|&part| gives(part)).collect()
}

/// Lowers how many moves a turn has.
pub(super) fn turn_length(value: &Node<'_>) -> Option<TurnLength> {
    let node = value.child_of(&TURN_LENGTHS)?;
    let number = |rule| value.child(rule).and_then(|child| child.number());
    let variation = |word| {
        let variations = value.children().filter(|child| child.rule() == Rule::variation);
        variations.filter(|variation| variation.has(word)).find_map(|variation| variation.number())
    };
    Some(match node.rule() {
        Rule::fixed_length => TurnLength::Moves { moves: node.number()?, first: number(Rule::first_turn) },
        Rule::growing_length if node.has(Rule::each) => TurnLength::LongerEachTurn(node.number()?),
        Rule::growing_length => TurnLength::LongerThanLast(node.number()?),
        Rule::as_long_as_last => TurnLength::AsLongAsLast {
            longer: variation(Rule::longer),
            shorter: variation(Rule::shorter),
            at_least: number(Rule::at_least),
        },
        _ => return None,
    })
}
