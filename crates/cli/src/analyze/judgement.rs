//! Judgement of a move against the best one.

use serde::Serialize;
use weakfish_player::search::Score;

/// How bad a move is, by the winning chances that it loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Fault {
    /// At least a tenth.
    Inaccuracy,
    /// At least two tenths.
    Mistake,
    /// At least three tenths.
    Blunder,
}

impl Fault {
    pub(super) const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Class of a loss of winning chances.
    fn of(loss: f64) -> Option<Self> {
        let worst_first = [(0.3, Self::Blunder), (0.2, Self::Mistake), (0.1, Self::Inaccuracy)];
        worst_first.into_iter().find(|(least, _)| loss >= *least).map(|(_, fault)| fault)
    }

    /// The sign of annotators.
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// Judgement of a move, from the view of its player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Judgement {
    /// The winning chances that it loses, from 0 to 1.
    pub(super) loss: f64,
    pub(super) fault: Option<Fault>,
    /// A win that is missed, with the plies that it takes.
    pub(super) missed_win: Option<u16>,
    /// A loss by force that was none before, with the plies that it takes.
    pub(super) allowed_loss: Option<u16>,
}

impl Judgement {
    /// Judges a move by the best score before it and the score after it, in a game of this unit; the best move loses
    /// nothing.
    pub(super) fn of(before: Score, after: Score, is_best: bool, unit: i32) -> Self {
        let none = Self { loss: 0.0, fault: None, missed_win: None, allowed_loss: None };
        if is_best {
            return none;
        }
        let loss = (before.chance(unit) - after.chance(unit)).max(0.0);
        let missed_win = match (before, after) {
            (Score::Win(plies), Score::Worth(_) | Score::Loss(_)) => Some(plies),
            _ => None,
        };
        let allowed_loss = match (before, after) {
            (Score::Worth(_) | Score::Win(_), Score::Loss(plies)) => Some(plies),
            _ => None,
        };
        Self { loss, fault: Fault::of(loss), missed_win, allowed_loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_move_has_no_fault() {
        let judgement = Judgement::of(Score::Worth(300), Score::Worth(-900), true, 100);
        assert_eq!((judgement.fault, judgement.loss as u8), (None, 0));
    }

    #[test]
    fn what_a_man_is_worth_decides_how_bad_its_loss_is() {
        let fault = |before, after| Judgement::of(Score::Worth(before), Score::Worth(after), false, 100).fault;
        assert_eq!(fault(30, 0), None);
        assert_eq!(fault(0, -100), Some(Fault::Inaccuracy));
        assert_eq!(fault(0, -200), Some(Fault::Mistake));
        assert_eq!(fault(0, -500), Some(Fault::Blunder));
        // A won position that stays won.
        assert_eq!(fault(1800, 1300), None);
        assert_eq!(fault(0, 100), None);
    }

    #[test]
    fn wins_that_are_missed_and_losses_that_are_allowed_are_told() {
        let missed = Judgement::of(Score::Win(5), Score::Worth(0), false, 100);
        assert_eq!((missed.fault, missed.missed_win, missed.allowed_loss), (Some(Fault::Blunder), Some(5), None));
        let longer = Judgement::of(Score::Win(5), Score::Win(9), false, 100);
        assert_eq!((longer.fault, longer.missed_win), (None, None));
        let lost = Judgement::of(Score::Worth(0), Score::Loss(4), false, 100);
        assert_eq!((lost.fault, lost.allowed_loss), (Some(Fault::Blunder), Some(4)));
        assert_eq!(Judgement::of(Score::Loss(9), Score::Loss(2), false, 100).fault, None);
    }
}
