//! Leaps on their rings, and the facings of the parts of men.

use weakfish::geometry::{Leap, Side, Wind};
use weakfish::model::{Change, Curve, Kind, Orientation, Path, Symmetry};

/// A facing of a part.
pub(super) struct Facing {
    /// The name: the first of the winds of all facings in which the part moves alike.
    pub(super) wind: Wind,
    /// The fewest eighths clockwise from the start after which the part moves so.
    pub(super) first: u8,
    /// How it moves, sorted.
    pub(super) paths: Vec<Path>,
}

/// The facings of a part, by eighths clockwise from the start of its side.
pub(super) struct Part {
    pub(super) facings: [Option<Facing>; 8],
    /// Whether it has more than one, so that a state names it.
    pub(super) named: bool,
}

/// The eight leaps that turning makes of one, clockwise from north.
fn ring(leap: Leap) -> [Leap; 8] {
    let (x, y) = (leap.dx.abs(), leap.dy.abs());
    let (a, b) = (x.min(y), x.max(y));
    let ring = if a == 0 || a == b {
        [(0, b), (b, b), (b, 0), (b, -b), (0, -b), (-b, -b), (-b, 0), (-b, b)]
    } else {
        [(a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b)]
    };
    ring.map(|(dx, dy)| Leap { dx, dy })
}

pub(super) fn turned(leap: Leap, eighths: i32) -> Leap {
    let ring = ring(leap);
    let place = ring.iter().position(|&other| other == leap).unwrap() as i32;
    ring[(place + eighths).rem_euclid(8) as usize]
}

fn wind(leap: Leap) -> i32 {
    let place = ring(leap).iter().position(|&other| other == leap).unwrap() as i32;
    let oblique = leap.dx != 0 && leap.dy != 0 && leap.dx.abs() != leap.dy.abs();
    2 * place + i32::from(oblique)
}

fn mapped(paths: &[Path], leap: impl Fn(Leap) -> Leap, mirror: bool) -> Vec<Path> {
    let mut paths = paths.to_vec();
    for leg in paths.iter_mut().flat_map(|path| &mut path.legs) {
        leg.leap = leap(leg.leap);
        if mirror {
            leg.curve = match leg.curve {
                Curve::Straight => Curve::Straight,
                Curve::Circular(eighths) => Curve::Circular(-eighths),
                Curve::Crooked(eighths) => Curve::Crooked(-eighths),
            };
        }
    }
    paths.sort();
    paths.dedup();
    paths
}

pub(super) fn mirrored_in_files(paths: &[Path]) -> Vec<Path> {
    mapped(paths, |leap| Leap { dx: -leap.dx, dy: leap.dy }, true)
}

/// Converts White's paths to those of a side.
pub(super) fn for_side(paths: &[Path], side: Side, symmetry: Symmetry) -> Vec<Path> {
    match (side, symmetry) {
        (Side::White, _) => mapped(paths, |leap| leap, false),
        (Side::Black, Symmetry::MirrorsWhite) => mapped(paths, |leap| Leap { dx: leap.dx, dy: -leap.dy }, true),
        (Side::Black, Symmetry::RotatesWhite) => mapped(paths, |leap| Leap { dx: -leap.dx, dy: -leap.dy }, false),
    }
}

fn wind_for_side(wind: Wind, side: Side, symmetry: Symmetry) -> i32 {
    let index = i32::from(wind.index());
    match (side, symmetry) {
        (Side::White, _) => index,
        (Side::Black, Symmetry::MirrorsWhite) => (8 - index).rem_euclid(16),
        (Side::Black, Symmetry::RotatesWhite) => (8 + index).rem_euclid(16),
    }
}

/// How far one wind is clockwise (positive) or anticlockwise from another: -7 to 8.
fn offset(from: i32, to: i32) -> i32 {
    let clockwise = (to - from).rem_euclid(16);
    if clockwise > 8 { clockwise - 16 } else { clockwise }
}

/// The wind with the paths' first leaps spread alike on both sides of it, all less than a quarter turn away.
fn middle(paths: &[Path]) -> Option<i32> {
    let winds: Vec<i32> = paths.iter().map(|path| wind(path.legs[0].leap)).collect();
    (0..16).find(|&candidate| {
        let offsets = winds.iter().map(|&wind| offset(candidate, wind));
        let (left, right) = (offsets.clone().min(), offsets.max());
        left.zip(right).is_some_and(|(left, right)| left == -right && right < 4)
    })
}

impl Part {
    pub(super) fn new(kind: &Kind, part: usize, side: Side, symmetry: Symmetry) -> Self {
        let component = &kind.components[part];
        let start = for_side(&component.movement.paths, side, symmetry);
        match &kind.orientation {
            Orientation::OneDirection { start: faced, .. } => {
                let faced = wind_for_side(*faced, side, symmetry);
                Self::named(|eighths| {
                    let direction = (faced + 2 * eighths).rem_euclid(16);
                    let in_direction = |path: &&Path| wind(path.legs[0].leap) == direction;
                    let paths: Vec<Path> = start.iter().filter(in_direction).cloned().collect();
                    (!paths.is_empty()).then(|| Facing { wind: Wind::new(direction), first: eighths as u8, paths })
                })
            }
            Orientation::Whole { turns, within } => {
                let turns = !(turns.is_empty()
                    && kind.effects.iter().all(|effect| !matches!(effect.change, Change::Turns(_)))
                    && component.turns.is_empty());
                let forward = if side == Side::White { 0 } else { 8 };
                let turned: Vec<(i32, Vec<Path>)> = (0..8)
                    .map(|eighths| {
                        let paths = mapped(&start, |leap| turned(leap, eighths), false);
                        (middle(&paths).unwrap_or((forward + 2 * eighths).rem_euclid(16)), paths)
                    })
                    .collect();
                Self::named(|eighths| {
                    if !turns && eighths != 0 {
                        return None;
                    }
                    let paths = &turned[eighths as usize].1;
                    let alike = (0..8).filter(|&other| turned[other].1 == *paths);
                    let first = alike.clone().min().unwrap() as u8;
                    let in_sector = |wind: &i32| {
                        within.is_none_or(|within| {
                            let middle = wind_for_side(within.of, side, symmetry);
                            offset(middle, *wind).abs() <= 2 * i32::from(within.eighths)
                        })
                    };
                    let wind = alike.map(|other| turned[other].0).filter(in_sector).min()?;
                    Some(Facing { wind: Wind::new(wind), first, paths: paths.clone() })
                })
            }
        }
    }

    fn named(facing: impl Fn(i32) -> Option<Facing>) -> Self {
        let facings = std::array::from_fn(|eighths| facing(eighths as i32));
        let mut firsts: Vec<u8> = facings.iter().flatten().map(|facing| facing.first).collect();
        firsts.sort_unstable();
        firsts.dedup();
        Self { facings, named: firsts.len() > 1 }
    }
}
