//! Lints: what is contradictory or useless in a model whose parts are all valid.
//!
//! A lint is a function from the model to [`Finding`]s. It works on any model, whether the checker made it or it was
//! read from JSON, and names the part of the model it is about. The checker reports findings at the lines
//! of the definition that made these parts.
//!
//! ```
//! use weakfish::{BuiltIns, builtin, lints, load};
//!
//! let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
//! let mut variant = game.variant().clone();
//! assert!(lints::all(&variant).is_empty());
//! variant.endings.clear();
//! let found = lints::all(&variant);
//! assert!(found.iter().any(|finding| finding.lint == lints::Lint::CannotLose && finding.path() == "setups[0]"));
//! ```

use crate::engine::Game;
use crate::model::{Kind, KindId, Variant};
use reach::Reachability;

mod endings;
mod finding;
mod hands;
mod material;
mod mates;
mod men;
mod reach;
mod rules;
mod symmetry;
mod unreached;

pub(crate) use finding::{Blame, KindItem, Known, ModelItem, PartialModel, PromotionItem, Turning};
pub use finding::{Finding, Lint};
pub use material::{MaterialJudge, MaterialVerdict};
pub(crate) use men::idle_angles;
pub(crate) use reach::squares_in_words;

/// Everything that the lints find in a model.
pub fn all(variant: &Variant) -> Vec<Finding> {
    let mut found: Vec<Finding> = variant.kinds().flat_map(|(id, kind)| of_kind(id, kind)).collect();
    found.extend(of_game(&PartialModel::from(variant)));
    found.extend(Game::compile(variant.clone()).iter().flat_map(|game| of_play(game, None)));
    found
}

/// Everything that the lints find in one kind of men.
pub(crate) fn of_kind(id: KindId, kind: &Kind) -> Vec<Finding> {
    let mut found = men::idle_turns(id, kind);
    found.extend(men::outside_sector(id, kind));
    found.extend(men::no_such_direction(id, kind));
    found.extend(men::idle_mode(id, kind));
    found.extend(men::idle_hops(id, kind));
    found.extend(men::idle_passes(id, kind));
    found.extend(men::idle_captures(id, kind));
    found.extend(men::idle_first_move(id, kind));
    found.extend(men::other_movement(id, kind));
    found.extend(hands::idle_hand(id, kind));
    found
}

/// Everything that the lints find in the game as a whole.
pub(crate) fn of_game(view: &PartialModel<'_>) -> Vec<Finding> {
    let lints: &[fn(&PartialModel<'_>) -> Vec<Finding>] = &[
        men::same_names,
        men::unused_man,
        men::idle_lines,
        men::never_along_lines,
        men::unused_first_move,
        men::becomes_outside_region,
        hands::foreign_in_hand,
        hands::idle_before_promotion,
        hands::ambiguous_home,
        rules::promotion_findings,
        rules::castling_findings,
        rules::nothing_must_move,
        rules::idle_en_passant,
        rules::idle_en_passant_movement,
        rules::idle_grid,
        rules::idle_series,
        rules::stuck_findings,
        rules::finishing_move_findings,
        rules::never_repeated,
        rules::check_without_need,
        rules::counting_findings,
        endings::series_without_rule,
        endings::quiet_without_progress,
        endings::ending_without_rule,
        endings::sides_that_cannot_lose,
        endings::missing_ending,
        endings::late_royal_death,
        endings::endings_that_hold_at_start,
        endings::repeated_ending,
        endings::dead_ending,
    ];
    lints.iter().flat_map(|lint| lint(view)).collect()
}

/// Findings in a game without errors, on request: some lints follow men over the board, which takes longer than the
/// rest. A judge decides what the lint of material can't tell.
pub(crate) fn of_play(game: &Game, judge: Option<MaterialJudge>) -> Vec<Finding> {
    let variant = game.variant();
    let lints: &[fn(&Variant) -> Vec<Finding>] = &[
        symmetry::nearly_symmetrical_setups,
        symmetry::idle_facings,
        symmetry::shared_squares,
        rules::idle_castling,
        rules::idle_opposition,
        rules::unanswered_steps,
    ];
    let reaching: &[fn(&Variant, &Reachability) -> Vec<Finding>] = &[
        unreached::immobile_or_stuck_man,
        unreached::useless_promotions,
        unreached::unreached_goal,
        unreached::unattacked_royal,
        unreached::one_colour,
        endings::endless_game,
    ];
    let mut found: Vec<Finding> = lints.iter().flat_map(|lint| lint(variant)).collect();
    if let Some(reach) = Reachability::new(variant) {
        found.extend(reaching.iter().flat_map(|lint| lint(variant, &reach)));
        found.extend(material::live_material(game, &reach, judge));
    }
    found
}
