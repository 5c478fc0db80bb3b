//! Turns: angles, sectors and directions.

use super::lines::FileId;
use super::place::Subject;
use super::properties::{Properties, PropertyValue, Turns};
use super::report::{Reported, Reporter};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::lints::{Turning, idle_angles};
use crate::model::{Eighths, Kind, KindId, Orientation, Within};
use crate::source::Span;
use crate::syntax::ast::{self, Angles, Part};

/// The turns of a man, as written.
pub(super) struct Written {
    pub(super) orientation: Orientation,
    /// The angles after a move, in eighths.
    pub(super) after_moving: Vec<Eighths>,
    /// The angles of parts that turn alone, in eighths.
    pub(super) parts: Vec<(usize, Vec<Eighths>)>,
}

/// Reads the turns of a man. Properties of all men apply where the man's own line has none.
pub(super) fn turning(
    id: KindId,
    properties: &Properties<'_>,
    parts: &[Part],
    reporter: &mut Reporter,
) -> Result<Written, Reported> {
    let part_turns = part_turns(id, properties, parts, reporter);
    let turns = properties.turns.map(|turns| (turns, angles(turns.file, turns.value.angles, reporter)));
    let after_moving =
        properties.after_moving.map_or(Ok(Vec::new()), |after| angles(after.file, after.value, reporter));
    let orientation = match (properties.one_direction, turns) {
        (Some(from), turns) => {
            let allowed = one_direction(properties, parts, reporter);
            let turns = turns.map_or(Ok(Vec::new()), |(_, angles)| angles);
            turns.and_then(|turns| allowed.map(|()| Orientation::OneDirection { start: from.value.value, turns }))
        }
        (None, Some((turns, angles))) => sector(&turns, angles, reporter),
        (None, None) => Ok(Orientation::Whole { turns: Vec::new(), within: None }),
    };
    Ok(Written { orientation: orientation?, after_moving: after_moving?, parts: part_turns? })
}

/// Removes the angles that change nothing, unless they were written for this kind, which is then a mistake.
pub(super) fn leave_out_idle_turns(properties: &Properties<'_>, kind: &mut Kind) {
    if let Some(turns) = &properties.turns {
        leave_out_idle(kind, Turning::Whole, turns.of_all, turns.value.angles);
    }
    if let Some(after) = &properties.after_moving {
        leave_out_idle(kind, Turning::AfterMoving, after.of_all, after.value);
    }
    for PropertyValue { value: (name, turns), .. } in &properties.part_turns {
        let part = kind.components.iter().position(|part| part.name.as_ref() == Some(&name.value));
        if let Some(part) = part {
            leave_out_idle(kind, Turning::Part(part), false, turns.angles);
        }
    }
}

/// Idle angles are removed if the line is for all men. Of `any` they are removed unless no angle would be left.
fn leave_out_idle(kind: &mut Kind, turning: Turning, of_all: bool, written: &Angles) {
    if !of_all && !matches!(written, Angles::Any(_)) {
        return;
    }
    let idle = idle_angles(kind, turning);
    let angles = match turning {
        Turning::Whole => {
            let (Orientation::Whole { turns, .. } | Orientation::OneDirection { turns, .. }) = &mut kind.orientation;
            turns
        }
        Turning::AfterMoving => &mut kind.turns_after_moving,
        Turning::Part(part) => &mut kind.components[part].turns,
    };
    if of_all || idle.len() < angles.len() {
        angles.retain(|angle| !idle.contains(angle));
    }
}

fn part_turns(
    id: KindId,
    properties: &Properties<'_>,
    parts: &[Part],
    reporter: &mut Reporter,
) -> Result<Vec<(usize, Vec<Eighths>)>, Reported> {
    let mut turning = Vec::new();
    let mut whole = Ok(());
    for &PropertyValue { value: (name, turns), span, file, .. } in &properties.part_turns {
        let angles = angles(file, turns.angles, reporter);
        if let Some(within) = turns.within {
            let sector = Diagnostic::error(Code::CheckSectorOfAPart, within.span, "a part has no sector of its own")
                .label("only a whole man keeps to a sector")
                .help("leave the sector out, or let the whole man turn");
            whole = Err(reporter.error_in(file, sector));
        }
        match parts.iter().position(|part| part.name.value == name.value) {
            Some(part) => {
                reporter.used(Subject::Part(id, part), file, name.span);
                whole = whole.and(angles.map(|angles| turning.push((part, angles))));
            }
            None => whole = Err(unknown_part(file, name, parts, reporter)),
        }
        if properties.one_direction.is_some() {
            let message = "a man that uses one direction at a time has no parts that turn alone";
            let alone = Diagnostic::error(Code::CheckDirectionAndParts, span, message)
                .label("turns a part alone")
                .help("leave out one of the two");
            whole = Err(reporter.error_in(file, alone));
        }
    }
    whole.map(|()| turning)
}

fn unknown_part(file: FileId, name: &ast::Name, parts: &[Part], reporter: &mut Reporter) -> Reported {
    let message = format!("this man has no part called `{}`", name.value);
    let unknown = Diagnostic::error(Code::CheckUnknownPart, name.span, message).label("no such part");
    let unknown = if parts.is_empty() {
        let example = format!("`hull fW + {} rfN`", name.value);
        unknown.help(format!("name its parts, as in {example}; or write `turns …` for the whole man"))
    } else {
        unknown.help(did_you_mean(&name.value, parts.iter().map(|part| part.name.value.as_str())))
    };
    reporter.error_in(file, unknown)
}

/// Angles in eighths, each once, in order.
fn angles(file: FileId, written: &Angles, reporter: &mut Reporter) -> Result<Vec<Eighths>, Reported> {
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
                reporter.named_twice(file, angle.span, format!("{value} is named twice"));
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
                let near = (value.saturating_add(22) / 45).clamp(1, 4) * 45;
                let message = format!("men turn by multiples of 45 degrees, not by {value}");
                whole = Err(reporter.error_in(file, problem(message, format!("the nearest such angle is {near}"))));
            }
        }
    }
    eighths.sort_unstable();
    whole.map(|()| eighths)
}

/// The turns of a man that turns as a whole, with its sector if it has one.
fn sector(
    properties: &PropertyValue<Turns<'_>>,
    angles: Result<Vec<Eighths>, Reported>,
    reporter: &mut Reporter,
) -> Result<Orientation, Reported> {
    let Some(ast::Within { degrees, of, .. }) = properties.value.within else {
        return Ok(Orientation::Whole { turns: angles?, within: None });
    };
    let value = degrees.value;
    let Some(limit) = Eighths::from_degrees(value).filter(|_| value < 180) else {
        let help = if value >= 180 { "leave the sector out: it holds every direction" } else { "write 45, 90 or 135" };
        let message = format!("a sector of {value} degrees to either side can't limit turns");
        let none = Diagnostic::error(Code::CheckImpossibleAngle, degrees.span, message).label("no such sector");
        return Err(reporter.error_in(properties.file, none.help(help)));
    };
    let fills = |angle: &Eighths| limit.get().is_multiple_of(angle.get());
    let mut turns = angles?;
    if matches!(properties.value.angles, Angles::Any(_)) {
        turns.retain(fills);
    } else if let Some(angle) = turns.iter().find(|angle| !fills(angle)) {
        let message = format!("turns by {} don't divide a sector of {value}", angle.degrees());
        let uneven = Diagnostic::error(Code::CheckUnevenSector, degrees.span, message)
            .label("can't be filled by such turns")
            .help("let the angle of the turn divide the sector, as in `turns 45 within 90 of forward`");
        return Err(reporter.error_in(properties.file, uneven));
    }
    Ok(Orientation::Whole { turns, within: Some(Within { eighths: limit, of: of.value }) })
}

/// Checks the other properties of a man that uses one direction at a time.
fn one_direction(properties: &Properties<'_>, parts: &[Part], reporter: &mut Reporter) -> Result<(), Reported> {
    let Some(from) = properties.one_direction else { return Ok(()) };
    let mut whole = Ok(());
    let mut exclude = |code, file, span: Span, message: &str| {
        let excluded = Diagnostic::error(code, span, message)
            .label("these exclude each other")
            .help("leave out one of the two; the directions of the movement are the limit of its turns");
        whole = Err(reporter.error_in(file, excluded));
    };
    if parts.len() > 1 {
        let message = "a man of several parts can't use one direction at a time";
        exclude(Code::CheckDirectionAndParts, from.file, from.span, message);
    } else if let Some((turns, within)) = properties.turns.and_then(|turns| Some((turns, turns.value.within?))) {
        let message = "a man that uses one direction at a time keeps to the directions it has, not to a sector";
        exclude(Code::CheckDirectionAndSector, turns.file, within.span, message);
    }
    if properties.turns.is_none() && properties.after_moving.is_none() {
        let message = "a man that uses one direction at a time must turn to use another";
        let needs = Diagnostic::error(Code::CheckDirectionWithoutTurns, from.span, message)
            .label("needs a turn")
            .help("add `turns 45`");
        whole = Err(reporter.error_in(from.file, needs));
    }
    whole
}
