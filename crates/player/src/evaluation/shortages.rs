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

/// The endings of a game that count men.
#[derive(Clone, Debug, Default)]
pub(super) struct Scarcity(Vec<Ending>);

impl Scarcity {
    /// Unit of the balance, divisible by small numbers.
    pub(super) const UNIT: i32 = 840;

    /// Collects the endings that make a side with few men lose or win.
    pub(super) fn new(variant: &Variant) -> Self {
        let endings = variant.endings.iter().filter_map(|ending| {
            let (men, max_men) = if ending.condition == Condition::Bared {
                (Men::NotRoyal, 0)
            } else if let Condition::AtMost { count, kinds, .. } = &ending.condition {
                let men = kinds.as_ref().map_or(Men::All, |kinds| Men::Of(kinds.clone()));
                (men, i32::from(*count))
            } else {
                return None;
            };
            let sign = PerSide::from_fn(|side| {
                let concerned = ending.side.is_none_or(|only| only == side);
                sign_for(side, ending.result.winner(side).filter(|_| concerned))
            });
            (sign != PerSide::both(0)).then_some(Ending { men, max_men, sign })
        });
        Self(endings.collect())
    }

    /// Whether any ending counts men.
    pub(super) fn has_endings(&self) -> bool {
        !self.0.is_empty()
    }

    /// Balance for White, in parts of [`Self::UNIT`]: for each side a unit if it is one man away from the ending, half a unit
    /// if two, and so on.
    #[inline]
    pub(super) fn balance(&self, position: &Position) -> i32 {
        let mut balance = 0;
        for ending in &self.0 {
            for side in Side::ALL {
                let (men, in_hand) = match &ending.men {
                    Men::All => (position.men_of(side), position.count_in_hand(side, None)),
                    Men::NotRoyal => {
                        let men = position.men_of(side).without(position.royal_men(side));
                        (men, position.count_in_hand(side, None))
                    }
                    Men::Of(kinds) => {
                        let of_kind = |all: SquareSet, &kind: &KindId| all.union(position.men_of_kind(side, kind));
                        (kinds.iter().fold(SquareSet::EMPTY, of_kind), position.count_in_hand(side, Some(kinds)))
                    }
                };
                let left = (men.len() as i32 + in_hand as i32 - ending.max_men).max(1);
                let own = ending.sign[side] * Self::UNIT / left;
                balance += if side == Side::White { own } else { -own };
            }
        }
        balance
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
            sign_for(side, ending.and_then(|ending| ending.result.winner(side)))
        });
        (sign != PerSide::both(0)).then_some(Self(sign))
    }

    /// Balance for White, in parts of [`Self::UNIT`]: for each side a unit divided by its number of moves plus one.
    #[inline]
    pub(super) fn balance(self, position: &Position, material: i32) -> i32 {
        if material > Self::MAX_MATERIAL {
            return 0;
        }
        let part = |side| self.0[side] * Self::UNIT / (position.mobility(side) as i32 + 1);
        part(Side::White) - part(Side::Black)
    }
}

/// 1 if the side wins, -1 if it loses, 0 if there is no winner.
fn sign_for(side: Side, winner: Option<Side>) -> i32 {
    winner.map_or(0, |winner| if winner == side { 1 } else { -1 })
}
