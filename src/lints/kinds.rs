//! Lints of one kind of men: its turns and flips, and what it hops over and captures.

use super::{Finding, KindItem, Lint, ModelItem, Turning};
use crate::geometry::Wind;
use crate::model::{Component, Eighths, Kind, KindId, Leg, Mode, Modes, Orientation, Path, Through};
use crate::prose;

/// The angles by which a kind turns without ever changing its facing.
pub(crate) fn idle_angles(kind: &Kind, turning: Turning) -> Vec<Eighths> {
    let (angles, parts) = match turning {
        Turning::Whole => (kind.orientation.turns(), 0..kind.components.len()),
        Turning::AfterMoving => (kind.turns_after_moving.as_slice(), 0..kind.components.len()),
        Turning::Part(part) => match kind.components.get(part) {
            Some(component) => (component.turns.as_slice(), part..part + 1),
            None => return Vec::new(),
        },
    };
    angles.iter().copied().filter(|&angle| !parts.clone().any(|part| turns_to_another(kind, part, angle))).collect()
}

/// Whether a turn of a part leads from some facing to another.
fn turns_to_another(kind: &Kind, part: usize, eighths: Eighths) -> bool {
    let facings = kind.facings_of_white(part);
    let turns = [-i32::from(eighths), i32::from(eighths)];
    facings.iter().any(|facing| {
        turns.iter().any(|&turn| match kind.orientation {
            Orientation::Whole { .. } => {
                let turned = facing.movement.turned(turn);
                turned != facing.movement && facings.iter().any(|other| other.movement == turned)
            }
            Orientation::OneDirection { .. } => {
                facings.iter().any(|other| other.wind == facing.wind.turned(turn) && other != facing)
            }
        })
    })
}

pub(super) fn idle_turns(id: KindId, kind: &Kind) -> Vec<Finding> {
    let parts = (0..kind.components.len()).map(Turning::Part);
    let turnings = [Turning::Whole, Turning::AfterMoving].into_iter().chain(parts);
    turnings.filter_map(|turning| idle_turn(id, kind, turning)).collect()
}

fn idle_turn(id: KindId, kind: &Kind, turning: Turning) -> Option<Finding> {
    let idle = idle_angles(kind, turning);
    let first = *idle.first()?;
    let how = if idle.len() == 1 { format!("by {} degrees ", first.degrees()) } else { String::new() };
    let betza: Vec<&str> = kind.components.iter().map(Component::written).collect();
    let message = format!("a turn {how}changes nothing for `{}`", kind.symbol);
    let finding = Finding::new(Lint::IdleTurn, ModelItem::Kind(id, KindItem::Turn(turning, first)), message)
        .label(format!("`{}` is the same after it", betza.join(" + ")))
        .help("leave it out, or give the man a movement that has a direction, as in `fW`");
    Some(finding)
}

/// Finds a man that does not start inside its sector.
pub(super) fn outside_sector(id: KindId, kind: &Kind) -> Option<Finding> {
    let Orientation::Whole { within: Some(within), .. } = kind.orientation else { return None };
    let outside = kind
        .components
        .iter()
        .enumerate()
        .find(|(index, part)| !kind.facings_of_white(*index).iter().any(|facing| facing.movement == part.movement));
    let message = format!("`{}` does not start inside its sector", outside?.1.written());
    let finding = Finding::new(Lint::OutsideSector, ModelItem::Kind(id, KindItem::Sector), message)
        .label(format!("the middle of the sector is {}", within.of))
        .help("turn the movement as it is at the start, or name another middle");
    Some(finding)
}

/// Finds a man that starts in a direction that its movement does not have.
pub(super) fn no_such_direction(id: KindId, kind: &Kind) -> Option<Finding> {
    let Orientation::OneDirection { start, .. } = kind.orientation else { return None };
    let paths = kind.components.iter().flat_map(|part| &part.movement.paths);
    let mut winds: Vec<Wind> = paths.filter_map(|path| Some(path.legs.first()?.leap.wind())).collect();
    winds.sort_unstable();
    winds.dedup();
    if winds.contains(&start) {
        return None;
    }
    let known = prose::all_of(prose::quoted(winds.iter().map(|wind| wind.name())));
    let message = format!("the movement has no direction {start}");
    let finding = Finding::new(Lint::NoSuchDirection, ModelItem::Kind(id, KindItem::Direction), message)
        .label("no move goes there")
        .help(if winds.is_empty() {
            "it never moves: leave the directions out".to_owned()
        } else {
            format!("it goes {known}")
        });
    Some(finding)
}

/// Finds a man that can do nothing in one of its modes.
pub(super) fn idle_mode(id: KindId, kind: &Kind) -> Option<Finding> {
    kind.flips?;
    let idle = |modes: Modes| kind.components.iter().all(|part| part.movement.restricted(modes).paths.is_empty());
    let what = match (idle(Modes::MOVES), idle(Modes::CAPTURES)) {
        (true, _) => "move",
        (_, true) => "capture",
        _ => return None,
    };
    let betza = kind.components.first().map_or("", Component::written);
    let message = format!("this man can never {what}");
    let finding = Finding::new(Lint::IdleMode, ModelItem::Kind(id, KindItem::Flips), message)
        .label(format!("in that mode `{betza}` does nothing"))
        .help("leave the flips out, or give it a movement that can do both");
    Some(finding)
}

/// Finds a man that may hop over certain men only, and never hops.
pub(super) fn idle_hops(id: KindId, kind: &Kind) -> Option<Finding> {
    kind.hops_over.as_ref()?;
    let hurdle = |leg: &Leg| leg.through == Through::Occupied;
    if paths(kind).any(|path| path.legs.split_last().is_some_and(|(_, before)| before.iter().any(hurdle))) {
        return None;
    }
    let finding =
        Finding::new(Lint::IdleHops, ModelItem::Kind(id, KindItem::HopsOver), "this man never hops over another")
            .label("there is nothing to limit")
            .help("leave it out, or give the man a movement with a hurdle, as in `pR`");
    Some(finding)
}

/// Finds a man that captures certain men only, and never captures.
pub(super) fn idle_captures(id: KindId, kind: &Kind) -> Option<Finding> {
    kind.captures.as_ref()?;
    if paths(kind).any(|path| path.en_passant || path.legs.iter().any(|leg| leg.stops.captures)) {
        return None;
    }
    let finding = Finding::new(Lint::IdleCaptures, ModelItem::Kind(id, KindItem::Captures), "this man never captures")
        .label("there is nothing to limit")
        .help("leave it out, or give the man a movement that captures: without `m` before it");
    Some(finding)
}

/// Finds a first move that is part of the man's usual movement.
pub(super) fn idle_first_move(id: KindId, kind: &Kind) -> Option<Finding> {
    let first = kind.first_move.as_ref()?;
    let [part] = kind.components.as_slice() else { return None };
    let usual = part.movement.restricted(Modes::MOVES);
    let turns = !kind.orientation.turns().is_empty() || !kind.turns_after_moving.is_empty();
    let adds = first.movement.paths.iter().any(|path| !usual.paths.contains(path));
    let flips_first = kind.flips == Some(Mode::Capturing);
    if !flips_first && (adds || turns || kind.flips.is_some() || !kind.elsewhere.is_empty()) {
        return None;
    }
    let message = format!("the first move adds nothing to `{}`", part.written());
    let finding = Finding::new(Lint::IdleFirstMove, ModelItem::Kind(id, KindItem::FirstMove), message)
        .label(if flips_first { "the man must flip before it can move" } else { "the man can always go so" })
        .help("leave it out, or name squares that the usual movement does not reach");
    Some(finding)
}

fn paths(kind: &Kind) -> impl Iterator<Item = &Path> {
    kind.movements().flat_map(|movement| &movement.paths)
}
