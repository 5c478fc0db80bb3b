//! Playtests: games that the engine plays against itself, and what they show.

use std::sync::Arc;

use weakfish::engine::Outcome;
use weakfish_js_values::Refusal;
use weakfish_player::playtest::{Findings, Plan, PlaytestGame, Study};
use weakfish_player::search::{Searcher, Tablebase, TablebaseBudget};
use weakfish_units::tasks::{PlaytestTask, TABLE_TIME, self_play_searcher};

use crate::answers::PlayedGame;
use crate::arguments::PlaytestOptions;
use crate::games::Compiled;

/// The playtest of a game.
pub struct Playtest {
    plan: Plan,
    searcher: Searcher,
    /// The first games, in the order of their numbers: the figures depend on it.
    study: Study,
    studied: usize,
}

impl PlaytestOptions {
    /// The task, which has the settings of the command otherwise.
    fn task(&self) -> PlaytestTask {
        let mut task = PlaytestTask::new(self.games.unwrap_or(PLAYED), String::new());
        task.nodes = self.nodes.map_or(task.nodes, |nodes| nodes.max(1.0) as u64);
        task.max_plies = self.max_plies.unwrap_or(task.max_plies);
        task.seed = self.seed.map_or(task.seed, |seed| seed as u64);
        task.tables = self.tables.unwrap_or(task.tables);
        task
    }
}

/// The number of games, if none is wanted.
const PLAYED: u32 = 2000;

impl Playtest {
    pub fn new(compiled: &Compiled, options: &PlaytestOptions) -> Self {
        let Compiled { game, weights, .. } = compiled;
        let task = options.task();
        let mut searcher = self_play_searcher(game, weights);
        let budget = TablebaseBudget { time: TABLE_TIME, ..TablebaseBudget::of_mebibytes(task.tables) };
        let tablebase = (task.tables > 0).then(|| Tablebase::new(game, budget).ok()).flatten();
        searcher.set_tablebase(tablebase.map(Arc::new));
        Self { plan: task.plan(), searcher, study: Study::new(game), studied: 0 }
    }

    /// Plays the game of a number.
    pub fn play(&mut self, compiled: &Compiled, number: u32) -> Result<PlayedGame, Refusal> {
        let trial = self.plan.play(&mut self.searcher, &compiled.game, number.into());
        let moves = trial.played.moves_text(&trial.start(&compiled.game));
        let outcome = trial.played.outcome.map(|outcome| serde_json::to_string(&outcome)).transpose();
        Ok(PlayedGame { number, outcome: outcome.map_err(|error| Refusal::new(error.to_string()))?, moves })
    }

    /// Returns the findings of games in the order of their numbers.
    pub fn findings(&mut self, compiled: &Compiled, games: &[PlayedGame]) -> Result<Findings, Refusal> {
        // Games that are in order from the first on are not read again.
        let in_order = games.iter().zip(0..).take_while(|(game, number)| game.number == *number).count();
        if self.studied > in_order {
            (self.study, self.studied) = (Study::new(&compiled.game), 0);
        }
        for game in &games[self.studied..in_order] {
            self.study.add(&self.read(compiled, game)?);
        }
        self.studied = in_order;
        let mut study = self.study.clone();
        for game in &games[in_order..] {
            study.add(&self.read(compiled, game)?);
        }
        Ok(study.findings())
    }

    fn read(&self, compiled: &Compiled, game: &PlayedGame) -> Result<PlaytestGame, Refusal> {
        let outcome = game.outcome.as_deref().map(serde_json::from_str::<Outcome>).transpose();
        let outcome = outcome.map_err(|error| Refusal::new(error.to_string()))?;
        let parsed = self.plan.parse(&compiled.game, game.number.into(), &game.moves, outcome);
        parsed.map_err(|word| Refusal::new(format!("`{word}` is no legal move in game {}", game.number)))
    }
}
