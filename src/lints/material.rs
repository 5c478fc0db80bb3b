//! A lint of material that is called a draw: it finds what the men left can still win by.

use super::mates::find_mate;
use super::reach::Reach;
use super::{Finding, Lint, ModelItem, View};
use crate::geometry::{PerSide, Side};
use crate::model::{Condition, Ending, GameResult, Judged, KindId, MaterialSide};

/// Finds material that is called a draw although one side can still win.
pub(super) fn live(view: &View<'_>, reach: &Reach) -> Vec<Finding> {
    let Some(endings) = view.all_endings() else { return Vec::new() };
    let mut found = Vec::new();
    for (index, ending) in endings.iter().enumerate().filter(|(_, ending)| ending.result == GameResult::Draw) {
        let Condition::OnlyMaterial(balances) = &ending.condition else { continue };
        let chance = balances.iter().find_map(|balance| {
            let by_goal = || endings.iter().find_map(|other| way_to_win(view, other, balance));
            by_goal().or_else(|| mate(view, reach, endings, balance))
        });
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

/// How a side with this material can win by an ending other than mate: the material and the way.
fn way_to_win(view: &View<'_>, ending: &Ending, balance: &PerSide<MaterialSide>) -> Option<(String, String)> {
    let mut sides = Side::ALL.into_iter().filter(|&side| ending.concerns(side));
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

/// How a side with this material can mate: the material and the way.
fn mate(
    view: &View<'_>,
    reach: &Reach,
    endings: &[Ending],
    balance: &PerSide<MaterialSide>,
) -> Option<(String, String)> {
    let pairs = [(&balance.white, &balance.black), (&balance.black, &balance.white)];
    pairs.into_iter().take(if balance.white == balance.black { 1 } else { 2 }).find_map(|(attackers, defenders)| {
        // Of the men on squares of one colour there may be none, or one.
        let one = attackers
            .any_on_one_colour
            .filter(|kind| ![attackers, defenders].iter().any(|side| side.men.contains(kind)));
        let more = one.map(|kind| attackers.men.iter().copied().chain([kind]).collect::<Vec<_>>());
        let (few, defenders) = (&attackers.men, &defenders.men);
        [Some(few), more.as_ref()].into_iter().flatten().find_map(|attackers| {
            let has =
                |side: Side, men: &[KindId]| men.iter().all(|&id| view.kind(id).is_some_and(|kind| kind.sides[side]));
            let decisive = |side: Side| {
                let mate = |ending: &&Ending| {
                    ending.condition == Condition::Checkmate
                        && ending.judged == Judged::Always
                        && ending.concerns(!side)
                };
                let first = endings.iter().find(mate);
                first.is_some_and(|ending| ending.result.winner(!side) == Some(side))
            };
            // The men of both sides move alike, so one answer serves both.
            let mut sides = Side::ALL.into_iter().filter(|&side| has(side, attackers) && has(!side, defenders));
            let side = sides.find(|&side| decisive(side) && !is_over(view, endings, side, attackers, defenders))?;
            let mate = find_mate(view, reach, side, attackers, defenders)?;
            let material = format!("{} v {}", written(view, attackers), written(view, defenders));
            Some((material, format!("`{}` mates in `{}`", view.symbol(mate.checker), mate.fen)))
        })
    })
}

/// Whether another ending holds as soon as these men are left.
fn is_over(view: &View<'_>, endings: &[Ending], attacker: Side, attackers: &[KindId], defenders: &[KindId]) -> bool {
    let is_bare = |men: &[KindId]| men.iter().all(|&kind| view.is_royal(kind));
    let holds = |ending: &Ending, side: Side| {
        let (own, other) = if side == attacker { (attackers, defenders) } else { (defenders, attackers) };
        match &ending.condition {
            Condition::OpponentBared | Condition::Bared => is_bare(own) != is_bare(other),
            Condition::Without(kinds) => !own.iter().any(|kind| kinds.contains(kind)),
            Condition::FewerThan { count, kinds, against } => {
                let number = |men: &[KindId]| {
                    men.iter().filter(|kind| kinds.as_ref().is_none_or(|kinds| kinds.contains(kind))).count()
                };
                number(own) < usize::from(*count) && number(other) >= usize::from(*against)
            }
            _ => false,
        }
    };
    endings.iter().any(|ending| Side::ALL.into_iter().any(|side| ending.concerns(side) && holds(ending, side)))
}

/// Whether a kind that is not royal may capture another, as far as the rules say whom.
fn attacks(view: &View<'_>, kind: KindId, royal: KindId) -> bool {
    let Some(attacker) = view.kind(kind) else { return false };
    let mut paths = attacker.components.iter().flat_map(|part| &part.movement.paths);
    !attacker.royal
        && view.may_capture(kind, royal)
        && paths.any(|path| path.legs.last().is_some_and(|leg| leg.stops.captures))
}
