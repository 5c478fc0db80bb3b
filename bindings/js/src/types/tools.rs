//! Counts, games as texts, tests, definitions from elsewhere.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// A first move, and the sequences that it begins.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Divided {
    #[serde(rename = "move")]
    pub name: String,
    pub nodes: u64,
}

/// How many sequences of moves there are.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Perft {
    pub nodes: u64,
    pub divide: Vec<Divided>,
}

/// Why a text can't be played on, and where.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Problem {
    pub message: String,
    pub start: usize,
    pub end: usize,
}

/// A game that was read.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Replayed {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub setup: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub fen: Option<String>,
    /// In the notation of programs.
    pub moves: Vec<String>,
    /// How the game has ended, as the text says or by the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub outcome: Option<super::Outcome>,
    /// The first thing that is wrong with the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub problem: Option<Problem>,
}

/// How games are written.
#[derive(Clone, Copy, Debug, Default, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum RecordFormat {
    /// As a text that `replay` reads, whatever the game.
    #[default]
    Game,
    /// In PGN, if that has words for the game.
    Pgn,
}

/// How a game has ended otherwise than by its rules: by resignation, agreement, on time.
#[derive(Clone, Debug, Deserialize, Tsify)]
pub struct Ended {
    /// `null` for a draw.
    #[tsify(type = "SideName | null")]
    pub winner: Option<super::SideName>,
    /// In a word or two: `resignation`.
    pub reason: String,
}

/// Names and values at the head of a game, in their order.
#[derive(Clone, Debug, Default, Deserialize, Tsify)]
#[serde(transparent)]
pub struct Tags(pub Vec<(String, String)>);

/// What came of a test of a definition.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct TestResult {
    pub name: String,
    /// The place of its name.
    pub start: usize,
    pub end: usize,
    pub passed: bool,
    /// What was not as expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub message: Option<String>,
    /// The same with places.
    pub diagnostics: Vec<super::Diagnostic>,
}

/// A definition made from elsewhere.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Imported {
    pub name: String,
    pub text: String,
    /// What the definition lacks, in sentences.
    pub notes: Vec<String>,
}

/// Definitions made from a configuration of Fairy-Stockfish.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Import {
    pub definitions: Vec<Imported>,
    /// Why other games could not be made, with places in the configuration.
    pub problems: Vec<super::Diagnostic>,
}

/// What came of the tests of a definition.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(transparent)]
pub struct TestResults(pub Vec<TestResult>);
