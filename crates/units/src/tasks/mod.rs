//! The tasks that can be cut into units.

mod census;
mod contest;
mod perft;
mod playtest;
mod survey;
mod tune;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use serde::de::DeserializeOwned;
use serde_json::Value;
use weakfish::diagnostic::{Code, nearest};
use weakfish::engine::Game;

use crate::fault::Fault;

pub use census::{Census, CensusMan, CensusRow, CensusTask, census_definition, census_men};
pub use contest::{MatchEngine, MatchPlayer, MatchTask};
pub use perft::{DivideEntry, PerftCount, PerftTask};
pub use playtest::{PlaytestTask, TABLE_TIME, self_play_searcher};
pub use survey::{Survey, SurveyRow, SurveyTask};
pub use tune::{FittedWeights, StoredGame, TuneTask};

/// A task and its settings.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Task {
    /// A count of the sequences of moves; an item is a sequence of the first plies.
    Perft(PerftTask),
    /// A match of two settings of Weakfish; an item is a game.
    Match(Box<MatchTask>),
    /// A playtest; an item is a game.
    Playtest(PlaytestTask),
    /// A survey of endings; an item is an ending.
    Survey(SurveyTask),
    /// A census of mating men; an item is a man on a board.
    Census(CensusTask),
    /// Self-play for tuning; an item is a game.
    Tune(TuneTask),
}

/// A report, in the forms that it can be printed in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Page {
    /// For a terminal, with its line ends.
    pub text: String,
    /// As JSON on one line; `None` if the task has no such report.
    pub json: Option<String>,
    /// As a page of HTML; `None` if the task has no such report.
    pub html: Option<String>,
}

/// Computes the item of a number; `None` if the stop flag ended this.
pub(crate) type Runner<'a> = Box<dyn FnMut(u64, &AtomicBool) -> Result<Option<String>, Fault> + 'a>;

/// Reason why there is no report, with the faulty item if there is one.
pub(crate) type ReportError = (Option<u64>, String);

/// A task, prepared for the game of a plan.
pub(crate) trait Prepared: Send + Sync {
    /// The number of items.
    fn items(&self) -> u64;

    /// Makes the state of a thread that computes items. Earlier items have no influence on later ones.
    fn runner(&self) -> Runner<'_>;

    /// The number of first items that the report needs, given those with results; all except in sequential tests.
    fn needed(&self, _items: &BTreeMap<u64, &str>) -> u64 {
        self.items()
    }

    /// The report of the items that have results.
    fn report(&self, items: &BTreeMap<u64, &str>) -> Result<Page, ReportError>;
}

impl Task {
    /// The names of all tasks.
    pub const NAMES: [&'static str; 6] = ["census", "match", "perft", "playtest", "survey", "tune"];

    /// The name.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Perft(_) => "perft",
            Self::Match(_) => "match",
            Self::Playtest(_) => "playtest",
            Self::Survey(_) => "survey",
            Self::Census(_) => "census",
            Self::Tune(_) => "tune",
        }
    }

    /// The settings as JSON.
    pub(crate) fn settings(&self) -> String {
        let text = match self {
            Self::Perft(task) => serde_json::to_string(task),
            Self::Match(task) => serde_json::to_string(task),
            Self::Playtest(task) => serde_json::to_string(task),
            Self::Survey(task) => serde_json::to_string(task),
            Self::Census(task) => serde_json::to_string(task),
            Self::Tune(task) => serde_json::to_string(task),
        };
        text.unwrap_or_default()
    }

    /// Reads a task by its name and its settings.
    pub(crate) fn read(name: &str, settings: &Value) -> Result<Self, Fault> {
        match name {
            "perft" => read_settings(settings).map(Self::Perft),
            "match" => read_settings(settings).map(Self::Match),
            "playtest" => read_settings(settings).map(Self::Playtest),
            "survey" => read_settings(settings).map(Self::Survey),
            "census" => read_settings(settings).map(Self::Census),
            "tune" => read_settings(settings).map(Self::Tune),
            _ => {
                let hint = nearest(name, Self::NAMES).map_or_else(String::new, |name| format!("; is it `{name}`?"));
                Err(Fault::damaged("task", name, format!("there is no task `{name}`{hint}")))
            }
        }
    }

    pub(crate) fn prepare<'t>(
        &self,
        game: &Game,
        text: &dyn Fn(&str) -> Option<&'t str>,
        stop: &AtomicBool,
    ) -> Result<Box<dyn Prepared>, Fault> {
        Ok(match self {
            Self::Perft(task) => Box::new(task.prepare(game, stop)?),
            Self::Match(task) => Box::new(task.prepare(game, text)?),
            Self::Playtest(task) => Box::new(task.prepare(game, text)?),
            Self::Survey(task) => Box::new(task.prepare(game)?),
            Self::Census(task) => Box::new(task.prepare()?),
            Self::Tune(task) => Box::new(task.prepare(game, text)?),
        })
    }
}

fn read_settings<T: DeserializeOwned>(settings: &Value) -> Result<T, Fault> {
    T::deserialize(settings)
        .map_err(|error| Fault::damaged("settings", settings.to_string(), format!("these are no settings: {error}")))
}

/// Reads the result of an item.
fn read_item<T: DeserializeOwned>(number: u64, text: &str) -> Result<T, ReportError> {
    serde_json::from_str(text).map_err(|error| (Some(number), format!("this is no result of item {number}: {error}")))
}

/// A fault of a setting.
fn setting_fault(value: impl Into<String>, message: impl Into<String>) -> Fault {
    Fault::damaged("settings", value, message)
}

/// Finds the text that the settings name by its hash.
fn find_text<'t>(hash: &str, text: &dyn Fn(&str) -> Option<&'t str>) -> Result<&'t str, Fault> {
    text(hash).ok_or_else(|| Fault {
        code: Code::UnitContent,
        ..Fault::damaged("texts", hash, "the settings name a text that is not among those of the unit")
    })
}
