//! The game and the position of a question.

use weakfish::Source;
use weakfish::engine::{Game, Move, Position, UnknownStart};
use weakfish::json;
use weakfish::notation::{fen, uci};
use weakfish_js_values::{PositionRef, Question, Refusal, first_error};
use weakfish_player::evaluation::Weights;

use crate::kept::Kept;

/// A compiled game with its weights.
pub struct Compiled {
    pub game: Game,
    pub weights: Weights,
    /// Number that is unique within this player.
    pub id: u64,
}

/// The game that was asked about last, by its rules and weights.
#[derive(Default)]
pub struct Games {
    last: Kept<(String, Option<String>), Compiled>,
    compiled: u64,
}

impl Games {
    /// Returns the game of a question.
    pub fn find(&mut self, question: &Question) -> Result<&Compiled, Refusal> {
        let count = &mut self.compiled;
        let make = |_: &_| {
            *count += 1;
            compile(question, *count)
        };
        let key = (question.rules.clone(), question.weights.clone());
        self.last.get_or_make(key, make).map(|compiled| &*compiled)
    }
}

fn compile(question: &Question, id: u64) -> Result<Compiled, Refusal> {
    let no_game = |reason: String| Refusal::new(format!("this is no game: {reason}"));
    let variant = json::read(&question.rules).map_err(|error| no_game(error.to_string()))?;
    let game = Game::compile(variant).map_err(|error| no_game(error.to_string()))?;
    let weights = match &question.weights {
        Some(text) => Weights::read(&game, &Source::new("weights", text.as_str()))
            .map_err(|report| Refusal::new(first_error([&report])))?,
        None => Weights::from_definition(&game),
    };
    Ok(Compiled { game, weights, id })
}

/// Returns the position of a question.
pub fn position(game: &Game, reference: &PositionRef) -> Result<Position, Refusal> {
    Ok(line(game, reference)?.position)
}

/// A line of play: its first position, its moves, and the position after them.
pub struct Line {
    pub start: Position,
    pub moves: Vec<Move>,
    pub position: Position,
}

/// Returns the line of play of a question.
pub fn line(game: &Game, reference: &PositionRef) -> Result<Line, Refusal> {
    let unknown = |reason: UnknownStart| Refusal::new(reason.to_string());
    let start =
        reference.setup.as_ref().map_or_else(|| Ok(game.start()), |name| game.start_named(name).map_err(unknown));
    let mut start = start?;
    if let Some(text) = &reference.fen {
        start = fen::read(game, start.setup(), text)?;
    }
    let mut position = start.clone();
    let mut moves = Vec::new();
    for name in reference.moves.iter().flatten() {
        let mv = uci::find(&position, name).filter(|&mv| position.play(mv).is_ok());
        moves.push(mv.ok_or_else(|| Refusal::new(format!("{name} is no legal move")))?);
    }
    Ok(Line { start, moves, position })
}
