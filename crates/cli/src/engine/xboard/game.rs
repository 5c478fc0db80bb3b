//! The game in XBoard's notation: its history, the time control, and the colours of target squares.

use std::time::Duration;

use weakfish::engine::{Game, Move, Position};
use weakfish::geometry::{Side, Square};
use weakfish::model::SetupId;
use weakfish_player::evaluation::Weights;
use weakfish_player::search::{Clock, Limits};

use super::dialect::{self, Dialect};
use crate::support::scores;

/// A game that is being played.
#[derive(Clone, Debug)]
pub(super) struct GameState {
    pub(super) game: Game,
    /// Evaluation weights.
    pub(super) weights: Weights,
    pub(super) dialect: Dialect,
    /// The positions before each move, with the move; then the present one.
    past: Vec<(Position, Move)>,
    position: Position,
    /// Start position.
    start: Position,
}

impl GameState {
    /// Begins at the start of the game, or at another one.
    pub(super) fn new(game: Game, weights: Weights, dialect: Dialect, start: Option<&str>) -> Self {
        let other = start.and_then(|start| dialect.read_fen(&game, SetupId::default(), start).ok());
        let start = other.unwrap_or_else(|| game.start());
        Self { game, weights, dialect, past: Vec::new(), position: start.clone(), start }
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    pub(super) fn side(&self) -> Side {
        self.position.turn()
    }

    /// Restarts the game.
    pub(super) fn begin(&mut self) {
        self.past.clear();
        self.position = self.start.clone();
    }

    /// Sets a position up.
    pub(super) fn set(&mut self, text: &str) -> Result<(), String> {
        self.position = self.dialect.read_fen(&self.game, SetupId::default(), text)?;
        self.past.clear();
        Ok(())
    }

    /// Whether moves have been made.
    pub(super) fn has_begun(&self) -> bool {
        !self.past.is_empty()
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, mv: Move) {
        let before = self.position.clone();
        if self.position.play(mv).is_ok() {
            self.past.push((before, mv));
        }
    }

    /// Takes a move back, if there is one.
    pub(super) fn undo(&mut self) {
        if let Some((position, _)) = self.past.pop() {
            self.position = position;
        }
    }

    /// How many moves a side has made.
    pub(super) fn made_by(&self, side: Side) -> u32 {
        self.past.iter().filter(|(position, _)| position.turn() == side).count() as u32
    }

    /// The result with its reason, if the game is over.
    pub(super) fn result(&self) -> Option<String> {
        let outcome = self.position.outcome()?;
        let result = scores::result(outcome.winner);
        Some(format!("{result} {{{}}}", outcome.reason.replace(['{', '}'], "")))
    }
}

/// Time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeControl {
    /// The moves of a time control; 0 if it is for the whole game.
    moves: u32,
    increment: Duration,
    /// Our time left.
    left: Duration,
    /// Time for each move, instead of a clock.
    each: Option<Duration>,
    depth: Option<u32>,
}

/// Time lost between the clock and the engine.
const OVERHEAD: Duration = Duration::from_millis(20);

impl Default for TimeControl {
    /// Five minutes for the game, as XBoard begins with.
    fn default() -> Self {
        let left = Duration::from_secs(300);
        Self { moves: 0, increment: Duration::ZERO, left, each: None, depth: None }
    }
}

impl TimeControl {
    /// `level MOVES BASE INCREMENT`: base in minutes, or minutes and seconds; increment in seconds.
    pub(super) fn level(&mut self, words: &[&str]) -> Option<()> {
        let &[moves, base, increment] = words else { return None };
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let number = |text: &str| text.parse::<u32>().ok();
        let base = u64::from(number(minutes)?) * 60 + u64::from(number(seconds)?);
        let increment = seconds_of(increment)?;
        (self.moves, self.left) = (number(moves)?, Duration::from_secs(base));
        (self.increment, self.each) = (increment, None);
        Some(())
    }

    /// `st SECONDS`.
    pub(super) fn each(&mut self, word: &str) -> Option<()> {
        self.each = Some(seconds_of(word)?);
        Some(())
    }

    /// `sd PLIES`.
    pub(super) fn depth(&mut self, word: &str) -> Option<()> {
        self.depth = Some(word.parse::<u32>().ok()?.max(1));
        Some(())
    }

    /// A new game has no limit of depth.
    pub(super) fn begin(&mut self) {
        self.depth = None;
    }

    /// `time CENTISECONDS`.
    pub(super) fn shows(&mut self, word: &str) -> Option<()> {
        self.left = Duration::from_millis(word.parse::<i64>().ok()?.clamp(0, 1 << 40) as u64 * 10);
        Some(())
    }

    /// Limits of a move, after `made` moves of the player.
    pub(super) fn limits(&self, made: u32) -> Limits {
        let mut limits = Limits::default();
        limits.depth = self.depth;
        if let Some(each) = self.each {
            limits.hard_time = Some(each.saturating_sub(OVERHEAD).max(Duration::from_millis(1)));
            return limits;
        }
        let mut clock = Clock::new(self.left, self.increment);
        clock.overhead = OVERHEAD;
        clock.moves_to_go = (self.moves > 0).then(|| self.moves - made % self.moves);
        clock.limit(&mut limits);
        limits
    }
}

fn seconds_of(text: &str) -> Option<Duration> {
    text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
}

/// A man in the air.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lifted {
    pub(super) from: Square,
    /// The square of the first `put`: the man will be put back, turned.
    pub(super) via: Option<Square>,
}

/// The moves of a lifted man that end on a square; where it stands, the one for which it has gone another way.
pub(super) fn moves_to(position: &Position, lifted: Lifted, to: Square) -> Vec<Move> {
    if to == lifted.from {
        let turns = Dialect::detours(position, lifted.from).into_iter();
        return turns.filter(|(_, via)| lifted.via == Some(*via)).map(|(turn, _)| Move::Man(turn)).collect();
    }
    let moves = position.legal_moves();
    let fits = |mv: &Move| mv.man().is_some_and(|man| man.from == lifted.from && man.to == to);
    moves.into_iter().filter(fits).collect()
}

/// The colours of the squares where a lifted man can be put, as a FEN has men: `Y` for a move, `R` for a capture, `M` where
/// there is a choice of what it becomes, `B` where it becomes one other thing, and `C` for the squares by which it turns.
pub(super) fn colours(dialect: &Dialect, position: &Position, lifted: Lifted) -> String {
    let board = position.game().variant().board;
    let mut colours = vec![None; board.len()];
    let colour = |to: Square| {
        let moves = moves_to(position, lifted, to);
        let changed = moves.iter().filter(|mv| dialect.suffix(position, **mv).is_some()).count();
        let first = moves.first()?;
        Some(match (moves.len(), changed) {
            (1, 0) if position.is_capture(*first) => 'R',
            (_, 0) => 'Y',
            (1, 1) => 'B',
            _ => 'M',
        })
    };
    if lifted.via.is_some() {
        colours[lifted.from.index()] = colour(lifted.from);
    } else {
        for to in board.squares().filter(|&to| to != lifted.from) {
            colours[to.index()] = colour(to);
        }
        if dialect.shows_states {
            for (_, via) in Dialect::detours(position, lifted.from) {
                colours[via.index()] = Some('C');
            }
        }
    }
    dialect::ranks(board, |square| colours[square.index()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_they_are_told() {
        let mut timing = TimeControl::default();
        timing.level(&["40", "0:30", "0.5"]).unwrap();
        assert_eq!((timing.moves, timing.left), (40, Duration::from_secs(30)));
        assert_eq!(timing.increment, Duration::from_millis(500));
        timing.level(&["0", "2", "0"]).unwrap();
        assert_eq!(timing.left, Duration::from_secs(120));
        timing.shows("150").unwrap();
        assert_eq!(timing.left, Duration::from_millis(1500));
        timing.each("2").unwrap();
        assert_eq!(timing.limits(3).hard_time, Some(Duration::from_millis(1980)));
        for wrong in [&["1", "2"][..], &["x", "2", "0"], &["1", "2:x", "0"], &["1", "2", "-1"]] {
            assert_eq!(timing.level(wrong), None, "{wrong:?}");
        }
        assert_eq!((timing.each("nan"), timing.depth("-1"), timing.shows("")), (None, None, None));
    }
}
