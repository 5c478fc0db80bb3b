//! Lints of immobile men: those that never move, and those that reach squares which they can never leave.

use super::finding::first_of;
use super::promotions::is_shared;
use super::reach::{Reach, named, never_moves_on_purpose};
use super::{Finding, KindItem, Lint, ModelItem, View};
use crate::geometry::{Side, Square, SquareSet};
use crate::model::{Condition, Ending, GameResult, Kind, KindId, PromotionChoice};

/// Finds men that can never move, and men that reach squares which they can never leave.
pub(super) fn stuck(view: &View<'_>, reach: &Reach) -> Vec<Finding> {
    let Some(kinds) = view.all_kinds() else { return Vec::new() };
    let finding = |(id, kind): (KindId, &Kind)| {
        let immobile = first_of(|side| {
            let reached = reach.of(side, id);
            let stuck = !reached.squares.is_empty() && reached.stuck == reached.squares;
            (stuck && !never_moves_on_purpose(kind) && !makes_up_rows(view, id)).then_some(reached.squares)
        });
        let found = immobile.or_else(|| first_of(|side| stuck_squares(view, reach, &kinds, side, id)));
        let (side, both, squares) = found?;
        let whose = if both { String::new() } else { format!("{side}'s ") };
        let (symbol, where_to) = (&kind.symbol, named(view.board, squares));
        let item = ModelItem::Kind(id, KindItem::Movement(0));
        if immobile.is_some() {
            let message = format!("{whose}`{symbol}` can never move from where it can stand: {where_to}");
            let help =
                "give it a movement that leads somewhere from there, or write `no movement` if it is meant to stay";
            return Some(Finding::new(Lint::ImmobileMan, item, message).label("leads nowhere").help(help));
        }
        let message = format!("{whose}`{symbol}` can come to {where_to} and never leave again");
        let promotes = view.rules.made.promotions[side].iter().any(|promotion| promotion.kind == id);
        let help = if promotes {
            format!("let its promotion cover {where_to} too, or write the rule `immobility: illegal`")
        } else {
            format!(
                "let it promote there, as in `promotion of {symbol}: on the last rank, to …`, or write the rule \
                 `immobility: illegal`"
            )
        };
        Some(Finding::new(Lint::StuckMan, item, message).label("leads nowhere from there").help(help))
    };
    (0..).map(KindId).zip(kinds.iter().copied()).filter_map(finding).collect()
}

/// The goal squares of endings: a man that has reached one may be stuck.
fn goals(endings: &[Ending], side: Side, kind: KindId) -> impl Fn(Square) -> bool {
    let goal = |ending: &Ending| match &ending.condition {
        Condition::ManOn { kinds, squares, .. } if kinds.contains(&kind) => Some(squares[side]),
        _ => None,
    };
    let squares: Vec<SquareSet> = endings.iter().filter(|ending| ending.concerns(side)).filter_map(goal).collect();
    move |square| squares.iter().any(|goal| goal.contains(square))
}

/// The squares that a side's man reaches and never leaves, unless this is intended.
fn stuck_squares(view: &View<'_>, reach: &Reach, kinds: &[&Kind], side: Side, id: KindId) -> Option<SquareSet> {
    let (kind, rules, endings) = (kinds.get(id.index())?, view.all_rules()?, view.all_endings()?);
    // Whoever wins by having no move wants its men to be stuck.
    let wins_so = |ending: &Ending| {
        ending.condition == Condition::Stalemate && ending.result == GameResult::Wins && ending.concerns(side)
    };
    let promotion = rules.promotions[side].iter().find(|promotion| promotion.kind == id);
    let allowed = never_moves_on_purpose(kind)
        || rules.immobility_illegal[side]
        || promotion.is_some_and(|promotion| is_shared(view, promotion))
        || rules.grid.is_some()
        || promotion.is_some_and(|promotion| promotion.to == PromotionChoice::Nothing)
        || endings.iter().any(wins_so)
        || makes_up_rows(view, id)
        // A man that may turn on arrival is stuck only by the player's choice.
        || !kind.turns_after_moving.is_empty();
    // If every mobile man of a side can get stuck, that is the point of the game.
    let goes_on = |(id, kind): (KindId, &&Kind)| {
        let reached = reach.of(side, id);
        !reached.squares.is_empty() && reached.stuck.is_empty() && !never_moves_on_purpose(kind)
    };
    if allowed || !(0..).map(KindId).zip(kinds).any(goes_on) {
        return None;
    }
    let at_goal = goals(endings, side, id);
    let idle = kind.elsewhere.iter().filter(|other| other.movement.paths.is_empty());
    let idle: Vec<SquareSet> =
        idle.filter_map(|other| Some(view.regions?.get(other.region.index())?.squares[side])).collect();
    let by_choice = |square| promotion.is_some_and(|promotion| promotion.zone.contains(square));
    let meant = |square| at_goal(square) || by_choice(square) || idle.iter().any(|region| region.contains(square));
    let squares: SquareSet = reach.of(side, id).stuck.iter().filter(|&square| !meant(square)).collect();
    (!squares.is_empty()).then_some(squares)
}

/// Whether men of a kind count where they make up a row, so that they need not leave it.
fn makes_up_rows(view: &View<'_>, id: KindId) -> bool {
    view.endings.made.iter().any(|ending| match &ending.condition {
        Condition::InARow { kinds, .. } => kinds.as_ref().is_none_or(|kinds| kinds.contains(&id)),
        _ => false,
    })
}
