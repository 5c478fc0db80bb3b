//! Squares where men decide a game.

use weakfish::geometry::{PerSide, SquareSet};
use weakfish::model::{Condition, Ending, GameResult, KindId, Variant};

/// Squares where men of a kind win the game, by side.
pub(super) fn goal_squares(variant: &Variant, kind: KindId) -> PerSide<SquareSet> {
    deciding_squares(variant, kind, |ending| ending.result == GameResult::Wins)
}

/// Squares where men of a kind decide the game by one of some endings, by side.
pub(crate) fn deciding_squares(
    variant: &Variant,
    kind: KindId,
    wanted: impl Fn(&Ending) -> bool,
) -> PerSide<SquareSet> {
    PerSide::from_fn(|side| {
        let endings = variant.endings.iter().filter(|ending| ending.side.is_none_or(|only| only == side));
        let squares = endings.filter(|ending| wanted(ending)).filter_map(|ending| {
            let Condition::ManOn { kinds, squares, .. } = &ending.condition else { return None };
            // Men that are only counted stand anywhere.
            let anywhere = squares[side].len() == variant.board.squares().count();
            (kinds.contains(&kind) && !anywhere).then_some(squares[side])
        });
        squares.fold(SquareSet::EMPTY, SquareSet::union)
    })
}
