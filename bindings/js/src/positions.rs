//! Cache of positions with the moves that led to them.

use std::rc::Rc;

use weakfish::engine::{Move, Position};
use weakfish::geometry::Side;
use weakfish::model::SetupId;
use weakfish::notation::{fen, read_uci_move, write_move};

use crate::arguments::PositionRef;
use crate::definitions::Compiled;
use crate::values::Refusal;

/// Maximum number of cached positions.
const MAX_CACHED: usize = 8;

/// Game from its start to a position.
#[derive(Clone)]
pub struct Played {
    pub compiled: Rc<Compiled>,
    asked: PositionRef,
    pub start: Position,
    pub position: Position,
    /// Position before the last move.
    pub before: Option<Position>,
    pub moves: Vec<Move>,
    /// Moves in the notation of people, and the sides that made them.
    pub history: Vec<(String, Side)>,
}

/// Cache of the positions that were used last.
#[derive(Default)]
pub struct Positions {
    cached: Vec<Played>,
}

impl Positions {
    /// Returns a position, played on from the nearest one in the cache.
    pub fn find(&mut self, compiled: Rc<Compiled>, asked: &PositionRef) -> Result<&Played, Refusal> {
        let wanted = names(asked);
        let begins_alike = |played: &&Played| {
            played.compiled.id == compiled.id && played.asked.setup == asked.setup && played.asked.fen == asked.fen
        };
        let alike = |played: &Played| names(&played.asked).iter().zip(wanted).take_while(|(a, b)| a == b).count();
        let nearest = self.cached.iter().filter(begins_alike).max_by_key(|played| alike(played));
        let played = match nearest {
            Some(played) => {
                let shared = alike(played);
                let mut played = if shared < played.moves.len() { played.up_to(shared) } else { played.clone() };
                played.asked = asked.clone();
                played.play(&wanted[shared..])?;
                played
            }
            None => {
                let mut played = Played::begin(compiled, asked)?;
                played.play(wanted)?;
                played
            }
        };
        self.cached.retain(|other| other.compiled.id != played.compiled.id || other.asked != played.asked);
        if self.cached.len() >= MAX_CACHED {
            self.cached.remove(0);
        }
        self.cached.push(played);
        self.cached.last().ok_or_else(|| Refusal::new("there is no position"))
    }
}

fn names(asked: &PositionRef) -> &[String] {
    asked.moves.as_deref().unwrap_or_default()
}

impl Played {
    fn begin(compiled: Rc<Compiled>, asked: &PositionRef) -> Result<Self, Refusal> {
        let game = &compiled.game;
        let setup = match &asked.setup {
            None => SetupId::default(),
            Some(name) => {
                let setup = game.variant().setup_named(name);
                setup.ok_or_else(|| Refusal::new(format!("there is no setup `{name}`")))?
            }
        };
        let start = match &asked.fen {
            None => game.start_of(setup),
            Some(text) => fen::read(game, setup, text)?,
        };
        let position = start.clone();
        let asked = asked.clone();
        Ok(Self { compiled, asked, start, position, before: None, moves: Vec::new(), history: Vec::new() })
    }

    /// Returns the game after its first `count` moves.
    fn up_to(&self, count: usize) -> Self {
        let mut shorter = self.clone();
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
