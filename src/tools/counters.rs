//! What is counted while a game is played, and what it may come to.

use serde::Serialize;

use crate::engine::Position;
use crate::geometry::Side;
use crate::model::{Condition, QuietUnit, Variant};

/// Something that is counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Counter {
    /// What it counts: `plies without progress`.
    pub name: String,
    /// How many there are.
    pub value: u32,
    /// With how many something happens, or can be claimed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// What the rules and endings of a game count, as it stands in a position; of a count that begins under conditions only if
/// it runs.
///
/// ```
/// use weakfish::{BuiltIns, builtin, load, notation, tools::counters::counters};
///
/// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
/// let mut position = game.start();
/// position.play(notation::read_move(&position, "Nf3").unwrap()).unwrap();
/// let counter = &counters(&position)[0];
/// assert_eq!((counter.name.as_str(), counter.value, counter.limit), ("plies without progress", 1, Some(100)));
/// ```
pub fn counters(position: &Position) -> Vec<Counter> {
    let variant = position.game().variant();
    let mut all = Vec::new();
    let mut add = |name: String, value: u32, limit: Option<u32>| all.push(Counter { name, value, limit });
    if let Some(limit) = quiet(variant, |unit| match unit {
        QuietUnit::Moves => Some(2),
        QuietUnit::Plies => Some(1),
        QuietUnit::Series => None,
    }) {
        add("plies without progress".to_owned(), position.halfmove(), Some(limit));
    }
    if let Some(limit) = quiet(variant, |unit| (unit == QuietUnit::Series).then_some(1)) {
        add("series without progress".to_owned(), position.quiet_series().into(), Some(limit));
    }
    let sides = Side::ALL.map(|side| (side, format!("{side}'s")));
    if let Some(most) = variant.rules.must_move {
        for (side, whose) in &sides {
            let run = position.stationary_run(*side).into();
            add(format!("{whose} turns and flips in a row"), run, Some(u32::from(most).saturating_sub(1)));
        }
    }
    let checks = variant.endings.iter().filter_map(|ending| match ending.condition {
        Condition::ChecksGiven(count) => Some(u32::from(count)),
        _ => None,
    });
    if let Some(limit) = checks.min() {
        for (side, whose) in &sides {
            add(format!("{whose} checks"), position.checks_given(*side).into(), Some(limit));
        }
    }
    if variant.endings.iter().any(|ending| ending.condition == Condition::BothPass) {
        add("passes in a row".to_owned(), position.passes().into(), Some(2));
    }
    if let Some((counted, limit)) = position.count() {
        add("plies counted".to_owned(), counted.into(), Some(limit.into()));
    }
    all
}

/// The least number of quiet units with which a game may end, each taken so many times.
fn quiet(variant: &Variant, times: impl Fn(QuietUnit) -> Option<u32>) -> Option<u32> {
    let limits = variant.endings.iter().filter_map(|ending| match ending.condition {
        Condition::Quiet { count, unit } => Some(u32::from(count) * times(unit)?),
        _ => None,
    });
    limits.min()
}
