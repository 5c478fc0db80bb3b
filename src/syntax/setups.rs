//! Turns the lines of setups into the tree.

use super::ast::{
    Cell, Change, DrawnMan, FacedMen, FacingLine, HandLine, Layout, MenInHand, Row, SetupSection, ShuffleCondition,
    Shuffled, ShuffledLine,
};
use super::lines::Node;
use super::places::{men_list, place, square};
use crate::geometry::Side;
use crate::source::{Span, Spanned};
use weakfish_grammar::variant::Rule;

/// Lowers a row of a drawn board.
pub(super) fn row(span: Span, row: &Node<'_>) -> Option<Row> {
    let cells = row.children().filter(|child| child.rule() == Rule::cell).map(|cell| {
        Some(cell.at(match cell.child(Rule::man) {
            Some(found) => Cell::Man(man(&found)?),
            None if cell.text().starts_with('*') => Cell::Hole,
            None => Cell::Empty,
        }))
    });
    Some(Row { span, cells: cells.collect::<Option<_>>()? })
}

/// `facing: toward the middle`, `facing: L on f8 sw`.
pub(super) fn facing_line(span: Span, value: &Node<'_>) -> Option<FacingLine> {
    let men = value.children().filter(|child| child.rule() == Rule::faced_men).map(|child| faced_men(&child));
    let toward_the_middle = value.has(Rule::toward_the_middle).then_some(true);
    Some(FacingLine {
        span,
        toward_the_middle: toward_the_middle.or_else(|| value.has(Rule::written).then_some(false)),
        men: men.collect::<Option<_>>()?,
    })
}

/// `hand: 2 P N 2 p n`.
pub(super) fn hand_line(span: Span, value: &Node<'_>) -> Option<HandLine> {
    let men = value.children().filter(|child| child.rule() == Rule::men_in_hand);
    let men = men.map(|men| Some(MenInHand { count: men.number(), man: man(&men.child(Rule::faced_man)?)? }));
    Some(HandLine { span, men: men.collect::<Option<_>>()? })
}

/// `shuffled: B, Q, N, K or R on own rank 1, B on both colours, K between R, each side by itself`.
pub(super) fn shuffled_line(span: Span, value: &Node<'_>) -> Option<ShuffledLine> {
    if value.has(Rule::none) {
        return Some(ShuffledLine { span, shuffle: None });
    }
    let condition = |node: Node<'_>| {
        let men = node.child(Rule::partners)?.words_of(Rule::symbol);
        Some(node.at(match node.word_of(Rule::symbol) {
            Some(middle) => ShuffleCondition::Between { middle, outer: men },
            None => ShuffleCondition::OnBothColours(men),
        }))
    };
    let is_condition = |child: &Node<'_>| matches!(child.rule(), Rule::on_both_colours | Rule::stands_between);
    let conditions = value.children().filter(is_condition).map(condition);
    let shuffle = Shuffled {
        men: men_list(value),
        on: place(value)?,
        conditions: conditions.collect::<Option<_>>()?,
        each_side: value.has(Rule::each_side),
    };
    Some(ShuffledLine { span, shuffle: Some(shuffle) })
}

/// `N on b1 and g1 e`.
fn faced_men(node: &Node<'_>) -> Option<FacedMen> {
    let state = node.word_of(Rule::faced_state)?.map(|state| without_blank(&state));
    let on = node.children().filter(|child| child.rule() == Rule::square).map(|child| square(&child));
    let man = DrawnMan { state: Some(state), ..man(&node.child(Rule::faced_man)?)? };
    Some(FacedMen { man, on: on.collect::<Option<_>>()? })
}

/// A state as FENs have it, without the blank between the winds and the mode: `nx` for `n x`.
fn without_blank(state: &str) -> String {
    let state = state.trim_ascii();
    match state.rsplit_once([' ', '\t']) {
        Some((winds, mode @ ("x" | "-"))) => winds.trim_ascii_end().to_owned() + mode,
        _ => state.to_owned(),
    }
}

/// Lowers a setup that changes another one, `setup b: a with C for Q`.
pub(super) fn changed_setup(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<SetupSection> {
    let changes = value.children().filter_map(|child| change(&child)).collect();
    Some(SetupSection {
        span,
        name: key.word_of(Rule::name)?,
        layout: Layout::Changed { base: value.word_of(Rule::name)?, changes },
        facing: None,
        hand: None,
        shuffled: None,
    })
}

/// Lowers a change in such a setup: `C for Q`, `Q on d1`, `empty d1`.
fn change(node: &Node<'_>) -> Option<Spanned<Change>> {
    let mut men = node.children().filter(|child| child.rule() == Rule::placed_man);
    let mut next_man = || man(&men.next()?.child(Rule::man)?);
    let square = || square(&node.child(Rule::square)?);
    Some(node.at(if node.has(Rule::empty) {
        Change::Empty(square()?)
    } else if node.has(Rule::on) {
        Change::Place { man: next_man()?, on: square()? }
    } else {
        let new = next_man()?;
        Change::Replace { new, old: next_man()? }
    }))
}

/// Lowers a man as boards have it: `K`, `k'`, `L{n}`.
fn man(node: &Node<'_>) -> Option<DrawnMan> {
    let letter = node.word_of(Rule::letter)?;
    let side = if letter.value.contains(|c: char| c.is_ascii_uppercase()) { Side::White } else { Side::Black };
    let state = node.child(Rule::state).map(|state| {
        let (span, inside) = (state.span(), state.text().trim_matches(['{', '}']));
        Spanned::new(without_blank(inside), Span::new(span.start + 1, span.start + 1 + inside.len()))
    });
    Some(DrawnMan { side, symbol: letter.map(|letter| letter.to_ascii_uppercase()), state })
}
