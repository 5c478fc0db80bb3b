//! Work units: plans of tasks, computing the lines of their units, merging the results.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use weakfish::Report;
use weakfish::engine::Position;
use weakfish::geometry::Side;
use weakfish::notation::{replay, uci};
use weakfish::source::Source;
use weakfish_player::evaluation::{Weights, WeightsChoice, WeightsError};
use weakfish_units::settings::PlayerSettings;
use weakfish_units::tasks::{
    FittedWeights, MatchEngine, MatchPlayer, MatchTask, PerftTask, PlaytestTask, StoredGame, SurveyTask, TuneTask,
};
use weakfish_units::{Content, NoStore, Place, Task, Unit};

use crate::diagnostics::{Diagnostic, Refusal, UnitError, move_error, page};
use crate::files::{MAX_TEXT_BYTES, read_text};
use crate::game::Game;
use crate::interrupt;

/// Task for a game with all that its results depend on, to be cut into units.
#[pyclass(frozen, module = "weakfish.parallel")]
pub struct Plan {
    plan: Arc<weakfish_units::Plan>,
    units: NonZero<u32>,
}

/// Worker, which keeps the games that it has compiled.
#[pyclass(frozen, module = "weakfish.parallel")]
#[derive(Default)]
pub struct Worker {
    worker: weakfish_units::Worker,
    stop: AtomicBool,
}

/// Collected results.
#[pyclass(module = "weakfish.parallel")]
pub struct Merge {
    merge: weakfish_units::Merge,
    /// The id of the only plan whose lines are taken.
    plan: Option<String>,
}

/// Report of a task: its name, the text, and JSON and HTML if there are any.
type Page = (&'static str, String, Option<String>, Option<String>);

fn unit_error(report: Report) -> PyErr {
    UnitError::new_err((page(&report), Diagnostic::all([&report])))
}

fn positive(name: &str, number: u32) -> PyResult<NonZero<u32>> {
    NonZero::new(number).ok_or_else(|| Refusal::new_err(format!("`{name}` is 0")))
}

fn read_weights(game: &Game, name: &str, text: &str) -> PyResult<Weights> {
    Weights::read(&game.game, &Source::new(name, text)).map_err(unit_error)
}

/// Loads the chosen weights of a game.
pub fn load_weights(py: Python<'_>, game: &Game, choice: &WeightsChoice) -> PyResult<Weights> {
    let read = |path: &Path| {
        let text = read_text(py, path, MAX_TEXT_BYTES)?;
        Ok(Source::new(path.to_string_lossy(), text))
    };
    choice.load(&game.game, game.origin(), Path::is_file, read).map_err(|error| match error {
        WeightsError::File(error) => error,
        WeightsError::Text(report) => unit_error(report),
    })
}

/// Reads an engine as the command line has it: `nodes=200 weights=own.weights`.
fn engine(
    py: Python<'_>,
    game: &Game,
    text: String,
    (nodes, depth): (Option<u64>, Option<u32>),
) -> PyResult<MatchEngine> {
    let refused = |problem: String| Refusal::new_err(format!("engine `{text}`: {problem}"));
    let settings = PlayerSettings::parse(&text).map_err(refused)?;
    let player = MatchPlayer::of_settings(&settings, nodes.and_then(NonZero::new), depth.and_then(NonZero::new));
    let player = player.map_err(|(problem, help)| refused(format!("{problem}; {help}")))?;
    let weights = load_weights(py, game, &settings.weights)?.to_text(&game.game);
    Ok(MatchEngine { text, name: settings.name, player, weights })
}

/// Moves in machine notation of a text in that notation or of a game text.
fn machine_moves(start: &Position, text: &str) -> PyResult<Vec<String>> {
    let mut position = start.clone();
    let known = |word: &str| uci::find(&position, word).is_some_and(|mv| position.play(mv).is_ok());
    if text.split_whitespace().all(known) {
        return Ok(text.split_whitespace().map(str::to_owned).collect());
    }
    let replay = replay::replay_from(start.clone(), start.setup(), text);
    if let Some(error) = replay.diagnostics.iter().find(|problem| problem.is_error()) {
        return Err(move_error(text, error));
    }
    let mut position = start.clone();
    let plies = replay.last().map(|line| line.plies.as_slice()).unwrap_or_default();
    let write = |mv| {
        let word = uci::write(&position, mv);
        position.make(mv);
        word
    };
    Ok(plies.iter().map(|ply| ply.mv).map(write).collect())
}

impl Plan {
    fn new(py: Python<'_>, task: Task, game: &Game, texts: Vec<Content>, units: u32) -> PyResult<Self> {
        let units = positive("units", units)?;
        let plan = py.detach(|| weakfish_units::Plan::new(task, &game.game, texts));
        Ok(Self { plan: plan.map_err(unit_error)?, units })
    }
}

#[pymethods]
impl Plan {
    /// A count of the sequences of moves.
    #[staticmethod]
    #[pyo3(signature = (game, depth, *, divide=false, setup=None, fen=None, play=None, units=100))]
    #[allow(clippy::too_many_arguments, reason = "settings are keywords of Python")]
    fn perft(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        depth: u32,
        divide: bool,
        setup: Option<String>,
        fen: Option<String>,
        play: Option<&str>,
        units: u32,
    ) -> PyResult<Self> {
        let game = game.get();
        let mut position = game.begin(setup.as_deref(), fen.as_deref())?;
        let mut task = PerftTask::new(depth);
        (task.divide, task.setup, task.fen) = (divide, setup, fen);
        task.moves = play.map(|text| machine_moves(&position, text)).transpose()?.unwrap_or_default();
        for word in &task.moves {
            if let Some(mv) = uci::find(&position, word) {
                position.make(mv);
            }
        }
        py.detach(|| task.split_for(&position, units));
        Self::new(py, Task::Perft(task), game, Vec::new(), units)
    }

    /// A match of two settings of Weakfish.
    #[staticmethod]
    #[pyo3(
        name = "match",
        signature = (
            game, *, engine=None, setup=None, nodes=None, depth=None, games=100, seed=1, random_plies=None,
            openings=None, max_plies=1000, sprt=None, units=100
        )
    )]
    #[allow(clippy::too_many_arguments, reason = "settings are keywords of Python")]
    fn contest(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        engine: Option<Vec<String>>,
        setup: Option<String>,
        nodes: Option<u64>,
        depth: Option<u32>,
        games: u32,
        seed: u64,
        random_plies: Option<u32>,
        openings: Option<PathBuf>,
        max_plies: u32,
        sprt: Option<(f64, f64)>,
        units: u32,
    ) -> PyResult<Self> {
        let game = game.get();
        let engines = engine.unwrap_or_default();
        let [first, second] = MatchTask::both_of(&engines).map_err(|_| Refusal::new_err("a match has two engines"))?;
        let read = |text| self::engine(py, game, text, (nodes, depth));
        let engines = [read(first)?, read(second)?];
        let openings = openings.map(|path| read_text(py, &path, MAX_TEXT_BYTES)).transpose()?;
        let games = positive("games", games)?;
        let (mut task, texts) = MatchTask::of_engines(games, engines, openings, random_plies);
        (task.setup, task.seed) = (setup, seed);
        task.max_plies = positive("max_plies", max_plies)?.get();
        task.sprt = sprt.map(|(elo0, elo1)| format!("{elo0},{elo1}"));
        Self::new(py, Task::Match(Box::new(task)), game, texts, units)
    }

    /// A playtest.
    #[staticmethod]
    #[pyo3(signature = (game, *, games=2000, nodes=400, max_plies=600, seed=1, tables=None, units=100))]
    #[allow(clippy::too_many_arguments, reason = "settings are keywords of Python")]
    fn playtest(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        games: u32,
        nodes: u32,
        max_plies: u32,
        seed: u64,
        tables: Option<u32>,
        units: u32,
    ) -> PyResult<Self> {
        let game = game.get();
        let weights = Content::new(load_weights(py, game, &WeightsChoice::Tuned)?.to_text(&game.game));
        let mut task = PlaytestTask::new(positive("games", games)?.get(), weights.hash.clone());
        task.nodes = positive("nodes", nodes)?.get().into();
        task.max_plies = positive("max_plies", max_plies)?.get();
        (task.seed, task.tables) = (seed, tables.unwrap_or(task.tables));
        Self::new(py, Task::Playtest(task), game, vec![weights], units)
    }

    /// Self-play for tuning, with one set of weights.
    #[staticmethod]
    #[pyo3(signature = (game, *, first=0, games=2000, nodes=1000, random_plies=8, seed=1, weights=None, units=100))]
    #[allow(clippy::too_many_arguments, reason = "settings are keywords of Python")]
    fn tune(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        first: u32,
        games: u32,
        nodes: u32,
        random_plies: u32,
        seed: u64,
        weights: Option<&str>,
        units: u32,
    ) -> PyResult<Self> {
        let game = game.get();
        let weights = Content::new(initial_weights(py, game, weights)?.to_text(&game.game));
        let mut task = TuneTask::new(first, positive("games", games)?.get(), weights.hash.clone());
        task.nodes = positive("nodes", nodes)?.get().into();
        (task.random_plies, task.seed) = (random_plies, seed);
        Self::new(py, Task::Tune(task), game, vec![weights], units)
    }

    /// A survey of endings.
    #[staticmethod]
    #[pyo3(signature = (game, *, man=None, duels=false, setup=None, memory=1024, units=100))]
    fn survey(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        man: Option<&str>,
        duels: bool,
        setup: Option<String>,
        memory: u32,
        units: u32,
    ) -> PyResult<Self> {
        let game = game.get();
        let mut task = SurveyTask::new(memory.into());
        let variant = game.game.variant();
        let known = |symbol: &str| {
            let kind = variant.kind_of_symbol(Side::White, symbol);
            kind.map(|kind| variant.kind(kind).symbol.clone())
                .ok_or_else(|| Refusal::new_err(format!("White has no man `{symbol}`")))
        };
        (task.man, task.duels, task.setup) = (man.map(known).transpose()?, duels, setup);
        Self::new(py, Task::Survey(task), game, Vec::new(), units)
    }

    /// The name of the task.
    #[getter]
    fn task(&self) -> &'static str {
        self.plan.task().name()
    }

    /// The hash of all that the results depend on.
    #[getter]
    fn id(&self) -> &str {
        self.plan.id()
    }

    /// The number of items.
    #[getter]
    fn items(&self) -> u64 {
        self.plan.items()
    }

    /// The lines of the units.
    fn units(&self, py: Python<'_>) -> Vec<String> {
        py.detach(|| self.plan.cut(self.units).iter().map(Unit::to_line).collect())
    }

    fn __repr__(&self) -> String {
        let units = u64::from(self.units.get()).min(self.plan.items());
        format!("<Plan {}: {} items in {units} units>", self.plan.task().name(), self.plan.items())
    }
}

#[pymethods]
impl Worker {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Computes the line of a unit, and returns that of its result.
    fn work(&self, py: Python<'_>, line: &str) -> PyResult<String> {
        let place = Place { file: "unit", line: 1 };
        let done = interrupt::run_until(py, &self.stop, |stop| {
            let unit = Unit::parse(line, place, &NoStore)?;
            self.worker.run(&unit, place, stop).map(|result| result.to_line())
        })?;
        done.map_err(unit_error)
    }

    /// Ends the units in hand. Their results have the items that are complete.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

#[pymethods]
impl Merge {
    #[new]
    #[pyo3(signature = (plan=None))]
    fn new(py: Python<'_>, plan: Option<&Bound<'_, Plan>>) -> PyResult<Self> {
        let mut merge = Self { merge: weakfish_units::Merge::new(), plan: None };
        if let Some(plan) = plan.map(Bound::get) {
            for (number, line) in (1..).zip(plan.units(py)) {
                merge.add(py, &line, "plan", number)?;
            }
            merge.plan = Some(plan.plan.id().to_owned());
        }
        Ok(merge)
    }

    /// Adds the line of a result, or of a unit; returns whether it is of the plan, if only one is merged.
    #[pyo3(signature = (line, file="results", number=1))]
    fn add(&mut self, py: Python<'_>, line: &str, file: &str, number: usize) -> PyResult<bool> {
        let place = Place { file, line: number };
        py.detach(|| {
            if let Some(id) = &self.plan {
                let unit = Unit::parse(line, place, &NoStore)?;
                if unit.plan().id() != id {
                    return Ok(false);
                }
            }
            self.merge.add(line, place, &NoStore)?;
            Ok(true)
        })
        .map_err(unit_error)
    }

    /// The number of items that have results, and of all.
    #[getter]
    fn progress(&self) -> (u64, u64) {
        self.merge.progress().into()
    }

    /// Whether nothing that the reports need is missing.
    fn is_complete(&self, py: Python<'_>) -> bool {
        py.detach(|| self.merge.missing().is_empty())
    }

    /// The lines of units for the missing items.
    fn missing(&self, py: Python<'_>) -> Vec<String> {
        py.detach(|| self.merge.missing().iter().map(Unit::to_line).collect())
    }

    /// The lines of all results, each once, in order.
    fn results(&self, py: Python<'_>) -> Vec<String> {
        py.detach(|| self.merge.results().iter().map(|result| result.to_line()).collect())
    }

    /// Recomputes a share of the results and compares them; returns how many.
    #[pyo3(signature = (share=0.01))]
    fn recheck(&self, py: Python<'_>, share: f64) -> PyResult<u64> {
        let checked = interrupt::run(py, |stop| self.merge.recheck(share, stop))?;
        checked.map_err(unit_error)
    }

    /// The report of each task.
    fn pages(&self, py: Python<'_>) -> PyResult<Vec<Page>> {
        let pages = py.detach(|| self.merge.reports()).map_err(unit_error)?;
        let tasks = self.merge.plans().map(|plan| plan.task().name());
        Ok(tasks.zip(pages).map(|(task, page)| (task, page.text, page.json, page.html)).collect())
    }
}

/// The weights that tuning begins with: those of a text, without a network, which corrects no other weights; else those that follow
/// from the definition.
fn initial_weights(py: Python<'_>, game: &Game, text: Option<&str>) -> PyResult<Weights> {
    let definition = || load_weights(py, game, &WeightsChoice::Definition);
    Ok(text.map_or_else(definition, |text| read_weights(game, "weights", text))?.without_network())
}

/// Fits weights to games of self-play; returns them with the loss of the initial ones and theirs, or nothing if the games
/// are too few.
#[pyfunction]
#[pyo3(signature = (game, games, weights=None))]
pub fn fit(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    games: Vec<String>,
    weights: Option<&str>,
) -> PyResult<Option<(String, f64, f64)>> {
    let game = game.get();
    let (initial, start) = (initial_weights(py, game, weights)?, game.game.start());
    let read = |line: &String| {
        let stored = line.split_once(' ').and_then(|(_, stored)| StoredGame::parse(stored, &start));
        stored.ok_or_else(|| Refusal::new_err(format!("this is no game: {line}")))
    };
    let games: Vec<StoredGame> = games.iter().map(read).collect::<PyResult<_>>()?;
    let fitted = py.detach(|| FittedWeights::fit(&start, &initial, games.iter()));
    Ok(fitted.map(|fitted| (fitted.weights.to_text(&game.game), fitted.initial_loss, fitted.loss)))
}

/// Returns the version of units and results: that of the package, and a hash of the sources that results depend on.
#[pyfunction]
pub fn version() -> String {
    weakfish_units::version()
}
