use super::super::ast::{Base, BlackIs, Fact, FactName, FactValue, Title};
use super::super::node::Node;
use super::{areas, side, size, square};
use crate::source::{Span, Spanned};
use weakfish_grammar::variant::Rule;

/// `weakfish 1`.
pub(in super::super) fn edition(line: &Node<'_>) -> Option<Spanned<u32>> {
    line.child(Rule::edition)?.number()
}

/// `game "…" extends …`.
pub(in super::super) fn title(line: &Node<'_>) -> Option<Title> {
    let title = line.child(Rule::title)?;
    let mut texts = title.children().filter(|child| child.rule() == Rule::text);
    let name = texts.next()?.unquoted();
    let extends = match title.word_of(Rule::name) {
        Some(name) => Some(name.map(Base::BuiltIn)),
        None => texts.next().map(|file| file.unquoted().map(Base::File)),
    };
    Some(Title { span: title.span(), name, extends })
}

/// `board: 10x8`.
pub(in super::super) fn fact(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<Fact> {
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
        FactName::First => FactValue::First(side(value)?),
        FactName::Black => {
            let black = if value.has(Rule::mirrors) { BlackIs::MirrorsWhite } else { BlackIs::RotatesWhite };
            FactValue::Black(value.at(black))
        }
    };
    Some(Fact { span, name: word.at(name), value })
}

fn text(value: &Node<'_>) -> Option<FactValue> {
    Some(FactValue::Text(value.child(Rule::text)?.unquoted()))
}
