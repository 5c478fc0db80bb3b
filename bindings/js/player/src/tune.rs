//! Tuning: weights of a game fitted to games that the engine plays against itself.

use std::num::NonZero;

use weakfish::Source;
use weakfish::engine::{Game, Position};
use weakfish_js_values::{Refusal, first_error};
use weakfish_player::evaluation::{Tapered, Term, Weights};
use weakfish_player::search::Searcher;
use weakfish_units::tasks::{FittedWeights, StoredGame, TuneTask, self_play_searcher};

use crate::answers::{SelfPlayed, Tuned, TunedMan};
use crate::arguments::TuneOptions;

impl TuneOptions {
    fn task(&self) -> TuneTask {
        let mut task = TuneTask::new(0, self.games.unwrap_or(TuneTask::DEFAULT_GAMES), String::new());
        task.nodes = self.nodes.map_or(task.nodes, |nodes| nodes.max(1.0) as u64);
        task.random_plies = self.random_plies.unwrap_or(task.random_plies);
        task.seed = self.seed.map_or(task.seed, |seed| seed as u64);
        task
    }

    /// The numbers of games after which weights are fitted.
    pub fn rounds(&self) -> Vec<u32> {
        let round = NonZero::new(self.round.unwrap_or(TuneTask::DEFAULT_ROUND)).unwrap_or(NonZero::<u32>::MIN);
        self.task().rounds(round).map(|numbers| numbers.end).collect()
    }
}

/// Self-play with some weights.
pub struct SelfPlaying {
    task: TuneTask,
    searcher: Searcher,
    start: Position,
}

impl SelfPlaying {
    /// Prepares games with weights, as `fit` has written them; at first with those of the definition.
    pub fn new(game: &Game, options: &TuneOptions, weights: Option<&str>) -> Result<Self, Refusal> {
        let weights = match weights {
            Some(text) => Weights::read(game, &Source::new("weights", text))
                .map_err(|report| Refusal::new(first_error([&report])))?,
            None => Weights::from_definition(game),
        };
        Ok(Self { task: options.task(), searcher: self_play_searcher(game, &weights), start: game.start() })
    }

    /// Plays the game of a number.
    pub fn play(&mut self, number: u32) -> SelfPlayed {
        let game = StoredGame::from(self.task.self_play(number).play(&mut self.searcher, &self.start));
        SelfPlayed { score: game.score, text: game.to_text(&self.start) }
    }
}

/// Fits weights to games; `None` if they are too few.
pub fn fit(game: &Game, games: &[String]) -> Result<Option<Tuned>, Refusal> {
    let start = game.start();
    let parse = |text: &String| {
        StoredGame::parse(text, &start).ok_or_else(|| Refusal::new(format!("`{text}` is no game of the definition")))
    };
    let games = games.iter().map(parse).collect::<Result<Vec<_>, _>>()?;
    let initial = Weights::from_definition(game);
    let Some(fitted) = FittedWeights::fit(&start, &initial, games.iter()) else { return Ok(None) };
    let pawns = |Tapered { opening, ending }| [opening, ending].map(|value| f64::from(value) / 1000.0);
    let men = game.variant().kinds.iter().enumerate().filter_map(|(kind, named)| {
        let [before, after] = [&initial, &fitted.weights].map(|weights| weights.of(kind, Term::Value));
        // Royal men have no value.
        (before != Tapered::ZERO || after != Tapered::ZERO).then(|| TunedMan {
            symbol: named.symbol.clone(),
            name: named.name.clone(),
            before: pawns(before),
            after: pawns(after),
        })
    });
    Ok(Some(Tuned {
        games: games.len(),
        initial_loss: fitted.initial_loss,
        loss: fitted.loss,
        men: men.collect(),
        weights: fitted.weights.to_text(game),
    }))
}
