//! The properties of men as they are written: each at most once, and those of all men beside a man's own.

use std::collections::HashMap;

use super::lines::{InForce, ManLine};
use super::names::{Mention, Referrer};
use super::report::{FileId, Partial, Reported, Reporter};
use crate::diagnostic::{Code, Diagnostic, Edit, did_you_mean};
use crate::geometry::{PerSide, Wind};
use crate::model::{Eighths, Mode};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{self, AllMen, Angles, Name, Part, Property, TurningPart, Within};

/// The value of a property, with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct PropertyValue<T> {
    pub(super) value: T,
    /// The whole property.
    pub(super) span: Span,
    pub(super) file: FileId,
    /// Whether it is a property of all men: it may have no effect on some.
    pub(super) of_all: bool,
}

impl<T> PropertyValue<T> {
    fn new(value: T, (span, file, of_all): (Span, FileId, bool)) -> Self {
        Self { value, span, file, of_all }
    }

    /// The property of a man, as a place that names men of these sides.
    pub(super) fn mention<'a>(&self, man: &'a InForce<ManLine>, sides: PerSide<bool>) -> Mention<'a> {
        let referrer = if self.of_all { Referrer::AllMen } else { Referrer::Man(&man.line.symbol.value) };
        Mention { file: self.file, sides, referrer }
    }
}

/// The turns of a man or a part that are moves of their own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turns<'a> {
    pub(super) angles: &'a Angles,
    pub(super) within: Option<&'a Within>,
}

/// The properties of a man, each at most once. Turns, flips and effects are read together, the others one by one.
#[derive(Clone, Debug, Default)]
pub(super) struct Properties<'a> {
    pub(super) turns: Option<PropertyValue<Turns<'a>>>,
    pub(super) part_turns: Vec<PropertyValue<(&'a Name, Turns<'a>)>>,
    pub(super) each_part: Option<PropertyValue<Turns<'a>>>,
    pub(super) effects: Vec<PropertyValue<&'a ast::Effect>>,
    pub(super) one_direction: Option<PropertyValue<Spanned<Wind>>>,
    pub(super) flips: Option<PropertyValue<Mode>>,
    pub(super) others: Vec<PropertyValue<&'a Property>>,
}

impl<'a> Properties<'a> {
    /// These properties, completed by those of all men.
    pub(super) fn or(mut self, all: Option<&Properties<'a>>) -> Self {
        let Some(all) = all else { return self };
        let own: Vec<String> = self.others.iter().map(|property| property.value.words()).collect();
        self.others.extend(all.others.iter().filter(|property| !own.contains(&property.value.words())));
        Self {
            turns: self.turns.or(all.turns),
            effects: with_effects_of_all(self.effects, &all.effects),
            one_direction: self.one_direction.or(all.one_direction),
            flips: self.flips.or(all.flips),
            ..self
        }
    }
}

/// Collects the properties in the line of one man.
pub(super) fn own_properties<'a>(
    file: FileId,
    written: &'a [Spanned<Property>],
    reporter: &Reporter,
) -> Partial<Properties<'a>> {
    collect_properties(file, written, false, reporter)
}

/// The properties of all men, without those that refer to a man or a part.
pub(super) fn common_properties<'a>(line: &'a InForce<AllMen>, reporter: &Reporter) -> Partial<Properties<'a>> {
    let mut properties = collect_properties(line.file, &line.line.properties, true, reporter);
    properties.read.effects.retain(|effect| effect.value.by.is_none());
    properties.read.others.retain(|property| property.value.concern().is_none());
    for Spanned { value, span } in &line.line.properties {
        let Some(of_one) = value.concern() else { continue };
        let message = format!("`{}` can't be a property of all men", value.words());
        let one = Diagnostic::error(Code::CheckNotOfAllMen, *span, message)
            .label(format!("this concerns {of_one}"))
            .help("write it in the line of each man that has it");
        properties.whole = Err(reporter.error_in(line.file, one));
    }
    properties
}

/// Collects properties by their subject, and reports repeated ones and those that exclude each other.
fn collect_properties<'a>(
    file: FileId,
    all: &'a [Spanned<Property>],
    of_all: bool,
    reporter: &Reporter,
) -> Partial<Properties<'a>> {
    let mut properties = Properties::default();
    let mut whole = Ok(());
    let mut seen: HashMap<String, (Span, String)> = HashMap::new();
    for Spanned { value: property, span } in all {
        let span = *span;
        if !matches!(property, Property::On { .. }) {
            let name = property.words();
            let subject = if matches!(property, Property::AtFirst { .. }) { "first move" } else { name.as_str() };
            if let Some((earlier, words)) = seen.get(subject) {
                whole = Err(reporter.error_in(file, repeated_property((span, &name), (*earlier, words))));
                continue;
            }
            seen.insert(subject.to_owned(), (span, name));
        }
        let place = (span, file, of_all);
        if let Property::Turns { part, angles, within } = property {
            let turns = Turns { angles, within: within.as_ref() };
            match part {
                TurningPart::Whole => properties.turns = Some(PropertyValue::new(turns, place)),
                TurningPart::Each => properties.each_part = Some(PropertyValue::new(turns, place)),
                TurningPart::Named(part) => properties.part_turns.push(PropertyValue::new((part, turns), place)),
            }
        } else if let Property::Effect(effect) = property {
            properties.effects.push(PropertyValue::new(effect, place));
        } else if let Property::OneDirection { from } = property {
            properties.one_direction = Some(PropertyValue::new(*from, place));
        } else if let Property::Flips { first } = property {
            properties.flips = Some(PropertyValue::new(*first, place));
        } else {
            properties.others.push(PropertyValue::new(property, place));
        }
    }
    Partial { read: properties, whole }
}

/// The error of a property that is written behind an earlier one about the same thing.
fn repeated_property((span, name): (Span, &str), (earlier, words): (Span, &str)) -> Diagnostic {
    let (message, help) = if name == words {
        let angles = "keep the one that is meant; several angles go into one, as in `turns 45 or 90`";
        (format!("this man has `{name}` twice"), angles)
    } else {
        let which =
            "keep the one that is meant: a movement for a man that has never moved, or one to use once from anywhere";
        (format!("this man has both `{words}` and `{name}`"), which)
    };
    Diagnostic::error(Code::CheckRepeatedProperty, span, message)
        .label("again here")
        .also(earlier, "first here")
        .help(help)
}

/// Adds to the effects of a man those of all men, unless an own effect changes the same.
fn with_effects_of_all<'a>(
    mut own: Vec<PropertyValue<&'a ast::Effect>>,
    all: &[PropertyValue<&'a ast::Effect>],
) -> Vec<PropertyValue<&'a ast::Effect>> {
    let sort = |effect: &PropertyValue<&ast::Effect>| std::mem::discriminant(&effect.value.change);
    let inherited: Vec<_> =
        all.iter().filter(|effect| own.iter().all(|own| sort(own) != sort(effect))).copied().collect();
    own.extend(inherited);
    own
}

/// Reports a part that the man does not have. `otherwise` is the text for the whole man.
pub(super) fn report_unknown_part(
    file: FileId,
    name: &Name,
    parts: &[Part],
    otherwise: &str,
    reporter: &Reporter,
) -> Reported {
    let message = format!("this man has no part called `{}`", name.value);
    let unknown = Diagnostic::error(Code::CheckUnknownPart, name.span, message).label("no such part");
    let unknown = if parts.is_empty() {
        unknown.help(format!("name its parts, as in `hull fW + {} rfN`; or {otherwise}", name.value))
    } else {
        unknown.help(did_you_mean(&name.value, parts.iter().map(|part| part.name.value.as_str())))
    };
    reporter.error_in(file, unknown)
}

/// Reads angles of turns as eighths of a circle, each once, in order.
pub(super) fn read_angles(file: FileId, written: &Angles, reporter: &Reporter) -> Result<Vec<Eighths>, Reported> {
    let Angles::Degrees(degrees) = written else { return Ok(Eighths::ALL.to_vec()) };
    let mut eighths: Vec<Eighths> = Vec::new();
    let mut whole = Ok(());
    for angle in degrees {
        let value = angle.value;
        let problem = |message: String, help: String| {
            Diagnostic::error(Code::CheckImpossibleAngle, angle.span, message).label("no such turn").help(help)
        };
        match Eighths::from_degrees(value) {
            Some(turn) if eighths.contains(&turn) => {
                reporter.warn_named_twice(file, angle.span, format!("{value} is named twice"));
            }
            Some(turn) => eighths.push(turn),
            None if value > 180 && value.is_multiple_of(45) => {
                let help = match 360_u32.saturating_sub(value) {
                    other @ 45.. => format!("a turn can go either way: write {other}"),
                    _ => "a full turn changes nothing: write 45, 90, 135 or 180".to_owned(),
                };
                let message = format!("a turn by {value} degrees is more than half a turn");
                whole = Err(reporter.error_in(file, problem(message, help)));
            }
            None => {
                let near = (value.saturating_add(22) / 45).clamp(1, 4) * 45; // rounded to the nearest
                let message = format!("men turn by multiples of 45 degrees, not by {value}");
                let problem = problem(message, format!("the nearest such angle is {near}"));
                whole = Err(reporter.error_in(file, problem.propose(Some(Edit::new(angle.span, near.to_string())))));
            }
        }
    }
    eighths.sort_unstable();
    whole.map(|()| eighths)
}
