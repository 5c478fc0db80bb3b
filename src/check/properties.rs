//! The properties of a man, sorted by what they say.

use super::context::Context;
use super::sheet::{Generation, Held};
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Wind;
use crate::source::{Span, Spanned};
use crate::syntax::variant::ast::{AllMen, Angles, FirstMode, Name, Property, Symbol, Within};

/// Something said, and where.
pub(super) type Said<T> = Spanned<T>;

/// How the whole man turns as a move.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    pub(super) angles: Angles,
    pub(super) within: Option<Within>,
}

/// What the properties of a man say, each at most once.
#[derive(Clone, Debug, Default)]
pub(super) struct Properties {
    pub(super) royal: bool,
    pub(super) turns: Option<Said<Turns>>,
    pub(super) part_turns: Vec<Said<(Name, Turns)>>,
    pub(super) after_moving: Option<Said<Angles>>,
    pub(super) one_direction: Option<Said<Spanned<Wind>>>,
    pub(super) flips: Option<Said<FirstMode>>,
    pub(super) stays_in: Option<Name>,
    pub(super) elsewhere: Vec<Said<(Name, Spanned<String>)>>,
    pub(super) captured_by: Option<Vec<Symbol>>,
    pub(super) captures: Option<Vec<Symbol>>,
}

/// The properties of one man.
pub(super) fn own(context: &mut Context<'_>, generation: Generation, said: &[Spanned<Property>]) -> Properties {
    let mut properties = Properties::default();
    let mut seen: Vec<(String, Span)> = Vec::new();
    for Spanned { value, span } in said {
        let name = name(value);
        if let Some((_, earlier)) = seen.iter().find(|(other, _)| *other == name) {
            let twice =
                Diagnostic::error(Code::CheckRepeatedProperty, *span, format!("`{name}` is said twice of this man"))
                    .label("said again here")
                    .also(*earlier, "first said here")
                    .help("keep the one that is meant; several angles go into one, as in `turns 45 or 90`");
            context.report(generation, twice);
            continue;
        }
        if !matches!(value, Property::In { .. }) {
            seen.push((name, *span));
        }
        match value.clone() {
            Property::Royal => properties.royal = true,
            Property::Turns { part: None, angles, within } => {
                properties.turns = Some(Said::new(Turns { angles, within }, *span));
            }
            Property::Turns { part: Some(part), angles, within } => {
                properties.part_turns.push(Said::new((part, Turns { angles, within }), *span));
            }
            Property::TurnsAfterMoving(angles) => properties.after_moving = Some(Said::new(angles, *span)),
            Property::OneDirection { from } => properties.one_direction = Some(Said::new(from, *span)),
            Property::Flips { first } => properties.flips = Some(Said::new(first, *span)),
            Property::StaysIn(region) => properties.stays_in = Some(region),
            Property::In { region, betza } => properties.elsewhere.push(Said::new((region, betza), *span)),
            Property::CapturedOnlyBy(symbols) => properties.captured_by = Some(symbols),
            Property::CapturesOnly(symbols) => properties.captures = Some(symbols),
            Property::InsteadOf(_) => {}
        }
    }
    properties
}

/// The properties of all men: those that speak of no man or part.
pub(super) fn common(context: &mut Context<'_>, held: &Held<AllMen>) -> Properties {
    for Spanned { value, span } in &held.line.properties {
        let of_one = match value {
            Property::Turns { part: Some(_), .. } => "a part",
            Property::In { .. } => "a movement",
            Property::CapturedOnlyBy(_) | Property::CapturesOnly(_) | Property::InsteadOf(_) => "certain men",
            _ => continue,
        };
        let message = format!("`{}` can't be said of all men", name(value));
        let one = Diagnostic::error(Code::CheckNotOfAllMen, *span, message)
            .label(format!("this speaks of {of_one}"))
            .help("say it in the line of each man it is true of");
        context.report(held.generation, one);
    }
    let mut properties = own(context, held.generation, &held.line.properties);
    properties.part_turns.clear();
    properties.elsewhere.clear();
    properties.captured_by = None;
    properties.captures = None;
    properties
}

/// A property by its words without its numbers and names.
fn name(property: &Property) -> String {
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
