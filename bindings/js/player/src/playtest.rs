//! Playtests: games that the engine plays against itself, and what they show.

use std::sync::Arc;

use weakfish::engine::Outcome;
use weakfish_js_values::Refusal;
use weakfish_player::playtest::{Findings, Plan, PlaytestGame, Study};
use weakfish_player::search::{Searcher, Tablebase, TablebaseBudget};
use weakfish_units::tasks::{PlaytestTask, SELF_PLAY_HASH_BYTES, TABLE_TIME};

use crate::answers::PlayedGame;
use crate::arguments::PlaytestOptions;
use crate::games::Compiled;

/// The playtest of the game that was asked about last.
#[derive(Default)]
pub struct Playtest(Option<State>);

struct State {
    /// The id of the game, and what its games depend on.
    key: (u64, PlaytestOptions),
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
    fn of_game(&mut self, compiled: &Compiled, options: &PlaytestOptions) -> &mut State {
        let state = self.0.take().filter(|state| state.key.0 == compiled.id && state.key.1 == *options);
        self.0.insert(state.unwrap_or_else(|| State::new(compiled, options)))
    }

    /// Plays the game of a number.
    pub fn play(&mut self, compiled: &Compiled, options: &PlaytestOptions, number: u32) -> Result<PlayedGame, Refusal> {
        let State { plan, searcher, .. } = self.of_game(compiled, options);
        let trial = plan.play(searcher, &compiled.game, number.into());
        let moves = trial.played.moves_text(&trial.start(&compiled.game));
        let outcome = trial.played.outcome.map(|outcome| serde_json::to_string(&outcome)).transpose();
        Ok(PlayedGame { number, outcome: outcome.map_err(|error| Refusal::new(error.to_string()))?, moves })
    }

    /// Returns the findings of games in the order of their numbers.
    pub fn findings(
        &mut self,
        compiled: &Compiled,
        options: &PlaytestOptions,
        games: &[PlayedGame],
    ) -> Result<Findings, Refusal> {
        let state = self.of_game(compiled, options);
        // Games that are in order from the first on are not read again.
        let in_order = games.iter().zip(0..).take_while(|(game, number)| game.number == *number).count();
        if state.studied > in_order {
            (state.study, state.studied) = (Study::new(&compiled.game), 0);
        }
        for game in &games[state.studied..in_order] {
            state.study.add(&state.read(compiled, game)?);
        }
        state.studied = in_order;
        let mut study = state.study.clone();
        for game in &games[in_order..] {
            study.add(&state.read(compiled, game)?);
        }
        Ok(study.findings())
    }
}

impl State {
    fn new(compiled: &Compiled, options: &PlaytestOptions) -> Self {
        let Compiled { game, weights, id } = compiled;
        let task = options.task();
        let mut searcher = Searcher::with_weights(game, weights);
        searcher.set_hash_bytes(SELF_PLAY_HASH_BYTES);
        let budget = TablebaseBudget { time: TABLE_TIME, ..TablebaseBudget::of_mebibytes(task.tables) };
        let tablebase = (task.tables > 0).then(|| Tablebase::new(game, budget).ok()).flatten();
        searcher.set_tablebase(tablebase.map(Arc::new));
        Self { key: (*id, options.clone()), plan: task.plan(), searcher, study: Study::new(game), studied: 0 }
    }

    fn read(&self, compiled: &Compiled, game: &PlayedGame) -> Result<PlaytestGame, Refusal> {
        let outcome = game.outcome.as_deref().map(serde_json::from_str::<Outcome>).transpose();
        let outcome = outcome.map_err(|error| Refusal::new(error.to_string()))?;
        let parsed = self.plan.parse(&compiled.game, game.number.into(), &game.moves, outcome);
        parsed.map_err(|word| Refusal::new(format!("`{word}` is no legal move in game {}", game.number)))
    }
}
