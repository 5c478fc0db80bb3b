//! Playtests in units: an item is a game, its result the moves and the outcome.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use weakfish::engine::{Game, Outcome};
use weakfish::source::Source;
use weakfish_player::evaluation::Weights;
use weakfish_player::playtest::{Plan, Study};
use weakfish_player::search::{Searcher, Tablebase, TablebaseBudget};

use super::{Page, Prepared, ReportError, Runner, find_text, read_item, setting_fault};
use crate::fault::Fault;

/// A playtest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PlaytestTask {
    /// The number of games.
    pub games: u32,
    /// Nodes a move.
    pub nodes: u64,
    /// Plies after which a game is broken off.
    pub max_plies: u32,
    /// Seed.
    pub seed: u64,
    /// Memory for exact tables of endings in MiB; 0 makes none.
    pub tables: u32,
    /// The hash of the text of the weights.
    pub weights: String,
}

impl PlaytestTask {
    /// Default memory for exact tables of endings, in MiB: enough for three men.
    pub const DEFAULT_MEBIBYTES: u32 = 64;

    /// A number of games with weights of this hash, and the settings of the command otherwise.
    pub fn new(games: u32, weights: impl Into<String>) -> Self {
        let Plan { nodes, max_plies, seed, .. } = Plan::default();
        Self { games, nodes, max_plies, seed, tables: Self::DEFAULT_MEBIBYTES, weights: weights.into() }
    }

    /// The plan of the games.
    pub fn plan(&self) -> Plan {
        let mut plan = Plan::default();
        (plan.nodes, plan.max_plies, plan.seed) = (self.nodes, self.max_plies, self.seed);
        plan
    }

    pub(super) fn prepare<'t>(
        &self,
        game: &Game,
        text: &dyn Fn(&str) -> Option<&'t str>,
    ) -> Result<PreparedPlaytest, Fault> {
        let weights = read_weights(game, find_text(&self.weights, text)?)?;
        let budget = TablebaseBudget { time: TABLE_TIME, ..TablebaseBudget::of_mebibytes(self.tables) };
        let tablebase = (self.tables > 0).then(|| Tablebase::new(game, budget).ok()).flatten().map(Arc::new);
        Ok(PreparedPlaytest { plan: self.plan(), games: self.games.into(), game: game.clone(), weights, tablebase })
    }
}

/// Estimated time that the tables for a position may take: enough for three men.
pub const TABLE_TIME: Duration = Duration::from_secs(1);

/// Bytes of the transposition table of a self-play game: few, since it is cleared for each game.
const SELF_PLAY_HASH_BYTES: usize = 1 << 20;

/// Reads the weights of a task.
pub(super) fn read_weights(game: &Game, text: &str) -> Result<Weights, Fault> {
    Weights::read(game, &Source::new("weights", text)).map_err(|report| {
        let reasons: Vec<&str> = report.diagnostics().map(|problem| problem.message.as_str()).collect();
        setting_fault("weights", format!("these are no weights of the game: {}", reasons.join("; ")))
    })
}

/// A searcher for self-play games.
pub fn self_play_searcher(game: &Game, weights: &Weights) -> Searcher {
    let mut searcher = Searcher::with_weights(game, weights);
    searcher.set_hash_bytes(SELF_PLAY_HASH_BYTES);
    searcher.set_threads(1);
    searcher
}

/// A playtest that is ready to be played.
pub(super) struct PreparedPlaytest {
    plan: Plan,
    games: u64,
    game: Game,
    weights: Weights,
    tablebase: Option<Arc<Tablebase>>,
}

/// A game as JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayedGame {
    /// `None` if it was broken off.
    outcome: Option<Outcome>,
    moves: String,
}

impl Prepared for PreparedPlaytest {
    fn items(&self) -> u64 {
        self.games
    }

    fn runner(&self) -> Runner<'_> {
        let mut searcher = self_play_searcher(&self.game, &self.weights);
        searcher.set_tablebase(self.tablebase.clone());
        Box::new(move |number, stop| {
            let Some(trial) = self.plan.play_until(&mut searcher, &self.game, number, stop) else { return Ok(None) };
            let moves = trial.played.moves_text(&trial.start(&self.game));
            let game = PlayedGame { outcome: trial.played.outcome, moves };
            Ok(Some(serde_json::to_string(&game).unwrap_or_default()))
        })
    }

    fn report(&self, items: &BTreeMap<u64, &str>) -> Result<Page, ReportError> {
        let mut study = Study::new(&self.game);
        for (&number, text) in items {
            let PlayedGame { outcome, moves } = read_item(number, text)?;
            let trial = self.plan.parse(&self.game, number, &moves, outcome);
            study.add(&trial.map_err(|word| (Some(number), format!("`{word}` is no legal move in game {number}")))?);
        }
        let findings = study.findings();
        Ok(Page {
            text: findings.to_text(),
            json: serde_json::to_string(&findings).ok(),
            html: Some(findings.to_html()),
        })
    }
}
