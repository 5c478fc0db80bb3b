//! Moves that run out: where it decides the game that a player has none left, each of the last ones counts more.

use weakfish::engine::Position;
use weakfish::geometry::{PerSide, Side};
use weakfish::model::{Condition, Variant};

/// What it means for each side to have no move, without being in check: -1 if it loses, 1 if it wins, else 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standstill(PerSide<i32>);

impl Standstill {
    /// What no move at all counts, so that parts of it are whole numbers.
    pub(super) const WHOLE: i32 = 5040;

    /// With more material than this, in sixteenths of a square, nobody's moves run out.
    const FULL: i32 = 16 * 44;

    /// Nothing, if stalemate does not decide the game.
    pub(super) fn new(variant: &Variant) -> Option<Self> {
        let sign = PerSide::from_fn(|side| {
            // Of several, the first that concerns the side comes before the others.
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

    /// How much nearer Black is to losing for want of moves than White: for each side a whole divided by its moves and
    /// one.
    #[inline]
    pub(super) fn balance(self, position: &Position, material: i32) -> i32 {
        if material > Self::FULL {
            return 0;
        }
        let part = |side| self.0[side] * Self::WHOLE / (position.count_leaving(side) as i32 + 1);
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

    /// What orthodox chess with this line for stalemate says of a position.
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
        let difference = Standstill::WHOLE / 3 - Standstill::WHOLE / 5;
        assert_eq!(balance("loses", position), Some(-difference));
        assert_eq!(balance("wins", position), Some(difference));
        assert_eq!(balance("white wins", position), Some(Standstill::WHOLE / 3 + Standstill::WHOLE / 5));
        assert_eq!(balance("draw", position), None);
    }
}
