//! Counters of a turn (moves of a series, checks given, passes in a row), and the end of a turn.

use super::{Core, Status};
use crate::engine::Move;
use crate::engine::tables::Zobrist;
use crate::geometry::Side;
use crate::model::{Series, SeriesLength};

impl<const W: usize> Core<W> {
    /// The series rule of the side to move.
    #[inline]
    pub(crate) fn series_rule(&self) -> Option<&Series> {
        self.tables.variant.rules.series[self.status.turn].as_ref()
    }

    /// Whether the side to move must capture if it can.
    pub(super) fn must_capture(&self) -> bool {
        self.tables.variant.rules.compulsory_capture[self.status.turn]
    }

    /// The minimum and maximum number of moves in the present series.
    pub(crate) fn series_bounds(&self) -> Option<(u16, u16)> {
        let last = self.status.last_series;
        Some(match self.series_rule()?.length {
            SeriesLength::Fixed { moves, first } => {
                let is_first = self.status.fullmove == 1 && self.status.turn == self.tables.variant.first;
                let moves = u16::from(if is_first { first } else { moves }).max(1);
                (moves, moves)
            }
            SeriesLength::LongerEachTurn(by) | SeriesLength::LongerThanLast(by) => {
                let moves = last.saturating_add(by.into()).max(1);
                (moves, moves)
            }
            SeriesLength::Answering { longer, shorter, least } => {
                let fewest = last.saturating_sub(shorter.into()).max(least.into()).max(1);
                (fewest, last.saturating_add(longer.into()).max(fewest))
            }
        })
    }

    /// Whether the player to move may end the series now.
    pub(crate) fn series_may_end(&self) -> bool {
        let played = self.status.series;
        played > 0 && !self.status.claimed && self.series_bounds().is_some_and(|(fewest, _)| played >= fewest)
    }

    /// Counts the move as part of its series, and the check it may give.
    pub(super) fn count_within_turn(&mut self, mv: Move, us: Side, captures: bool) {
        let (any_series, counts_checks) = (self.tables.features.any_series, self.tables.features.counts_checks);
        let old = self.status;
        let gives_check = mv.man().is_some() && self.is_in_check(!us);
        if gives_check && counts_checks {
            let checks = &mut self.status.checks[us];
            *checks = checks.saturating_add(1);
        }
        let by_choice = matches!(mv, Move::EndSeries | Move::ClaimStalemate);
        if self.tables.features.counts_passes && !by_choice {
            // Two passes in a row count if both sides made one.
            let answers = old.passes > 0 && old.series == 0;
            self.status.passes = if mv == Move::Pass { 1 + u8::from(answers) } else { 0 };
        }
        self.status.claimed = mv == Move::ClaimStalemate;
        let over = match (self.series_rule().copied(), self.series_bounds()) {
            (Some(rule), Some((_, max))) => {
                self.status.series = old.series.saturating_add(u16::from(!by_choice));
                by_choice
                    || self.status.series >= max
                    || rule.ends_by_check && gives_check
                    || rule.ends_by_capture && captures
            }
            _ => true,
        };
        if over && any_series {
            self.end_series(by_choice);
        }
        if over {
            self.end_turn(us);
        }
        if self.hashing {
            self.status.keys.all ^= self.key_within_turn(&old) ^ self.key_within_turn(&self.status);
        }
    }

    /// The hash of a turn's counters.
    #[inline]
    pub(super) fn key_within_turn(&self, status: &Status<W>) -> u64 {
        let last = if self.tables.features.series_answer { status.last_series } else { 0 };
        let series = Zobrist::series(last, status.series);
        series ^ Zobrist::checks(status.checks.white, status.checks.black) ^ Zobrist::passes(status.passes)
    }

    fn end_series(&mut self, by_choice: bool) {
        let bounds = self.series_bounds();
        let length = self.status.series;
        let full_length = match self.series_rule().map(|rule| rule.length) {
            Some(SeriesLength::LongerEachTurn(_)) => bounds.map_or(length, |(_, max)| max),
            Some(_) => length,
            None => 1,
        };
        // There was progress in the series exactly if fewer plies than its moves have been played since progress.
        let since = self.status.halfmove.saturating_sub(u32::from(by_choice));
        let quiet = since >= u32::from(length.max(1));
        let status = &mut self.status;
        status.quiet_series = if quiet { status.quiet_series.saturating_add(1) } else { 0 };
        status.last_series = full_length;
        status.series = 0;
        if self.tables.answered_steps[status.turn].straight {
            status.en_passant &= !self.men.all();
        }
    }

    #[inline]
    pub(super) fn end_turn(&mut self, us: Side) {
        let status = &mut self.status;
        status.turn = !us;
        status.keys.all ^= Zobrist::BLACK;
        status.fullmove = status.fullmove.saturating_add(us.index() as u32);
    }
}
