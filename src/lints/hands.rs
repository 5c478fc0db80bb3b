//! Lints of captured men: hands of another side, several homes, men that are never captured.

use super::{Finding, KindItem, Lint, ModelItem, PartialModel};
use crate::geometry::{Board, Side, Square};
use crate::model::{Captured, HandOf, HomeChoice, InHand, Kind, KindId, Setup};

/// Finds a man that goes to a hand or home when it is captured, and is never captured.
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
    (0..=u8::MAX).map(KindId).zip(&kinds).filter_map(finding).collect()
}

/// Finds men that could return to several squares of a setup.
pub(super) fn ambiguous_home(view: &PartialModel<'_>) -> Vec<Finding> {
    let (Some(kinds), board) = (view.all_kinds(), view.board) else { return Vec::new() };
    let finding = |(id, kind, choice): (KindId, &Kind, HomeChoice)| {
        let two = |setup: &Setup| Side::ALL.into_iter().find_map(|side| two_homes(board, setup, (side, id), choice));
        let (one, other) = view.setups.made.iter().find_map(two)?;
        let message = format!("`{}` could go home to {} or {}", kind.symbol, board.name(one), board.name(other));
        let finding = Finding::new(Lint::AmbiguousHome, ModelItem::Kind(id, KindItem::Captured), message);
        Some(finding.label("which one?").help(match choice {
            HomeChoice::Only => "write `goes home on its file`, or `on its colour`",
            HomeChoice::OnItsFile => "write `goes home on its colour`, if one of them is on a light square",
            HomeChoice::OnItsColour => "write `goes home on its file`",
        }))
    };
    let choices = (0..=u8::MAX)
        .map(KindId)
        .zip(&kinds)
        .flat_map(|(id, &kind)| kind.home_choices().map(move |choice| (id, kind, choice)));
    choices.filter_map(finding).collect()
}

/// Two squares of a setup between which a choice of homes does not decide.
fn two_homes(board: Board, setup: &Setup, (side, id): (Side, KindId), choice: HomeChoice) -> Option<(Square, Square)> {
    let colour = |square: Square| (board.file(square) + board.rank(square)) % 2;
    let alike = |one: Square, other: Square| match choice {
        HomeChoice::Only => true,
        HomeChoice::OnItsFile => board.file(one) == board.file(other),
        HomeChoice::OnItsColour => colour(one) == colour(other),
    };
    let men = setup.men.iter().filter(|man| man.side == side && man.kind == id);
    let homes: Vec<Square> = men.map(|man| man.square).collect();
    let pairs =
        homes.iter().enumerate().flat_map(|(index, &one)| homes[..index].iter().map(move |&other| (other, one)));
    pairs.into_iter().find(|&(one, other)| alike(one, other))
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
