//! Lints of men in hand: captured men of another side, hands of men that are never captured.

use super::{Finding, KindItem, Lint, ModelItem, PartialModel};
use crate::geometry::Side;
use crate::model::{Captured, HandOf, InHand, Kind, KindId};

/// Finds a man that goes to a hand when it is captured, and is never captured.
pub(super) fn idle_hand(id: KindId, kind: &Kind) -> Option<Finding> {
    if kind.captured == Captured::Removed || kind.can_be_captured() {
        return None;
    }
    let finding = Finding::new(Lint::IdleHand, ModelItem::Kind(id, KindItem::Captured), "this man is never captured")
        .label(if kind.royal { "it is royal" } else { "no man captures it" })
        .help("leave it out");
    Some(finding)
}

/// Finds captured men that go to the hand of a side that has no such men.
pub(super) fn foreign_in_hand(view: &PartialModel<'_>) -> Vec<Finding> {
    let Some(kinds) = view.all_kinds() else { return Vec::new() };
    let finding = |(id, kind): (KindId, &&Kind)| {
        let Captured::ToHand { of, becomes } = kind.captured else { return None };
        let in_hand = match becomes {
            InHand::Same => vec![id],
            InHand::Kind(other) => vec![other],
            InHand::BeforePromotion => [id].into_iter().chain(kind.was).collect(),
        };
        let mut sides = Side::ALL.into_iter().filter(|&side| kind.sides[side] && kind.can_be_captured());
        let (owner, foreign) = sides.find_map(|side| {
            let owner = if of == HandOf::Captor { !side } else { side };
            let lacks = |id: &&KindId| view.kind(**id).is_some_and(|kind| !kind.sides[owner]);
            Some((owner, *in_hand.iter().find(lacks)?))
        })?;
        let (symbol, foreign) = (&kind.symbol, view.symbol(foreign));
        let message = format!("a captured `{symbol}` would be {owner}'s, and {owner} has no man `{foreign}`");
        let finding = Finding::new(Lint::ForeignInHand, ModelItem::Kind(id, KindItem::Captured), message);
        Some(finding.label(format!("not for {owner}")).help(format!(
            "name a man of {owner}'s in the line of `{symbol}`, as in `when captured goes to the captor's hand as P`; or \
             define `{foreign}` for both sides"
        )))
    };
    (0..).map(KindId).zip(&kinds).filter_map(finding).collect()
}

/// Finds men that are in hand what they were before they promoted, in a game where none of them promotes.
pub(super) fn idle_before_promotion(view: &PartialModel<'_>) -> Vec<Finding> {
    let (Some(kinds), Some(rules)) = (view.all_kinds(), view.all_rules()) else { return Vec::new() };
    let waits = |kind: &Kind| matches!(kind.captured, Captured::ToHand { becomes: InHand::BeforePromotion, .. });
    let promotes = rules.promotions.iter().any(|(_, promotions)| !promotions.is_empty());
    let first = kinds.iter().position(|kind| waits(kind)).filter(|_| !promotes);
    let finding = |index: usize| {
        let item = ModelItem::Kind(KindId(index as u8), KindItem::Captured);
        Finding::new(Lint::IdleBeforePromotion, item, "no man of this game promotes").label("always what it is").help(
            "leave out `as before promotion`, or add a rule such as `promotion of P: on last rank, to Q, R, B or N`",
        )
    };
    first.map(finding).into_iter().collect()
}
