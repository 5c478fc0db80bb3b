//! Which parts of the rules a game has, as the loops ask for them.

use super::OppositionTable;
use crate::geometry::{PerSide, Side};
use crate::model::{Condition, Passing, Repetition, Variant};

/// The parts of the rules that cost time where they are in force, and none where they are not.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question about the rules, not a state")]
pub(crate) struct RuleFeatures {
    /// Some side plays series.
    pub(crate) any_series: bool,
    pub(crate) counts_checks: bool,
    /// A turn may have several moves, or checks are counted.
    pub(crate) counts_within_turns: bool,
    /// Stationary moves in a row are counted.
    pub(crate) counts_stationary: bool,
    /// Captures start the quiet limits again.
    pub(crate) captures_are_progress: bool,
    /// No move may bring back a position.
    pub(crate) repetition_illegal: bool,
    /// A decisive ending asks how often a position has stood.
    pub(crate) repetition_decides: bool,
    /// A player may move twice in a row, or not at all.
    pub(crate) irregular_turns: bool,
    /// Some moves are of no man, or depend on what other moves there are.
    pub(crate) extra_moves: bool,
    /// Some kinds may not face each other.
    pub(crate) opposition: bool,
    /// Whether such men face each other depends on what stands between them.
    pub(crate) opposition_needs_trial: bool,
    /// A move in one place mostly leaves the replies in another as they are.
    pub(crate) bulk_replies: bool,
}

impl RuleFeatures {
    pub(crate) fn new<const W: usize>(
        variant: &Variant,
        oppositions: &PerSide<Vec<OppositionTable<W>>>,
        repetition_decides: bool,
    ) -> Self {
        let rules = &variant.rules;
        let any_series = Side::ALL.iter().any(|&side| rules.series[side].is_some());
        let counts_checks = variant.endings.iter().any(|end| matches!(end.condition, Condition::ChecksGiven(_)));
        let irregular_turns = any_series || rules.passing != Passing::Never;
        let opposition_needs_trial =
            Side::ALL.iter().any(|&side| oppositions[side].iter().any(|rule| !rule.reach.only_leaps()));
        Self {
            any_series,
            counts_checks,
            counts_within_turns: any_series || counts_checks,
            counts_stationary: rules.must_move.is_some(),
            captures_are_progress: rules.progress.captures,
            repetition_illegal: rules.repetition == Repetition::Illegal,
            repetition_decides,
            irregular_turns,
            extra_moves: irregular_turns || rules.finishing_move.is_some(),
            opposition: !rules.opposition.is_empty(),
            opposition_needs_trial,
            bulk_replies: !any_series && !rules.compulsory_capture && !opposition_needs_trial,
        }
    }
}
