//! Games: the stored definition with its men, setups and regions. `game_methods` has the methods for Python.

use std::path::PathBuf;

use pyo3::prelude::*;
use weakfish::check::{Checked, Refused};
use weakfish::engine::{self, UnknownStart};
use weakfish::geometry::SquareSet;
use weakfish::model::{KindId, SetupId};
use weakfish::notation::fen;
use weakfish::source::Source;
use weakfish::{picture, rulebook};
use weakfish_player::evaluation::Origin;

use crate::diagnostics::{Diagnostic, Refusal, position_error};

/// A game of a definition, compiled.
#[pyclass(frozen, module = "weakfish")]
pub struct Game {
    pub game: engine::Game,
    #[pyo3(get)]
    pub name: String,
    #[pyo3(get)]
    pub text: String,
    /// Definitions that it extends, the oldest first.
    pub bases: Vec<Source>,
    /// Name of the built-in game, whose tuned weights a search uses.
    pub built_in: Option<String>,
    /// Path of the file of its definition.
    pub path: Option<PathBuf>,
    #[pyo3(get)]
    pub warnings: Vec<Diagnostic>,
    pub sheet: Option<String>,
}

/// Kind of men.
#[pyclass(frozen, module = "weakfish")]
pub struct Man {
    pub game: engine::Game,
    pub kind: KindId,
    #[pyo3(get)]
    pub white: String,
    #[pyo3(get)]
    pub black: String,
    #[pyo3(get)]
    pub name: String,
    #[pyo3(get)]
    pub betza: Option<String>,
    #[pyo3(get)]
    pub royal: bool,
    #[pyo3(get)]
    pub pawnlike: bool,
}

/// Start position.
#[pyclass(frozen, module = "weakfish")]
pub struct Setup {
    pub game: engine::Game,
    pub setup: SetupId,
    #[pyo3(get)]
    pub name: String,
    #[pyo3(get)]
    pub fen: String,
    #[pyo3(get)]
    pub arrays: Option<u64>,
}

/// Named squares, as White and as Black has them.
#[pyclass(frozen, get_all, new = "from_fields", module = "weakfish")]
pub struct Region {
    pub name: String,
    pub white: Vec<String>,
    pub black: Vec<String>,
}

impl Game {
    /// Wraps the game of a definition that extends built-in games only.
    pub fn new(game: engine::Game, source: &Source) -> Self {
        let built_in = weakfish::builtin::name_of_text(&source.text).map(str::to_owned);
        let (name, text) = (source.name.clone(), source.text.clone());
        Self { game, name, text, bases: Vec::new(), built_in, path: None, warnings: Vec::new(), sheet: None }
    }

    /// Wraps the game of a definition that has been checked, unless it has mistakes.
    pub fn of(source: &Source, checked: Checked) -> Result<Self, Refused> {
        let bases = checked.base_reports.iter().map(|report| report.source().clone()).collect();
        let warnings = Diagnostic::all([&checked.report]);
        let sheet = rulebook::sheet::fragment(&checked);
        Ok(Self { bases, warnings, sheet, ..Self::new(checked.into_game()?, source) })
    }

    /// Wraps a built-in game.
    pub fn built_in(game: engine::Game, name: &str, source: &Source) -> Self {
        Self { name: name.to_owned(), built_in: Some(name.to_owned()), ..Self::new(game, source) }
    }

    /// Returns the position that a setup and a FEN name.
    pub fn begin(&self, setup: Option<&str>, text: Option<&str>) -> PyResult<engine::Position> {
        let start = match setup {
            None => self.game.start(),
            Some(name) => self.game.start_named(name).map_err(|reason| {
                Refusal::new_err(match reason {
                    UnknownStart::NoSetup => format!("there is no setup `{name}`"),
                    UnknownStart::NotShuffled { .. } | UnknownStart::NoArray { .. } => reason.to_string(),
                })
            })?,
        };
        match text {
            None => Ok(start),
            Some(text) => fen::read(&self.game, start.setup(), text).map_err(|error| position_error(text, &error)),
        }
    }

    /// Origin of the game. It determines the place of tuned weights.
    pub fn origin(&self) -> Origin<'_> {
        match (&self.path, &self.built_in) {
            (Some(path), _) => Origin::File(path),
            (None, Some(name)) => Origin::BuiltIn(name),
            (None, None) => Origin::Text,
        }
    }

    /// Returns the names of squares.
    pub fn squares(&self, squares: SquareSet) -> Vec<String> {
        let board = self.game.variant().board;
        squares.iter().map(|square| board.name(square)).collect()
    }
}

#[pymethods]
impl Man {
    /// The moves in words, with a diagram.
    fn describe(&self) -> String {
        rulebook::page::man(self.game.variant(), self.kind)
    }

    fn _repr_svg_(&self) -> String {
        picture::man(self.game.variant(), self.kind, false)
    }

    fn __repr__(&self) -> String {
        let letter = if self.white.is_empty() { &self.black } else { &self.white };
        format!("<Man {letter}: {}>", self.name)
    }
}

#[pymethods]
impl Setup {
    fn _repr_svg_(&self) -> String {
        picture::setup(self.game.variant(), self.setup)
    }

    fn __repr__(&self) -> String {
        format!("<Setup {}: {}>", self.name, self.fen)
    }
}

#[pymethods]
impl Region {
    /// Pickle support: the constructor and its arguments.
    fn __getnewargs__(&self) -> (&str, &[String], &[String]) {
        (&self.name, &self.white, &self.black)
    }

    fn __repr__(&self) -> String {
        format!("<Region {}: {}>", self.name, self.white.join(" "))
    }
}
