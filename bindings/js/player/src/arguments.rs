//! Arguments of calls. `engine.d.ts` is written from these types.

use serde::Deserialize;

/// Time on the clocks, in seconds.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchClock {
    pub white: f64,
    pub black: f64,
    #[serde(default)]
    pub white_increment: f64,
    #[serde(default)]
    pub black_increment: f64,
}

/// Limits of a search. Without any it runs until it is stopped.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Limits {
    pub seconds: Option<f64>,
    pub depth: Option<u32>,
    pub nodes: Option<f64>,
    pub clock: Option<SearchClock>,
    /// Playing strength, from 0, a beginner, to 20, full strength.
    pub level: Option<u8>,
    /// Number of best lines.
    pub lines: Option<usize>,
    /// Seed of the random choices of levels below 20.
    pub seed: Option<f64>,
}

/// Options of a playtest: equal options make equal games.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PlaytestOptions {
    /// Number of games; 2000.
    pub games: Option<u32>,
    /// Positions that a player looks at for a move, a better one four times as many; 400.
    pub nodes: Option<f64>,
    /// Plies after which a game is broken off; 600.
    pub max_plies: Option<u32>,
    /// Equal seeds make equal games; 1.
    pub seed: Option<f64>,
    /// Memory for exact tables of endings in MiB; 64. 0 makes none.
    pub tables: Option<u32>,
}

/// Options of a review. A position gets 20,000 nodes, if nothing bounds its search.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct ReviewOptions {
    /// Positions searched, for each position.
    pub nodes: Option<f64>,
    /// Plies searched, for each position.
    pub depth: Option<u32>,
    /// Memory for exact tables of endings in MiB; 64. 0 makes none.
    pub tables: Option<u32>,
}

/// Options of tuning: equal options make equal games and weights.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct TuneOptions {
    /// Number of games; 8000.
    pub games: Option<u32>,
    /// Number of games after which weights are fitted, with which the next games are played; 2000.
    pub round: Option<u32>,
    /// Positions that a player looks at for a move; 1000.
    pub nodes: Option<f64>,
    /// Random plies at the beginning of a game; 8.
    pub random_plies: Option<u32>,
    /// Equal seeds make equal games and weights; 1.
    pub seed: Option<f64>,
}

/// Options of a survey. By default it covers all men, alone and in pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct SurveyOptions {
    /// Symbol of the man that every ending must have.
    pub man: Option<String>,
    /// Whether each man is surveyed against each man instead.
    pub duels: Option<bool>,
    /// Setup by its name or number; the first one by default.
    pub setup: Option<String>,
    /// Memory that the tables of an ending may take, in MiB; 1024.
    pub memory: Option<u32>,
}

/// How a table is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct TableOptions {
    /// Memory that the tables may take, in MiB; 1024.
    pub memory: Option<u32>,
}

/// Task of the solver: a problem, or the shortest games to a goal. By default, the shortest games to each ending.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Task {
    /// Stipulation in the notation of problemists: `#2`, `h#2.5`, `s#3`, `ser-h=7`.
    pub stipulation: Option<String>,
    /// Moves within which the side to move forces a win.
    pub mate: Option<f64>,
    /// Moves of each side to a win that both play for.
    pub help: Option<f64>,
    /// Moves within which the side to move forces the other one to win.
    #[serde(rename = "self")]
    pub self_mate: Option<f64>,
    /// Moves in a row, the last of which wins.
    pub series: Option<f64>,
    /// Moves in a row, after which one move of the other side wins.
    pub series_help: Option<f64>,
    /// Label of the ending that the shortest games have; all endings if it is empty.
    pub shortest: Option<String>,
    /// FEN of the position that the shortest games lead to.
    pub to: Option<String>,
    /// The most plies of the shortest games; by default 5 for all endings, and 400 for one or for a position.
    pub plies: Option<u16>,
    /// Whether the set play is solved too.
    pub set_play: Option<bool>,
    /// Whether only first moves are listed.
    pub keys: Option<bool>,
    /// The most moves that are listed; 1000.
    pub lines: Option<usize>,
    /// Memory for positions that are known, in MiB; 512.
    pub memory: Option<u32>,
}
