//! Which parts of the rules a game has, as flags that the move loops test.

use super::OppositionTable;
use crate::geometry::{PerSide, Side};
use crate::model::{CheckRule, Condition, PromotionChoice, Repetition, Variant};

/// The parts of the rules that cost time only in games that have them.
///
/// The fast paths rely on assumptions about the rules that the compiler cannot check. A new part of the rules must
/// answer these questions, in a flag here or at the place named (ARCHITECTURE.md, "Adding a rule part", names the
/// tests):
///
/// 1. Where a man goes, what it captures: does the fast class of its moves still fit (`kind_groups.rs`, `set_shifts.rs`),
///    and is a clear line still an attack (`attacks.rs`)?
/// 2. Can a man change on arrival (`PieceTable::changes_in`), and can its moves then be undone (`irreversible`)?
/// 3. Does a position hold more: status, hash, arrangement, FEN, validation?
/// 4. Does a move change more than one man and the square it goes to: making and unmaking (`core/make.rs`), king safety,
///    repetition, opposition?
/// 5. Does legality depend on the position a move makes (`Moves::needs_trial`), or on other moves (`extra_moves`)?
/// 6. Do the replies to a move depend on more than the squares it changes (`bulk_replies`, `core/replies.rs`)?
/// 7. Can a reply become illegal other than by check or a blocked route (`core/finishing.rs`)?
/// 8. Do the sides still move in turn (`irregular_turns`), and when can a position recur (`core/repetition.rs`)?
/// 9. Can counts differ although men and hash are equal (`perft/key.rs`)?
/// 10. Does it decide the game (`ending_prefilter.rs`, `CompiledEnding::decides`)?
/// 11. How is a move explained that it forbids (`core/refusal.rs`)?
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question about the rules, not a state")]
pub(crate) struct RuleFeatures {
    /// Some side plays series.
    pub(crate) any_series: bool,
    /// The length of some series depends on that of the series before.
    pub(crate) series_answer: bool,
    pub(crate) counts_checks: bool,
    /// A turn may have several moves, or checks, passes or moves while few men are left are counted.
    pub(crate) counts_within_turns: bool,
    /// Stationary moves in a row are counted.
    pub(crate) counts_stationary: bool,
    /// No move may bring back a position.
    pub(crate) repetition_illegal: bool,
    /// A decisive ending depends on how often a position has occurred.
    pub(crate) repetition_decides: bool,
    /// A player may move twice in a row, or pass.
    pub(crate) irregular_turns: bool,
    /// Some moves are made by no man, or depend on which other moves are legal: passing, ending a series, finishing
    /// moves.
    pub(crate) extra_moves: bool,
    /// Moves are counted while few men are left.
    pub(crate) counts_moves: bool,
    /// Passes in a row end the game.
    pub(crate) counts_passes: bool,
    /// A promotion or a move that cannot be taken back counts as progress.
    pub(crate) other_progress: bool,
    /// Some men have a first move, which they lose.
    pub(crate) first_moves: bool,
    /// Any move on the fast path may take a first move away, or be progress by how the man goes. In games without either,
    /// few moves there change more than men and counters.
    pub(crate) does_more: bool,
    /// Some kinds may not face each other.
    pub(crate) opposition: bool,
    /// Passing while an opposition is to be broken ends the game.
    pub(crate) accepts_opposition: bool,
    /// Whether every move must be tried, because of opposition (which can depend on the men between) or of check.
    pub(crate) needs_trial: bool,
    /// Rules about check that sets cannot judge, so that every move must be made on a copy; see `core/check_rules.rs`.
    pub(crate) check_rules: bool,
    /// Whether a side is in check depends on how many royal men it has.
    pub(crate) royalty_varies: bool,
    /// Men that are not royal can become royal, perhaps on an attacked square.
    pub(crate) gains_royals: PerSide<bool>,
    /// Some men hop only over certain men, so that attacks depend on which man is on a square, not only on occupancy.
    pub(crate) chosen_hurdles: bool,
    /// A player's own check is judged by the position that a move makes, and by nothing before.
    pub(crate) own_check_by_trial: bool,
    /// A player who can capture must do so.
    pub(crate) compulsory_capture: bool,
    /// A move mostly leaves the number of replies elsewhere on the board unchanged, so that `core/replies.rs` can count
    /// the replies to all moves together.
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
        let passes_end = variant.endings.iter().any(|end| end.condition == Condition::BothPass);
        let accepts_opposition = rules.may_pass()
            && rules.opposition.iter().any(|rule| rule.to_be_broken)
            && variant.endings.iter().any(|end| end.condition == Condition::OppositionAccepted);
        let counts_passes = passes_end && rules.may_pass() || accepts_opposition;
        let irregular_turns = any_series || rules.may_pass();
        let opposition_needs_trial = Side::ALL
            .iter()
            .any(|&side| oppositions[side].iter().any(|rule| !rule.reach.only_leaps() || rule.to_be_broken));
        let royalty_varies = variant.kinds.iter().any(|kind| kind.royal && !kind.royalty.is_constant());
        let gains_royals = PerSide::from_fn(|side| gains_royals(variant, side));
        let becomes_royal = Side::ALL.iter().any(|&side| gains_royals[side]);
        let chosen_hurdles = variant.kinds.iter().any(|kind| kind.hops_over.is_some());
        let own_check_by_trial = chosen_hurdles
            || royalty_varies
            || becomes_royal
            || rules.own_check_in_series.iter().any(|(_, &allowed)| allowed);
        let limited = |side: Side| rules.check[side] != CheckRule::Allowed || rules.no_flight[side];
        let other_progress = rules.progress.promotions || !rules.progress.one_way_moves_of.is_empty();
        let first_moves = variant.kinds.iter().any(|kind| kind.first_move.is_some());
        let check_rules = own_check_by_trial || Side::ALL.into_iter().any(limited);
        let compulsory_capture = rules.compulsory_capture != PerSide::both(false);
        let needs_trial = opposition_needs_trial || check_rules;
        Self {
            any_series,
            series_answer: Side::ALL
                .iter()
                .any(|&side| rules.series[side].is_some_and(|rule| rule.length.depends_on_last())),
            counts_checks,
            counts_within_turns: any_series || counts_checks || counts_passes || rules.counts_moves(),
            counts_moves: rules.counts_moves(),
            counts_passes,
            other_progress,
            first_moves,
            does_more: other_progress || first_moves,
            counts_stationary: rules.must_move.is_some(),
            repetition_illegal: rules.repetition == Repetition::Illegal,
            repetition_decides,
            irregular_turns,
            extra_moves: irregular_turns || rules.finishing_move.is_some(),
            opposition: !rules.opposition.is_empty(),
            accepts_opposition,
            needs_trial,
            check_rules,
            royalty_varies,
            gains_royals,
            chosen_hurdles,
            own_check_by_trial,
            compulsory_capture,
            bulk_replies: !any_series && !compulsory_capture && !needs_trial,
        }
    }
}

/// Whether a man of a side that is not royal can become one that is.
fn gains_royals(variant: &Variant, side: Side) -> bool {
    variant.rules.promotions[side].iter().filter(|promotion| !variant.kind(promotion.kind).royal).any(|promotion| {
        let mut royal = variant.kinds().filter(|(_, kind)| kind.royal).map(|(id, _)| id);
        royal.any(|id| match &promotion.to {
            PromotionChoice::Kinds(kinds) => kinds.contains(&id),
            PromotionChoice::AnyStartingBut(except) => !except.contains(&id),
            PromotionChoice::Nothing => false,
        })
    })
}
