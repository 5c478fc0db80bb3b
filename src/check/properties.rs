//! The properties of a man, sorted by what they say.

use std::collections::HashMap;

use super::lines::{FileId, InForce};
use super::report::{Partial, Reporter};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Wind;
use crate::source::{Span, Spanned};
use crate::syntax::ast::{AllMen, Angles, FirstMode, Name, Property, Symbol, Within};

/// Something said of a man, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said<T> {
    pub(super) value: T,
    /// The whole property.
    pub(super) span: Span,
    pub(super) file: FileId,
    /// Whether it is said of all men, and so perhaps of some to which it makes no difference.
    pub(super) of_all: bool,
}

/// How a man, or a part of it, turns as a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turns<'a> {
    pub(super) angles: &'a Angles,
    pub(super) within: Option<&'a Within>,
}

/// What the properties of a man say, each at most once.
#[derive(Clone, Debug, Default)]
pub(super) struct Properties<'a> {
    pub(super) royal: bool,
    pub(super) turns: Option<Said<Turns<'a>>>,
    pub(super) part_turns: Vec<Said<(&'a Name, Turns<'a>)>>,
    pub(super) after_moving: Option<Said<&'a Angles>>,
    pub(super) one_direction: Option<Said<Spanned<Wind>>>,
    pub(super) flips: Option<Said<FirstMode>>,
    pub(super) stays_in: Option<Said<&'a Name>>,
    pub(super) elsewhere: Vec<Said<(&'a Name, &'a Spanned<String>)>>,
    pub(super) captured_by: Option<&'a [Symbol]>,
    pub(super) captures: Option<&'a [Symbol]>,
}

impl<'a> Properties<'a> {
    /// These properties, and of all men's those of which nothing is said here.
    pub(super) fn or(self, all: Option<&Properties<'a>>) -> Self {
        let Some(all) = all else { return self };
        Self {
            royal: self.royal || all.royal,
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
pub(super) fn own<'a>(file: FileId, said: &'a [Spanned<Property>], reporter: &mut Reporter) -> Partial<Properties<'a>> {
    sorted(file, said, false, reporter)
}

/// The properties of all men, without those that refer to a man or a part.
pub(super) fn common<'a>(line: &'a InForce<AllMen>, reporter: &mut Reporter) -> Partial<Properties<'a>> {
    let mut properties = sorted(line.file, &line.line.properties, true, reporter);
    for Spanned { value, span } in &line.line.properties {
        let of_one = match value {
            Property::Turns { part: Some(_), .. } => "a part",
            Property::In { .. } => "a movement",
            Property::CapturedOnlyBy(_) | Property::CapturesOnly(_) | Property::InsteadOf(_) => "certain men",
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
    let mut seen: HashMap<String, Span> = HashMap::new();
    for Spanned { value: property, span } in all {
        let span = *span;
        if !matches!(property, Property::In { .. }) {
            let name = name(property);
            if let Some(earlier) = seen.get(&name) {
                let twice = format!("this man has `{name}` twice");
                let twice = Diagnostic::error(Code::CheckRepeatedProperty, span, twice)
                    .label("again here")
                    .also(*earlier, "first here")
                    .help("keep the one that is meant; several angles go into one, as in `turns 45 or 90`");
                whole = Err(reporter.error_in(file, twice));
                continue;
            }
            seen.insert(name, span);
        }
        match property {
            Property::Royal => properties.royal = true,
            Property::Turns { part: None, angles, within } => {
                let value = Turns { angles, within: within.as_ref() };
                properties.turns = Some(Said { value, span, file, of_all });
            }
            Property::Turns { part: Some(part), angles, within } => {
                let value = (part, Turns { angles, within: within.as_ref() });
                properties.part_turns.push(Said { value, span, file, of_all });
            }
            Property::TurnsAfterMoving(angles) => {
                properties.after_moving = Some(Said { value: angles, span, file, of_all });
            }
            Property::OneDirection { from } => {
                properties.one_direction = Some(Said { value: *from, span, file, of_all });
            }
            Property::Flips { first } => properties.flips = Some(Said { value: *first, span, file, of_all }),
            Property::StaysIn(region) => properties.stays_in = Some(Said { value: region, span, file, of_all }),
            Property::In { region, betza } => {
                properties.elsewhere.push(Said { value: (region, betza), span, file, of_all });
            }
            Property::CapturedOnlyBy(symbols) => properties.captured_by = Some(symbols),
            Property::CapturesOnly(symbols) => properties.captures = Some(symbols),
            Property::InsteadOf(_) => {}
        }
    }
    Partial { read: properties, whole }
}

/// A property by its words without its numbers and names.
pub(super) fn name(property: &Property) -> String {
    match property {
        Property::Royal => "royal".to_owned(),
        Property::Turns { part: None, .. } => "turns".to_owned(),
        Property::Turns { part: Some(part), .. } => format!("{} turns", part.value),
        Property::TurnsAfterMoving(_) => "may turn after moving".to_owned(),
        Property::OneDirection { .. } => "one direction at a time".to_owned(),
        Property::Flips { .. } => "flips".to_owned(),
        Property::StaysIn(_) => "stays in".to_owned(),
        Property::In { region, .. } => format!("in {}", region.value),
        Property::CapturedOnlyBy(_) => "captured only by".to_owned(),
        Property::CapturesOnly(_) => "captures only".to_owned(),
        Property::InsteadOf(_) => "instead of".to_owned(),
    }
}
