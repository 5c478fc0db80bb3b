//! From a [`Form`](super::form::Form) to the model.

use super::form::{Leg, Manner, Stride, Term};
use super::ways::{Way, ways};
use crate::geometry::Leap;
use crate::model::{self, Clearance, Curve, Modes, Path, Through};

/// The most paths of a movement.
pub(super) const MAX_PATHS: usize = 1024;

/// The paths of a term; `None` if there are too many.
pub(super) fn lower(term: &Term) -> Option<Vec<Path>> {
    let aimed = |way: &Way| term.aim.is_none_or(|winds| way.wind().is_some_and(|wind| winds.contains(wind)));
    let mut paths = Vec::new();
    for way in ways(&term.legs, MAX_PATHS)?.into_iter().filter(aimed) {
        let mut runs: Vec<Vec<model::Leg>> = vec![Vec::new()];
        for (leg, &leap) in term.legs.iter().zip(&way.leaps) {
            let next = expand(leg, leap);
            if runs.len() * next.len() > MAX_PATHS {
                return None;
            }
            runs = runs.iter().flat_map(|run| next.iter().map(|legs| [run.as_slice(), legs].concat())).collect();
        }
        paths.extend(runs.into_iter().map(|legs| Path {
            legs,
            first_move_only: term.first_move_only,
            en_passant: term.en_passant,
            wraps: term.wraps,
        }));
        if paths.len() > MAX_PATHS {
            return None;
        }
    }
    Some(paths)
}

/// The ways to make one leg that begins with `leap`: each a run of legs of the model.
fn expand(leg: &Leg, leap: Leap) -> Vec<Vec<model::Leg>> {
    let plain = model::Leg {
        least: leg.range.least,
        most: leg.range.most,
        clearance: leg.clearance,
        through: leg.through,
        stops: leg.stops,
        ..model::Leg::leap(leap)
    };
    let run = |least: u8, most: Option<u8>, through: Through| model::Leg {
        least,
        most,
        clearance: Clearance::Leaps,
        through,
        stops: Modes::NONE,
        ..plain.clone()
    };
    match leg.manner {
        Manner::Plain => vec![vec![plain]],
        Manner::Circular | Manner::Crooked => {
            let eighths = if leg.manner == Manner::Circular { smallest_turn(leg.stride) } else { 2 };
            [eighths, -eighths].map(|eighths| vec![turning(&plain, leg.manner, eighths)]).into()
        }
        Manner::Hopping => match leg.range.most {
            None => vec![vec![run(1, None, Through::Occupied), model::Leg { least: 1, ..plain }]],
            Some(most) => (1..most)
                .map(|hurdle| {
                    let on = model::Leg { least: 1, most: Some(most - hurdle), ..plain.clone() };
                    vec![run(hurdle, Some(hurdle), Through::Occupied), on]
                })
                .collect(),
        },
        Manner::Grasshopper => {
            let to_hurdle = run(1, leg.range.most.map(|most| most.saturating_sub(1)), Through::Occupied);
            vec![vec![to_hurdle, model::Leg { least: 1, most: Some(1), ..plain }]]
        }
        Manner::Jumping if leg.stride.is_step() => {
            let on = model::Leg { most: leg.range.most.map(|most| most.saturating_sub(1)), ..plain.clone() };
            vec![vec![run(1, Some(1), Through::Anything), on]]
        }
        Manner::Jumping => jumps(leap, &plain),
    }
}

/// The smallest angle by which a leg turns that stays among its own leaps.
const fn smallest_turn(stride: Stride) -> i8 {
    match stride {
        Stride::Leap(long, short) if short == 0 || short == long => 2,
        Stride::Leap(..) | Stride::King => 1,
    }
}

fn turning(plain: &model::Leg, manner: Manner, eighths: i8) -> model::Leg {
    if manner == Manner::Crooked {
        return model::Leg { curve: Curve::Crooked(eighths), ..plain.clone() };
    }
    // The circle closes on the square where it began, to which nothing moves.
    let closing = 8 / eighths.unsigned_abs();
    let most = plain.most.map_or(closing - 1, |most| most.min(closing - 1));
    model::Leg { curve: Curve::Circular(eighths), most: Some(most), ..plain.clone() }
}

/// A leap over exactly one man: the steps of its path, once for each place of the man.
fn jumps(leap: Leap, plain: &model::Leg) -> Vec<Vec<model::Leg>> {
    let mut squares = Clearance::OrthogonalFirst.squares(leap);
    squares.sort_unstable_by_key(|square| (i32::from(square.dx).abs() + i32::from(square.dy).abs(), *square));
    let step = |from: Leap, to: Leap| Leap::new(to.dx - from.dx, to.dy - from.dy);
    (0..squares.len())
        .map(|hurdle| {
            let mut here = Leap::new(0, 0);
            let mut legs = Vec::new();
            for (at, &square) in squares.iter().enumerate() {
                let through = if at == hurdle { Through::Occupied } else { Through::Empty };
                legs.push(model::Leg { through, stops: Modes::NONE, ..model::Leg::leap(step(here, square)) });
                here = square;
            }
            legs.push(model::Leg { through: plain.through, stops: plain.stops, ..model::Leg::leap(step(here, leap)) });
            legs
        })
        .collect()
}
