//! Shortages: distance of the sides from endings by too few men (scarcity) and from stalemate that decides (standstill).

use weakfish::engine::Position;
use weakfish::geometry::{PerSide, Side, SquareSet};
use weakfish::model::{Condition, KindId, Variant};

/// The men of a side that an ending counts.
#[derive(Clone, Debug)]
enum Men {
    All,
    NotRoyal,
    Of(Vec<KindId>),
}

/// Ending that a side with too few men loses or wins.
#[derive(Clone, Debug)]
struct Ending {
    men: Men,
    /// Largest number of men with which it holds.
    max_men: i32,
    /// By side: -1 if it loses by the ending, 1 if it wins, 0 if it is not concerned.
    sign: PerSide<i32>,
}

/// The endings of a game by which men are counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Scarcity(Vec<Ending>);

impl Scarcity {
    /// Unit of the balance, divisible by small numbers.
    pub(super) const UNIT: i32 = 840;

    pub(super) fn new(variant: &Variant) -> Self {
        let endings = variant.endings.iter().filter_map(|ending| {
            let (men, max_men, own) = match &ending.condition {
                Condition::OpponentBared => (Men::NotRoyal, 0, false),
                Condition::Bared => (Men::NotRoyal, 0, true),
                Condition::Without(kinds) => (Men::Of(kinds.clone()), 0, true),
                Condition::WithoutMen => (Men::All, 0, true),
                Condition::FewerThan { count, kinds, .. } => {
                    let men = kinds.as_ref().map_or(Men::All, |kinds| Men::Of(kinds.clone()));
                    (men, i32::from(*count) - 1, true)
                }
                _ => return None,
            };
            let sign = PerSide::from_fn(|side| {
                let held = if own { side } else { !side };
                let concerned = ending.side.is_none_or(|only| only == held);
                match ending.result.winner(held).filter(|_| concerned) {
                    Some(winner) if winner == side => 1,
                    Some(_) => -1,
                    None => 0,
                }
            });
            (sign != PerSide::both(0)).then_some(Ending { men, max_men, sign })
        });
        Self(endings.collect())
    }

    /// Whether there is such an ending.
    pub(super) fn matters(&self) -> bool {
        !self.0.is_empty()
    }

    /// Balance for White, in parts of [`Self::UNIT`]: for each side a unit if it is one man away from the ending, half a unit
    /// if two, and so on.
    #[inline]
    pub(super) fn balance(&self, position: &Position) -> i32 {
        let mut balance = 0;
        for ending in &self.0 {
            for side in Side::ALL {
                let men = match &ending.men {
                    Men::All => position.men_of(side),
                    Men::NotRoyal => position.men_of(side).without(position.royal_men(side)),
                    Men::Of(kinds) => {
                        kinds.iter().fold(SquareSet::EMPTY, |all, &kind| all.union(position.men_of_kind(side, kind)))
                    }
                };
                let left = (men.len() as i32 - ending.max_men).max(1);
                let own = ending.sign[side] * Self::UNIT / left;
                balance += if side == Side::White { own } else { -own };
            }
        }
        balance
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use weakfish::engine::Game;
    use weakfish::model::SetupId;
    use weakfish::notation::fen;
    use weakfish::source::Source;
    use weakfish::{BuiltIns, builtin, load};

    /// Balance of a position of orthodox chess with these endings.
    fn balance(endings: &str, position: &str) -> i32 {
        let base = builtin::ORTHODOX;
        let text = format!("game \"Own\" extends {base}\nendings\n{endings}\n  the rest: inherited\n");
        let game: Game = load(&Source::new("own.variant", text), &BuiltIns).unwrap();
        let position = fen::read(&game, SetupId(0), position).unwrap();
        Scarcity::new(game.variant()).balance(&position)
    }

    #[test]
    fn the_last_men_count_most() {
        let bare = "  opponent bared: wins";
        assert_eq!(balance(bare, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"), Scarcity::UNIT / 2);
        assert_eq!(balance(bare, "r3k3/8/8/8/8/8/8/R3K2R w - - 0 1"), Scarcity::UNIT / 2);
        assert_eq!(balance(bare, "r3k3/pp6/8/8/8/8/8/R3K2R b - - 0 1"), Scarcity::UNIT / 3 - Scarcity::UNIT / 2);
        assert_eq!(balance("  opponent bared: loses", "r3k3/8/8/8/8/8/8/R3K2R w - - 0 1"), -Scarcity::UNIT / 2);
        assert_eq!(
            balance("  opponent bared: black wins", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"),
            -Scarcity::UNIT / 2 - Scarcity::UNIT
        );
        assert_eq!(balance("  bared: draw", "r3k3/8/8/8/8/8/8/R3K2R w - - 0 1"), 0);
        assert_eq!(balance("  without Q: loses", "r3k3/8/8/8/8/8/8/RQ2KQ1R w - - 0 1"), Scarcity::UNIT / 2);
    }
}

// Standstill: distance of the sides from stalemate, where stalemate decides the game.

/// Result of a stalemate, by the side that has no move: -1 if it loses, 1 if it wins, else 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standstill(PerSide<i32>);

impl Standstill {
    /// Unit of the balance, divisible by small numbers.
    pub(super) const UNIT: i32 = 5040;

    /// Maximum material for which the term is computed, in sixteenths of a square.
    const MAX_MATERIAL: i32 = 16 * 44;

    /// `None` if stalemate does not decide the game.
    pub(super) fn new(variant: &Variant) -> Option<Self> {
        let sign = PerSide::from_fn(|side| {
            // The first ending that concerns the side takes precedence.
            let mut endings = variant.endings.iter().filter(|ending| ending.condition == Condition::Stalemate);
            let ending = endings.find(|ending| ending.side.is_none_or(|only| only == side));
            match ending.and_then(|ending| ending.result.winner(side)) {
                Some(winner) if winner == side => 1,
                Some(_) => -1,
                None => 0,
            }
        });
        (sign != PerSide::both(0)).then_some(Self(sign))
    }

    /// Balance for White, in parts of [`Self::UNIT`]: for each side a unit divided by its number of moves plus one.
    #[inline]
    pub(super) fn balance(self, position: &Position, material: i32) -> i32 {
        if material > Self::MAX_MATERIAL {
            return 0;
        }
        let part = |side| self.0[side] * Self::UNIT / (position.count_leaving(side) as i32 + 1);
        part(Side::White) - part(Side::Black)
    }
}

#[cfg(test)]
mod tests_2 {
    use super::*;
    use weakfish::model::SetupId;
    use weakfish::notation::fen;
    use weakfish::source::Source;
    use weakfish::{BuiltIns, builtin, load};

    /// Balance of a position of orthodox chess with this result of stalemate.
    fn balance(stalemate: &str, position: &str) -> Option<i32> {
        let base = builtin::ORTHODOX;
        let text = format!("game \"Own\" extends {base}\nendings\n  stalemate: {stalemate}\n  the rest: inherited\n");
        let game = load(&Source::new("own.variant", text), &BuiltIns).unwrap();
        let position = fen::read(&game, SetupId(0), position).unwrap();
        Standstill::new(game.variant()).map(|standstill| standstill.balance(&position, 0))
    }

    #[test]
    fn the_last_moves_count_most() {
        // White's King has two moves and its Pawn none; Black's King has three, and one of its Pawns one.
        let position = "k7/7p/8/8/8/p7/P7/K7 w - - 0 1";
        let difference = Standstill::UNIT / 3 - Standstill::UNIT / 5;
        assert_eq!(balance("loses", position), Some(-difference));
        assert_eq!(balance("wins", position), Some(difference));
        assert_eq!(balance("white wins", position), Some(Standstill::UNIT / 3 + Standstill::UNIT / 5));
        assert_eq!(balance("draw", position), None);
    }
}
