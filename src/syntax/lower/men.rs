use super::super::ast::{
    AllMen, Angles, FirstMode, Man, ManBody, MenLine, MovementText, Name, Part, Property, RoyalWhen, Within,
};
use super::super::node::Node;
use super::super::vocabulary::PropertyName;
use super::{men_list, side};
use crate::geometry::Wind;
use crate::source::{Span, Spanned};
use weakfish_grammar::variant::Rule;

/// `K king: K, royal` or `all men: flips m/c`.
pub(in super::super) fn men_line(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<MenLine> {
    let side = side(key);
    let properties = value.children().filter(|child| is_property(child.rule())).map(|child| property(&child));
    let properties = properties.collect::<Option<Vec<_>>>()?;
    if key.has(Rule::all) {
        return Some(MenLine::AllMen(AllMen { span, side, properties }));
    }
    let body = match value.place_of(Rule::none) {
        Some(place) => ManBody::None(place),
        None => ManBody::Moves { movement: movement(&value.child(Rule::movement)?)?, properties },
    };
    Some(MenLine::Man(Man { span, side, symbol: key.word_of(Rule::symbol)?, name: name(key), body }))
}

/// A man's name, its words one blank apart.
fn name(key: &Node<'_>) -> Option<Name> {
    let written = key.word_of(Rule::man_name)?;
    Some(written.map(|name| name.split_ascii_whitespace().collect::<Vec<_>>().join(" ")))
}

fn movement(node: &Node<'_>) -> Option<MovementText> {
    let Some(parts) = node.child(Rule::parts) else {
        return Some(MovementText::Whole(betza(node)?));
    };
    let part = |part: Node<'_>| Some(Part { name: part.word_of(Rule::name)?, betza: part.word_of(Rule::betza)? });
    let parts: Option<Vec<_>> = parts.children().filter(|child| child.rule() == Rule::part).map(part).collect();
    Some(MovementText::Parts(parts?))
}

/// A Betza string, empty for `no movement`.
fn betza(node: &Node<'_>) -> Option<Spanned<String>> {
    match node.child(Rule::no_movement) {
        Some(none) => Some(none.at(String::new())),
        None => node.word_of(Rule::betza),
    }
}

fn is_property(rule: Rule) -> bool {
    !matches!(rule, Rule::none | Rule::movement | Rule::comma | Rule::EOI)
}

fn property(node: &Node<'_>) -> Option<Spanned<Property>> {
    Some(node.at(match PropertyName::read_by(node.rule())? {
        PropertyName::Royal => Property::Royal(royal_when(node)?),
        PropertyName::Turns => Property::Turns {
            part: node.word_of(Rule::part_name),
            angles: angles(node)?,
            within: node.child(Rule::within_phrase).and_then(|phrase| within(&phrase)),
        },
        PropertyName::TurnsAfterMoving => Property::TurnsAfterMoving(angles(node)?),
        PropertyName::OneDirection => Property::OneDirection { from: direction(node)? },
        PropertyName::Flips => {
            let modes = node.child(Rule::modes)?;
            Property::Flips { first: if modes.text() == "m/c" { FirstMode::Moving } else { FirstMode::Capturing } }
        }
        PropertyName::StaysIn => Property::StaysIn(node.word_of(Rule::name)?),
        PropertyName::In => Property::In { region: node.word_of(Rule::name)?, betza: betza(node)? },
        PropertyName::AlongLines => Property::AlongLines(node.word_of(Rule::betza)?),
        PropertyName::CapturedOnlyBy => Property::CapturedOnlyBy(men_list(node)),
        PropertyName::CapturesOnly => Property::CapturesOnly(men_list(node)),
        PropertyName::NeverCaptures => Property::NeverCaptures(men_list(node)),
        PropertyName::HopsOnlyOver => Property::HopsOnlyOver(men_list(node)),
        PropertyName::NeverHopsOver => Property::NeverHopsOver(men_list(node)),
        PropertyName::FirstMove => Property::FirstMove {
            betza: node.word_of(Rule::betza)?,
            unless_in_check: node.has(Rule::unless_in_check),
            until: node.child(Rule::until_aimed_at).map(|phrase| men_list(&phrase)).unwrap_or_default(),
        },
        PropertyName::InsteadOf => Property::InsteadOf(node.word_of(Rule::symbol)?),
    }))
}

fn royal_when(node: &Node<'_>) -> Option<RoyalWhen> {
    let Some(when) = node.child(Rule::royal_when) else {
        return Some(if node.has(Rule::together) { RoyalWhen::Together } else { RoyalWhen::Always });
    };
    Some(if when.has(Rule::last) { RoyalWhen::Last } else { RoyalWhen::Left(when.number()?) })
}

fn angles(node: &Node<'_>) -> Option<Angles> {
    let angles = node.child(Rule::angles)?;
    Some(match angles.place_of(Rule::any) {
        Some(place) => Angles::Any(place),
        None => Angles::Degrees(angles.numbers().collect()),
    })
}

fn within(phrase: &Node<'_>) -> Option<Within> {
    Some(Within { span: phrase.span(), degrees: phrase.number()?, of: direction(phrase)? })
}

/// A wind, a direction of Betza notation or a word, as White's man has it.
fn direction(node: &Node<'_>) -> Option<Spanned<Wind>> {
    let direction = node.child(Rule::direction)?;
    let wind = match direction.text() {
        "f" | "forward" => "n",
        "b" | "backward" => "s",
        "l" | "left" => "w",
        "r" | "right" => "e",
        "fl" | "lf" => "nw",
        "fr" | "rf" => "ne",
        "bl" | "lb" => "sw",
        "br" | "rb" => "se",
        wind => wind,
    };
    Some(direction.at(wind.parse().ok()?))
}
