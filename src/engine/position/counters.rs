//! What is counted while a game is played, with the limits of its rules and endings.

use serde::Serialize;

use super::Position;
use crate::geometry::Side;
use crate::model::{Condition, QuietUnit};

/// A count that a rule or an ending looks at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Counter {
    /// The name of what it counts: `plies without progress`.
    pub name: String,
    /// The present count.
    pub value: u32,
    /// The count at which something happens or can be claimed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

impl Position {
    /// The counts that the rules and endings of the game look at; one that begins under conditions is left out until it
    /// runs.
    ///
    /// ```
    /// use weakfish::{BuiltIns, builtin, load, notation};
    ///
    /// let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
    /// let mut position = game.start();
    /// position.play(notation::read_move(&position, "Nf3").unwrap()).unwrap();
    /// let counter = &position.counters()[0];
    /// assert_eq!((counter.name.as_str(), counter.value, counter.limit), ("plies without progress", 1, Some(100)));
    /// ```
    pub fn counters(&self) -> Vec<Counter> {
        let variant = self.game().variant();
        let least = |limit: &dyn Fn(&Condition) -> Option<u32>| {
            variant.endings.iter().filter_map(|ending| limit(&ending.condition)).min()
        };
        let mut counters = Vec::new();
        let mut add = |name: String, value: u32, limit: Option<u32>| {
            counters.extend(limit.map(|limit| Counter { name, value, limit: Some(limit) }));
        };
        let plies = least(&|condition| match *condition {
            Condition::Quiet { count, unit: QuietUnit::Moves } => Some(2 * u32::from(count)),
            Condition::Quiet { count, unit: QuietUnit::Plies } => Some(count.into()),
            _ => None,
        });
        add("plies without progress".to_owned(), self.halfmove(), plies);
        let series = least(&|condition| match *condition {
            Condition::Quiet { count, unit: QuietUnit::Series } => Some(count.into()),
            _ => None,
        });
        add("series without progress".to_owned(), self.quiet_series().into(), series);
        let window = variant.rules.must_move.map(|window| u32::from(window).saturating_sub(1));
        for side in Side::ALL {
            add(format!("{side}'s turns and flips in a row"), self.stationary_run(side).into(), window);
        }
        let checks = least(&|condition| match *condition {
            Condition::ChecksGiven(count) => Some(count.into()),
            _ => None,
        });
        for side in Side::ALL {
            add(format!("{side}'s checks"), self.checks_given(side).into(), checks);
        }
        let passes = least(&|condition| (*condition == Condition::BothPass).then_some(2));
        add("passes in a row".to_owned(), self.passes().into(), passes);
        if let Some((counted, limit)) = self.count() {
            add("plies counted".to_owned(), counted.into(), Some(limit.into()));
        }
        counters
    }
}
