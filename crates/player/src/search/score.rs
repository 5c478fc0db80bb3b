//! Values inside the search, and the scores and lines that are made of them.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use weakfish::engine::Move;
use weakfish::model::Variant;

/// Value of a node for the side to move there. Mate values count plies from the root of the search.
pub(super) type Value = i32;

/// Larger than any value.
pub(super) const INFINITE: Value = 32_000;

/// Value of a win at the root; one less for each ply that it needs.
const MATE: Value = 31_000;

/// Values beyond this are forced wins, values below its negative forced losses.
pub(super) const MATE_IN_MAX_PLY: Value = MATE - MAX_PLY as Value;

/// Maximum length of a line, in plies.
pub(super) const MAX_PLY: usize = 240;

/// Value of a drawn game.
pub(super) const DRAW: Value = 0;

/// Value of winning at this ply.
pub(super) const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// Value of losing at this ply.
pub(super) const fn mated_in(ply: usize) -> Value {
    -mate_in(ply)
}

/// Whether a value is a forced win or loss.
pub(super) const fn is_mate_value(value: Value) -> bool {
    value.abs() > MATE_IN_MAX_PLY
}

/// Converts a value of a node at this ply for the transposition table: mate values then count plies from the node.
pub(super) const fn value_to_tt(value: Value, ply: usize) -> Value {
    shift_mate_value(value, ply as Value)
}

/// Converts a value from the transposition table for a node at this ply: mate values then count plies from the root.
pub(super) const fn value_from_tt(value: Value, ply: usize) -> Value {
    shift_mate_value(value, -(ply as Value))
}

/// Moves the root of a mate value this many plies down.
const fn shift_mate_value(value: Value, plies: Value) -> Value {
    if value > MATE_IN_MAX_PLY {
        value + plies
    } else if value < -MATE_IN_MAX_PLY {
        value - plies
    } else {
        value
    }
}

/// Score of a position for the side to move.
///
/// Larger scores are better. `Display` writes `+0.35`, `win in 3 plies` or `loss in 4 plies`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Forced win: the game ends after this number of plies.
    Win(u16),
    /// Evaluation in centipawns.
    #[serde(rename = "worth")]
    Centipawns(i32),
    /// Forced loss: the game ends after this number of plies.
    Loss(u16),
}

impl Score {
    /// Converts a value of the search to a score: mate values to wins and losses in plies.
    pub(super) const fn of(value: Value) -> Self {
        if value > MATE_IN_MAX_PLY {
            Self::Win((MATE - value) as u16)
        } else if value < -MATE_IN_MAX_PLY {
            Self::Loss((MATE + value) as u16)
        } else {
            Self::Centipawns(value)
        }
    }

    /// Returns the score for the opponent.
    #[must_use]
    pub const fn negated(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies),
            Self::Centipawns(score) => Self::Centipawns(-score),
            Self::Loss(plies) => Self::Win(plies),
        }
    }

    /// Winning chance of the side to move, from 0 to 1, with a draw for half a win: logistic in the centipawns, scaled by
    /// the value of a pawn in this game ([`Evaluator::pawn_value`]).
    ///
    /// ```
    /// use weakfish_player::search::Score;
    ///
    /// assert!((Score::Centipawns(0).winning_chance(100) - 0.5).abs() < 1e-9);
    /// assert!(Score::Centipawns(100).winning_chance(100) > 0.6 && Score::Centipawns(100).winning_chance(100) < 0.7);
    /// assert!(Score::Win(9).winning_chance(100) > 0.999);
    /// ```
    ///
    /// [`Evaluator::pawn_value`]: crate::evaluation::Evaluator::pawn_value
    pub fn winning_chance(self, pawn_value: i32) -> f64 {
        match self {
            Self::Win(_) => 1.0,
            Self::Loss(_) => 0.0,
            Self::Centipawns(cp) => 1.0 / (1.0 + 10_f64.powf(-f64::from(cp) / (4.0 * f64::from(pawn_value.max(1))))),
        }
    }

    /// The score as programs report it, in a game with this [pawn value](crate::evaluation::Evaluator::pawn_value).
    pub fn reported(self, variant: &Variant, pawn_value: i32) -> ReportedScore {
        let mate = |plies| i32::from(Self::mate_distance(variant, plies));
        let (centipawns, mate) = match self {
            Self::Centipawns(score) => (Some(score.saturating_mul(100) / pawn_value.max(1)), None),
            Self::Win(plies) => (None, Some(mate(plies))),
            Self::Loss(plies) => (None, Some(-mate(plies))),
        };
        ReportedScore { centipawns, mate, chance: self.winning_chance(pawn_value) }
    }

    /// Converts a distance to mate from plies to moves of the winner. It stays in plies where a turn may have several moves.
    pub fn mate_distance(variant: &Variant, plies: u16) -> u16 {
        if variant.rules.has_series() { plies } else { plies.div_ceil(2) }
    }

    /// Sort key of a score.
    const fn sort_key(self) -> i32 {
        match self {
            Self::Win(plies) => MATE - plies as i32,
            Self::Centipawns(score) => score,
            Self::Loss(plies) => plies as i32 - MATE,
        }
    }
}

/// A score as programs report it: centipawns, or mate in N moves.
///
/// ```
/// use weakfish_player::search::Score;
/// use weakfish::{BuiltIns, builtin, load};
///
/// let game = |name| load(&builtin::source(name).unwrap(), &BuiltIns).unwrap();
/// let reported = Score::Loss(4).reported(game("fide").variant(), 100);
/// assert_eq!((reported.centipawns, reported.mate, reported.chance), (None, Some(-2), 0.0));
/// assert_eq!(Score::Centipawns(30).reported(game("fide").variant(), 60).centipawns, Some(50));
/// // White has two moves a turn.
/// assert_eq!(Score::Win(3).reported(game("monster").variant(), 100).mate, Some(3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ReportedScore {
    /// In hundredths of what a pawn is to orthodox chess; `None` if the end of the game is certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub centipawns: Option<i32>,
    /// Distance to the end of the game, negative if the side to move loses. See [`Score::mate_distance`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Winning chance of the side to move, from 0 to 1, with a draw for half a win.
    pub chance: f64,
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.sort_key().cmp(&other.sort_key())
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = |plies: u16| if plies == 1 { "ply" } else { "plies" };
        match *self {
            Self::Win(count) => write!(f, "win in {count} {}", plies(count)),
            Self::Loss(count) => write!(f, "loss in {count} {}", plies(count)),
            Self::Centipawns(cp) => {
                let sign = if cp < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", cp.abs() / 100, cp.abs() % 100)
            }
        }
    }
}

/// Principal variation with its score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Line {
    /// Score for the side to move at its beginning.
    pub score: Score,
    /// The moves, at least one.
    pub moves: Vec<Move>,
}

/// Result of an iteration of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Selective depth (`seldepth`): length of the longest line searched, in plies.
    pub seldepth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
    /// Share of the transposition table in use (`hashfull`), in permille.
    pub hashfull: u32,
    /// The best lines, the best one first.
    pub lines: Vec<Line>,
}

#[cfg(test)]
mod tests {
    use super::{MATE_IN_MAX_PLY, mate_in, mated_in, value_from_tt, value_to_tt};

    #[test]
    fn the_table_counts_mates_from_the_node() {
        // The end of the game is three plies below a node at ply 5, which another line reaches at ply 7.
        for (found, kept, elsewhere) in
            [(mate_in(8), mate_in(3), mate_in(10)), (mated_in(8), mated_in(3), mated_in(10))]
        {
            assert_eq!(value_to_tt(found, 5), kept);
            assert_eq!(value_from_tt(kept, 5), found);
            assert_eq!(value_from_tt(kept, 7), elsewhere);
        }
        for value in [-MATE_IN_MAX_PLY, -35, 0, 35, MATE_IN_MAX_PLY] {
            assert_eq!((value_to_tt(value, 5), value_from_tt(value, 5)), (value, value));
        }
    }
}
