//! Running the lints.

use super::finding::Finding;
use super::reach::Reach;
use super::view::View;
use super::{checks, counting, endings, kinds, lines, material, men, promotions, rules, stuck, symmetry, unreached};
use crate::model::{Kind, KindId, Variant};

/// Everything that the lints find in a model.
pub fn all(variant: &Variant) -> Vec<Finding> {
    let mut found: Vec<Finding> = variant.kinds().flat_map(|(id, kind)| of_kind(id, kind)).collect();
    let view = View::from(variant);
    found.extend(of_game(&view));
    found.extend(of_play(&view));
    found
}

/// Everything that the lints find in one kind of men.
pub(crate) fn of_kind(id: KindId, kind: &Kind) -> Vec<Finding> {
    let mut found = kinds::idle_turns(id, kind);
    found.extend(kinds::outside_sector(id, kind));
    found.extend(kinds::no_such_direction(id, kind));
    found.extend(kinds::idle_mode(id, kind));
    found.extend(kinds::idle_hops(id, kind));
    found.extend(kinds::idle_captures(id, kind));
    found.extend(kinds::idle_first_move(id, kind));
    found
}

/// Everything that the lints find in the game as a whole.
pub(crate) fn of_game(view: &View<'_>) -> Vec<Finding> {
    let lints: &[fn(&View<'_>) -> Vec<Finding>] = &[
        men::same_names,
        men::unused,
        lines::idle_lines,
        lines::never_along_lines,
        men::first_moves,
        promotions::promotions,
        rules::castling,
        rules::must_move,
        rules::en_passant,
        rules::answers_nothing,
        rules::grid,
        rules::series,
        rules::stuck_in_series,
        rules::finishing_move,
        rules::repetition,
        checks::checks,
        counting::counting,
        endings::series,
        endings::without_rule,
        endings::losing,
        endings::without_moves,
        endings::at_the_start,
        endings::repeated,
        endings::dead,
    ];
    lints.iter().flat_map(|lint| lint(view)).collect()
}

/// Findings in a game without errors, on request: some lints follow men over the board, which takes longer than the
/// rest.
pub(crate) fn of_play(view: &View<'_>) -> Vec<Finding> {
    let lints: &[fn(&View<'_>) -> Vec<Finding>] = &[
        symmetry::setups,
        symmetry::idle_facings,
        symmetry::shared_squares,
        rules::idle_castling,
        rules::idle_opposition,
        rules::unanswered_steps,
        material::live,
    ];
    let reaching: &[fn(&View<'_>, &Reach) -> Vec<Finding>] = &[
        stuck::stuck,
        unreached::promotions,
        unreached::goals,
        unreached::long_steps,
        unreached::royal,
        unreached::one_colour,
        endings::endless,
    ];
    let mut found: Vec<Finding> = lints.iter().flat_map(|lint| lint(view)).collect();
    if let Some(reach) = Reach::new(view) {
        found.extend(reaching.iter().flat_map(|lint| lint(view, &reach)));
    }
    found
}
