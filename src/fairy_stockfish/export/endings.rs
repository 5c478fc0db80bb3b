//! The endings of a variant as keys.

use super::Maker;
use crate::fairy_stockfish::men::MenSet;
use crate::fairy_stockfish::values::{Verdict, Whom};
use crate::geometry::{PerSide, Side};
use crate::model::{Condition, Ending, GameResult, Judged, QuietUnit};

impl Maker<'_> {
    /// Takes every ending, or says that the engine has none such.
    pub(super) fn endings(&mut self) {
        let endings = &self.variant.endings;
        let mut claimed = Vec::new();
        for ending in endings {
            let taken = self.ending(ending);
            if let Err(what) = taken {
                self.lose(what);
            }
            if ending.result == GameResult::DrawOnClaim {
                claimed.push(&ending.condition);
            }
        }
        claimed.retain(|condition| **condition != Condition::CountedOut);
        let quiet = claimed.iter().filter(|condition| matches!(condition, Condition::Quiet { .. })).count();
        if quiet > 1 || claimed.len() - quiet > 1 {
            self.lose("several draws to be claimed of one kind");
        }
    }

    /// How many checks each side must give, as a field of a FEN; empty if that is no ending.
    pub(super) fn checks(&mut self) -> String {
        let mut numbers: PerSide<Option<u8>> = PerSide::default();
        for ending in &self.variant.endings {
            let Condition::ChecksGiven(number) = &ending.condition else { continue };
            for side in Side::ALL.into_iter().filter(|side| ending.side.is_none_or(|only| only == *side)) {
                numbers[side] = Some(*number);
            }
        }
        match (numbers.white, numbers.black) {
            (Some(white), Some(black)) if white < 10 && black < 10 => format!("{white}+{black} "),
            (None, None) => String::new(),
            _ => {
                self.lose("checks that count for one side only, or more than nine");
                String::new()
            }
        }
    }

    fn ending(&mut self, ending: &Ending) -> Result<(), String> {
        let both = ending.side.is_none();
        if ending.both || ending.judged != Judged::Always {
            return Err(format!(
                "who must be to move, or that both sides must fulfil it, in the ending `{}`",
                ending.label
            ));
        }
        let verdict = match ending.result {
            GameResult::Wins => Verdict::Win,
            GameResult::Loses => Verdict::Loss,
            GameResult::Draw | GameResult::DrawOnClaim => Verdict::Draw,
            _ => return Err(format!("the winner of the ending `{}`", ending.label)),
        };
        let claimed = ending.result == GameResult::DrawOnClaim;
        let label = &ending.label;
        let one_side = || Err(format!("the ending `{label}` for one side only"));
        match &ending.condition {
            Condition::Checkmate if both && !claimed => self.rules.checkmate_value = verdict,
            Condition::Stalemate if both && !claimed => self.rules.stalemate_value = verdict,
            Condition::Checkmate | Condition::Stalemate => return one_side(),
            Condition::Quiet { count, unit: QuietUnit::Moves } if claimed => {
                if !self.variant.rules.progress.captures {
                    return Err("counts of moves that a capture does not begin anew".to_owned());
                }
                self.rules.n_move_rule = u32::from(*count);
            }
            Condition::Position { times, perpetual_check: false } if claimed => {
                self.rules.n_fold_rule = u32::from(*times);
            }
            Condition::Position { times, perpetual_check: true } if both && verdict == Verdict::Loss => {
                // That engine asks who gave check when it asks for a repetition.
                let plain = Condition::Position { times: *times, perpetual_check: false };
                let asked = |other: &&Ending| other.condition == plain && other.result == GameResult::DrawOnClaim;
                if !self.variant.endings.iter().any(|other| asked(&other)) {
                    return Err(format!("the ending `{label}` without a draw to be claimed by repetition"));
                }
                self.rules.perpetual_check_illegal = true;
            }
            // With its rule.
            Condition::CountedOut if both && claimed => {}
            Condition::ChecksGiven(_) if verdict == Verdict::Win => self.rules.check_counting = true,
            Condition::ManOn { kinds, squares, least: 1, safe: false, secure: false, full: false }
                if verdict == Verdict::Win =>
            {
                let all = kinds.len() == self.variant.kinds.len();
                let men = match kinds.as_slice() {
                    [one] => self.man(*one).map_or(Whom::None, Whom::Man),
                    _ if all => Whom::All,
                    _ => return Err(format!("the ending `{label}` by several kinds of men but not all")),
                };
                for side in Side::ALL.into_iter().filter(|side| ending.side.is_none_or(|only| only == *side)) {
                    if !self.rules.flag_region[side].is_empty() {
                        return Err(format!("several endings such as `{label}`"));
                    }
                    self.rules.flag_piece[side] = men;
                    self.rules.flag_region[side] = self.squares(squares[side]);
                }
            }
            Condition::Without(kinds) if both && kinds.len() == 1 => {
                let men = kinds.iter().filter_map(|kind| self.man(*kind)).collect::<Vec<_>>();
                self.extinction(MenSet::of(&men), verdict)?;
            }
            Condition::WithoutMen if both => self.extinction(MenSet::ALL, verdict)?,
            _ => return Err(format!("the ending `{label}`")),
        }
        Ok(())
    }

    fn extinction(&mut self, men: MenSet, verdict: Verdict) -> Result<(), String> {
        if ![Verdict::None, verdict].contains(&self.rules.extinction_value) {
            return Err("endings by missing men with different results".to_owned());
        }
        self.rules.extinction_value = verdict;
        self.rules.extinction_piece_types = self.rules.extinction_piece_types.or(men);
        Ok(())
    }
}
