//! Turns matched lines into the tree, one file for each part of a definition.
//!
//! Functions return `None` if the grammar and this code disagree; the line is then refused. A test derives lines from
//! the grammar itself and lowers each of them, so that they agree.

mod endings;
mod facts;
mod men;
mod rules;
mod setups;
mod tests;

pub(super) use endings::ending_line;
pub(super) use facts::{edition, fact, title};
pub(super) use men::men_line;
pub(super) use rules::rule_line;
pub(super) use setups::{changed_setup, facing_line, region_line, row};
pub(super) use tests::test_line;

use super::ast::{Area, SquareName, Symbol};
use super::node::Node;
use crate::geometry::Side;
use crate::source::{Span, Spanned};
use weakfish_grammar::variant::Rule;

/// `white` or `black` somewhere among the children.
fn side(node: &Node<'_>) -> Option<Spanned<Side>> {
    let side = node.child(Rule::side)?;
    Some(side.at(if side.has(Rule::white) { Side::White } else { Side::Black }))
}

/// The men of the first list among the children.
fn men_list(node: &Node<'_>) -> Vec<Symbol> {
    node.child(Rule::men_list).map(|list| list.words_of(Rule::symbol)).unwrap_or_default()
}

/// `10x8`.
fn size(node: &Node<'_>) -> Option<(Spanned<u32>, Spanned<u32>)> {
    let size = node.child(Rule::size)?;
    let (files, ranks) = size.text().split_once('x')?;
    let start = size.span().start;
    let number =
        |digits: &str, at: usize| Spanned::new(digits.parse().unwrap_or(u32::MAX), Span::new(at, at + digits.len()));
    Some((number(files, start), number(ranks, start + files.len() + 1)))
}

/// `e4`.
fn square(node: &Node<'_>) -> Option<Spanned<SquareName>> {
    let mut chars = node.text().chars();
    let file = file_index(chars.next()?);
    let rank: u8 = chars.as_str().parse().ok()?;
    Some(node.at(SquareName { file, rank: rank.checked_sub(1)? }))
}

fn file_index(letter: char) -> u8 {
    (letter as u8).saturating_sub(b'a')
}

const AREAS: [Rule; 7] = [
    Rule::last_rank,
    Rule::own_ranks,
    Rule::own_squares,
    Rule::ranks_area,
    Rule::files_area,
    Rule::box_area,
    Rule::square_area,
];

/// Squares, written in any of the possible ways.
/// All areas that stand in a value.
fn areas(value: &Node<'_>) -> Option<Vec<Spanned<Area>>> {
    value.children().filter(|child| AREAS.contains(&child.rule())).map(|child| area(&child)).collect()
}

fn area(node: &Node<'_>) -> Option<Spanned<Area>> {
    let span = |rule| {
        let mut ends = node.children().filter(move |child| child.rule() == rule);
        let from = ends.next()?;
        let to = ends.next().unwrap_or_else(|| from.clone());
        Some((from, to))
    };
    let numbers = || {
        let mut numbers = node.numbers();
        let from = numbers.next()?;
        Some((from, numbers.next().unwrap_or(from)))
    };
    Some(node.at(match node.rule() {
        Rule::last_rank => Area::LastRank,
        Rule::own_ranks => numbers().map(|(from, to)| Area::OwnRanks(from, to))?,
        Rule::ranks_area => numbers().map(|(from, to)| Area::Ranks(from, to))?,
        Rule::files_area => {
            let (from, to) = span(Rule::file)?;
            let file = |node: Node<'_>| Some(node.at(file_index(node.text().chars().next()?)));
            Area::Files(file(from)?, file(to)?)
        }
        Rule::own_squares => {
            let (from, to) = span(Rule::square)?;
            Area::OwnBox(square(&from)?, square(&to)?)
        }
        Rule::box_area => {
            let (from, to) = span(Rule::square)?;
            Area::Box(square(&from)?, square(&to)?)
        }
        Rule::square_area => Area::Square(square(&node.child(Rule::square)?)?.value),
        _ => return None,
    }))
}

/// The first place among the children: squares, or a region's name.
fn place(node: &Node<'_>) -> Option<Spanned<Area>> {
    let place = node.child(Rule::place)?;
    match place.child_of(&AREAS) {
        Some(found) => area(&found),
        None => Some(place.word_of(Rule::name)?.map(Area::Region)),
    }
}
