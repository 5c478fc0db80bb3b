//! Facts: the lines under the title.

use super::names::Symbol;
use super::places::{Area, SquareName, areas, side, size, square};
use crate::geometry::Side;
use crate::model::{BoardPattern, Symmetry, Tile};
use crate::source::{Span, Spanned};
use crate::syntax::construct::{NamedConstruct, Section, Site, named_constructs};
use crate::syntax::lines::Node;
use weakfish_grammar::variant::Rule;

named_constructs! {
    /// The word before the colon of a fact.
    enum FactName in Site::Line(Section::Facts);
    Inventor = inventor "inventor" [text_value] => "inventor: \"Ralph Betza\"";
    Year = year "year" [number_value] => "year: 2002";
    Source = source "source" [text_value] => "source: \"The Chess Variant Pages\"";
    About = about "about" [text_value] => "about: \"Chess with weak men\"";
    Board = board "board" [board_value] => "board: 10x8";
    BoardStyle = board_style "board style" [board_style_value] => "board style: points";
    Lines = lines "lines" [lines_value] => "lines: d1 e2 f3, d3 e2 f1";
    First = first "first" [first_value] => "first: white";
    Black = black "black" [black_value] => "black: mirrors white";
    Sides = sides_ "sides" [sides_value] => "sides: \"Red\", \"Black\"";
    Letters = letters "letters" [letters_value] => "letters: Q = F, B = A";
    Figures = figures "figures" [figures_value] => "figures: on discs, A = amazon";
}

/// A line under the title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fact {
    /// The whole line.
    pub(crate) span: Span,
    /// The word before the colon.
    pub(crate) name: Spanned<FactName>,
    /// The value.
    pub(crate) value: FactValue,
}

/// The value of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FactValue {
    /// `inventor: "…"`, `source: "…"`, `about: "…"`, without the quotes.
    Text(Spanned<String>),
    /// `year: 2002`.
    Year(Spanned<u32>),
    /// `board: 10x8`.
    Board {
        /// The number of files.
        files: Spanned<u32>,
        /// The number of ranks.
        ranks: Spanned<u32>,
        /// The squares that are no part of the board.
        holes: Vec<Spanned<Area>>,
    },
    /// `lines: d1 e2 f3, f1 e2 d3`; none if the line is `lines: none`.
    Lines(Vec<Spanned<Vec<Spanned<SquareName>>>>),
    /// `board style: points, river between ranks 5 and 6, palace d1 to f3`.
    BoardStyle {
        /// The pattern of the squares.
        pattern: BoardPattern,
        /// The numbers of the ranks on both sides of the river.
        river: Option<[Spanned<u32>; 2]>,
        /// Opposite corners of each palace.
        palaces: Vec<Spanned<[Spanned<SquareName>; 2]>>,
    },
    /// `first: white`.
    First(Spanned<Side>),
    /// `black: mirrors white`.
    Black(Spanned<Symmetry>),
    /// `sides: "Red", "Black"`: the names of White and Black, without the quotes; none if the line is `sides: none`.
    Sides(Option<[Spanned<String>; 2]>),
    /// `letters: Q = F, B = A`: letters of other programs, each with the man of this game.
    Letters(Vec<[Symbol; 2]>),
    /// `figures: on pentagons, C = crane, wall = duck`. Without a man, the figure is that of a wall.
    Figures {
        /// The tile under all figures.
        on: Option<Tile>,
        /// The figures of men and of a wall.
        pairs: Vec<(Option<Symbol>, WrittenFigure)>,
    },
}

/// A figure as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WrittenFigure {
    /// The name of one of the library's.
    Named(Spanned<String>),
    /// Shapes, without the quotes.
    Drawn(Spanned<String>),
}

/// Lowers a fact, `board: 10x8`.
pub(in crate::syntax) fn fact(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<Fact> {
    let word = key.children().next()?;
    let name = FactName::read_by(word.rule())?;
    let value = match name {
        FactName::Inventor | FactName::Source | FactName::About => text(value)?,
        FactName::Year => FactValue::Year(value.number()?),
        FactName::Board => {
            let (files, ranks) = size(value)?;
            FactValue::Board { files, ranks, holes: areas(value)? }
        }
        FactName::Lines => {
            let line = |line: Node<'_>| {
                let squares = line.children().filter(|child| child.rule() == Rule::square).map(|child| square(&child));
                Some(line.at(squares.collect::<Option<Vec<_>>>()?))
            };
            let lines = value.children().filter(|child| child.rule() == Rule::drawn_line).map(line);
            FactValue::Lines(lines.collect::<Option<Vec<_>>>()?)
        }
        FactName::BoardStyle => board_style(value)?,
        FactName::First => FactValue::First(side(value)?),
        FactName::Black => {
            let black = if value.has(Rule::mirrors) { Symmetry::MirrorsWhite } else { Symmetry::RotatesWhite };
            FactValue::Black(value.at(black))
        }
        FactName::Sides => {
            let names = value.children().filter(|child| child.rule() == Rule::text).map(|name| name.unquoted());
            let names: Vec<_> = names.collect();
            FactValue::Sides(if names.is_empty() { None } else { Some(<[Spanned<String>; 2]>::try_from(names).ok()?) })
        }
        FactName::Letters => {
            let pairs = value.children().filter(|child| child.rule() == Rule::letter_pair);
            let pairs = pairs.map(|pair| <[Symbol; 2]>::try_from(pair.words_of(Rule::symbol)).ok());
            FactValue::Letters(pairs.collect::<Option<_>>()?)
        }
        FactName::Figures => figures(value)?,
    };
    Some(Fact { span, name: word.at(name), value })
}

fn text(value: &Node<'_>) -> Option<FactValue> {
    Some(FactValue::Text(value.child(Rule::text)?.unquoted()))
}

fn board_style(value: &Node<'_>) -> Option<FactValue> {
    let pattern = if value.has(Rule::points) {
        BoardPattern::Points
    } else if value.has(Rule::plain) {
        BoardPattern::Plain
    } else {
        BoardPattern::Checkered
    };
    let river = match value.child(Rule::river_place) {
        Some(river) => Some(<[Spanned<u32>; 2]>::try_from(river.numbers().collect::<Vec<_>>()).ok()?),
        None => None,
    };
    let palace = |palace: Node<'_>| {
        let corners = palace.children().filter(|child| child.rule() == Rule::square).map(|child| square(&child));
        let corners = corners.collect::<Option<Vec<_>>>()?;
        Some(palace.at(<[Spanned<SquareName>; 2]>::try_from(corners).ok()?))
    };
    let palaces = value.children().filter(|child| child.rule() == Rule::palace_area).map(palace);
    Some(FactValue::BoardStyle { pattern, river, palaces: palaces.collect::<Option<Vec<_>>>()? })
}

fn figures(value: &Node<'_>) -> Option<FactValue> {
    let on = value.child(Rule::tile_option).and_then(|tile| match () {
        () if tile.has(Rule::discs) => Some(Tile::Disc),
        () if tile.has(Rule::octagons) => Some(Tile::Octagon),
        () if tile.has(Rule::pentagons) => Some(Tile::Pentagon),
        () => None,
    });
    let pair = |pair: Node<'_>| {
        let figure = match pair.child(Rule::text) {
            Some(shapes) => WrittenFigure::Drawn(shapes.unquoted()),
            None => WrittenFigure::Named(pair.word_of(Rule::figure_name)?),
        };
        Some((pair.word_of(Rule::symbol), figure))
    };
    let pairs = value.children().filter(|child| child.rule() == Rule::figure_pair).map(pair);
    Some(FactValue::Figures { on, pairs: pairs.collect::<Option<_>>()? })
}
