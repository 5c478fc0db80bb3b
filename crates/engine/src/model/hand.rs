//! Men in hand: the kinds that can be there, and how they are dropped.

use super::{Captured, DropRule, HandOf, InHand, Kind, KindId, Setup, Variant};
use crate::geometry::Side;

impl Variant {
    /// Returns whether men can ever be in hand.
    pub fn has_hands(&self) -> bool {
        self.kinds.iter().any(|kind| matches!(kind.captured, Captured::ToHand { .. }))
            || self.setups.iter().any(|setup| Side::ALL.iter().any(|&side| !setup.hands[side].is_empty()))
    }

    /// The kinds that a side can drop, in order of id: those that it can have in hand, and those with unlimited drops.
    pub fn droppable_kinds(&self, side: Side) -> Vec<KindId> {
        let unlimited = self.rules.drops[side].iter().filter(|rule| rule.unlimited).map(|rule| rule.kind);
        let mut kinds = self.kinds_in_hand(side);
        kinds.extend(unlimited);
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// The kinds that a side can have in hand, in order of id.
    pub fn kinds_in_hand(&self, side: Side) -> Vec<KindId> {
        kinds_in_hand(&self.kinds.iter().map(Some).collect::<Vec<_>>(), &self.setups, side)
    }

    /// Returns how a side drops its men of a kind: by its rule, or else anywhere as they are.
    pub fn drop_of(&self, side: Side, kind: KindId) -> DropRule {
        let rule = self.rules.drops[side].iter().find(|rule| rule.kind == kind);
        rule.cloned().unwrap_or_else(|| DropRule::anywhere(kind, self.board.squares().collect()))
    }
}

/// The kinds that a side can have in hand, in order of id, of a model some of whose kinds may be missing.
pub fn kinds_in_hand(kinds: &[Option<&Kind>], setups: &[Setup], side: Side) -> Vec<KindId> {
    let in_setups = setups.iter().flat_map(|setup| setup.hands[side].iter().map(|&(kind, _)| kind));
    let known = (0..=u8::MAX).map(KindId).zip(kinds).filter_map(|(id, kind)| Some((id, (*kind)?)));
    let captured = known.filter(|(_, kind)| kind.can_be_captured()).flat_map(|(id, kind)| {
        let Captured::ToHand { of, becomes } = kind.captured else { return [None; 2] };
        let owner = if of == HandOf::Captor { !side } else { side };
        let then = match becomes {
            InHand::Same => [Some(id), None],
            InHand::Kind(other) => [Some(other), None],
            InHand::BeforePromotion => [Some(id), kind.was],
        };
        if kind.sides[owner] { then } else { [None; 2] }
    });
    let has = |id: &KindId| kinds.get(id.index()).copied().flatten().is_some_and(|kind| kind.sides[side]);
    let mut kinds: Vec<KindId> = in_setups.chain(captured.flatten()).filter(has).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}
