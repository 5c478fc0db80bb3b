//! The choice of a move by exact values, where a table has the position to be searched.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::num::NonZero;
use std::time::Duration;

use serde::Serialize;

use super::score::won_at;
use super::tablebase::{Reach, Tablebase};
use super::{Limits, Line, Score};
use weakfish::engine::{Move, Position};
use weakfish::geometry::Side;
use weakfish::model::SeriesLength;
use weakfish::notation::uci;
use weakfish_endgame::{MoveFit, Value, ValueWord};

/// Exact values of a position and of its legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExactValues {
    /// The value for the player to move.
    pub value: Value,
    /// All legal moves, the best first.
    pub moves: Vec<ExactMove>,
}

/// A legal move with its exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExactMove {
    /// The move.
    pub mv: Move,
    /// The value for the player who makes it, with the plies of the table; a draw where the win comes after a limit of
    /// moves without progress.
    pub value: Value,
    /// Certainty of the value.
    pub certainty: Certainty,
    /// The value of the table, regardless of limits.
    unlimited: Value,
    /// Rank of a move that leaves the winner certain, less for a better one; see [`MoveFit::InTime`].
    rank: u32,
}

/// Exact value of a legal move for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MoveValue {
    /// The move in machine notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether that player wins.
    pub value: ValueWord,
    /// Moves to the end of the game; absent for a draw, and for a win whose length a limit of moves without progress changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<u16>,
    /// Whether no count of moves, and no repetition, can change the value.
    pub certain: bool,
}

impl ExactMove {
    /// The value of a move of this position, in the form for programs.
    pub fn reported(&self, position: &Position) -> MoveValue {
        // The length of a win within a limit of moves without progress is unknown.
        let plies = self.value.plies().filter(|_| self.certainty != Certainty::Winner);
        let mate = plies.map(|plies| Score::mate_distance(position.game(), plies));
        let (mv, certain) = (uci::write(position, self.mv), self.certainty != Certainty::Open);
        MoveValue { mv, value: self.value.word(), mate, certain }
    }
}

/// Certainty of a table value under the rules of repetition, of moves without progress and of counted moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// These rules may change it.
    Open,
    /// The side that wins is certain, but it may need more plies: first progress, for the sake of a limit.
    Winner,
    /// Value and length hold.
    Exact,
}

impl Tablebase {
    /// The exact values of a position and of its legal moves, from the tables that [`Tablebase::prepare`] or a search has
    /// made; `None` if they don't have the position, or the game is over.
    pub fn values(&self, position: &Position) -> Option<ExactValues> {
        let reach = self.within_reach(position, Duration::ZERO, NonZero::<usize>::MIN, &mut |_| false)?;
        let moves = rate_moves(&reach, position)?;
        Some(ExactValues { value: moves.first()?.value, moves })
    }
}

impl ExactMove {
    /// Sort key, less for a better move. The order is: a certain win, a win of unknown length, a win that a count may
    /// prevent, a draw by a limit that the opponent must reach, a draw, a draw by a limit that the player must reach,
    /// and losses in the reverse order of wins. Sooner wins and later losses come first.
    fn order(&self) -> (u8, i64) {
        let rank = i64::from(self.rank);
        match (self.value, self.unlimited, self.certainty) {
            (Value::Win(plies), _, Certainty::Exact) => (0, plies.into()),
            (Value::Win(_), _, Certainty::Winner) => (1, rank),
            (Value::Win(plies), _, Certainty::Open) => (2, plies.into()),
            (Value::Draw, Value::Win(plies), _) => (3, plies.into()),
            (Value::Draw, Value::Draw, _) => (4, 0),
            (Value::Draw, Value::Loss(plies), _) => (5, -i64::from(plies)),
            (Value::Loss(plies), _, Certainty::Open) => (6, -i64::from(plies)),
            (Value::Loss(_), _, Certainty::Winner) => (7, rank),
            (Value::Loss(plies), _, Certainty::Exact) => (8, -i64::from(plies)),
        }
    }
}

/// Decision that exact tables make before a search.
pub(super) enum Decision {
    /// They give the best lines.
    Lines(Vec<Line>),
    /// Only these moves need be searched: the others lose.
    Moves(Vec<Move>),
}

/// Decides a search by the tables; `None` if they don't have the position. `static_eval` is the score of lines whose end is
/// uncertain.
pub(super) fn decide(reach: &Reach, position: &Position, limits: &Limits, static_eval: i32) -> Option<Decision> {
    let mut moves = rate_moves(reach, position)?;
    moves.retain(|rated| limits.moves.is_empty() || limits.moves.contains(&rated.mv));
    let best = *moves.first()?;
    if best.value == Value::Draw {
        let not_losing = |rated: &&ExactMove| !matches!(rated.value, Value::Loss(_));
        if !reach.scope.draws_hold() {
            return Some(Decision::Moves(moves.iter().filter(not_losing).map(|rated| rated.mv).collect()));
        }
        let drawn = moves.iter().filter(not_losing).count();
        if let Some(drawn) = moves.get_mut(..drawn) {
            drawn.sort_by_cached_key(|rated| Reverse(losing_replies(reach, position, rated.mv)));
        }
    }
    let line = |rated: &ExactMove| {
        let score = match (rated.value, rated.certainty) {
            (Value::Win(plies), Certainty::Exact) => Score::Win(plies),
            (Value::Loss(plies), Certainty::Exact) => Score::Loss(plies),
            (Value::Win(_), Certainty::Winner) => Score::Centipawns(won_at(0)),
            (Value::Loss(_), Certainty::Winner) => Score::Centipawns(-won_at(0)),
            (Value::Draw, _) if reach.scope.draws_hold() => Score::Centipawns(0),
            _ => Score::Centipawns(static_eval),
        };
        Line { score, moves: best_line(reach, position, rated) }
    };
    Some(Decision::Lines(moves.iter().take(limits.lines.max(1)).map(line).collect()))
}

/// Whether this is the first turn of a game, which has fewer moves than others.
fn is_short_turn(position: &Position) -> bool {
    let variant = position.game().variant();
    let length = variant.rules.series[position.turn()].map(|series| series.length);
    let is_short = matches!(length, Some(SeriesLength::Fixed { moves, first }) if first != moves);
    is_short && position.fullmove() == 1 && position.turn() == variant.first
}

/// The legal moves with their values, the best first; `None` if no table has the position, or the game is over.
pub(super) fn rate_moves(reach: &Reach, position: &Position) -> Option<Vec<ExactMove>> {
    if position.verdict().is_some() || is_short_turn(position) {
        return None;
    }
    let values = reach.tables.moves(position).ok()?;
    let (root, turn) = (position, position.turn());
    let limited = OnceCell::new();
    let limited_move = |mv: Move| {
        let find = || reach.fits.as_ref().map_or_else(Vec::new, |fits| fits.moves(&reach.tables, root));
        limited.get_or_init(find).iter().find(|(other, _)| *other == mv).map(|&(_, fit)| fit)
    };
    let mut position = position.clone();
    let mut rated = Vec::new();
    for mv in position.legal_moves().to_vec() {
        let (_, value) = *values.iter().find(|(other, _)| *other == mv)?;
        let undo = position.make(mv);
        let exact = |value| ExactMove { mv, value, certainty: Certainty::Exact, unlimited: value, rank: 0 };
        rated.push(match position.verdict() {
            // The history of the game is known here.
            Some(verdict) => exact(Value::of_winner(verdict.winner, turn, 1)),
            // The opponent claims a draw instead of losing.
            None if matches!(value, Value::Win(_)) && position.turn() != turn && position.best_claim().is_some() => {
                exact(Value::Draw)
            }
            None => rate_move(reach, &mut position, exact(value), turn, &limited_move),
        });
        position.unmake(undo);
    }
    rated.sort_by_key(|rated| (rated.order(), rated.mv));
    (!rated.is_empty()).then_some(rated)
}

/// Rates a move of `us`, which has been made, under the rules that the tables leave out.
fn rate_move(
    reach: &Reach,
    position: &mut Position,
    exact: ExactMove,
    us: Side,
    limited: &dyn Fn(Move) -> Option<MoveFit>,
) -> ExactMove {
    let (open, winner) = (Certainty::Open, Certainty::Winner);
    let draws_hold = reach.scope.draws_hold();
    let Some(plies) = exact.value.plies() else {
        return ExactMove { certainty: if draws_hold { exact.certainty } else { open }, ..exact };
    };
    let rated = if reach.scope.is_in_time(position, plies.saturating_sub(1)) {
        exact
    } else {
        match limited(exact.mv) {
            Some(MoveFit::InTime { rank }) => ExactMove { certainty: winner, rank, ..exact },
            Some(MoveFit::Late) if draws_hold => return ExactMove { value: Value::Draw, ..exact },
            _ => return ExactMove { certainty: open, ..exact },
        }
    };
    if matches!(rated.value, Value::Win(_)) && escapes_by_history(position, us) {
        return ExactMove { certainty: open, ..rated };
    }
    rated
}

/// Whether the opponent has a reply that escapes a loss by the history of the game: one that repeats a position.
fn escapes_by_history(position: &mut Position, us: Side) -> bool {
    if position.turn() == us || position.halfmove() == 0 {
        return false;
    }
    position.legal_moves().to_vec().into_iter().any(|reply| {
        let undo = position.make(reply);
        let escapes = position.verdict().is_some_and(|verdict| verdict.winner != Some(us));
        position.unmake(undo);
        escapes
    })
}

/// The share of the opponent's replies to a move that lose, in permille.
fn losing_replies(reach: &Reach, position: &Position, mv: Move) -> usize {
    let mut position = position.clone();
    let turn = position.turn();
    position.make(mv);
    if position.turn() == turn {
        return 0;
    }
    let replies = reach.tables.moves(&position).unwrap_or_default();
    let losing = replies.iter().filter(|(_, value)| matches!(value, Value::Loss(_))).count();
    1000 * losing / replies.len().max(1)
}

/// A move with best play after it to the end of the game; the move alone if that is a draw.
fn best_line(reach: &Reach, position: &Position, rated: &ExactMove) -> Vec<Move> {
    let mut line = vec![rated.mv];
    if rated.value == Value::Draw {
        return line;
    }
    let mut position = position.clone();
    position.make(rated.mv);
    let mut certainty = rated.certainty;
    while certainty == Certainty::Winner && line.len() < usize::from(u16::MAX) {
        let Some(rated) = rate_moves(reach, &position).and_then(|moves| moves.first().copied()) else { return line };
        if rated.value == Value::Draw {
            return line;
        }
        line.push(rated.mv);
        position.make(rated.mv);
        certainty = rated.certainty;
    }
    extend_line(reach, &mut position, &mut line);
    line
}

/// Adds best play from a position to a line that leads there, to the end of the game; nothing where no table has it.
pub(super) fn extend_line(reach: &Reach, position: &mut Position, line: &mut Vec<Move>) {
    if !matches!(reach.tables.value(position), Ok(Value::Win(_) | Value::Loss(_))) {
        return;
    }
    while position.verdict().is_none() {
        let Ok(moves) = reach.tables.moves(position) else { return };
        let Some(&(mv, value)) = moves.first() else { return };
        // The game may forbid the repetition. Play is not the best then, and may never end.
        if value == Value::Draw || position.check_move(mv).is_err() {
            return;
        }
        line.push(mv);
        position.make(mv);
        if line.len() > usize::from(u16::MAX) {
            return;
        }
    }
}
