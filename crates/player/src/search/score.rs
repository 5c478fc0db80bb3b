//! Scores: inside the search plain numbers, outside what they mean.

use std::fmt;

use serde::{Deserialize, Serialize};

use weakfish::geometry::Side;
use weakfish::model::Variant;

/// A score inside the search: what a node is worth to the side to move there. Wins are told from the root of the search.
pub(super) type Number = i32;

/// More than any score.
pub(super) const INFINITE: Number = 32_000;

/// A win at the root. Each ply that it needs takes one off.
const WIN: Number = 31_000;

/// Wins and losses are beyond this.
pub(super) const SURE: Number = WIN - MAX_PLY as Number;

/// No line is longer than this.
pub(super) const MAX_PLY: usize = 240;

/// A drawn game.
pub(super) const DRAW: Number = 0;

/// A win that comes about at this ply.
pub(super) const fn win(ply: usize) -> Number {
    WIN - ply as Number
}

/// A loss that comes about at this ply.
pub(super) const fn loss(ply: usize) -> Number {
    -win(ply)
}

/// Whether a score is a win or a loss for sure.
pub(super) const fn is_sure(number: Number) -> bool {
    number.abs() > SURE
}

/// A score as a table keeps it, which knows nothing of the root: wins are told from the node itself.
pub(super) const fn from_root(number: Number, ply: usize) -> Number {
    if number > SURE {
        number + ply as Number
    } else if number < -SURE {
        number - ply as Number
    } else {
        number
    }
}

/// The score of a node at this ply that a table has kept.
pub(super) const fn to_root(number: Number, ply: usize) -> Number {
    if number > SURE {
        number - ply as Number
    } else if number < -SURE {
        number + ply as Number
    } else {
        number
    }
}

/// What a position is worth to the side to move, as far as a search has seen.
///
/// The larger score is the better one. `Display` writes `+0.35`, `win in 3 plies` or `loss in 4 plies`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// The side to move wins, by force, with the end of the game after so many plies.
    Win(u16),
    /// Nothing is decided. So many hundredths of a pawn.
    Worth(i32),
    /// The side to move loses, with the end of the game after so many plies.
    Loss(u16),
}

impl Score {
    pub(super) const fn of(number: Number) -> Self {
        if number > SURE {
            Self::Win((WIN - number) as u16)
        } else if number < -SURE {
            Self::Loss((WIN + number) as u16)
        } else {
            Self::Worth(number)
        }
    }

    /// The score for the opponent.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies),
            Self::Worth(worth) => Self::Worth(-worth),
            Self::Loss(plies) => Self::Win(plies),
        }
    }

    /// The chance that the side to move wins, from 0 to 1, with a draw for half a win: what Elo's curve says of so many
    /// hundredths of a pawn, where a pawn is to the game what `unit` is to this one ([`Evaluator::unit`]).
    ///
    /// ```
    /// use weakfish_player::search::Score;
    ///
    /// assert!((Score::Worth(0).chance(100) - 0.5).abs() < 1e-9);
    /// assert!(Score::Worth(100).chance(100) > 0.6 && Score::Worth(100).chance(100) < 0.7);
    /// assert!(Score::Win(9).chance(100) > 0.999);
    /// ```
    ///
    /// [`Evaluator::unit`]: crate::evaluation::Evaluator::unit
    pub fn chance(self, unit: i32) -> f64 {
        match self {
            Self::Win(_) => 1.0,
            Self::Loss(_) => 0.0,
            Self::Worth(worth) => 1.0 / (1.0 + 10_f64.powf(-f64::from(worth) / (4.0 * f64::from(unit.max(1))))),
        }
    }

    /// Converts the score to what programs exchange. `unit` is the worth of a pawn in this game ([`Evaluator::unit`]).
    ///
    /// ```
    /// use weakfish_player::search::Score;
    /// use weakfish::{BuiltIns, builtin, load};
    ///
    /// let game = |name| load(&builtin::source(name).unwrap(), &BuiltIns).unwrap();
    /// let info = Score::Loss(4).info(game("fide").variant(), 100);
    /// assert_eq!((info.centipawns, info.mate, info.chance), (None, Some(-2), 0.0));
    /// assert_eq!(Score::Worth(30).info(game("fide").variant(), 60).centipawns, Some(50));
    /// // White has two moves a turn.
    /// assert_eq!(Score::Win(3).info(game("monster").variant(), 100).mate, Some(3));
    /// ```
    ///
    /// [`Evaluator::unit`]: crate::evaluation::Evaluator::unit
    pub fn info(self, variant: &Variant, unit: i32) -> ScoreInfo {
        let (centipawns, mate) = match self {
            Self::Worth(worth) => (Some(worth.saturating_mul(100) / unit.max(1)), None),
            Self::Win(plies) => (None, Some(i32::from(Self::mate_distance(variant, plies)))),
            Self::Loss(plies) => (None, Some(-i32::from(Self::mate_distance(variant, plies)))),
        };
        ScoreInfo { centipawns, mate, chance: self.chance(unit) }
    }

    /// Converts a distance to mate from plies to moves of the winner. It stays in plies in a game with several moves a turn.
    pub fn mate_distance(variant: &Variant, plies: u16) -> u16 {
        let has_series = Side::ALL.iter().any(|&side| variant.rules.series[side].is_some());
        if has_series { plies } else { plies.div_ceil(2) }
    }

    /// A number to compare by.
    const fn rank(self) -> i32 {
        match self {
            Self::Win(plies) => WIN - plies as i32,
            Self::Worth(worth) => worth,
            Self::Loss(plies) => plies as i32 - WIN,
        }
    }
}

/// Score as programs exchange it: centipawns or the distance to mate, with the winning chance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ScoreInfo {
    /// Hundredths of what a pawn is worth in orthodox chess; `None` if the game is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub centipawns: Option<i32>,
    /// Distance to mate, negative if the side to move loses; `None` if nothing is decided. See [`Score::mate_distance`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Winning chance of the side to move, from 0 to 1, with a draw as half a win.
    pub chance: f64,
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = |plies: u16| if plies == 1 { "ply" } else { "plies" };
        match *self {
            Self::Win(count) => write!(f, "win in {count} {}", plies(count)),
            Self::Loss(count) => write!(f, "loss in {count} {}", plies(count)),
            Self::Worth(worth) => {
                let sign = if worth < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", worth.abs() / 100, worth.abs() % 100)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SURE, Score, from_root, loss, to_root, win};

    #[test]
    fn tables_count_from_the_node() {
        // The end of the game is three plies below a node at ply 5, which another line reaches at ply 7.
        for (found, kept, elsewhere) in [(win(8), win(3), win(10)), (loss(8), loss(3), loss(10))] {
            assert_eq!(from_root(found, 5), kept);
            assert_eq!(to_root(kept, 5), found);
            assert_eq!(to_root(kept, 7), elsewhere);
        }
        for worth in [-SURE, -35, 0, 35, SURE] {
            assert_eq!((from_root(worth, 5), to_root(worth, 5)), (worth, worth));
        }
    }

    #[test]
    fn chances_of_both_sides_add_up() {
        for worth in [-900, -100, 0, 35, 400] {
            let score = Score::Worth(worth);
            assert!((score.chance(60) + score.reversed().chance(60) - 1.0).abs() < 1e-12);
        }
        // A man of a weak game decides as much as a stronger one among its like.
        assert!((Score::Worth(30).chance(30) - Score::Worth(100).chance(100)).abs() < 1e-12);
    }
}
