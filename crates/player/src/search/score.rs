//! Values inside the search, and the scores and lines made from them.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use weakfish::engine::{Claim, Game, Move, Position};
use weakfish::geometry::Side;
use weakfish::model::Worth;
use weakfish::notation::{uci, write_move};
use weakfish::prose::counted;

/// Value of a node for the side to move there. Mate values count plies from the root of the search.
pub(super) type Value = i32;

/// Larger than any value.
pub(super) const INFINITE: Value = 32_000;

/// Value of a win at the root; one less for each ply that it needs.
const MATE: Value = 31_000;

/// Values beyond this are forced wins, values below its negative forced losses.
pub(super) const MATE_IN_MAX_PLY: Value = MATE - MAX_PLY as Value;

/// Search value of a hundredth of a point at the end of a game: more than the plies of the longest win.
const HUNDREDTH: Value = 250;

/// Values beyond this are certain ends of the game: wins, of a whole point or less. No evaluation is so large.
pub(super) const CERTAIN: Value = MATE_IN_MAX_PLY - HUNDREDTH * (Worth::FULL.hundredths() - Worth::DRAW - 1) as Value;

/// Value of a win at the root whose length is not known: beyond all evaluations, and one less for each ply before it is
/// known.
const WON: Value = CERTAIN;

/// Value of a node at this ply that is won in an unknown number of plies.
pub(super) const fn won_at(ply: usize) -> Value {
    WON - ply as Value
}

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

/// Value of a win at this ply with this score of the winner: below every win with a greater score, above every win with
/// a lower one.
pub(super) const fn win_in(worth: Worth, ply: usize) -> Value {
    mate_in(ply) - HUNDREDTH * (Worth::FULL.hundredths() - worth.hundredths()) as Value
}

/// The score of the winner in hundredths of a point, and the plies to the end, of a value that is certain.
const fn certain_end(value: Value) -> (u8, u16) {
    let short = MATE - value.abs();
    (Worth::FULL.hundredths() - (short / HUNDREDTH) as u8, (short % HUNDREDTH) as u16)
}

/// Whether a value is a forced end of the game that is no draw.
pub(super) const fn is_certain(value: Value) -> bool {
    value.abs() > CERTAIN
}

/// Converts a value of a node at this ply for the transposition table: mate values then count plies from the node.
pub(super) const fn value_to_tt(value: Value, ply: usize) -> Value {
    shift_mate_value(value, ply as Value)
}

/// Converts a value from the transposition table for a node at this ply: mate values then count plies from the root. An end
/// after the longest line that a search can have counts as one at its end, since beyond it is another worth.
pub(super) const fn value_from_tt(value: Value, ply: usize) -> Value {
    if !is_certain(value) {
        return value;
    }
    let beyond = (MATE - value.abs()) % HUNDREDTH + ply as Value - (MAX_PLY as Value - 1);
    shift_mate_value(value, if beyond > 0 { beyond - ply as Value } else { -(ply as Value) })
}

/// Moves the root of a mate value this many plies down.
const fn shift_mate_value(value: Value, plies: Value) -> Value {
    if value > CERTAIN {
        value + plies
    } else if value < -CERTAIN {
        value - plies
    } else {
        value
    }
}

/// Score of a position for the side to move.
///
/// Larger scores are better. `Display` writes `+0.35`, `win in 3 plies`, `loss in 4 plies`; `win` and `loss` if the
/// plies are unknown; or `scores 0.75 in 3 plies` for a certain end that is worth less than a whole point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Forced win: the game ends after this number of plies.
    Win(u16),
    /// Evaluation in centipawns; or, beyond all evaluations, a certain end of the game that is worth less than a whole point, or
    /// a win or loss of unknown length.
    #[serde(rename = "worth")]
    Centipawns(i32),
    /// Forced loss: the game ends after this number of plies.
    Loss(u16),
}

impl Score {
    /// The score of a player who claims this: that of a draw, or of a win at once.
    pub fn of_claim(claim: &Claim) -> Self {
        Self::of(claim.winner.map_or(DRAW, |_| win_in(claim.worth, 0)))
    }

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

    /// Returns the score of the side to move, in hundredths of a point, and the plies to the end, if a decided end is certain.
    pub const fn end(self) -> Option<(u8, u16)> {
        match self {
            Self::Win(plies) => Some((100, plies)),
            Self::Loss(plies) => Some((0, plies)),
            Self::Centipawns(value) if is_certain(value) => {
                let (winner, plies) = certain_end(value);
                Some((if value > 0 { winner } else { 100 - winner }, plies))
            }
            Self::Centipawns(_) => None,
        }
    }

    /// Certain win (`true`) or loss of unknown length: the tables of endings give the winner, and a limit of moves without progress
    /// rules out their shortest win.
    pub const fn sure_result(self) -> Option<bool> {
        let Self::Centipawns(value) = self else { return None };
        if value.abs() > WON - MAX_PLY as Value && !is_certain(value) { Some(value > 0) } else { None }
    }

    /// The score of a game that is over for a side that has won or lost, or for both after a draw.
    pub fn of_end(worth: Worth, winner: Option<Side>, side: Side) -> Self {
        let value = win_in(worth, 0);
        Self::of(winner.map_or(DRAW, |winner| if winner == side { value } else { -value }))
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
            Self::Centipawns(value) if is_certain(value) => {
                self.end().map_or(0.5, |(score, _)| f64::from(score) / 100.0)
            }
            Self::Centipawns(cp) => 1.0 / (1.0 + 10_f64.powf(-f64::from(cp) / (4.0 * f64::from(pawn_value.max(1))))),
        }
    }

    /// The score as programs report it, in a game with this [pawn value](crate::evaluation::Evaluator::pawn_value).
    pub fn reported(self, game: &Game, pawn_value: i32) -> ReportedScore {
        let mate = |plies| i32::from(Self::mate_distance(game, plies));
        let (centipawns, mate) = match self {
            Self::Centipawns(score) => (Some(score.saturating_mul(100) / pawn_value.max(1)), None),
            Self::Win(plies) => (None, Some(mate(plies))),
            Self::Loss(plies) => (None, Some(-mate(plies))),
        };
        ReportedScore { centipawns, mate, chance: self.winning_chance(pawn_value) }
    }

    /// Converts a distance to mate from plies to moves of the winner. It stays in plies where a turn may have several moves.
    pub fn mate_distance(game: &Game, plies: u16) -> u16 {
        if game.facts().series.any { plies } else { plies.div_ceil(2) }
    }

    /// Mate distance as text: moves of the winner, or plies where a turn has several moves.
    pub fn distance_text(game: &Game, plies: u16) -> String {
        let distance = Self::mate_distance(game, plies);
        if game.facts().series.any { counted(distance.into(), "ply") } else { distance.to_string() }
    }

    /// Formats the score of the side to move from White's view: `+0.35`, `1-0 in 3`, `0-1 in 12 plies`, `0.75-0.25 in 4`, `1-0`
    /// where the length of the win is not known. Moves are counted where each turn has one.
    pub fn white_text(self, game: &Game, turn: Side) -> String {
        let score = if turn == Side::White { self } else { self.negated() };
        match score.end() {
            None if score == Self::Centipawns(0) => "0.00".to_owned(),
            None if score.sure_result() == Some(true) => "1-0".to_owned(),
            None if score.sure_result() == Some(false) => "0-1".to_owned(),
            None => score.to_string(),
            Some((white, plies)) => {
                let [white, black] = [white, 100 - white].map(Worth::decimal);
                let result = format!("{white}-{black}");
                if plies == 0 { result } else { format!("{result} in {}", Self::distance_text(game, plies)) }
            }
        }
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
/// let reported = Score::Loss(4).reported(&game("fide"), 100);
/// assert_eq!((reported.centipawns, reported.mate, reported.chance), (None, Some(-2), 0.0));
/// assert_eq!(Score::Centipawns(30).reported(&game("fide"), 60).centipawns, Some(50));
/// // White has two moves a turn.
/// assert_eq!(Score::Win(3).reported(&game("monster"), 100).mate, Some(3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ReportedScore {
    /// The score in centipawns of orthodox chess; `None` if the end of the game is certain.
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
            Self::Centipawns(value) if is_certain(value) => {
                let (score, count) = self.end().unwrap_or_default();
                write!(f, "scores {} in {count} {}", Worth::decimal(score), plies(count))
            }
            Self::Centipawns(_) if self.sure_result() == Some(true) => f.write_str("win"),
            Self::Centipawns(_) if self.sure_result() == Some(false) => f.write_str("loss"),
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

impl Line {
    /// A line with its score.
    pub const fn new(score: Score, moves: Vec<Move>) -> Self {
        Self { score, moves }
    }

    /// The moves in UCI notation, each with its text in the notation of games, from the position that was searched.
    pub fn texts(&self, position: &Position) -> Vec<(String, String)> {
        let mut at = position.clone();
        let text = |&mv: &Move| {
            let texts = (uci::write(&at, mv), write_move(&at, mv));
            at.make(mv);
            texts
        };
        self.moves.iter().map(text).collect()
    }
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

impl Report {
    /// The only report of a line that was found without iterations.
    pub fn of_line(line: &Line, nodes: u64, elapsed: Duration) -> Self {
        let depth = line.moves.len() as u32;
        Self { depth, seldepth: depth, nodes, elapsed, hashfull: 0, lines: vec![line.clone()] }
    }
}

#[cfg(test)]
mod tests {
    use super::{CERTAIN, MAX_PLY, Score, Side, Worth, mate_in, mated_in, value_from_tt, value_to_tt, win_in};

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
        for value in [-CERTAIN, -35, 0, 35, CERTAIN] {
            assert_eq!((value_to_tt(value, 5), value_from_tt(value, 5)), (value, value));
        }
        // An end beyond the longest line keeps its worth.
        for value in [mate_in(MAX_PLY - 1), mated_in(MAX_PLY - 1), win_in(Worth::FULL, MAX_PLY - 1)] {
            assert_eq!(value_from_tt(value_to_tt(value, 2), 30), value);
        }
    }

    #[test]
    fn a_win_of_more_is_worth_more_however_late_it_is() {
        let worth = |hundredths| Worth::from_hundredths(hundredths).unwrap();
        for hundredths in 51..100 {
            let (less, more) = (worth(hundredths), worth(hundredths + 1));
            assert!(win_in(more, MAX_PLY) > win_in(less, 0) && win_in(less, 3) > win_in(less, 4));
            assert!(win_in(less, MAX_PLY - 1) > CERTAIN);
            let score = Score::of(win_in(less, 7));
            assert_eq!((score.end(), score.negated().end()), (Some((hundredths, 7)), Some((100 - hundredths, 7))));
            assert!((score.winning_chance(100) - f64::from(hundredths) / 100.0).abs() < 1e-9);
        }
        assert_eq!(win_in(Worth::FULL, 9), mate_in(9));
        let lost = Score::of_end(worth(75), Some(Side::White), Side::Black);
        assert_eq!(lost.to_string(), "scores 0.25 in 0 plies");
        assert!(Score::Loss(1) < lost && lost < Score::Centipawns(-9000));
    }
}
