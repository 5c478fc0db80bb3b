//! Turns lists of men, squares and places into the tree.

#![allow(clippy::wildcard_enum_match_arm, reason = "the grammar has hundreds of rules, which pest declares")]

use super::ast::{Area, MenList, Place, SquareName};
use super::lines::Node;
use crate::source::Spanned;
use weakfish_grammar::variant::Rule;

/// The first list of men among the children.
pub(super) fn men_list(node: &Node<'_>) -> MenList {
    let read = |list: Node<'_>| MenList {
        all_but: list.has(Rule::but) || node.has(Rule::but),
        symbols: list.words_of(Rule::symbol),
    };
    node.child(Rule::men_list).map(read).unwrap_or_default()
}

/// A square, `e4`.
pub(super) fn square(node: &Node<'_>) -> Option<Spanned<SquareName>> {
    let mut chars = node.text().chars();
    let file = file_index(chars.next()?);
    let rank: u8 = chars.as_str().parse().ok()?;
    Some(node.at(SquareName { file, rank: rank.checked_sub(1)? }))
}

/// The index of a file by its letter.
pub(super) fn file_index(letter: char) -> u8 {
    (letter as u8).saturating_sub(b'a')
}

const AREAS: [Rule; 4] = [Rule::whole_board, Rule::rank_area, Rule::file_area, Rule::square_area];

/// Lowers all areas that stand in a value.
pub(super) fn areas(value: &Node<'_>) -> Option<Vec<Spanned<Area>>> {
    value.children().filter(|child| AREAS.contains(&child.rule())).map(|child| area(&child)).collect()
}

/// Lowers squares that are written in any of the ways in [`AREAS`].
pub(super) fn area(node: &Node<'_>) -> Option<Spanned<Area>> {
    let two_nodes = |rule| {
        let mut ends = node.children().filter(move |child| child.rule() == rule);
        let from = ends.next()?;
        let to = ends.next().unwrap_or_else(|| from.clone());
        Some((from, to))
    };
    let two_numbers = || {
        let mut numbers = node.numbers();
        let from = numbers.next()?;
        Some((from, numbers.next().unwrap_or(from)))
    };
    let own = node.has(Rule::own);
    Some(node.at(match node.rule() {
        Rule::whole_board => Area::Anywhere,
        Rule::rank_area if node.has(Rule::last) => Area::LastRank,
        Rule::rank_area => {
            let (from, to) = two_numbers()?;
            if own { Area::OwnRanks(from, to) } else { Area::Ranks(from, to) }
        }
        Rule::file_area => {
            let (from, to) = two_nodes(Rule::file)?;
            let file = |node: Node<'_>| Some(node.at(file_index(node.text().chars().next()?)));
            Area::Files(file(from)?, file(to)?)
        }
        Rule::square_area => {
            let (from, to) = two_nodes(Rule::square)?;
            let (from, to) = (square(&from)?, square(&to)?);
            match (own, node.has(Rule::to)) {
                (true, _) => Area::OwnBox(from, to),
                (false, true) => Area::Box(from, to),
                (false, false) => Area::Square(from.value),
            }
        }
        _ => return None,
    }))
}

/// Lowers the first place among the children: areas, and names of regions.
pub(super) fn place(node: &Node<'_>) -> Option<Place> {
    place_of(&node.child(Rule::place)?)
}

/// Lowers a place: areas, and names of regions.
pub(super) fn place_of(place: &Node<'_>) -> Option<Place> {
    let parts = place.children().filter_map(|part| match part.rule() {
        Rule::or => None,
        Rule::name => Some(Some(part.word().map(Area::Region))),
        _ => Some(area(&part)),
    });
    Some(place.at(parts.collect::<Option<Vec<_>>>()?))
}
