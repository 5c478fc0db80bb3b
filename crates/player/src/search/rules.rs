//! Rules of a game that limit the conclusions of a search: null moves, repetitions, transposition keys, goals.

use crate::evaluation::deciding_squares;
use weakfish::engine::{Game, Hashed, Position, StatePart, StateValue};
use weakfish::geometry::{PerSide, Side, Square, SquareSet};
use weakfish::model::KindId;
use weakfish::model::facts::{self, Facts};

/// Default distance in plies from a limit that ends the game within which the counter is part of the transposition key.
pub(super) const COUNTER_MARGIN: u32 = 24;

/// Consequences of the rules of a game for a search.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question about the rules, not a state")]
pub(super) struct SearchRules {
    /// Whether null-move pruning is sound: no compulsory moves, no series of moves, no walls that leave fewer and fewer
    /// moves, no win by a move that is legal only after a pass.
    null_moves: bool,
    /// Maximum number of stationary moves in a row.
    max_stationary_run: Option<u8>,
    /// Whether repetition leads to a draw in every setup.
    pub(super) repetition_draws: bool,
    /// Whether legal moves or endings depend on earlier positions of the game.
    history_dependent: bool,
    pub(super) repetition_illegal: bool,
    /// Whether a player can claim a draw or a win.
    pub(super) claims: bool,
    /// Whether captures are compulsory, by side.
    pub(super) compulsory_capture: PerSide<bool>,
    /// Counts that the hash of positions leaves out, each with the tag of its key and the values that end the game.
    unhashed: Vec<(StatePart, u8, u32)>,
    /// Whether moves put walls: each of them has many variants then.
    pub(super) walls: bool,
    /// Whether players have several moves in a turn.
    has_series: bool,
    /// Whether there are several setups, on which rules may depend.
    has_setups: bool,
    /// By kind and side: squares where such a man decides the game.
    goals: Vec<PerSide<SquareSet>>,
}

impl SearchRules {
    /// Derives the conclusions that the rules allow a search.
    pub(super) fn new(game: &Game) -> Self {
        let Facts {
            series: facts::Series { any: has_series, varying: _, limit_movers: _ },
            turns: facts::Turns { passing: _, finishing_moves, stationary_limit: max_stationary_run },
            drops: facts::Drops { hands: _, unlimited: _, by_men_around: _, left_behind: _ },
            ref compulsion,
            walls: facts::Walls { staying, one_at_a_time, filling: walls_fill_board, instead_of_moves: _, of_men: _ },
            effects: facts::Effects { deaths: _, conversions: _, returns: _, captors: _, in_place: _ },
            men: facts::Men { turn: _, flip: _, hold: _, relay: _, see_kinds: _, first_moves: _, once_a_game: _ },
            royals: facts::Royals { any: _, vary: _, gained: _, killed: _, killed_along_lines: _ },
            checks: facts::Checks { limited: _, no_flight: _, own_in_series: _ },
            castling: facts::Castlings { by_side: _, dropped: _, noted: _ },
            opposition: facts::Oppositions { any: _, to_be_broken, accepted: _ },
            repetition: facts::Repetitions { illegal: repetition_illegal, ends, draws: repetition_draws, decides: _ },
            quiet: facts::Quiet { plies: _, series: _, other_progress: _ },
            counts: facts::Counts { moves: _, moves_end: _, checks: _, passes: _ },
            results: facts::Results { claims, claims_lapse: _, partial: _, points: _ },
            en_passant: _,
            grid: _,
            immobility_illegal: _,
            several_setups: has_setups,
            shuffled: _,
        } = *game.facts();
        let variant = game.variant();
        let unhashed = |&part: &StatePart| {
            let Hashed::Never(tag) = part.declaration().hashed else { return None };
            Some((part, tag, part.limit(variant, &|_| true)?))
        };
        Self {
            // A player who must put walls that stay runs out of moves in the end.
            null_moves: !(finishing_moves || has_series || compulsion.any() || to_be_broken || walls_fill_board),
            max_stationary_run,
            repetition_draws,
            history_dependent: repetition_illegal || ends,
            repetition_illegal,
            claims,
            compulsory_capture: compulsion.captures,
            unhashed: StatePart::ALL.iter().filter_map(unhashed).collect(),
            walls: staying || one_at_a_time,
            has_series,
            has_setups,
            goals: variant.kinds().map(|(kind, _)| deciding_squares(variant, kind, |_| true)).collect(),
        }
    }

    /// Whether a man of this kind and side may decide the game by going to a square.
    #[inline]
    pub(super) fn is_goal(&self, kind: KindId, side: Side, square: Square) -> bool {
        self.goals.get(kind.index()).is_some_and(|goals| goals[side].contains(square))
    }

    /// Whether null-move pruning is allowed. It is not where zugzwang is likely: with hardly any men but royal ones, or where
    /// men must soon leave their squares.
    pub(super) fn allows_null_move(&self, position: &Position) -> bool {
        let side = position.turn();
        let free_to_stay = |limit: u8| position.stationary_run(side) + 2 < limit;
        let others = || position.men_of(side).len() - position.royal_men(side).len();
        self.null_moves && self.max_stationary_run.is_none_or(free_to_stay) && others() > 2
    }

    /// Transposition key. `exact` adds everything that a value may depend on. Otherwise counters farther than `margin`
    /// plies from their limits are left out: more positions share an entry.
    pub(super) fn transposition_key(&self, position: &Position, exact: bool, margin: u32) -> u64 {
        let mut key = position.hash();
        let mut add = |word: u64| key = (key ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(29);
        for &(part, tag, limit) in &self.unhashed {
            // A series has several plies.
            let margin = if part == StatePart::Quiet { margin / 2 } else { margin };
            let near = |count: u32| count.saturating_add(margin) >= limit;
            let (is_near, word) = match position.part(part) {
                // Progress within the present series shows in the plies since.
                StateValue::Number(count) if part == StatePart::Quiet => {
                    let series = u32::from(position.series());
                    let since = if series > 0 { position.halfmove().min(series) } else { 0 };
                    (near(count), u64::from(since) << 16 | u64::from(count))
                }
                StateValue::Number(count) => (near(count), u64::from(count)),
                StateValue::Counts(counts) => (
                    counts.iter().any(|(_, &count)| near(count)),
                    u64::from(counts.white) << 16 | u64::from(counts.black),
                ),
                StateValue::Pair([count, of]) => (of > 0, u64::from(count) << 16 | u64::from(of)),
                StateValue::Squares(_) | StateValue::Sides(_) | StateValue::Wings(_) => continue,
            };
            if exact || is_near {
                add(word << 8 | u64::from(tag));
            }
        }
        if self.has_series {
            if position.fullmove() == 1 {
                add(4);
            }
            // En passant squares of the opponent are no part of the position hash during a series.
            if position.series() > 0 {
                position.en_passant().iter().for_each(|square| add((square.index() as u64) << 8 | 5));
            }
        }
        if self.has_setups {
            add(u64::from(position.setup().0) << 8 | 6);
        }
        if exact && self.history_dependent {
            add(position.history_key());
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use weakfish::source::Source;
    use weakfish::{BuiltIns, builtin, load};

    #[test]
    fn null_moves_need_a_player_who_is_free_to_choose() {
        const HANDS: &str = "men\n  all men: when captured goes to the captor's hand as before promotion\n";
        let allowed = |men: &str, rule: &str| {
            let text = format!("game \"Own\" extends {}\n{men}rules\n  {rule}\n", builtin::ORTHODOX);
            let game = load(&Source::new("own.variant", text), &BuiltIns).unwrap();
            SearchRules::new(&game).allows_null_move(&game.start())
        };
        for (men, rule) in [("", "castling: none"), (HANDS, "drop of P: on own rank 2 to 7")] {
            assert!(allowed(men, rule), "{rule}");
        }
        for (men, rule) in [
            (HANDS, "drop of P: on own rank 2 to 7, compulsory"),
            (HANDS, "black drop of N: on own rank 1 to 3, compulsory"),
            ("", "drop of P: on own rank 2 to 7, unlimited, compulsory"),
            ("", "capture: compulsory"),
            ("", "compulsory: check, else move of P"),
            ("", "black compulsory: move of P"),
            ("", "turn: 2 moves"),
            ("", "wall: anywhere"),
        ] {
            assert!(!allowed(men, rule), "{rule}");
        }
    }
}
