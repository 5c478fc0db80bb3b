//! Lints of counts of moves: an ending must speak of them, and each limit must have a case of its own.

use super::{Finding, Lint, ModelItem, RuleItem, View};
use crate::geometry::Side;
use crate::model::{Condition, Count, CountLimit};

pub(super) fn counting(view: &View<'_>) -> Vec<Finding> {
    let Some(rules) = view.all_rules() else { return Vec::new() };
    let of_both = [
        (&rules.counting_when_bared, RuleItem::CountingWhenBared as fn(Side) -> RuleItem),
        (&rules.counting, RuleItem::Counting),
    ];
    let mut found = Vec::new();
    for (counts, item) in of_both {
        let first = Side::ALL.into_iter().find_map(|side| Some((side, counts[side].as_ref()?)));
        let Some((side, _)) = first else { continue };
        let ends = |condition: &Condition| *condition == Condition::CountedOut;
        if view.all_endings().is_some_and(|endings| !endings.iter().any(|ending| ends(&ending.condition))) {
            let message = "moves are counted, and no ending speaks of that";
            let needs = Finding::new(Lint::CountWithoutEnding, ModelItem::Rule(item(side)), message)
                .label("needs the ending `counted out`")
                .help("add a line under `endings`: `counted out: draw on claim`, or `draw`");
            found.push(needs);
        }
        let covered = Side::ALL.into_iter().find(|&side| counts[side].as_ref().is_some_and(has_covered_limit));
        found.extend(covered.map(|side| {
            let message = "a limit of this count is never used: an earlier one covers its cases";
            Finding::new(Lint::CountLimitCovered, ModelItem::Rule(item(side)), message)
                .label("one limit too many")
                .help("name the larger number of men first: `8 moves against 2 R, 16 moves against R`")
        }));
    }
    found
}

fn has_covered_limit(count: &Count) -> bool {
    let covers = |before: &CountLimit, limit: &CountLimit| match (&before.against, &limit.against) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(before), Some(men)) => {
            before.least <= men.least && men.kinds.iter().all(|kind| before.kinds.contains(kind))
        }
    };
    let limits = count.limits.iter().enumerate();
    limits.into_iter().any(|(index, limit)| count.limits[..index].iter().any(|before| covers(before, limit)))
}
