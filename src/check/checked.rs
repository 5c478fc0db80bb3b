//! The input and the result of checking.

use std::fmt;

use super::{FileId, Symbols};
use crate::diagnostic::Report;
use crate::engine::Game;
use crate::model::Variant;
use crate::source::Source;
use crate::syntax::ast::TestSection;

/// Finds the texts that other texts extend.
///
/// The name of a [`Source`] is its identity: two texts of one name count as the same.
pub trait Resolver {
    /// The built-in of this name, for `extends NAME`.
    fn built_in(&self, name: &str) -> Option<Source>;

    /// The names of all built-ins, to suggest one from.
    fn built_in_names(&self) -> Vec<String>;

    /// The file at `path`, relative to the folder of the text `from`, for `extends "…"`.
    ///
    /// A definition may come from anybody. So a resolver should read only files beside or below `from`, unless the user
    /// allows others.
    ///
    /// # Errors
    ///
    /// The reason why this file is not available.
    fn beside(&self, from: &Source, path: &str) -> Result<Source, BaseError>;
}

/// Why a file that a definition extends is not available.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BaseError {
    /// The file can't be read, for this reason.
    Unreadable(String),
    /// The file lies outside the folders from which files are read.
    Outside {
        /// Instructions for the user to allow it.
        help: String,
    },
}

impl fmt::Display for BaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(reason) => write!(f, "it can't be read: {reason}"),
            Self::Outside { .. } => f.write_str("it lies outside the folder of the file that names it"),
        }
    }
}

impl std::error::Error for BaseError {}

/// The result of checking a text.
#[derive(Debug)]
#[non_exhaustive]
pub struct Checked {
    /// The game, unless there are errors.
    pub game: Option<Game>,
    /// The names that the game defines; of a text with errors, those that could be read.
    pub symbols: Symbols,
    /// The tests written in the text, without those of the game it extends. [`crate::tools::test_runner`] runs them.
    pub(crate) tests: Vec<TestSection>,
    /// The report on the text.
    pub report: Report,
    /// The reports on the texts that it extends, the oldest first.
    pub base_reports: Vec<Report>,
}

impl Checked {
    /// The model of the game, unless there are errors.
    pub fn variant(&self) -> Option<&Variant> {
        self.game.as_ref().map(Game::variant)
    }

    /// The report on one of the texts, with the text itself.
    pub fn report_on(&self, file: FileId) -> &Report {
        self.base_reports.get(file.index()).unwrap_or(&self.report)
    }

    /// Returns the game, or the errors.
    ///
    /// # Errors
    ///
    /// The reports on all texts that have errors.
    pub fn into_game(self) -> Result<Game, Refused> {
        let Self { game, report, base_reports, .. } = self;
        let faulty = |report: &Report| report.errors() > 0;
        game.ok_or_else(|| Refused { reports: base_reports.into_iter().chain([report]).filter(faulty).collect() })
    }
}

/// The error of a definition that has errors, or extends a definition that has errors.
///
/// Its `Debug` is its `Display`, so that a program whose `main` returns it prints lines that a person can read.
#[non_exhaustive]
pub struct Refused {
    /// A report on each text that has errors, the oldest first.
    pub reports: Vec<Report>,
}

impl fmt::Debug for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reports.iter().try_for_each(|report| report.fmt(f))
    }
}

impl std::error::Error for Refused {}
