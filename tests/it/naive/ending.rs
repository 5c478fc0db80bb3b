//! How the game ends, and counting.

use weakfish::geometry::Side;
use weakfish::model::{Condition, Ending, GameResult, KindId, MaterialSide, QuietUnit};

use super::{Action, Position};

/// Who won, if anybody did, and the label of the ending.
pub(crate) type Outcome = (Option<Side>, String);

impl Position {
    /// What the player to move can do, sorted by its text, and how the game has ended; then there is nothing to do.
    pub(crate) fn judge(&self) -> (Vec<(String, Action)>, Option<Outcome>) {
        let legal = self.legal();
        let outcome = self.judged(&legal, true);
        if outcome.is_some() { (Vec::new(), outcome) } else { (self.by_text(legal), outcome) }
    }

    /// The number of sequences of so many plies; draws do not cut them short.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let legal = self.legal();
        if self.claimed_by.is_some() || self.judged(&legal, false).is_some() {
            0
        } else if depth == 1 {
            legal.len() as u64
        } else {
            legal.iter().map(|action| self.play(action).perft(depth - 1)).sum()
        }
    }

    /// The first ending that holds, draws perhaps left out.
    fn judged(&self, legal: &[Action], draws: bool) -> Option<Outcome> {
        if let Some(side) = self.claimed_by {
            let stalemate = |ending: &&Ending| ending.condition == Condition::Stalemate;
            let ending = self.game.variant.endings.iter().find(stalemate);
            let result = ending.map_or(GameResult::Draw, |ending| ending.result);
            let label = ending.map_or("stalemate", |ending| &ending.label);
            return Some((winner(result, side), label.to_owned()));
        }
        for ending in &self.game.variant.endings {
            let draw = ending.result == GameResult::Draw;
            if ending.result == GameResult::DrawOnClaim || draw && !draws {
                continue;
            }
            let sides = [self.turn, !self.turn].into_iter().filter(|&side| ending.side.is_none_or(|for_| for_ == side));
            for side in sides {
                if self.holds(&ending.condition, side, legal) {
                    return Some((winner(ending.result, side), ending.label.clone()));
                }
            }
        }
        None
    }

    /// Whether a condition holds and speaks of this side.
    fn holds(&self, condition: &Condition, side: Side, legal: &[Action]) -> bool {
        let on_move = side == self.turn;
        match condition {
            Condition::Checkmate => on_move && legal.is_empty() && self.royal_attacked(side),
            Condition::Stalemate => on_move && legal.is_empty() && !self.royal_attacked(side),
            Condition::OpponentBared => on_move && !self.bare(side) && self.bare(!side),
            Condition::Bared => on_move && self.bare(side) && !self.bare(!side),
            Condition::Quiet { count, unit } => {
                let count = u32::from(*count);
                on_move
                    && match unit {
                        QuietUnit::Moves => self.halfmove >= 2 * count,
                        QuietUnit::Plies => self.halfmove >= count,
                        QuietUnit::Series => self.quiet_series >= count,
                        other => panic!("a unit that the naive generator has not been taught: {other:?}"),
                    }
            }
            Condition::Position { times } => self.times_before() + 1 >= u32::from(*times),
            Condition::OnlyMaterial(balances) => balances.iter().any(|balance| {
                let stands = |white: &MaterialSide, black: &MaterialSide| {
                    self.has_only(Side::White, white) && self.has_only(Side::Black, black)
                };
                stands(&balance.white, &balance.black) || stands(&balance.black, &balance.white)
            }),
            Condition::ManOn { kinds, squares } => {
                self.men(side).any(|(square, man)| kinds.contains(&man.kind) && squares[side].contains(square))
            }
            Condition::Without(kinds) => !self.men(side).any(|(_, man)| kinds.contains(&man.kind)),
            Condition::WithoutMen => self.men(side).next().is_none(),
            Condition::ChecksGiven(checks) => self.checks[side] >= u32::from(*checks),
            other => panic!("a condition that the naive generator has not been taught: {other:?}"),
        }
    }

    /// Whether a side has no men but royal ones.
    fn bare(&self, side: Side) -> bool {
        self.men(side).all(|(_, man)| self.game.variant.kind(man.kind).royal)
    }

    /// Whether a side has this material and no other.
    fn has_only(&self, side: Side, material: &MaterialSide) -> bool {
        let free = material.any_on_one_colour;
        let counted = |kind: &KindId| Some(*kind) != free || material.men.contains(kind);
        let mut kinds: Vec<KindId> = self.men(side).map(|(_, man)| man.kind).filter(counted).collect();
        kinds.sort_unstable();
        let board = self.game.variant.board;
        let mut colours: Vec<i32> = Side::ALL
            .into_iter()
            .flat_map(|side| self.men(side))
            .filter(|(_, man)| Some(man.kind) == free)
            .map(|(square, _)| (board.file(square) + board.rank(square)) % 2)
            .collect();
        colours.dedup();
        kinds == material.men && colours.iter().all(|colour| *colour == colours[0])
    }
}

fn winner(result: GameResult, side: Side) -> Option<Side> {
    match result {
        GameResult::Wins => Some(side),
        GameResult::Loses => Some(!side),
        GameResult::Draw | GameResult::DrawOnClaim => None,
    }
}
