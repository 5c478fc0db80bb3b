//! Definitions: reading, checking, formatting, explaining.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use weakfish::check::{BaseError, Resolver, Texts};
use weakfish::diagnostic::{Code, UnknownCode};
use weakfish::source::Source;
use weakfish::{BuiltIns, picture, suggest, syntax};

use crate::diagnostics::{Diagnostic, Refusal, definition_error, page};
use crate::files::{read_bounded, read_text};
use crate::game::Game;

/// Name of a text without one.
const UNNAMED: &str = "untitled.variant";

/// The most bytes that are read of a definition: its maximum length and a little more.
const MAX_READ: usize = syntax::MAX_BYTES + 4;

/// Definition that comes with the library.
#[pyclass(frozen, get_all, new = "from_fields", module = "weakfish")]
pub struct BuiltIn {
    name: String,
    title: String,
    about: String,
    family: String,
    text: String,
}

/// Result of checking a definition.
#[pyclass(frozen, get_all, new = "from_fields", module = "weakfish")]
pub struct Checked {
    diagnostics: Vec<Diagnostic>,
    game: Option<Py<Game>>,
    report: String,
}

#[pymethods]
impl BuiltIn {
    /// Pickle support: the constructor and its arguments.
    fn __getnewargs__(&self) -> (&str, &str, &str, &str, &str) {
        (&self.name, &self.title, &self.about, &self.family, &self.text)
    }

    fn __repr__(&self) -> String {
        format!("<BuiltIn {}: {}>", self.name, self.title)
    }
}

#[pymethods]
impl Checked {
    /// Pickle support: the constructor and its arguments.
    fn __getnewargs__(&self, py: Python<'_>) -> (Vec<Diagnostic>, Option<Py<Game>>, &str) {
        (self.diagnostics.clone(), self.game.as_ref().map(|game| game.clone_ref(py)), &self.report)
    }

    /// Whether there is a game.
    #[getter]
    fn ok(&self) -> bool {
        self.game.is_some()
    }

    fn __str__(&self) -> &str {
        &self.report
    }

    fn __repr__(&self) -> String {
        format!("<Checked ok={} diagnostics={}>", self.ok(), self.diagnostics.len())
    }
}

/// Resolver of files beside a file and below its folder.
struct Folder;

impl Resolver for Folder {
    fn built_in(&self, name: &str) -> Option<Source> {
        BuiltIns.built_in(name)
    }

    fn built_in_names(&self) -> Vec<String> {
        BuiltIns.built_in_names()
    }

    fn beside(&self, from: &Source, path: &str) -> Result<Source, BaseError> {
        let joined = Path::new(&from.name).with_file_name(path);
        let unreadable = |error: io::Error| BaseError::Unreadable(error.to_string());
        let own = Path::new(&from.name).canonicalize().map_err(unreadable)?;
        let real = joined.canonicalize().map_err(unreadable)?;
        if !own.parent().is_some_and(|folder| real.starts_with(folder)) {
            return Err(BaseError::Outside { help: "put it beside this file or below it".to_owned() });
        }
        let bytes = read_bounded(&real, MAX_READ).map_err(unreadable)?;
        let text = String::from_utf8(bytes).map_err(|_| BaseError::Unreadable("it is not UTF-8".to_owned()))?;
        Ok(Source::new(joined.to_string_lossy(), text))
    }
}

/// Resolver for a chain of definitions, each of which extends the one before it, from any sources.
struct Chain(Vec<Source>);

impl Resolver for Chain {
    fn built_in(&self, name: &str) -> Option<Source> {
        BuiltIns.built_in(name)
    }

    fn built_in_names(&self) -> Vec<String> {
        BuiltIns.built_in_names()
    }

    fn beside(&self, from: &Source, _path: &str) -> Result<Source, BaseError> {
        let at = self.0.iter().position(|source| source == from);
        let before = at.and_then(|at| self.0.get(at.checked_sub(1)?));
        before.cloned().ok_or_else(|| BaseError::Unreadable("no such file is given".to_owned()))
    }
}

fn checked(py: Python<'_>, source: &Source, resolver: &(dyn Resolver + Sync)) -> weakfish::check::Checked {
    py.detach(|| suggest::check(&mut weakfish_endgame::checker(), source, resolver))
}

fn load_game(py: Python<'_>, source: &Source, resolver: &(dyn Resolver + Sync)) -> PyResult<Game> {
    Game::of(source, checked(py, source, resolver)).map_err(|refused| definition_error(&refused))
}

/// Makes a game of a definition and those that it extends, the oldest first.
pub fn parse_chain(py: Python<'_>, source: Source, bases: Vec<Source>) -> PyResult<Game> {
    let chain = bases.into_iter().chain([source.clone()]).collect();
    load_game(py, &source, &Chain(chain))
}

fn texts(name: Option<&str>, text: &str, files: Option<BTreeMap<String, String>>) -> (Source, Texts<BuiltIns>) {
    let mut texts = Texts::new(BuiltIns);
    for (path, text) in files.into_iter().flatten() {
        texts.insert(path, text);
    }
    (Source::new(name.unwrap_or(UNNAMED), text), texts)
}

/// Lists the built-in games.
#[pyfunction]
pub fn games() -> Vec<BuiltIn> {
    let game = |family: &str, name: &str| {
        let text = weakfish::builtin::source(name)?.text;
        let fact = |key: &str| fact(&text, key);
        let (title, about) = (fact("game"), fact("about"));
        Some(BuiltIn { name: name.to_owned(), title, about, family: family.to_owned(), text })
    };
    weakfish::builtin::families().flat_map(|(family, names)| names.filter_map(move |name| game(family, name))).collect()
}

/// The text in quotes that follows a key at the beginning of a line.
fn fact(text: &str, key: &str) -> String {
    let mut values = text.lines().filter_map(|line| line.trim_start().strip_prefix(key)?.split('"').nth(1));
    values.next().unwrap_or_default().to_owned()
}

/// Loads a built-in game.
#[pyfunction]
pub fn builtin(py: Python<'_>, name: &str) -> PyResult<Game> {
    let own = weakfish::builtin::resolve_alias(name).unwrap_or(name);
    let Some(source) = weakfish::builtin::source(own) else {
        let help = weakfish::diagnostic::did_you_mean(name, weakfish::builtin::names());
        return Err(Refusal::new_err(format!("there is no built-in game `{name}`; {help}")));
    };
    let loaded = py.detach(|| weakfish::load(&source, &BuiltIns));
    let game = loaded.map_err(|refused| definition_error(&refused))?;
    Ok(Game::built_in(game, own, &source))
}

/// Makes a game of a text.
#[pyfunction]
#[pyo3(signature = (text, name=None, files=None))]
pub fn parse(
    py: Python<'_>,
    text: &str,
    name: Option<&str>,
    files: Option<BTreeMap<String, String>>,
) -> PyResult<Game> {
    let (source, resolver) = texts(name, text, files);
    load_game(py, &source, &resolver)
}

/// Makes a game of a file, which can extend files beside it and below its folder.
#[pyfunction]
pub fn load(py: Python<'_>, path: PathBuf) -> PyResult<Game> {
    let text = read_text(py, &path, MAX_READ)?;
    let mut game = load_game(py, &Source::new(path.to_string_lossy(), text), &Folder)?;
    game.path = Some(path);
    Ok(game)
}

/// Checks a text, and reports all its mistakes.
#[pyfunction]
#[pyo3(signature = (text, name=None, files=None))]
pub fn check(
    py: Python<'_>,
    text: &str,
    name: Option<&str>,
    files: Option<BTreeMap<String, String>>,
) -> PyResult<Checked> {
    let (source, resolver) = texts(name, text, files);
    let checked = checked(py, &source, &resolver);
    let bases = checked.base_reports.iter().filter(|report| report.errors() > 0);
    let reports: Vec<_> = bases.chain([&checked.report]).collect();
    let diagnostics = Diagnostic::all(reports.iter().copied());
    let shown: Vec<String> = reports.iter().filter(|report| !report.is_empty()).map(|report| page(report)).collect();
    let report = shown.join("\n");
    let game = Game::of(&source, checked).ok().map(|game| Py::new(py, game)).transpose()?;
    Ok(Checked { diagnostics, game, report })
}

/// Returns a text in the canonical layout.
#[pyfunction]
pub fn format(text: &str) -> String {
    weakfish::format::format(text)
}

/// Explains the code of a diagnostic.
#[pyfunction]
pub fn explain(code: &str) -> PyResult<String> {
    let code: Code = code.parse().map_err(|error: UnknownCode| Refusal::new_err(error.to_string()))?;
    Ok(format!("{code}: {}\n\n{}", code.meaning(), code.explanation().text))
}

/// Returns the CSS of sheets and pictures.
#[pyfunction]
pub fn style() -> &'static str {
    picture::STYLE
}
