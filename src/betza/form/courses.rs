//! The courses of a pattern: every choice of a direction for each of its legs.

use super::directions::{Axis, Winds};
use super::pattern::{Pattern, PatternLeg};
use crate::geometry::{Leap, LeapClass};

/// The first leap of each leg of a pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Course {
    pub(crate) leaps: Vec<Leap>,
}

impl Course {
    /// The distance that one leap of every leg covers.
    pub(crate) fn sum(&self) -> (i32, i32) {
        self.leaps.iter().fold((0, 0), |(x, y), leap| (x + i32::from(leap.dx), y + i32::from(leap.dy)))
    }

    /// The class of that distance as a leap, unless the course ends where it began.
    pub(crate) fn class(&self) -> Option<(u8, u8)> {
        let (x, y) = self.sum();
        let (x, y) = (x.unsigned_abs().min(255) as u8, y.unsigned_abs().min(255) as u8);
        ((x, y) != (0, 0)).then_some((x.max(y), x.min(y)))
    }

    /// The wind toward which the course leads, unless it ends where it began.
    pub(crate) fn wind(&self) -> Option<i32> {
        let (x, y) = self.sum();
        self.class()?;
        Some(Leap::new(x.clamp(-127, 127) as i8, y.clamp(-127, 127) as i8).wind().index().into())
    }
}

/// The leap of a class that points to a wind.
pub(crate) fn leap((long, short): (u8, u8), wind: i32) -> Leap {
    let class = if short == 0 || short == long { LeapClass::Radial(long) } else { LeapClass::Oblique(long, short) };
    class.leap(wind.div_euclid(2))
}

/// All courses of legs; `None` if there are more than `most`.
pub(crate) fn courses(legs: &[PatternLeg], most: usize) -> Option<Vec<Course>> {
    // Each course with the wind of its last leap.
    let mut all: Vec<(Course, i32)> = vec![(Course::default(), 0)];
    for (at, leg) in legs.iter().enumerate() {
        let mut longer = Vec::new();
        for (course, before) in &all {
            for class in leg.stride.classes() {
                for wind in next_winds(leg, class, (at > 0).then_some(*before)).iter() {
                    let mut course = course.clone();
                    course.leaps.push(leap(class, wind));
                    longer.push((course, wind));
                }
            }
        }
        if longer.len() > most {
            return None;
        }
        all = longer;
    }
    Some(all.into_iter().map(|(course, _)| course).collect())
}

/// The winds that a leg can take, for a later leg after one that took the wind `before`.
fn next_winds(leg: &PatternLeg, class: (u8, u8), before: Option<i32>) -> Winds {
    let all = axis(class).all();
    match (before, leg.aim) {
        (None, None) => all,
        (None, Some(aim)) => all.and(aim),
        (Some(before), Some(aim)) => all.iter().filter(|wind| aim.contains(wind - before)).collect(),
        (Some(before), None) => {
            let bend = |wind: i32| (wind - before + 8).rem_euclid(16).abs_diff(8);
            let least = leg
                .stride
                .classes()
                .into_iter()
                .flat_map(|class| axis(class).all().iter().map(bend).collect::<Vec<_>>());
            let least = least.min().unwrap_or(0);
            all.iter().filter(|&wind| bend(wind) == least).collect()
        }
    }
}

impl Pattern {
    /// The axes on which its paths end.
    pub(crate) fn axes(&self) -> Vec<Axis> {
        let mut axes: Vec<Axis> = Vec::new();
        let classes = match self.legs.as_slice() {
            [leg] => leg.stride.classes(),
            legs => courses(legs, 512).unwrap_or_default().iter().filter_map(Course::class).collect(),
        };
        for class in classes {
            if !axes.contains(&axis(class)) {
                axes.push(axis(class));
            }
        }
        axes
    }
}

/// The axis of a class of leaps.
pub(crate) fn axis((long, short): (u8, u8)) -> Axis {
    match short {
        0 => Axis::Orthogonal,
        _ if short == long => Axis::Diagonal,
        _ => Axis::Oblique,
    }
}

/// The direction letters that choose exactly these leaps of one class; none if they are the whole class.
pub(crate) fn aim_letters(class: (u8, u8), leaps: &[Leap]) -> String {
    let winds: Winds = leaps.iter().map(|leap| i32::from(leap.wind().index())).collect();
    if winds == axis(class).all() { String::new() } else { axis(class).spell(winds) }
}

/// The axis on which a class of leaps lies as seen from a leap of the class `from`.
pub(crate) fn relative_axis(from: (u8, u8), class: (u8, u8)) -> Axis {
    match (axis(from), axis(class)) {
        (Axis::Oblique, Axis::Oblique) => Axis::Eight,
        (Axis::Oblique, _) | (_, Axis::Oblique) => Axis::Oblique,
        (a, b) if a == b => Axis::Orthogonal,
        _ => Axis::Diagonal,
    }
}

/// The winds that bend least after a leap of the class `from`, if they don't depend on its direction. They do where
/// a straight leap follows an oblique one.
pub(crate) fn outward(from: (u8, u8), class: (u8, u8)) -> Option<Winds> {
    match relative_axis(from, class) {
        Axis::Orthogonal | Axis::Eight => Some(Winds::of(&[0])),
        Axis::Diagonal => Some(Winds::of(&[2, 14])),
        Axis::Oblique if axis(from) != Axis::Oblique => Some(Winds::of(&[1, 15])),
        Axis::Oblique => None,
    }
}
