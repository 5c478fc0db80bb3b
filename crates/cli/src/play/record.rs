//! The game that is being played, with what was taken back.

use weakfish::engine::{Game, Move, Outcome, Position, Undo};
use weakfish::geometry::Side;
use weakfish::model::SetupId;
use weakfish::notation::replay::{self, MAX_PLIES};
use weakfish::notation::{NotedMove, write_game, write_moves};

use crate::support::console::Failure;
use crate::support::{load, start};

/// A game from its beginning to where it stands.
pub(super) struct Record {
    pub(super) start: Position,
    pub(super) position: Position,
    moves: Vec<Made>,
    /// Moves taken back, the last move of the game first.
    undone: Vec<Move>,
    /// An end that the rules have not brought about.
    declared: Option<Outcome>,
}

/// A move that has been made.
struct Made {
    mv: Move,
    side: Side,
    undo: Undo,
}

impl Record {
    pub(super) fn new(start: Position) -> Self {
        Self { position: start.clone(), start, moves: Vec::new(), undone: Vec::new(), declared: None }
    }

    /// The game that a line of a text has played.
    pub(super) fn of(line: &replay::Line) -> Self {
        let mut record = Self::new(line.start.clone());
        for ply in &line.plies {
            record.make(ply.mv);
        }
        record.declared = line.outcome.clone().filter(|_| record.position.outcome().is_none());
        record
    }

    /// How the game has ended.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.declared.clone().or_else(|| self.position.outcome())
    }

    /// Ends the game as the rules do not.
    pub(super) fn declare(&mut self, winner: Option<Side>, reason: &str) {
        self.declared = Some(Outcome { winner, reason: reason.into() });
    }

    /// Makes a legal move.
    pub(super) fn play(&mut self, mv: Move) {
        // Moves taken back stay available as long as they are replayed.
        if self.undone.last() == Some(&mv) {
            self.undone.pop();
        } else {
            self.undone.clear();
        }
        self.make(mv);
    }

    fn make(&mut self, mv: Move) {
        let side = self.position.turn();
        self.moves.push(Made { mv, side, undo: self.position.make(mv) });
    }

    /// Whether a game text could hold no further moves.
    pub(super) fn is_full(&self) -> bool {
        self.moves.len() >= MAX_PLIES
    }

    /// Takes back the last move, or the declared end of the game; whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        if self.declared.take().is_some() {
            return true;
        }
        let Some(made) = self.moves.pop() else { return false };
        self.position.unmake(made.undo);
        self.undone.push(made.mv);
        true
    }

    /// Makes the move again that was taken back last; whether there was one.
    pub(super) fn redo(&mut self) -> bool {
        let Some(mv) = self.undone.pop() else { return false };
        self.make(mv);
        true
    }

    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The last turn, or what has been made of the present one: the side, its moves as people write them, and these
    /// moves.
    pub(super) fn last_turn(&self) -> Option<(Side, String, Vec<Move>)> {
        let last = self.moves.last()?;
        let count = self.moves.iter().rev().take_while(|made| made.side == last.side).count();
        let from = self.moves.len() - count;
        let mut before = self.start.clone();
        for made in &self.moves[..from] {
            before.make(made.mv);
        }
        let moves: Vec<Move> = self.moves[from..].iter().map(|made| made.mv).collect();
        Some((last.side, write_moves(&before, &moves), moves))
    }

    fn all(&self) -> Vec<Move> {
        self.moves.iter().map(|made| made.mv).collect()
    }

    /// All moves as people write them.
    pub(super) fn moves_text(&self) -> String {
        write_moves(&self.start, &self.all())
    }

    /// The game as a text.
    pub(super) fn text(&self, headers: &[(&str, &str)]) -> String {
        let moves: Vec<NotedMove> = self.all().into_iter().map(NotedMove::from).collect();
        write_game(headers, &self.start, &moves, self.outcome().as_ref())
    }
}

/// The last game of a text.
pub(super) fn read_game(game: &Game, setup: SetupId, path: &str) -> Result<Record, Failure> {
    let source = load::text_file(path)?;
    let replay = replay::replay(game, setup, &source.text);
    start::last_line(&source, replay).map(|line| Record::of(&line))
}
