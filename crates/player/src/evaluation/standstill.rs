//! Standstill: distance of the sides from stalemate, where stalemate decides the game.

use weakfish::engine::Position;
use weakfish::geometry::{PerSide, Side};
use weakfish::model::{Condition, Variant};

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
mod tests {
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
