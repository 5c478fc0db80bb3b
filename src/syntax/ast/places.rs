//! Squares: areas, places and regions.

#![allow(clippy::wildcard_enum_match_arm, reason = "the grammar has hundreds of rules, which pest declares")]

use std::fmt;

use super::names::Name;
use crate::geometry::{Side, Wind};
use crate::source::{Span, Spanned};
use crate::syntax::construct::{Construct, Section, Site, construct};
use crate::syntax::lines::Node;
use weakfish_grammar::variant::Rule;

/// A region.
pub(in crate::syntax) const REGION: Construct = construct! {
    Site::Line(Section::Regions);
    name "hill" [region_value] => "hill: d4 to e5"
};

/// Ways to name squares.
pub(in crate::syntax) static AREA_WORDS: [Construct; 8] = [
    construct!(Site::Area; square_area "e4"),
    construct!(Site::Area; square_area "d4 to e5"),
    construct!(Site::Area; file_area "file e"),
    construct!(Site::Area; rank_area "rank 4"),
    construct!(Site::Area; rank_area "own rank 2"),
    construct!(Site::Area; square_area "own e4"),
    construct!(Site::Area; rank_area "last rank"),
    construct!(Site::Area; whole_board "anywhere"),
];

/// `hill: d4 to e5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RegionLine {
    /// The whole line.
    pub(crate) span: Span,
    /// `white` or `black` before it.
    pub(crate) side: Option<Spanned<Side>>,
    /// The name.
    pub(crate) name: Name,
    /// The squares: the union of these, or nothing for `none`.
    pub(crate) areas: Vec<Spanned<Area>>,
}

/// `own rank 6 to 10 or hill`: at least one area.
pub(crate) type Place = Spanned<Vec<Spanned<Area>>>;

/// Squares, named in one of several ways. Files and ranks count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Area {
    /// `e4`.
    Square(SquareName),
    /// `d4 to e5`: a box by two opposite corners.
    Box(Spanned<SquareName>, Spanned<SquareName>),
    /// `own e4`, `own d1 to f3`: White's squares, and those of Black that correspond to them.
    OwnBox(Spanned<SquareName>, Spanned<SquareName>),
    /// `file e`, `file a to c`.
    Files(Spanned<u8>, Spanned<u8>),
    /// `rank 4`, `rank 4 to 5`: as numbered on the board, here from 1.
    Ranks(Spanned<u32>, Spanned<u32>),
    /// `own rank 2`, `own rank 1 to 5`: as their side counts them, here from 1.
    OwnRanks(Spanned<u32>, Spanned<u32>),
    /// `last rank`, `last 2 ranks`: those farthest from the side's own first.
    LastRanks(Spanned<u32>),
    /// `first rank`, `first 2 ranks`: the side's own.
    FirstRanks(Spanned<u32>),
    /// `anywhere`: all squares of the board.
    Anywhere,
    /// A region's name; never in the definition of a region.
    Region(String),
}

/// A square by file and rank, both from 0. It may lie outside of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SquareName {
    /// The file, from 0 for `a` to 25 for `z`.
    pub(crate) file: u8,
    /// The rank, from 0 to 98.
    pub(crate) rank: u8,
}

/// `hill: d4 to e5`.
pub(in crate::syntax) fn region_line(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<RegionLine> {
    Some(RegionLine { span, side: side(key), name: key.word_of(Rule::name)?, areas: areas(value)? })
}

/// A square, `e4`.
pub(in crate::syntax) fn square(node: &Node<'_>) -> Option<Spanned<SquareName>> {
    let mut chars = node.text().chars();
    let file = file_index(chars.next()?);
    let rank: u8 = chars.as_str().parse().ok()?;
    Some(node.at(SquareName { file, rank: rank.checked_sub(1)? }))
}

/// The index of a file by its letter.
pub(in crate::syntax) fn file_index(letter: char) -> u8 {
    (letter as u8).saturating_sub(b'a')
}

const AREAS: [Rule; 4] = [Rule::whole_board, Rule::rank_area, Rule::file_area, Rule::square_area];

/// Lowers all areas that stand in a value, and the names of regions: an area for each range of ranks or files, so that
/// `rank 7 or 8` is `rank 7 or rank 8`. `own` holds for all squares up to another word: `own d8 or e8` is
/// `own d8 or own e8`.
pub(in crate::syntax) fn areas(value: &Node<'_>) -> Option<Vec<Spanned<Area>>> {
    let mut own_squares = false;
    let parts = value.children().filter(|child| child.rule() == Rule::name || AREAS.contains(&child.rule()));
    let parts = parts.map(|part| {
        let own = part.has(Rule::own);
        own_squares = part.rule() == Rule::square_area && (own || own_squares);
        if part.rule() == Rule::name {
            Some(vec![part.word().map(Area::Region)])
        } else {
            area(&part, own || own_squares)
        }
    });
    Some(parts.collect::<Option<Vec<_>>>()?.concat())
}

/// Lowers squares that are written in any of the ways in [`AREAS`].
fn area(node: &Node<'_>, own: bool) -> Option<Vec<Spanned<Area>>> {
    let ranges = |rule| node.children().filter(move |child| child.rule() == rule);
    // The words before the first range are a part of it.
    let start = node.span().start;
    let ranged = |index: usize, range: &Node<'_>, area| {
        let span = range.span();
        Spanned::new(area, if index == 0 { Span::new(start, span.end) } else { span })
    };
    let one = |area| Some(vec![node.at(area)]);
    match node.rule() {
        Rule::whole_board => one(Area::Anywhere),
        Rule::rank_area if node.has(Rule::end_ranks) => one(end_ranks(&node.child(Rule::end_ranks)?)),
        Rule::rank_area => {
            let ranks = |(index, range): (usize, Node<'_>)| {
                let (from, to) = ends(range.numbers())?;
                Some(ranged(index, &range, if own { Area::OwnRanks(from, to) } else { Area::Ranks(from, to) }))
            };
            ranges(Rule::rank_range).enumerate().map(ranks).collect()
        }
        Rule::file_area => {
            let file = |node: &Node<'_>| Some(node.at(file_index(node.text().chars().next()?)));
            let files = |(index, range): (usize, Node<'_>)| {
                let letters = range.children().filter(|child| child.rule() == Rule::file);
                let (from, to) = ends(letters.filter_map(|letter| file(&letter)))?;
                Some(ranged(index, &range, Area::Files(from, to)))
            };
            ranges(Rule::file_range).enumerate().map(files).collect()
        }
        Rule::square_area => {
            let (from, to) = ends(ranges(Rule::square).filter_map(|corner| square(&corner)))?;
            one(match (own, node.has(Rule::to)) {
                (true, _) => Area::OwnBox(from, to),
                (false, true) => Area::Box(from, to),
                (false, false) => Area::Square(from.value),
            })
        }
        _ => None,
    }
}

/// The ends of a range; the end of one that has a single value is its beginning.
fn ends<T: Copy>(mut written: impl Iterator<Item = T>) -> Option<(T, T)> {
    let from = written.next()?;
    Some((from, written.next().unwrap_or(from)))
}

/// A small number that is written as a word.
pub(in crate::syntax) fn in_digits(word: &str) -> Option<u32> {
    ["one", "two", "three", "four"].iter().zip(1..).find(|(one, _)| **one == word.trim_end()).map(|(_, number)| number)
}

/// Lowers ranks that are counted from an end of the board.
fn end_ranks(node: &Node<'_>) -> Area {
    let in_words = |word: Node<'_>| Some(word.at(in_digits(word.text())?));
    let number = node.number().or_else(|| in_words(node.child(Rule::also_number)?)).unwrap_or_else(|| node.at(1));
    if node.has(Rule::last) { Area::LastRanks(number) } else { Area::FirstRanks(number) }
}

/// Lowers the first place among the children: areas, and names of regions.
pub(in crate::syntax) fn place(node: &Node<'_>) -> Option<Place> {
    place_of(&node.child(Rule::place)?)
}

/// Lowers a place: areas, and names of regions.
pub(in crate::syntax) fn place_of(place: &Node<'_>) -> Option<Place> {
    Some(place.at(areas(place)?))
}

/// The side among the children, `white` or `black`, if it is written.
pub(in crate::syntax) fn side(node: &Node<'_>) -> Option<Spanned<Side>> {
    let side = node.child(Rule::side).or_else(|| node.child(Rule::also_side)?.child(Rule::side))?;
    Some(side.at(if side.has(Rule::white) { Side::White } else { Side::Black }))
}

/// A size, `10x8`, as the numbers of files and ranks.
pub(super) fn size(node: &Node<'_>) -> Option<(Spanned<u32>, Spanned<u32>)> {
    let size = node.child(Rule::size)?;
    let (files, ranks) = size.text().split_once('x')?;
    let start = size.span().start;
    let number =
        |digits: &str, at: usize| Spanned::new(digits.parse().unwrap_or(u32::MAX), Span::new(at, at + digits.len()));
    Some((number(files, start), number(ranks, start + files.len() + 1)))
}

/// Lowers sides of the board, or directions of steps.
pub(super) fn winds(node: &Node<'_>, rule: Rule) -> Vec<Spanned<Wind>> {
    let sides = node.children().filter(|child| child.rule() == rule);
    sides.filter_map(|side| Some(side.at(side.text().parse().ok()?))).collect()
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = |f: &mut fmt::Formatter<'_>, from: &dyn fmt::Display, to: &dyn fmt::Display, is_one: bool| {
            if is_one { write!(f, "{from}") } else { write!(f, "{from} to {to}") }
        };
        let file = |file: u8| char::from(b'a' + file.min(25));
        match self {
            Self::Square(square) => square.fmt(f),
            Self::Box(a, b) => range(f, &a.value, &b.value, false),
            Self::OwnBox(a, b) => {
                f.write_str("own ")?;
                range(f, &a.value, &b.value, a.value == b.value)
            }
            Self::Files(a, b) => {
                f.write_str("file ")?;
                range(f, &file(a.value), &file(b.value), a.value == b.value)
            }
            Self::Ranks(a, b) | Self::OwnRanks(a, b) => {
                f.write_str(if matches!(self, Self::Ranks(..)) { "rank " } else { "own rank " })?;
                range(f, &a.value, &b.value, a.value == b.value)
            }
            Self::LastRanks(number) | Self::FirstRanks(number) => {
                f.write_str(if matches!(self, Self::LastRanks(_)) { "last " } else { "first " })?;
                if number.value == 1 { f.write_str("rank") } else { write!(f, "{} ranks", number.value) }
            }
            Self::Anywhere => f.write_str("anywhere"),
            Self::Region(name) => f.write_str(name),
        }
    }
}

/// A place as a definition has it.
pub(crate) fn place_text(place: &Place) -> String {
    place.value.iter().map(|area| area.value.to_string()).collect::<Vec<_>>().join(" or ")
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file.min(25)), self.rank + 1)
    }
}

impl fmt::Debug for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
