//! The choice of a move by exact values, where a table has the position to be searched.

use std::cmp::Reverse;
use std::num::NonZero;
use std::time::Duration;

use super::tablebase::{Reach, Tablebase};
use super::{Limits, Line, Score};
use weakfish::engine::{Move, Position};
use weakfish::geometry::Side;
use weakfish::model::SeriesLength;
use weakfish_endgame::Value;

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
    /// The value for the player who makes it.
    pub value: Value,
    /// Whether the value holds whatever the rules say of repetition, of moves without progress and of counted moves.
    pub certain: bool,
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
    /// Sort key, less for a better move: a certain win, one that a count may end before, a draw, a loss that a count may
    /// end before, a certain loss. Sooner wins and later losses come first.
    const fn order(&self) -> (u8, i32) {
        match (self.value, self.certain) {
            (Value::Win(plies), true) => (0, plies as i32),
            (Value::Win(plies), false) => (1, plies as i32),
            (Value::Draw, _) => (2, 0),
            (Value::Loss(plies), false) => (3, -(plies as i32)),
            (Value::Loss(plies), true) => (4, -(plies as i32)),
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
        let score = match (rated.value, rated.certain) {
            (Value::Win(plies), true) => Score::Win(plies),
            (Value::Loss(plies), true) => Score::Loss(plies),
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
    let turn = position.turn();
    let mut position = position.clone();
    let mut rated = Vec::new();
    for mv in position.legal_moves().to_vec() {
        let (_, value) = *values.iter().find(|(other, _)| *other == mv)?;
        let undo = position.make(mv);
        rated.push(match position.verdict() {
            // The history of the game is known here.
            Some(verdict) => ExactMove { mv, value: Value::of_winner(verdict.winner, turn, 1), certain: true },
            // The opponent claims a draw instead of losing.
            None if matches!(value, Value::Win(_)) && position.turn() != turn && position.best_claim().is_some() => {
                ExactMove { mv, value: Value::Draw, certain: true }
            }
            None => ExactMove { mv, value, certain: is_certain(reach, &mut position, value, turn) },
        });
        position.unmake(undo);
    }
    rated.sort_by_key(|rated| (rated.order(), rated.mv));
    (!rated.is_empty()).then_some(rated)
}

/// Whether the value of a move of `us`, which has been made, holds under the rules that the tables leave out.
fn is_certain(reach: &Reach, position: &mut Position, value: Value, us: Side) -> bool {
    let Some(plies) = value.plies() else { return reach.scope.draws_hold() };
    if !reach.scope.is_in_time(position, plies.saturating_sub(1)) {
        return false;
    }
    !matches!(value, Value::Win(_)) || !escapes_by_history(position, us)
}

/// Whether the opponent has a reply that escapes a loss by what has happened before: one that repeats a position.
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
    if rated.value != Value::Draw {
        let mut position = position.clone();
        position.make(rated.mv);
        extend_line(reach, &mut position, &mut line);
    }
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
