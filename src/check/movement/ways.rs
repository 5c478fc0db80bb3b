//! The ways through the legs of a term: which wind each leg takes.

use super::aim::Winds;
use super::form::{Leg, axis};
use crate::geometry::{Leap, LeapClass};

/// The first leap of each leg.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) leaps: Vec<Leap>,
}

impl Way {
    /// Where one leap of every leg leads.
    pub(super) fn sum(&self) -> (i32, i32) {
        self.leaps.iter().fold((0, 0), |(x, y), leap| (x + i32::from(leap.dx), y + i32::from(leap.dy)))
    }

    /// The class of that, unless it leads nowhere.
    pub(super) fn class(&self) -> Option<(u8, u8)> {
        let (x, y) = self.sum();
        let (x, y) = (x.unsigned_abs().min(255) as u8, y.unsigned_abs().min(255) as u8);
        ((x, y) != (0, 0)).then_some((x.max(y), x.min(y)))
    }

    /// The wind it points to, unless it leads nowhere.
    pub(super) fn wind(&self) -> Option<i32> {
        let (x, y) = self.sum();
        self.class()?;
        Some(Leap::new(x.clamp(-127, 127) as i8, y.clamp(-127, 127) as i8).wind().index().into())
    }
}

/// The leap of a class that points to a wind.
pub(super) fn leap((long, short): (u8, u8), wind: i32) -> Leap {
    let class = if short == 0 || short == long { LeapClass::Radial(long) } else { LeapClass::Oblique(long, short) };
    class.leap(wind.div_euclid(2))
}

/// All ways through legs; `None` if there are more than `most`.
pub(super) fn ways(legs: &[Leg], most: usize) -> Option<Vec<Way>> {
    // The wind of the last leap stands beside each way.
    let mut all: Vec<(Way, i32)> = vec![(Way::default(), 0)];
    for (at, leg) in legs.iter().enumerate() {
        let mut longer = Vec::new();
        for (way, before) in &all {
            for class in leg.stride.classes() {
                for wind in next_winds(leg, class, (at > 0).then_some(*before)).iter() {
                    let mut way = way.clone();
                    way.leaps.push(leap(class, wind));
                    longer.push((way, wind));
                }
            }
        }
        if longer.len() > most {
            return None;
        }
        all = longer;
    }
    Some(all.into_iter().map(|(way, _)| way).collect())
}

/// The winds a leg can take after one that took the wind `before`.
fn next_winds(leg: &Leg, class: (u8, u8), before: Option<i32>) -> Winds {
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
