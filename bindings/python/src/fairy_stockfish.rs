//! Games of Fairy-Stockfish: the sections of a configuration as definitions.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use weakfish::BuiltIns;
use weakfish::source::Source;
use weakfish_fairy_stockfish::Collection;

use crate::diagnostics::{Diagnostic, definition_error};
use crate::game::Game;

/// Games of a text, and those built into Fairy-Stockfish.
#[pyclass(frozen, module = "weakfish")]
pub struct Configuration {
    collection: Collection,
    #[pyo3(get)]
    names: Vec<String>,
    #[pyo3(get)]
    built_in_names: Vec<String>,
    #[pyo3(get)]
    diagnostics: Vec<Diagnostic>,
}

/// Game of Fairy-Stockfish as a definition.
#[pyclass(frozen, get_all, new = "from_fields", module = "weakfish")]
pub struct Imported {
    name: String,
    definition: Option<String>,
    game: Option<Py<Game>>,
    lost: BTreeMap<String, String>,
    diagnostics: Vec<Diagnostic>,
    keys: BTreeMap<String, String>,
    men: Vec<(String, char)>,
}

#[pymethods]
impl Configuration {
    /// Imports a game of the text, or one built into the engine.
    #[pyo3(signature = (name, *, as_meant=false))]
    fn game(&self, py: Python<'_>, name: &str, as_meant: bool) -> PyResult<Imported> {
        let collection = &self.collection;
        let keys = collection.key_values(name).unwrap_or_default();
        let men = collection.letters(name);
        let import = py.detach(|| if as_meant { collection.import_as_meant(name) } else { collection.import(name) });
        let import = match import {
            Ok(import) => import,
            Err(report) => {
                let diagnostics = Diagnostic::all([&report]);
                let (name, lost) = (name.to_owned(), BTreeMap::new());
                return Ok(Imported { name, definition: None, game: None, lost, diagnostics, keys, men });
            }
        };
        let whole = import.losses.is_empty();
        let source = Source::new(format!("{name}.variant"), import.definition.as_str());
        let loaded = py.detach(|| whole.then(|| weakfish::load(&source, &BuiltIns)).transpose());
        let game = loaded.map_err(|refused| definition_error(&refused))?;
        let game = game.map(|game| Py::new(py, Game::new(game, &source))).transpose()?;
        Ok(Imported {
            name: import.name,
            definition: Some(import.definition),
            game,
            lost: import.losses.into_iter().map(|loss| (loss.key, loss.lost)).collect(),
            diagnostics: Diagnostic::all(import.reports.iter().chain(&import.warnings)),
            keys,
            men,
        })
    }

    /// Imports all games of the text.
    fn games(&self, py: Python<'_>) -> PyResult<Vec<Imported>> {
        self.names.iter().map(|name| self.game(py, name, false)).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Configuration {}>", self.names.join(" "))
    }
}

#[pymethods]
impl Imported {
    /// Pickle support: the constructor and its arguments.
    #[expect(clippy::type_complexity, reason = "the fields, in their order")]
    fn __getnewargs__(
        &self,
        py: Python<'_>,
    ) -> (
        &str,
        Option<&str>,
        Option<Py<Game>>,
        BTreeMap<String, String>,
        Vec<Diagnostic>,
        BTreeMap<String, String>,
        Vec<(String, char)>,
    ) {
        let Self { name, definition, game, lost, diagnostics, keys, men } = self;
        let game = game.as_ref().map(|game| game.clone_ref(py));
        (name, definition.as_deref(), game, lost.clone(), diagnostics.clone(), keys.clone(), men.clone())
    }

    fn __repr__(&self) -> String {
        let lost: Vec<&str> = self.lost.keys().map(String::as_str).collect();
        let lost = if lost.is_empty() { String::new() } else { format!(" without {}", lost.join(", ")) };
        format!("<Imported {}{lost}>", self.name)
    }
}

/// Reads a configuration of Fairy-Stockfish.
#[pyfunction]
#[pyo3(signature = (text="", name="variants.ini"))]
pub fn import_fairy_stockfish(text: &str, name: &str) -> Configuration {
    let collection = Collection::read(&Source::new(name, text));
    let names = collection.names().map(str::to_owned).collect();
    let built_in_names = Collection::built_in().all_names().map(str::to_owned).collect();
    let diagnostics = Diagnostic::all([&collection.report()]);
    Configuration { collection, names, built_in_names, diagnostics }
}
