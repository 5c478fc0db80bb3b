//! Lints of the rules about check: each needs a royal man, and some need series.

use super::{Finding, Lint, ModelItem, RuleItem, View};
use crate::geometry::Side;
use crate::model::CheckRule;

pub(super) fn checks(view: &View<'_>) -> Vec<Finding> {
    let (Some(rules), Some(setups)) = (view.all_rules(), view.all_setups()) else { return Vec::new() };
    let men = || setups.iter().flat_map(|setup| &setup.men);
    let has_royal = |side: Side| men().any(|man| man.side == side && view.is_royal(man.kind));
    let plays_series = |side: Side| rules.series[side].is_some();
    let mut found = without_need(&|side| rules.check[side] != CheckRule::Allowed, &|side| has_royal(!side))
        .map(|side| needs_royal(RuleItem::Check(side)))
        .into_iter()
        .collect::<Vec<_>>();
    found.extend(
        without_need(&|side| rules.no_flight[side], &has_royal).map(|side| needs_royal(RuleItem::CheckEvasion(side))),
    );
    let own_check = |side| rules.own_check_in_series[side];
    found.extend(without_need(&own_check, &has_royal).map(|side| needs_royal(RuleItem::OwnCheck(side))));
    found.extend(without_need(&own_check, &plays_series).map(|side| needs_series(RuleItem::OwnCheck(side))));
    let only_last = |side| rules.check[side] == CheckRule::OnlyLastOfSeries;
    found.extend(without_need(&only_last, &plays_series).map(|side| needs_series(RuleItem::Check(side))));
    found
}

/// A side for which a rule is in force, if no such side has what the rule needs.
fn without_need(in_force: &dyn Fn(Side) -> bool, has: &dyn Fn(Side) -> bool) -> Option<Side> {
    let sides = || Side::ALL.into_iter().filter(|&side| in_force(side));
    sides().next().filter(|_| !sides().any(has))
}

fn needs_royal(item: RuleItem) -> Finding {
    Finding::new(Lint::CheckWithoutRoyal, ModelItem::Rule(item), "there is no royal man to check")
        .label("needs a royal man")
        .help("make a man royal, as in `K king: K, royal`, or remove the rule")
}

fn needs_series(item: RuleItem) -> Finding {
    Finding::new(Lint::CheckWithoutSeries, ModelItem::Rule(item), "this needs series, and there are none")
        .label("needs a series")
        .help("give the length of a series: `series: 2 moves`, `1 longer each turn`, …; or leave this out")
}
