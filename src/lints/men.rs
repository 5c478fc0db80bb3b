//! Lints of all men together: equal names, men that are never on the board, impossible first moves.

use std::collections::HashMap;

use super::{Finding, KindItem, Lint, ModelItem, View};
use crate::geometry::{PerSide, Side};
use crate::model::{KindId, PromotionChoice};

pub(super) fn same_names(view: &View<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut earlier: HashMap<&str, PerSide<Option<&str>>> = HashMap::new();
    for (index, kind) in
        view.all_kinds().unwrap_or_default().into_iter().enumerate().filter(|(_, kind)| !kind.name.is_empty())
    {
        let taken = earlier.entry(&kind.name).or_default();
        let mut sides = Side::ALL.into_iter().filter(|&side| kind.sides[side]);
        if let Some(symbol) = sides.clone().find_map(|side| taken[side]) {
            let item = ModelItem::Kind(KindId(index as u8), KindItem::Name);
            let finding = Finding::new(Lint::SameName, item, format!("two men are called {}", kind.name))
                .label("the name is taken")
                .help(format!("`{symbol}` has it too; give each man a name of its own"));
            found.push(finding);
        }
        sides.by_ref().for_each(|side| {
            taken[side].get_or_insert(&kind.symbol);
        });
    }
    found
}

pub(super) fn unused(view: &View<'_>) -> Vec<Finding> {
    let (Some(setups), Some(rules)) = (view.all_setups(), view.all_rules()) else { return Vec::new() };
    let mut used = vec![false; view.kinds.made.len()];
    let standing = setups.iter().flat_map(|setup| &setup.men).map(|man| man.kind);
    let promotions = rules.promotions.iter().flat_map(|(_, promotions)| promotions);
    let promoted = promotions.filter_map(|promotion| match &promotion.to {
        PromotionChoice::Kinds(to) => Some(to.iter().copied()),
        PromotionChoice::AnyStartingBut(_) | PromotionChoice::Nothing => None,
    });
    for id in standing.chain(promoted.flatten()) {
        if let Some(used) = used.get_mut(id.index()) {
            *used = true;
        }
    }
    let unused = used.iter().enumerate().filter(|(_, used)| !**used).map(|(index, _)| KindId(index as u8));
    let finding = |id: KindId| {
        let message = format!("`{}` stands in no setup, and nothing promotes to it", view.symbol(id));
        Finding::new(Lint::UnusedMan, ModelItem::Kind(id, KindItem::Symbol), message)
            .label("never on the board")
            .help("draw it in a setup, or leave its line out")
    };
    unused.map(finding).collect()
}

/// Finds men with a first move that no setup has.
pub(super) fn first_moves(view: &View<'_>) -> Vec<Finding> {
    let Some(setups) = view.all_setups() else { return Vec::new() };
    let stands = |id: KindId| setups.iter().flat_map(|setup| &setup.men).any(|man| man.kind == id);
    let kinds =
        view.kinds.made.iter().enumerate().filter(|(_, kind)| kind.is_some_and(|kind| kind.first_move.is_some()));
    let absent = kinds.map(|(index, _)| KindId(index as u8)).filter(|&id| !stands(id));
    let finding = |id: KindId| {
        let message = format!("no setup has `{}`, and a man that comes later has moved", view.symbol(id));
        Finding::new(Lint::IdleFirstMove, ModelItem::Kind(id, KindItem::FirstMove), message)
            .label("never made")
            .help("leave it out, or draw the man in a setup")
    };
    absent.map(finding).collect()
}
