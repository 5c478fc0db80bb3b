use super::super::ast::{Cell, Change, DrawnMan, FacingLine, Layout, RegionLine, Row, SetupSection, StartFacing};
use super::super::node::Node;
use super::{areas, side, square};
use crate::geometry::Side;
use crate::source::{Span, Spanned};
use weakfish_grammar::variant::Rule;

/// `hill: d4 to e5`.
pub(in super::super) fn region_line(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<RegionLine> {
    Some(RegionLine { span, side: side(key), name: key.word_of(Rule::name)?, areas: areas(value)? })
}

/// A row of a drawn board.
pub(in super::super) fn row(span: Span, row: &Node<'_>) -> Option<Row> {
    let cells = row.children().filter(|child| child.rule() == Rule::cell).map(|cell| {
        Some(cell.at(match cell.child(Rule::man) {
            Some(found) => Cell::Man(man(&found)?),
            None if cell.has(Rule::hole_cell) => Cell::Hole,
            None => Cell::Empty,
        }))
    });
    Some(Row { span, cells: cells.collect::<Option<_>>()? })
}

/// `facing: right half mirrored`.
pub(in super::super) fn facing_line(span: Span, value: &Node<'_>) -> FacingLine {
    let facing = if value.has(Rule::mirrored) { StartFacing::RightHalfMirrored } else { StartFacing::AsWritten };
    FacingLine { span, value: value.at(facing) }
}

/// `setup b: a with C for Q`.
pub(in super::super) fn changed_setup(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<SetupSection> {
    let changes = value.children().filter_map(|child| change(&child)).collect();
    Some(SetupSection {
        span,
        name: key.word_of(Rule::name)?,
        layout: Layout::Changed { base: value.word_of(Rule::name)?, changes },
        facing: None,
    })
}

fn change(node: &Node<'_>) -> Option<Spanned<Change>> {
    let mut men = node.children().filter(|child| child.rule() == Rule::placed_man);
    let mut next = || man(&men.next()?.child(Rule::man)?);
    let square = || square(&node.child(Rule::square)?);
    Some(node.at(match node.rule() {
        Rule::empty_change => Change::Empty(square()?),
        Rule::place_change => Change::Place { man: next()?, on: square()? },
        Rule::replace_change => {
            let new = next()?;
            Change::Replace { new, old: next()? }
        }
        _ => return None,
    }))
}

/// `K`, `k'`, `L{n}`.
fn man(node: &Node<'_>) -> Option<DrawnMan> {
    let letter = node.word_of(Rule::letter)?;
    let side = if letter.value.contains(|c: char| c.is_ascii_uppercase()) { Side::White } else { Side::Black };
    let state = node.child(Rule::state).map(|state| {
        let (span, inside) = (state.span(), state.text().trim_matches(['{', '}']));
        Spanned::new(inside.to_owned(), Span::new(span.start + 1, span.start + 1 + inside.len()))
    });
    Some(DrawnMan { side, symbol: letter.map(|letter| letter.to_ascii_uppercase()), state })
}
