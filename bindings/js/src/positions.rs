//! Cache of positions with the moves that led to them.

use std::rc::Rc;

use weakfish::engine::{Move, Position, UnknownStart};
use weakfish::geometry::Side;
use weakfish::notation::{fen, read_uci_move, uci, write_move};

use crate::cache::Cache;
use crate::definitions::Compiled;
use weakfish_js_values::{PositionRef, Refusal};

/// Game from its start to a position.
#[derive(Clone)]
pub struct Played {
    pub compiled: Rc<Compiled>,
    pub start: Position,
    pub position: Position,
    /// Position before the last move.
    pub before: Option<Position>,
    pub moves: Vec<Move>,
    /// Moves in the notation of people, and the sides that made them.
    pub history: Vec<(String, Side)>,
}

/// Cache of positions, by the number of their game.
#[derive(Default)]
pub struct Positions(Cache<(u64, PositionRef), Played>);

impl Positions {
    /// Returns a position, played on from the nearest one in the cache.
    pub fn find(&mut self, compiled: Rc<Compiled>, reference: &PositionRef) -> Result<Rc<Played>, Refusal> {
        let moves = names(reference);
        let key = (compiled.id, reference.clone());
        let from_same_start = self.0.iter().filter(|((id, other), _)| {
            *id == compiled.id && other.setup == reference.setup && other.fen == reference.fen
        });
        let shared = |other: &PositionRef| names(other).iter().zip(moves).take_while(|(a, b)| a == b).count();
        let nearest =
            from_same_start.map(|((_, other), played)| (shared(other), played)).max_by_key(|(count, _)| *count);
        let (count, mut played) = match nearest {
            Some((count, played)) => (count, played.up_to(count)),
            None => (0, Played::begin(compiled, reference)?),
        };
        played.play(&moves[count..])?;
        Ok(self.0.insert(key, played))
    }
}

fn names(reference: &PositionRef) -> &[String] {
    reference.moves.as_deref().unwrap_or_default()
}

impl Played {
    fn begin(compiled: Rc<Compiled>, reference: &PositionRef) -> Result<Self, Refusal> {
        let game = &compiled.game;
        let start = match &reference.setup {
            None => game.start(),
            Some(name) => game.start_named(name).map_err(|reason| match reason {
                UnknownStart::NoSetup => Refusal::new(format!("there is no setup `{name}`")),
                UnknownStart::NotShuffled { .. } | UnknownStart::NoArray { .. } => Refusal::new(reason.to_string()),
            })?,
        };
        let start = match &reference.fen {
            None => start,
            Some(text) => fen::read(game, start.setup(), text)?,
        };
        let position = start.clone();
        Ok(Self { compiled, start, position, before: None, moves: Vec::new(), history: Vec::new() })
    }

    /// Returns the moves in machine notation.
    pub fn move_names(&self) -> Vec<String> {
        let mut position = self.start.clone();
        let name = |&mv: &Move| {
            let name = uci::write(&position, mv);
            position.make(mv);
            name
        };
        self.moves.iter().map(name).collect()
    }

    /// Returns the game after its first `count` moves.
    fn up_to(&self, count: usize) -> Self {
        let mut shorter = self.clone();
        if count == self.moves.len() {
            return shorter;
        }
        shorter.moves.truncate(count);
        shorter.history.truncate(count);
        (shorter.position, shorter.before) = (self.start.clone(), None);
        for (number, &mv) in shorter.moves.iter().enumerate() {
            if number + 1 == count {
                shorter.before = Some(shorter.position.clone());
            }
            shorter.position.make(mv);
        }
        shorter
    }

    /// Plays moves in machine notation.
    fn play(&mut self, names: &[String]) -> Result<(), Refusal> {
        for (number, name) in names.iter().enumerate() {
            let mv = read_uci_move(&self.position, name).map_err(|mistake| {
                Refusal::new(format!("move {}, {name}: {}", self.moves.len() + 1, mistake.message))
            })?;
            self.history.push((write_move(&self.position, mv), self.position.turn()));
            if number + 1 == names.len() {
                self.before = Some(self.position.clone());
            }
            self.position.make(mv);
            self.moves.push(mv);
        }
        Ok(())
    }
}
