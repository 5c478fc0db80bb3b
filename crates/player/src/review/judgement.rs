//! How bad a move is, by the winning chances that it loses.

use serde::{Serialize, Serializer};
use weakfish::engine::Game;

use crate::search::Score;

/// Class of a bad move (inaccuracy, mistake, blunder) by the winning chances that it loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum MoveClass {
    /// At least a tenth.
    Inaccuracy,
    /// At least two tenths.
    Mistake,
    /// At least three tenths.
    Blunder,
}

impl MoveClass {
    /// Class of a loss of winning chances.
    fn of(loss: f64) -> Option<Self> {
        let worst_first = [(0.3, Self::Blunder), (0.2, Self::Mistake), (0.1, Self::Inaccuracy)];
        worst_first.into_iter().find(|(least, _)| loss >= *least).map(|(_, fault)| fault)
    }

    /// Move suffix annotation: `?!`, `?` or `??` (NAG 6, 2, 4).
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// Judgement of a move, from the view of its player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Judgement {
    /// The winning chances that it loses, from 0 to 1.
    #[serde(serialize_with = "serialize_rounded")]
    pub loss: f64,
    /// The class of a bad move; `None` if it is not bad.
    pub fault: Option<MoveClass>,
    /// A win that is missed, with the plies that it takes.
    pub missed_win: Option<u16>,
    /// A loss by force that was none before, with the plies that it takes.
    #[serde(skip)]
    pub allowed_loss: Option<u16>,
}

impl Judgement {
    /// Judges a move by the best score before it and the score after it, in a game of this pawn value; the best move loses
    /// nothing.
    pub fn of(before: Score, after: Score, is_best: bool, pawn_value: i32) -> Self {
        let none = Self { loss: 0.0, fault: None, missed_win: None, allowed_loss: None };
        if is_best {
            return none;
        }
        let loss = (before.winning_chance(pawn_value) - after.winning_chance(pawn_value)).max(0.0);
        let missed_win = match (before, after) {
            (Score::Win(plies), Score::Centipawns(_) | Score::Loss(_)) => Some(plies),
            _ => None,
        };
        let allowed_loss = match (before, after) {
            (Score::Centipawns(_) | Score::Win(_), Score::Loss(plies)) => Some(plies),
            _ => None,
        };
        Self { loss, fault: MoveClass::of(loss), missed_win, allowed_loss }
    }

    /// Move suffix annotation of the fault; empty if there is none.
    pub fn suffix(&self) -> &'static str {
        self.fault.map_or("", MoveClass::suffix)
    }

    /// Comment on a move: what it misses or allows, and the better line.
    pub(super) fn remark(&self, game: &Game, better: String) -> Option<String> {
        if self.fault.is_none() && self.missed_win.is_none() {
            return None;
        }
        let missed = self.missed_win.map(|plies| format!("misses a win in {}", Score::distance_text(game, plies)));
        let allowed = self.allowed_loss.map(|plies| match plies {
            0 => "loses at once".to_owned(),
            _ => format!("loses in {}", Score::distance_text(game, plies)),
        });
        Some([missed, allowed, Some(better)].into_iter().flatten().collect::<Vec<_>>().join("; "))
    }
}

/// Rounds to four digits.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// Serializes a number with four digits.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
pub(super) fn serialize_rounded<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(rounded(*number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_move_has_no_fault() {
        let judgement = Judgement::of(Score::Centipawns(300), Score::Centipawns(-900), true, 100);
        assert_eq!((judgement.fault, judgement.loss as u8), (None, 0));
    }

    #[test]
    fn what_a_man_is_worth_decides_how_bad_its_loss_is() {
        let fault =
            |before, after| Judgement::of(Score::Centipawns(before), Score::Centipawns(after), false, 100).fault;
        assert_eq!(fault(30, 0), None);
        assert_eq!(fault(0, -100), Some(MoveClass::Inaccuracy));
        assert_eq!(fault(0, -200), Some(MoveClass::Mistake));
        assert_eq!(fault(0, -500), Some(MoveClass::Blunder));
        // A won position that stays won.
        assert_eq!(fault(1800, 1300), None);
        assert_eq!(fault(0, 100), None);
    }

    #[test]
    fn wins_that_are_missed_and_losses_that_are_allowed_are_told() {
        let missed = Judgement::of(Score::Win(5), Score::Centipawns(0), false, 100);
        assert_eq!((missed.fault, missed.missed_win, missed.allowed_loss), (Some(MoveClass::Blunder), Some(5), None));
        let longer = Judgement::of(Score::Win(5), Score::Win(9), false, 100);
        assert_eq!((longer.fault, longer.missed_win), (None, None));
        let lost = Judgement::of(Score::Centipawns(0), Score::Loss(4), false, 100);
        assert_eq!((lost.fault, lost.allowed_loss), (Some(MoveClass::Blunder), Some(4)));
        assert_eq!(Judgement::of(Score::Loss(9), Score::Loss(2), false, 100).fault, None);
    }
}
