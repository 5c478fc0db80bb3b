//! A lint of material that is called a draw although a side can still reach a goal or give check.

use super::{Finding, Lint, ModelItem, View};
use crate::geometry::{PerSide, Side};
use crate::model::{Condition, Ending, GameResult, KindId, MaterialSide};

/// Finds material that is called a draw although one side can still win.
pub(super) fn live(view: &View<'_>) -> Vec<Finding> {
    let Some(endings) = view.all_endings() else { return Vec::new() };
    let mut found = Vec::new();
    for (index, ending) in endings.iter().enumerate().filter(|(_, ending)| ending.result == GameResult::Draw) {
        let Condition::OnlyMaterial(balances) = &ending.condition else { continue };
        let chance =
            balances.iter().find_map(|balance| endings.iter().find_map(|other| way_to_win(view, other, balance)));
        let Some((material, way)) = chance else { continue };
        let message = format!("`{material}` is no draw in this game: {way}");
        let finding = Finding::new(Lint::LiveMaterial, ModelItem::Ending(index), message);
        let help = "write the list of endings without this line, or with less material";
        found.push(finding.label("one side can still win").help(help));
    }
    found
}

/// Men as they are written in a definition.
fn written<'a>(view: &View<'_>, men: impl IntoIterator<Item = &'a KindId>) -> String {
    men.into_iter().map(|&kind| view.symbol(kind)).collect::<Vec<_>>().join(" ")
}

/// The way in which a side with this material can still win by an ending: the material and the way, in words.
fn way_to_win(view: &View<'_>, ending: &Ending, balance: &PerSide<MaterialSide>) -> Option<(String, String)> {
    let mut sides = Side::ALL.into_iter().filter(|&side| ending.side.is_none_or(|only| only == side));
    let way = match &ending.condition {
        Condition::ManOn { kinds, squares, least, full: false, .. } if ending.result == GameResult::Wins => {
            let man = sides.find_map(|side| {
                let men = &balance[side].men;
                let there = men.iter().filter(|kind| kinds.contains(kind)).count();
                let can = there >= usize::from(*least) && !squares[side].is_empty() && !ending.both;
                kinds.iter().find(|kind| can && men.contains(kind))
            })?;
            format!("`{}` can still reach its goal", view.symbol(*man))
        }
        Condition::ChecksGiven(_) if ending.result == GameResult::Wins => {
            let man = sides.find_map(|side| {
                let enemies = &balance[!side].men;
                let royal = enemies.iter().copied().find(|&kind| view.is_royal(kind))?;
                let side = &balance[side];
                side.men.iter().chain(&side.any_on_one_colour).copied().find(|&kind| attacks(view, kind, royal))
            })?;
            format!("`{}` can still give check", view.symbol(man))
        }
        _ => return None,
    };
    let [white, black] =
        [&balance.white, &balance.black].map(|side| written(view, side.men.iter().chain(&side.any_on_one_colour)));
    Some((format!("{white} v {black}"), way))
}

/// Whether a kind that is not royal may capture another, as far as the rules say whom.
fn attacks(view: &View<'_>, kind: KindId, royal: KindId) -> bool {
    let Some(attacker) = view.kind(kind) else { return false };
    let mut paths = attacker.components.iter().flat_map(|part| &part.movement.paths);
    !attacker.royal
        && view.may_capture(kind, royal)
        && paths.any(|path| path.legs.last().is_some_and(|leg| leg.stops.captures))
}
