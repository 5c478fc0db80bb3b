//! The properties of a man, sorted by kind.

use std::collections::HashMap;

use super::lines::{FileId, InForce};
use super::report::{Partial, Reporter};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Wind;
use crate::source::{Span, Spanned};
use crate::syntax::ast::{AllMen, Angles, FirstMode, Name, Property, RoyalWhen, Symbol, Within};

/// The value of a property, with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct PropertyValue<T> {
    pub(super) value: T,
    /// The whole property.
    pub(super) span: Span,
    pub(super) file: FileId,
    /// Whether it is a property of all men, so that it may have no effect on some.
    pub(super) of_all: bool,
}

impl<T> PropertyValue<T> {
    fn new(value: T, (span, file, of_all): (Span, FileId, bool)) -> Self {
        Self { value, span, file, of_all }
    }
}

/// The turns of a man or a part that are moves of their own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turns<'a> {
    pub(super) angles: &'a Angles,
    pub(super) within: Option<&'a Within>,
}

/// Some men, named or all but those that are named.
#[derive(Clone, Copy, Debug)]
pub(super) enum Chosen<'a> {
    Only(&'a [Symbol]),
    AllBut(&'a [Symbol]),
}

/// A first move: the movement, when it is barred, and by whom it is lost.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstMoveText<'a> {
    pub(super) betza: &'a Spanned<String>,
    pub(super) unless_in_check: bool,
    pub(super) until: &'a [Symbol],
}

/// The properties of a man, each at most once.
#[derive(Clone, Debug, Default)]
pub(super) struct Properties<'a> {
    pub(super) royal: Option<PropertyValue<RoyalWhen>>,
    pub(super) turns: Option<PropertyValue<Turns<'a>>>,
    pub(super) part_turns: Vec<PropertyValue<(&'a Name, Turns<'a>)>>,
    pub(super) after_moving: Option<PropertyValue<&'a Angles>>,
    pub(super) one_direction: Option<PropertyValue<Spanned<Wind>>>,
    pub(super) flips: Option<PropertyValue<FirstMode>>,
    pub(super) stays_in: Option<PropertyValue<&'a Name>>,
    pub(super) elsewhere: Vec<PropertyValue<(&'a Name, &'a Spanned<String>)>>,
    pub(super) along_lines: Option<PropertyValue<&'a Spanned<String>>>,
    pub(super) captured_by: Option<&'a [Symbol]>,
    pub(super) captures: Option<Chosen<'a>>,
    pub(super) hops_over: Option<Chosen<'a>>,
    pub(super) first_move: Option<PropertyValue<FirstMoveText<'a>>>,
}

impl<'a> Properties<'a> {
    /// These properties, completed by those of all men.
    pub(super) fn or(self, all: Option<&Properties<'a>>) -> Self {
        let Some(all) = all else { return self };
        Self {
            royal: self.royal.or(all.royal),
            turns: self.turns.or(all.turns),
            after_moving: self.after_moving.or(all.after_moving),
            one_direction: self.one_direction.or(all.one_direction),
            flips: self.flips.or(all.flips),
            stays_in: self.stays_in.or(all.stays_in),
            ..self
        }
    }
}

/// The properties of one man.
pub(super) fn own<'a>(
    file: FileId,
    written: &'a [Spanned<Property>],
    reporter: &mut Reporter,
) -> Partial<Properties<'a>> {
    sorted(file, written, false, reporter)
}

/// The properties of all men, without those that refer to a man or a part.
pub(super) fn common<'a>(line: &'a InForce<AllMen>, reporter: &mut Reporter) -> Partial<Properties<'a>> {
    let mut properties = sorted(line.file, &line.line.properties, true, reporter);
    for Spanned { value, span } in &line.line.properties {
        let of_one = match value {
            Property::Turns { part: Some(_), .. } => "a part",
            Property::In { .. } | Property::AlongLines(_) | Property::FirstMove { .. } => "a movement",
            Property::CapturedOnlyBy(_)
            | Property::CapturesOnly(_)
            | Property::NeverCaptures(_)
            | Property::HopsOnlyOver(_)
            | Property::NeverHopsOver(_)
            | Property::InsteadOf(_) => "certain men",
            _ => continue,
        };
        let message = format!("`{}` can't be a property of all men", name(value));
        let one = Diagnostic::error(Code::CheckNotOfAllMen, *span, message)
            .label(format!("this concerns {of_one}"))
            .help("write it in the line of each man that has it");
        properties.whole = Err(reporter.error_in(line.file, one));
    }
    properties
}

fn sorted<'a>(
    file: FileId,
    all: &'a [Spanned<Property>],
    of_all: bool,
    reporter: &mut Reporter,
) -> Partial<Properties<'a>> {
    let mut properties = Properties::default();
    let mut whole = Ok(());
    let mut seen: HashMap<String, (String, Span)> = HashMap::new();
    for Spanned { value: property, span } in all {
        let span = *span;
        if !matches!(property, Property::In { .. }) {
            let name = name(property);
            let topic = topic(property).map_or_else(|| name.clone(), str::to_owned);
            if let Some((other, earlier)) = seen.get(&topic) {
                let twice = if *other == name {
                    format!("this man has `{name}` twice")
                } else {
                    format!("this man has both `{other}` and `{name}`")
                };
                let twice = Diagnostic::error(Code::CheckRepeatedProperty, span, twice)
                    .label("again here")
                    .also(*earlier, "first here")
                    .help("keep the one that is meant; several angles go into one, as in `turns 45 or 90`");
                whole = Err(reporter.error_in(file, twice));
                continue;
            }
            seen.insert(topic, (name, span));
        }
        let here = (span, file, of_all);
        match property {
            Property::Royal(when) => properties.royal = Some(PropertyValue::new(*when, here)),
            Property::Turns { part: None, angles, within } => {
                properties.turns = Some(PropertyValue::new(Turns { angles, within: within.as_ref() }, here));
            }
            Property::Turns { part: Some(part), angles, within } => {
                let turns = Turns { angles, within: within.as_ref() };
                properties.part_turns.push(PropertyValue::new((part, turns), here));
            }
            Property::TurnsAfterMoving(angles) => properties.after_moving = Some(PropertyValue::new(angles, here)),
            Property::OneDirection { from } => properties.one_direction = Some(PropertyValue::new(*from, here)),
            Property::Flips { first } => properties.flips = Some(PropertyValue::new(*first, here)),
            Property::StaysIn(region) => properties.stays_in = Some(PropertyValue::new(region, here)),
            Property::In { region, betza } => properties.elsewhere.push(PropertyValue::new((region, betza), here)),
            Property::AlongLines(betza) => properties.along_lines = Some(PropertyValue::new(betza, here)),
            Property::CapturedOnlyBy(symbols) => properties.captured_by = Some(symbols),
            Property::CapturesOnly(symbols) => properties.captures = Some(Chosen::Only(symbols)),
            Property::NeverCaptures(symbols) => properties.captures = Some(Chosen::AllBut(symbols)),
            Property::HopsOnlyOver(symbols) => properties.hops_over = Some(Chosen::Only(symbols)),
            Property::NeverHopsOver(symbols) => properties.hops_over = Some(Chosen::AllBut(symbols)),
            Property::FirstMove { betza, unless_in_check, until } => {
                let value = FirstMoveText { betza, unless_in_check: *unless_in_check, until };
                properties.first_move = Some(PropertyValue::new(value, here));
            }
            Property::InsteadOf(_) => {}
        }
    }
    Partial { read: properties, whole }
}

/// The topic that several properties share, of which a man can have one.
fn topic(property: &Property) -> Option<&'static str> {
    match property {
        Property::CapturesOnly(_) | Property::NeverCaptures(_) => Some("captures"),
        Property::HopsOnlyOver(_) | Property::NeverHopsOver(_) => Some("hops over"),
        _ => None,
    }
}

/// The words of a property without its numbers and names.
pub(super) fn name(property: &Property) -> String {
    match property {
        Property::Royal(_) => "royal".to_owned(),
        Property::Turns { part: None, .. } => "turns".to_owned(),
        Property::Turns { part: Some(part), .. } => format!("{} turns", part.value),
        Property::TurnsAfterMoving(_) => "may turn after moving".to_owned(),
        Property::OneDirection { .. } => "one direction at a time".to_owned(),
        Property::Flips { .. } => "flips".to_owned(),
        Property::StaysIn(_) => "stays in".to_owned(),
        Property::In { region, .. } => format!("in {}", region.value),
        Property::AlongLines(_) => "along lines".to_owned(),
        Property::CapturedOnlyBy(_) => "captured only by".to_owned(),
        Property::CapturesOnly(_) => "captures only".to_owned(),
        Property::NeverCaptures(_) => "never captures".to_owned(),
        Property::HopsOnlyOver(_) => "hops only over".to_owned(),
        Property::NeverHopsOver(_) => "never hops over".to_owned(),
        Property::FirstMove { .. } => "first move".to_owned(),
        Property::InsteadOf(_) => "instead of".to_owned(),
    }
}
