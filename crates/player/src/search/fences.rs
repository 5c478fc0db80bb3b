//! What may be concluded under the rules of a game, and what may not.

use weakfish::engine::{Game, Position};
use weakfish::geometry::{PerSide, Side, Square, SquareSet};
use weakfish::model::{Condition, Ending, GameResult, KindId, Repetition, Variant};

/// Within so many plies of a limit that ends the game, the plies counted toward it are part of what a table knows a
/// position by.
const NEAR: u32 = 24;

/// What the rules of a game mean for a search.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question about the rules, not a state")]
pub(super) struct Fences {
    /// Whether a null move says something: nobody must capture, plays several moves in a turn, or wins by a move that
    /// is legal only then.
    null_moves: bool,
    /// After so many stationary moves in a row a man must leave its square.
    must_move: Option<u8>,
    /// Whether a position that occurs once more leads to a draw.
    pub(super) recurrence_draws: bool,
    /// Whether legal moves or endings depend on earlier positions.
    past_matters: bool,
    pub(super) repetition_illegal: bool,
    /// Whether a player can claim a draw.
    pub(super) claims: bool,
    /// Who must capture if it can.
    pub(super) must_capture: PerSide<bool>,
    /// The fewest plies without progress that end the game.
    quiet_plies: Option<u32>,
    /// The fewest series without progress that end the game.
    quiet_series: Option<u16>,
    /// Whether moves are counted while few men are left.
    counts: bool,
    /// Whether players have several moves in a turn.
    series: bool,
    /// Whether there are several setups, by which rules differ.
    setups: bool,
    /// By kind: the squares where men of a side decide the game.
    goals: Vec<PerSide<SquareSet>>,
}

impl Fences {
    pub(super) fn new(game: &Game) -> Self {
        let variant = game.variant();
        let rules = &variant.rules;
        let of_position = |ending: &&Ending| matches!(ending.condition, Condition::Position { .. });
        let draws = [GameResult::Draw, GameResult::DrawOnClaim];
        let has = |wanted: &dyn Fn(&Condition) -> bool| variant.endings.iter().any(|ending| wanted(&ending.condition));
        let repetition_illegal = rules.repetition == Repetition::Illegal;
        let series = rules.series.iter().any(|(_, series)| series.is_some());
        Self {
            null_moves: rules.finishing_move.is_none()
                && !series
                && rules.compulsory_capture == PerSide::both(false)
                && rules.opposition.iter().all(|opposition| !opposition.to_be_broken),
            must_move: rules.must_move,
            recurrence_draws: variant.endings.iter().filter(of_position).any(|ending| draws.contains(&ending.result)),
            past_matters: repetition_illegal || has(&|condition| matches!(condition, Condition::Position { .. })),
            repetition_illegal,
            claims: variant.endings.iter().any(|ending| ending.result == GameResult::DrawOnClaim),
            must_capture: rules.compulsory_capture,
            quiet_plies: variant.endings.iter().filter_map(|ending| ending.condition.quiet_plies()).min(),
            quiet_series: variant.endings.iter().filter_map(|ending| ending.condition.quiet_series()).min(),
            counts: has(&|condition| matches!(condition, Condition::CountedOut)),
            series,
            setups: variant.setups.len() > 1,
            goals: goals(variant),
        }
    }

    /// Whether a man of this kind and side may decide the game by going to a square.
    #[inline]
    pub(super) fn is_goal(&self, kind: KindId, side: Side, square: Square) -> bool {
        self.goals.get(kind.index()).is_some_and(|goals| goals[side].contains(square))
    }

    /// Whether the side to move may be thought to pass, to see what the opponent threatens. Not where to pass may be
    /// better than any move: with next to nothing but royal men, or where men must soon leave their squares.
    pub(super) fn admits_null_move(&self, position: &Position) -> bool {
        let side = position.turn();
        let free_to_stay = |limit: u8| position.stationary_run(side) + 2 < limit;
        let others = || position.men_of(side).len() - position.royal_men(side).len();
        self.null_moves && self.must_move.is_none_or(free_to_stay) && others() > 2
    }

    /// What a table knows a position by. `exact` adds everything that any score may depend on; otherwise what is far
    /// off is left out, so that more positions share what is known.
    pub(super) fn key(&self, position: &Position, exact: bool) -> u64 {
        let mut key = position.hash();
        let mut add = |word: u64| key = (key ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(29);
        if let Some(limit) = self.quiet_plies {
            let halfmove = position.halfmove();
            if exact || halfmove + NEAR >= limit {
                add(u64::from(halfmove) << 8 | 1);
            }
        }
        if self.counts {
            let (counted, limit) = position.count().unwrap_or_default();
            if exact || limit > 0 {
                add(u64::from(counted) << 24 | u64::from(limit) << 8 | 2);
            }
        }
        if let Some(limit) = self.quiet_series {
            let series = position.quiet_series();
            if exact || u32::from(series) + NEAR / 2 >= u32::from(limit) {
                // Whether there was progress in this series is known by the plies since then.
                let since =
                    if position.series() > 0 { position.halfmove().min(u32::from(position.series())) } else { 0 };
                add(u64::from(since) << 24 | u64::from(series) << 8 | 3);
            }
        }
        if self.series {
            if position.fullmove() == 1 {
                add(4);
            }
            // What the opponent will be able to capture en passant is no part of the position yet.
            if position.series() > 0 {
                position.en_passant().iter().for_each(|square| add((square.index() as u64) << 8 | 5));
            }
        }
        if self.setups {
            add(u64::from(position.setup().0) << 8 | 6);
        }
        if exact && self.past_matters {
            add(position.past_key());
        }
        key
    }
}

/// By kind: the squares where men of a side decide the game, whoever wins by that.
fn goals(variant: &Variant) -> Vec<PerSide<SquareSet>> {
    let mut goals = vec![PerSide::both(SquareSet::EMPTY); variant.kinds.len()];
    for ending in &variant.endings {
        let Condition::ManOn { kinds, squares, .. } = &ending.condition else { continue };
        for side in Side::ALL.into_iter().filter(|&side| ending.side.is_none_or(|only| only == side)) {
            for kind in kinds {
                if let Some(goals) = goals.get_mut(kind.index()) {
                    squares[side].iter().for_each(|square| goals[side].insert(square));
                }
            }
        }
    }
    goals
}
