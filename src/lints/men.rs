//! Lints of men: equal names, men that are never on the board, idle turns and properties, lines drawn on the board.

use std::collections::HashMap;

use super::{Finding, KindItem, Lint, ModelItem, PartialModel, Turning};
use crate::geometry::{Leap, PerSide, Side, Square, Wind};
use crate::model::{
    BoardLines, Change, Clearance, Component, Eighths, Elsewhere, Kind, KindId, Leg, Mode, Modes, Movement,
    Orientation, Path, Setup, Through, coming_men, kinds_in_hand,
};
use crate::prose;

/// Finds men with one name.
pub(super) fn same_names(view: &PartialModel<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut earlier: HashMap<&str, PerSide<Option<&str>>> = HashMap::new();
    for (index, kind) in
        view.all_kinds().unwrap_or_default().into_iter().enumerate().filter(|(_, kind)| !kind.name.is_empty())
    {
        let taken = earlier.entry(&kind.name).or_default();
        let mut sides = Side::ALL.into_iter().filter(|&side| kind.sides[side]);
        if let Some(symbol) = sides.clone().find_map(|side| taken[side]) {
            let item = ModelItem::Kind(KindId(index as u8), KindItem::Name);
            let finding = Finding::new(Lint::SameName, item, format!("two men are called {}", kind.name))
                .label("the name is taken")
                .help(format!("`{symbol}` has it too; give each man a name of its own"));
            found.push(finding);
        }
        sides.by_ref().for_each(|side| {
            taken[side].get_or_insert(&kind.symbol);
        });
    }
    found
}

/// Finds men that stand in no setup and that nothing promotes to or becomes.
pub(super) fn unused_man(view: &PartialModel<'_>) -> Vec<Finding> {
    let (Some(setups), Some(rules)) = (view.all_setups(), view.all_rules()) else { return Vec::new() };
    let mut used = vec![false; view.kinds.made.len()];
    let come = setups.iter().flat_map(coming_men).chain(coming_men(rules)).map(|(_, kind)| kind);
    let become_others = view.kinds.made.iter().flatten().flat_map(|kind| kind.becomes());
    let in_hand = Side::ALL.into_iter().flat_map(|side| kinds_in_hand(&view.kinds.made, setups, side));
    for id in come.chain(become_others).chain(in_hand) {
        if let Some(used) = used.get_mut(id.index()) {
            *used = true;
        }
    }
    let unused = used.iter().enumerate().filter(|(_, used)| !**used).map(|(index, _)| KindId(index as u8));
    let finding = |id: KindId| {
        let message = format!("`{}` stands in no setup, and nothing promotes to it", view.symbol(id));
        Finding::new(Lint::UnusedMan, ModelItem::Kind(id, KindItem::Symbol), message)
            .label("never on the board")
            .help("draw it in a setup, or leave its line out")
    };
    unused.map(finding).collect()
}

/// Finds movements on certain squares that leave nothing of the usual one, which they replace there.
pub(super) fn other_movement(id: KindId, kind: &Kind) -> Vec<Finding> {
    let [usual] = kind.components.as_slice() else { return Vec::new() };
    // How a path begins, and how moves along it end: a shorter range or a further condition leaves a part of it.
    let ends = |path: &Path| {
        path.legs.iter().fold(Modes::NONE, |ends, leg| Modes {
            moves: ends.moves || leg.stops.moves,
            captures: ends.captures || leg.stops.captures,
        })
    };
    let shares = |one: &Path, other: &Path| {
        let (ends, others) = (ends(one), ends(other));
        let alike = ends.moves && others.moves || ends.captures && others.captures;
        alike && one.legs.first().map(|leg| leg.leap) == other.legs.first().map(|leg| leg.leap)
    };
    let leaves_nothing = |movement: &Movement| {
        let mut pairs = movement.paths.iter().flat_map(|path| usual.movement.paths.iter().map(move |of| (path, of)));
        !movement.paths.is_empty() && !usual.movement.paths.is_empty() && !pairs.any(|(path, of)| shares(path, of))
    };
    let finding = |(number, other): (usize, &Elsewhere)| {
        let message =
            format!("there `{}` moves only as {}, and not as {} any more", kind.symbol, other.betza, usual.betza);
        Finding::new(Lint::OtherMovement, ModelItem::Kind(id, KindItem::Elsewhere(number)), message)
            .label("instead of the usual movement")
            .help(format!(
                "write `also on … {0}` if it moves both ways there; `on … {0}` replaces the usual movement",
                other.betza
            ))
    };
    let others = kind.elsewhere.iter().enumerate().filter(|(_, other)| leaves_nothing(&other.movement));
    others.map(finding).collect()
}

/// Finds men with a first move, or one once a game, that no setup has.
pub(super) fn unused_first_move(view: &PartialModel<'_>) -> Vec<Finding> {
    let Some(setups) = view.all_setups() else { return Vec::new() };
    let stands = |id: KindId| setups.iter().flat_map(|setup| &setup.men).any(|man| man.kind == id);
    let kinds =
        view.kinds.made.iter().enumerate().filter(|(_, kind)| kind.is_some_and(|kind| kind.first_move.is_some()));
    let absent = kinds.map(|(index, _)| KindId(index as u8)).filter(|&id| !stands(id));
    let finding = |id: KindId| {
        let once = view.kind(id).is_some_and(Kind::moves_once_a_game);
        let later =
            if once { "a man that comes later has no move once a game" } else { "a man that comes later has moved" };
        let message = format!("no setup has `{}`, and {later}", view.symbol(id));
        Finding::new(Lint::IdleFirstMove, ModelItem::Kind(id, KindItem::FirstMove), message)
            .label("never made")
            .help("leave it out, or draw the man in a setup")
    };
    let never = unused_leaving(view, setups, &stands);
    absent.map(finding).chain(never).collect()
}

/// Finds men that could leave others behind, but stand in no setup, or none of those is ever in hand.
fn unused_leaving(view: &PartialModel<'_>, setups: &[Setup], stands: &dyn Fn(KindId) -> bool) -> Vec<Finding> {
    let kinds = &view.kinds.made;
    let in_hand = PerSide::from_fn(|side| kinds_in_hand(kinds, setups, side));
    let mut found = Vec::new();
    for (index, kind) in kinds.iter().enumerate() {
        let Some(kind) = kind.filter(|kind| !kind.may_leave.is_empty()) else { continue };
        let id = KindId(index as u8);
        let held = |side: Side| kind.sides[side] && kind.may_leave.iter().any(|left| in_hand[side].contains(left));
        // A line of all men may mean nothing for some of them.
        let alike = |(other, of): (usize, Option<&Kind>)| {
            of.is_some_and(|of| of.may_leave == kind.may_leave) && stands(KindId(other as u8))
        };
        let why = if !kinds.iter().copied().enumerate().any(alike) {
            "a man that comes later than the setup has moved"
        } else if !Side::ALL.into_iter().any(held) {
            "no such man is ever in hand"
        } else {
            continue;
        };
        let finding = Finding::new(Lint::IdleFirstMove, ModelItem::Kind(id, KindItem::MayLeave), why)
            .label("nothing to leave")
            .help("leave it out; or draw the man in a setup, and give a setup a line `hand:`");
        found.push(finding);
    }
    found
}

/// The angles by which a kind turns without ever changing its facing.
pub(crate) fn idle_angles(kind: &Kind, turning: Turning) -> Vec<Eighths> {
    let (angles, parts) = match turning {
        Turning::Whole => (kind.orientation.turns(), 0..kind.components.len()),
        Turning::Effect(index) => match kind.effects.get(index).map(|effect| &effect.change) {
            Some(Change::Turns(angles)) => (angles.as_slice(), 0..kind.components.len()),
            _ => return Vec::new(),
        },
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

/// Finds turns that never change a man's facing.
pub(super) fn idle_turns(id: KindId, kind: &Kind) -> Vec<Finding> {
    let parts = (0..kind.components.len()).map(Turning::Part);
    let effects = (0..kind.effects.len()).map(Turning::Effect);
    let turnings = [Turning::Whole].into_iter().chain(effects).chain(parts);
    turnings.filter_map(|turning| idle_turn(id, kind, turning)).collect()
}

/// Finds turns of the whole man, after a move or of a part, that never change its facing.
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
    if all_paths(kind).any(|path| path.legs.split_last().is_some_and(|(_, before)| before.iter().any(hurdle))) {
        return None;
    }
    let finding =
        Finding::new(Lint::IdleHops, ModelItem::Kind(id, KindItem::HopsOver), "this man never hops over another")
            .label("there is nothing to limit")
            .help("leave it out, or give the man a movement with a hurdle, as in `pR`");
    Some(finding)
}

/// Finds a man that passes men, and whose moves nothing blocks anyway.
pub(super) fn idle_passes(id: KindId, kind: &Kind) -> Option<Finding> {
    let leap = |leg: &Leg| leg.least == 1 && leg.most == Some(1) && leg.clearance == Clearance::Leaps;
    let unblocked = |path: &Path| matches!(path.legs.as_slice(), [leg] if leap(leg));
    if kind.passes_own.is_empty() || !all_paths(kind).all(unblocked) {
        return None;
    }
    let finding = Finding::new(Lint::IdlePasses, ModelItem::Kind(id, KindItem::PassesOwn), "nothing blocks this man")
        .label("there is nothing to pass")
        .help("leave it out, or give the man a movement over several squares, as in `R`");
    Some(finding)
}

/// Finds a man that captures certain men only, and never captures.
pub(super) fn idle_captures(id: KindId, kind: &Kind) -> Option<Finding> {
    kind.captures.as_ref()?;
    if all_paths(kind).any(|path| path.en_passant || path.legs.iter().any(|leg| leg.stops.captures)) {
        return None;
    }
    let finding = Finding::new(Lint::IdleCaptures, ModelItem::Kind(id, KindItem::Captures), "this man never captures")
        .label("there is nothing to limit")
        .help("leave it out, or give the man a movement that captures: without `m` before it");
    Some(finding)
}

/// Finds a first move, or one once a game, that is part of the man's usual movement.
pub(super) fn idle_first_move(id: KindId, kind: &Kind) -> Option<Finding> {
    let first = kind.first_move.as_ref()?;
    let [part] = kind.components.as_slice() else { return None };
    let usual = part.movement.restricted(Modes::MOVES);
    let turns = !kind.orientation.turns().is_empty() || !kind.effects.is_empty();
    let adds = first.movement.paths.iter().any(|path| !usual.paths.contains(path));
    // A first move is lost by the flip, one once a game is not.
    let once = kind.moves_once_a_game();
    let flips_first = kind.flips == Some(Mode::Capturing) && !once;
    if !flips_first && (adds || turns || kind.flips.is_some() || !kind.elsewhere.is_empty()) {
        return None;
    }
    let which = if once { "the move once a game" } else { "the first move" };
    let message = format!("{which} adds nothing to `{}`", part.written());
    let finding = Finding::new(Lint::IdleFirstMove, ModelItem::Kind(id, KindItem::FirstMove), message)
        .label(if flips_first { "the man must flip before it can move" } else { "the man can always go so" })
        .help("leave it out, or name squares that the usual movement does not reach");
    Some(finding)
}

/// Finds men that become others outside the region that these may not leave.
pub(super) fn becomes_outside_region(view: &PartialModel<'_>) -> Vec<Finding> {
    let Some(regions) = view.regions else { return Vec::new() };
    let region = |kind: &Kind| regions.get(kind.stays_in?.index());
    let mut found = Vec::new();
    for (index, kind) in view.kinds.made.iter().enumerate().filter_map(|(index, kind)| Some((index, (*kind)?))) {
        for (number, effect) in kind.effects.iter().enumerate() {
            let (Change::Becomes(targets) | Change::BecomesVictim(targets)) = &effect.change else { continue };
            let by_victim = matches!(effect.change, Change::BecomesVictim(_));
            let stands = |kind: &Kind, side: Side, square: Square| {
                region(kind).is_none_or(|region| region.squares[side].contains(square))
            };
            let happens_on = |side: Side, square: Square| {
                stands(kind, side, square) && effect.event.squares(side).is_none_or(|squares| squares.contains(square))
            };
            let outside = targets.iter().filter_map(|&target| view.kind(target)).find_map(|target| {
                let there = region(target)?;
                let sides = Side::ALL.into_iter().filter(|&side| kind.sides[side] && target.sides[side]);
                let mut squares = sides.flat_map(|side| view.board.squares().map(move |square| (side, square)));
                let (side, square) = squares.find(|&(side, square)| {
                    let possible = happens_on(side, square) && (!by_victim || stands(target, !side, square));
                    possible && !there.squares[side].contains(square)
                })?;
                let place = there.name.as_ref().map_or("its place".to_owned(), |name| format!("the region `{name}`"));
                Some((target, side, square, place))
            });
            if let Some((target, side, square, place)) = outside {
                let square = view.board.name(square);
                let message = format!("{side}'s `{}` never leaves {place}, and {square} is outside", target.symbol);
                let item = ModelItem::Kind(KindId(index as u8), KindItem::Effect(number));
                let finding =
                    Finding::new(Lint::BecomesOutsideRegion, item, message).label("a man would become one there").help(
                        format!("leave `{}` out, or let a man become one on arriving in {place} only", target.symbol),
                    );
                found.push(finding);
            }
        }
    }
    found
}

/// All paths of a kind's movements.
fn all_paths(kind: &Kind) -> impl Iterator<Item = &Path> {
    kind.movements().flat_map(|movement| &movement.paths)
}

/// Finds lines that no man moves along.
pub(super) fn idle_lines(view: &PartialModel<'_>) -> Vec<Finding> {
    let (Some(lines), Some(kinds)) = (view.lines, view.all_kinds()) else { return Vec::new() };
    if lines.is_empty() || kinds.iter().any(|kind| movement_along_lines(kind).is_some()) {
        return Vec::new();
    }
    let finding = Finding::new(Lint::IdleLines, ModelItem::Lines, "no man moves along these lines")
        .label("they mean nothing")
        .help("let some men move along them, as in `K king: W, royal, along lines F`, or leave the lines out");
    vec![finding]
}

/// Finds men that move along lines, and of whose leaps none leads from a square of a line to the next.
pub(super) fn never_along_lines(view: &PartialModel<'_>) -> Vec<Finding> {
    let (Some(lines), Some(kinds)) = (view.lines, view.all_kinds()) else { return Vec::new() };
    let board = view.board;
    let steps: Vec<Leap> = BoardLines::new(lines)
        .pairs()
        .map(|(from, to)| {
            let (files, ranks) = (board.file(to) - board.file(from), board.rank(to) - board.rank(from));
            Leap::new(files as i8, ranks as i8)
        })
        .collect();
    let finding = |(id, kind): (KindId, &Kind)| {
        let fits = |path: &Path| {
            let first = path.legs.first().map(|leg| leg.leap);
            path.wraps || first.is_some_and(|leap| steps.iter().any(|step| may_become(kind, leap, *step)))
        };
        if movement_along_lines(kind)?.paths.iter().any(fits) {
            return None;
        }
        let message = format!("`{}` never moves along the lines of the board", kind.symbol);
        let finding = Finding::new(Lint::IdleAlongLines, ModelItem::Kind(id, KindItem::AlongLines), message)
            .label("none of these leaps leads along a line")
            .help(
                "a leap must lead from a square of a line to the next one of it; give it such leaps, or leave this out",
            );
        Some(finding)
    };
    (0..=u8::MAX).map(KindId).zip(kinds).filter_map(finding).collect()
}

/// The paths of a kind's movement that lead along lines.
fn movement_along_lines(kind: &Kind) -> Option<Movement> {
    kind.movements().map(|movement| movement.along_lines(true)).find(|movement| !movement.paths.is_empty())
}

/// Whether a man's leap may become another one: as its mirror image, for Black or on the right half of the board, or by
/// a turn.
fn may_become(kind: &Kind, leap: Leap, step: Leap) -> bool {
    let mirrored = (step.dx.abs(), step.dy.abs()) == (leap.dx.abs(), leap.dy.abs());
    mirrored || kind.turns() && step.class() == leap.class()
}
