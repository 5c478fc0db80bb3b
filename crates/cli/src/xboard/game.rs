//! The game in XBoard's notation, with its history.

use weakfish::engine::{Game, Move, Position};
use weakfish_player::evaluation::Weights;
use weakfish::geometry::Side;
use weakfish::model::SetupId;

use super::dialect::Dialect;

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

    /// Begins anew.
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
    pub(super) fn undo(&mut self) -> bool {
        let Some((position, _)) = self.past.pop() else { return false };
        self.position = position;
        true
    }

    /// How many moves a side has made.
    pub(super) fn made_by(&self, side: Side) -> u32 {
        self.past.iter().filter(|(position, _)| position.turn() == side).count() as u32
    }

    /// The result with its reason, if the game is over.
    pub(super) fn result(&self) -> Option<String> {
        let outcome = self.position.outcome()?;
        let result = match outcome.winner {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        };
        Some(format!("{result} {{{}}}", outcome.reason.replace(['{', '}'], "")))
    }
}
