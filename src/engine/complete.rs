//! Whether a model is consistent enough to be compiled. Models from the checker are; deserialized ones may not be.

use crate::model::{Condition, Kind, KindId, Movement, Orientation, PromotionChoice, Variant};

/// Whether every id refers to something, every required list has an entry, and every square is on the board.
pub(super) fn is_complete(variant: &Variant) -> bool {
    let kind = |id: &KindId| id.index() < variant.kinds.len();
    let kinds = |ids: &[KindId]| ids.iter().all(kind);
    let on_board = |square| variant.board.contains(square);
    let movement = |movement: &Movement| movement.paths.iter().all(|path| !path.legs.is_empty());
    let rules = &variant.rules;
    !variant.kinds.is_empty()
        && !variant.setups.is_empty()
        && variant.kinds.len() <= 256
        && variant.setups.len() <= 256
        && variant.kinds.iter().all(|man| {
            let (Orientation::Whole { turns, .. } | Orientation::OneDirection { turns, .. }) = &man.orientation;
            let angles = turns.iter().chain(&man.turns_after_moving);
            !man.components.is_empty()
                && man.components.len() <= Kind::MAX_COMPONENTS
                && man.components.iter().all(|part| movement(&part.movement))
                && man
                    .elsewhere
                    .iter()
                    .all(|there| there.region.index() < variant.regions.len() && movement(&there.movement))
                && man.stays_in.is_none_or(|region| region.index() < variant.regions.len())
                && man.captures.as_deref().is_none_or(kinds)
                && man.captured_by.as_deref().is_none_or(kinds)
                && angles.chain(man.components.iter().flat_map(|part| &part.turns)).all(|&eighths| eighths <= 8)
        })
        && variant.setups.iter().all(|setup| {
            let mut squares: Vec<_> = setup.men.iter().map(|man| man.square).collect();
            squares.sort_unstable();
            squares.windows(2).all(|pair| pair[0] != pair[1])
                && setup.men.iter().all(|man| kind(&man.kind) && on_board(man.square))
        })
        && variant.regions.iter().all(|region| region.squares.iter().all(|(_, squares)| squares.iter().all(on_board)))
        && rules.castling.iter().all(|(_, castling)| {
            castling.as_ref().is_none_or(|castling| kind(&castling.king) && kind(&castling.partner))
        })
        && rules
            .long_steps
            .iter()
            .all(|(_, steps)| steps.iter().all(|step| kind(&step.kind) && step.from.iter().all(on_board)))
        && rules.promotions.iter().all(|(_, promotions)| {
            promotions.iter().all(|promotion| {
                let (PromotionChoice::Kinds(to) | PromotionChoice::AnyStartingBut(to)) = &promotion.to;
                kind(&promotion.kind) && kinds(to) && promotion.zone.iter().all(on_board)
            })
        })
        && kinds(&rules.progress.moves_of)
        && rules.opposition.iter().all(|rule| kind(&rule.watcher) && kind(&rule.watched) && movement(&rule.movement))
        && variant.endings.iter().all(|ending| match &ending.condition {
            Condition::ManOn { kinds: men, .. } | Condition::Without(men) => kinds(men),
            Condition::OnlyMaterial(balances) => balances.iter().all(|balance| {
                balance.iter().all(|(_, side)| kinds(&side.men) && side.any_on_one_colour.as_ref().is_none_or(kind))
            }),
            _ => true,
        })
}
