//! How men turn: angles, sectors, directions, and whether turning changes anything.

use super::context::Context;
use super::properties::{Properties, Said, Turns};
use super::sheet::{Generation, Held};
use super::words;
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::geometry::{Side, Wind};
use crate::model::{Kind, Orientation, Symmetry, Within};
use crate::source::Span;
use crate::syntax::variant::ast::{self, Angles, Man};

/// Says how a kind turns. What is said of all men holds where the man's own line says nothing.
pub(super) fn orient(
    context: &mut Context<'_>,
    held: &Held<Man>,
    own: &Properties,
    all: Option<(Generation, &Properties)>,
    kind: &mut Kind,
) {
    let generation = held.generation;
    let before = context.errors();
    let readable = kind.components.iter().all(|part| !part.movement.paths.is_empty());
    part_turns(context, generation, own, kind);

    let turns = own.turns.as_ref().map(|said| (generation, said));
    let turns = turns.or_else(|| all.and_then(|(line, all)| Some((line, all.turns.as_ref()?))));
    let mut eighths = turns.map_or_else(Vec::new, |(line, said)| angles(context, line, &said.value.angles));
    let after = own.after_moving.as_ref().map(|said| (generation, said));
    let after = after.or_else(|| all.and_then(|(line, all)| Some((line, all.after_moving.as_ref()?))));
    kind.turns_after_moving = after.map_or_else(Vec::new, |(line, said)| angles(context, line, &said.value));

    let direction = own.one_direction.as_ref().map(|said| (generation, said));
    let direction = direction.or_else(|| all.and_then(|(line, all)| Some((line, all.one_direction.as_ref()?))));
    if let Some((line, from)) = direction {
        one_direction(context, line, own, kind, from, turns.is_some() || after.is_some());
        let start = from.value.value;
        kind.orientation = Orientation::OneDirection { start, turns: eighths.clone() };
    } else {
        let within = turns.and_then(|(line, said)| sector(context, line, said, &mut eighths));
        kind.orientation = Orientation::Whole { turns: eighths.clone(), within };
        if readable && let (Some(within), Some((line, said))) = (within, turns) {
            starts_inside(context, line, kind, within, said);
        }
    }
    if !readable || context.errors() > before {
        return;
    }
    let whole: Vec<usize> = (0..kind.components.len()).collect();
    let useful = |kind: &Kind, angle: u8| changes(kind, context.black, &whole, angle);
    if let Some((line, said)) = turns {
        let idle: Vec<u8> = eighths.iter().copied().filter(|&angle| !useful(kind, angle)).collect();
        let any = matches!(said.value.angles, Angles::Any(_));
        let mine = line == generation && own.turns.is_some();
        let (Orientation::Whole { turns, .. } | Orientation::OneDirection { turns, .. }) = &mut kind.orientation;
        turns.retain(|angle| !idle.contains(angle));
        let nothing_left = turns.is_empty();
        if mine && !idle.is_empty() && (!any || nothing_left) {
            idle_turn(context, line, kind, &said.value.angles, said.span, &idle);
        }
    }
    if let Some((line, said)) = after {
        let idle: Vec<u8> = (kind.turns_after_moving.iter().copied())
            .filter(|&angle| !changes(kind, context.black, &whole, angle))
            .collect();
        kind.turns_after_moving.retain(|angle| !idle.contains(angle));
        let any = matches!(said.value, Angles::Any(_));
        if own.after_moving.is_some() && !idle.is_empty() && (!any || kind.turns_after_moving.is_empty()) {
            idle_turn(context, line, kind, &said.value, said.span, &idle);
        }
    }
    for Said { value: (name, turns), span } in &own.part_turns {
        let Some(part) = part_of(kind, &name.value) else { continue };
        let idle: Vec<u8> = (kind.components[part].turns.iter().copied())
            .filter(|&angle| !changes(kind, context.black, &[part], angle))
            .collect();
        kind.components[part].turns.retain(|angle| !idle.contains(angle));
        let any = matches!(turns.angles, Angles::Any(_));
        if !idle.is_empty() && (!any || kind.components[part].turns.is_empty()) {
            idle_turn(context, generation, kind, &turns.angles, *span, &idle);
        }
    }
}

fn part_of(kind: &Kind, name: &str) -> Option<usize> {
    kind.components.iter().position(|part| part.name.as_deref() == Some(name))
}

fn part_turns(context: &mut Context<'_>, generation: Generation, own: &Properties, kind: &mut Kind) {
    for Said { value: (name, turns), span } in &own.part_turns {
        let eighths = angles(context, generation, &turns.angles);
        if let Some(within) = &turns.within {
            let sector = Diagnostic::error(Code::CheckSectorOfAPart, within.span, "a part has no sector of its own")
                .label("only a whole man keeps to a sector")
                .help("leave the sector out, or let the whole man turn");
            context.report(generation, sector);
        }
        let known: Vec<&str> = kind.components.iter().filter_map(|part| part.name.as_deref()).collect();
        if let Some(part) = part_of(kind, &name.value) {
            kind.components[part].turns = eighths;
        } else {
            let help = if known.is_empty() {
                format!("name its parts, as in `hull fW + {} rfN`; or write `turns …` for the whole man", name.value)
            } else {
                did_you_mean(&name.value, known)
            };
            let message = format!("this man has no part called `{}`", name.value);
            let unknown =
                Diagnostic::error(Code::CheckUnknownPart, name.span, message).label("no such part").help(help);
            context.report(generation, unknown);
        }
        if own.one_direction.is_some() {
            let message = "a man that uses one direction at a time has no parts that turn alone";
            let parts = Diagnostic::error(Code::CheckDirectionAndParts, *span, message)
                .label("turns a part alone")
                .help("leave out one of the two");
            context.report(generation, parts);
        }
    }
}

/// Angles in eighths, each once, in order.
fn angles(context: &mut Context<'_>, generation: Generation, angles: &Angles) -> Vec<u8> {
    let Angles::Degrees(degrees) = angles else { return vec![1, 2, 3, 4] };
    let mut eighths: Vec<u8> = Vec::new();
    for angle in degrees {
        let value = angle.value;
        let problem = |message: String, help: String| {
            Diagnostic::error(Code::CheckImpossibleAngle, angle.span, message).label("no such turn").help(help)
        };
        if value == 0 || !value.is_multiple_of(45) {
            let near = (value.saturating_add(22) / 45).clamp(1, 4) * 45;
            let message = format!("men turn by multiples of 45 degrees, not by {value}");
            context.report(generation, problem(message, format!("the nearest such angle is {near}")));
        } else if value > 180 {
            let other = 360_u32.saturating_sub(value);
            let help = match other {
                45.. => format!("a turn goes either way: say {other}"),
                _ => "a full turn changes nothing: say 45, 90, 135 or 180".to_owned(),
            };
            context.report(generation, problem(format!("a turn by {value} degrees is more than half a turn"), help));
        } else if eighths.contains(&((value / 45) as u8)) {
            let twice = Diagnostic::warning(Code::CheckNamedTwice, angle.span, format!("{value} is named twice"))
                .label("named before")
                .help("once is enough");
            context.report(generation, twice);
        } else {
            eighths.push((value / 45) as u8);
        }
    }
    eighths.sort_unstable();
    eighths
}

fn sector(
    context: &mut Context<'_>,
    generation: Generation,
    said: &Said<Turns>,
    eighths: &mut Vec<u8>,
) -> Option<Within> {
    let ast::Within { degrees, of, .. } = said.value.within.as_ref()?;
    let value = degrees.value;
    if value == 0 || !value.is_multiple_of(45) || value >= 180 {
        let help = if value >= 180 { "leave the sector out: it holds every direction" } else { "say 45, 90 or 135" };
        let message = format!("a sector of {value} degrees to either side is none that turns could keep to");
        let none =
            Diagnostic::error(Code::CheckImpossibleAngle, degrees.span, message).label("no such sector").help(help);
        context.report(generation, none);
        return None;
    }
    let limit = (value / 45) as u8;
    if matches!(said.value.angles, Angles::Any(_)) {
        eighths.retain(|&angle| limit.is_multiple_of(angle));
    } else if let Some(&angle) = eighths.iter().find(|&&angle| !limit.is_multiple_of(angle)) {
        let message = format!("turns by {} don't divide a sector of {value}", u32::from(angle) * 45);
        let uneven = Diagnostic::error(Code::CheckUnevenSector, degrees.span, message)
            .label("can't be filled by such turns")
            .help("let the angle of the turn divide the sector, as in `turns 45 within 90 of forward`");
        context.report(generation, uneven);
        return None;
    }
    Some(Within { eighths: limit, of: of.value })
}

/// A man must start inside the sector it keeps to.
fn starts_inside(context: &mut Context<'_>, generation: Generation, kind: &Kind, within: Within, said: &Said<Turns>) {
    for (index, part) in kind.components.iter().enumerate() {
        let inside = kind.facings(Side::White, context.black, index);
        if inside.iter().any(|facing| facing.movement == part.movement) {
            continue;
        }
        let span = said.value.within.as_ref().map_or(said.span, |within| within.span);
        let message = format!("`{}` does not start inside its sector", part.betza);
        let outside = Diagnostic::error(Code::CheckOutsideSector, span, message)
            .label(format!("the middle of the sector is {}", within.of))
            .help("turn the movement as it is at the start, or name another middle");
        context.report(generation, outside);
    }
}

fn one_direction(
    context: &mut Context<'_>,
    generation: Generation,
    own: &Properties,
    kind: &Kind,
    from: &Said<crate::source::Spanned<Wind>>,
    turns: bool,
) {
    let excluded = if kind.components.len() > 1 {
        Some((Code::CheckDirectionAndParts, from.span, "a man of several parts can't use one direction at a time"))
    } else {
        let within = own.turns.as_ref().and_then(|turns| turns.value.within.as_ref());
        within.map(|within| {
            let message = "a man that uses one direction at a time keeps to the directions it has, not to a sector";
            (Code::CheckDirectionAndSector, within.span, message)
        })
    };
    if let Some((code, span, message)) = excluded {
        let excluded = Diagnostic::error(code, span, message)
            .label("these exclude each other")
            .help("leave out one of the two; the directions of the movement are the limit of its turns");
        context.report(generation, excluded);
    }
    if !turns {
        let message = "a man that uses one direction at a time must turn to use another";
        let needs = Diagnostic::error(Code::CheckDirectionWithoutTurns, from.span, message)
            .label("needs a turn")
            .help("add `turns 45`");
        context.report(generation, needs);
    }
    let mut winds: Vec<Wind> = (kind.components.iter())
        .flat_map(|part| &part.movement.paths)
        .filter_map(|path| path.legs.first().map(|leg| leg.leap.wind()))
        .collect();
    winds.sort_unstable();
    winds.dedup();
    let start = from.value;
    if !winds.is_empty() && !winds.contains(&start.value) {
        let known: Vec<String> = winds.iter().map(ToString::to_string).collect();
        let message = format!("the movement has no direction {}", start.value);
        let missing = Diagnostic::error(Code::CheckNoSuchDirection, start.span, message)
            .label("nothing goes there")
            .help(format!("it goes {}", words::all_of(&known)));
        context.report(generation, missing);
    }
}

/// Whether a turn of these parts by this angle leads from some state to another.
fn changes(kind: &Kind, symmetry: Symmetry, parts: &[usize], eighths: u8) -> bool {
    // A kind that has turns at all shows all its facings, so the question is put to one that has this turn.
    let mut asked = kind.clone();
    let (Orientation::Whole { turns, .. } | Orientation::OneDirection { turns, .. }) = &mut asked.orientation;
    turns.push(eighths);
    parts.iter().any(|&part| {
        let facings = asked.facings(Side::White, symmetry, part);
        let turn = i32::from(eighths);
        facings.iter().any(|facing| match asked.orientation {
            Orientation::Whole { .. } => [-turn, turn].iter().any(|&turn| {
                let turned = facing.movement.turned(turn);
                turned != facing.movement && facings.iter().any(|other| other.movement == turned)
            }),
            Orientation::OneDirection { .. } => [-turn, turn]
                .iter()
                .any(|&turn| facings.iter().any(|other| other.wind == facing.wind.turned(turn) && other != facing)),
        })
    })
}

fn idle_turn(context: &mut Context<'_>, generation: Generation, kind: &Kind, angles: &Angles, span: Span, idle: &[u8]) {
    let place = match angles {
        Angles::Degrees(degrees) => degrees
            .iter()
            .find(|angle| idle.iter().any(|&idle| u32::from(idle) * 45 == angle.value))
            .map(|angle| angle.span),
        Angles::Any(_) => None,
    };
    let betza = kind.components.iter().map(|part| part.betza.as_str()).collect::<Vec<_>>().join(" + ");
    let how = match idle {
        [angle] if !matches!(angles, Angles::Any(_)) => format!("by {} degrees ", u32::from(*angle) * 45),
        _ => String::new(),
    };
    let message = format!("a turn {how}changes nothing for `{}`", kind.symbol);
    let idle = Diagnostic::error(Code::CheckIdleTurn, place.unwrap_or(span), message)
        .label(format!("`{betza}` is the same after it"))
        .help("leave it out, or give the man a movement that has a direction, as in `fW`");
    context.report(generation, idle);
}
