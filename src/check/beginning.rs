//! Advantages of the first move: an immediate win, or a capture without compensation.

use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Move, Position};
use crate::geometry::Side;
use crate::model::{Condition, Ending, GameResult, Variant};
use crate::notation::uci;
use crate::source::Span;

/// A search of the first moves with a budget of moves for all setups of a game.
pub(super) struct Search {
    left: usize,
}

/// All moves have been tried that may be.
struct Exhausted;

impl Search {
    pub(super) const fn new() -> Self {
        Self { left: 1500 }
    }

    /// Reports an unintended advantage of the player who begins, at the place of the setup.
    pub(super) fn slip(&mut self, start: &Position, setup: &str, at: Span) -> Option<Diagnostic> {
        let mut position = start.clone();
        let side = position.turn();
        let mut wins = |plies| Some((plies, self.winning(&mut position, side, plies).ok().flatten()?));
        if let Some((plies, mv)) = [1, 3].into_iter().find_map(&mut wins) {
            let mv = uci::write(start, mv);
            let how = if plies == 1 { "at once, by" } else { "by force, beginning with" };
            let message = format!("from the setup `{setup}` {side} wins {how} `{mv}`");
            let won = Diagnostic::warning(Code::CheckWonStart, at, message).label("of this setup");
            return Some(won.help(format!("draw another starting position, in which {} has a defence", !side)));
        }
        let mv = self.free_capture(&mut position, side)?;
        let variant = start.game().variant();
        let victim = start.captured_square(mv)?;
        let man = start.game().piece_info(start.piece_at(victim)?).kind;
        let (name, square) = (&variant.kind(man).symbol, variant.board.name(victim));
        let mv = uci::write(start, mv);
        let message = format!(
            "in the setup `{setup}` {side} can capture `{name}` on {square} at once, and nothing is captured in return"
        );
        let hanging = Diagnostic::warning(Code::CheckHangingMan, at, message).label(format!("by `{mv}`"));
        Some(hanging.help("draw another starting position, in which this man is guarded or out of reach"))
    }

    /// A move by which a side wins within `plies` against any reply. Longer wins than one move are searched among
    /// checks and captures.
    fn winning(&mut self, position: &mut Position, side: Side, plies: u8) -> Result<Option<Move>, Exhausted> {
        for mv in position.legal_moves().to_vec() {
            if plies > 1 && !(position.is_capture(mv) || position.gives_check(mv)) {
                continue;
            }
            if self.wins_by(position, mv, side, plies)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Whether a side has won after a move, or wins within the plies that are left then.
    fn wins_by(&mut self, position: &mut Position, mv: Move, side: Side, plies: u8) -> Result<bool, Exhausted> {
        self.left = self.left.checked_sub(1).ok_or(Exhausted)?;
        let undo = position.make(mv);
        let won = match position.outcome() {
            Some(outcome) => Ok(outcome.winner == Some(side)),
            None if plies == 1 => Ok(false),
            None if position.turn() == side => self.winning(position, side, plies - 1).map(|mv| mv.is_some()),
            None => self.always_loses(position, side, plies - 1),
        };
        position.unmake(undo);
        won
    }

    /// Whether a side wins whatever the player to move does.
    fn always_loses(&mut self, position: &mut Position, side: Side, plies: u8) -> Result<bool, Exhausted> {
        for mv in position.legal_moves().to_vec() {
            if !self.wins_by(position, mv, side, plies)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A capture after which the opponent can capture nothing, in a game where that is an advantage.
    fn free_capture(&mut self, position: &mut Position, side: Side) -> Option<Move> {
        let variant = position.game().variant();
        let royal = Side::ALL.into_iter().all(|side| !position.royal_men(side).is_empty());
        if !royal || variant.rules.compulsory_capture[side] || wants_few_men(variant) {
            return None;
        }
        position.legal_moves().captures().to_vec().into_iter().find(|&mv| {
            let Some(left) = self.left.checked_sub(1) else { return false };
            self.left = left;
            let undo = position.make(mv);
            let free =
                position.turn() != side && position.outcome().is_none() && position.legal_moves().captures().is_empty();
            position.unmake(undo);
            free
        })
    }
}

/// Whether it may be good to lose men.
fn wants_few_men(variant: &Variant) -> bool {
    let few = |ending: &Ending| {
        let condition = matches!(
            ending.condition,
            Condition::Without(_) | Condition::WithoutMen | Condition::FewerThan { .. } | Condition::Bared
        );
        condition && ending.result == GameResult::Wins || ending.result == GameResult::FewerMen
    };
    variant.endings.iter().any(few)
}
