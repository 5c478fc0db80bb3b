//! The game and the position of a question.

use weakfish::Source;
use weakfish::engine::{Game, Position, UnknownStart};
use weakfish::json;
use weakfish::notation::{fen, uci};
use weakfish_js_values::{PositionRef, Question, Refusal, first_error};
use weakfish_player::evaluation::Weights;

/// A compiled game with its weights.
pub struct Compiled {
    pub game: Game,
    pub weights: Weights,
    /// Number that is unique within this player.
    pub id: u64,
}

/// The game that was asked about last.
#[derive(Default)]
pub struct Games {
    last: Option<(String, Option<String>, Compiled)>,
    compiled: u64,
}

impl Games {
    /// Returns the game of a question.
    pub fn find(&mut self, question: &Question) -> Result<&Compiled, Refusal> {
        let is_same = |last: &(String, Option<String>, _)| last.0 == question.rules && last.1 == question.weights;
        let last = match self.last.take().filter(is_same) {
            Some(last) => last,
            None => {
                self.compiled += 1;
                let compiled = compile(question, self.compiled)?;
                (question.rules.clone(), question.weights.clone(), compiled)
            }
        };
        Ok(&self.last.insert(last).2)
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
    let unknown = |reason: UnknownStart| Refusal::new(reason.to_string());
    let start =
        reference.setup.as_ref().map_or_else(|| Ok(game.start()), |name| game.start_named(name).map_err(unknown));
    let start = start?;
    let mut position = match &reference.fen {
        None => start,
        Some(text) => fen::read(game, start.setup(), text)?,
    };
    for name in reference.moves.iter().flatten() {
        let mv = uci::find(&position, name);
        mv.filter(|&mv| position.play(mv).is_ok()).ok_or_else(|| Refusal::new(format!("{name} is no legal move")))?;
    }
    Ok(position)
}
