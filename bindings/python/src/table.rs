//! Exact tables of endings.

use std::num::NonZero;
use std::sync::atomic::Ordering;
use std::time::Instant;

use pyo3::prelude::*;
use serde::Serialize;
use weakfish::diagnostic::Code;
use weakfish::engine;
use weakfish::geometry::Side;
use weakfish::notation::{fen, uci};
use weakfish_endgame::{MakeError, NotInTable, Options, Selection, TableReport, Tables, Value};

use crate::diagnostics::Refusal;
use crate::game::Game;
use crate::interrupt;
use crate::position::Position;
use crate::values::side;

/// Exact values of all positions of certain men, and of those that they lead into. Printed, it is the page of `weakfish table`.
#[pyclass(frozen, module = "weakfish")]
pub struct Table {
    #[pyo3(get)]
    game: Py<Game>,
    tables: Tables,
    selection: Selection,
    options: Options,
    report: TableReport,
}

/// Help for tables that take too much memory.
const MEMORY_HELP: &str = "`memory` allows more; fewer men take less";

/// Converts a serializable value to dictionaries, lists and words.
fn data<'py>(py: Python<'py>, answer: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(answer).map_err(|error| Refusal::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (text,))
}

fn refused(message: impl std::fmt::Display, help: impl std::fmt::Display) -> PyErr {
    Refusal::new_err(format!("{message}; {help}"))
}

fn not_made(game: &engine::Game, error: &MakeError) -> PyErr {
    let (code, message, help) = error.explain(game.variant());
    refused(message, if code == Code::CommandNoMemory { MEMORY_HELP } else { &help })
}

impl Table {
    fn not_in_table(&self, error: &NotInTable) -> PyErr {
        let (message, help) = error.explain(self.tables.game().variant());
        refused(message, help)
    }

    /// The position for the engine, which is of the game.
    fn own(&self, position: &Bound<'_, Position>) -> PyResult<engine::Position> {
        let position = position.borrow();
        if position.is_of(&self.game) {
            return Ok(position.inner().clone());
        }
        Err(Refusal::new_err("the position is of another game than the table"))
    }

    /// The report of a position, with limits of plies without progress.
    fn report_of(&self, py: Python<'_>, position: &Bound<'_, Position>) -> PyResult<weakfish_endgame::PositionReport> {
        let position = self.own(position)?;
        let (report, limits) = interrupt::run(py, |stop| {
            let go_on = &mut |_| !stop.load(Ordering::Relaxed);
            let report = self.tables.position_report(&position);
            (report, self.tables.limits_at(&self.selection, &position, &self.options, go_on))
        })?;
        let mut report = report.map_err(|error| self.not_in_table(&error))?;
        report.limits = limits.map_err(|error| not_made(self.tables.game(), &error))?;
        Ok(report)
    }
}

#[pymethods]
impl Table {
    /// The men, White's before `v` and Black's after it.
    #[getter]
    fn men(&self) -> &str {
        &self.report.men
    }

    /// The figures, as `weakfish table --json` prints them.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.report)
    }

    /// Returns the value of a position for the player to move, and the plies to the end of the game.
    fn value<'py>(&self, py: Python<'py>, position: &Bound<'py, Position>) -> PyResult<Bound<'py, PyAny>> {
        let value = self.tables.value(&self.own(position)?).map_err(|error| self.not_in_table(&error))?;
        data(py, &value)
    }

    /// Returns the value of a position, best play, and the value of each legal move, the best first, as
    /// `weakfish table --fen --json` prints them.
    fn probe<'py>(&self, py: Python<'py>, position: &Bound<'py, Position>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.report_of(py, position)?)
    }

    /// Returns the value of a position, best play, and the value of each legal move as a page.
    fn describe(&self, py: Python<'_>, position: &Bound<'_, Position>) -> PyResult<String> {
        Ok(self.report_of(py, position)?.to_string())
    }

    /// Returns best play to the end of the game, in machine notation; empty for a draw.
    fn best_line(&self, position: &Bound<'_, Position>) -> PyResult<Vec<String>> {
        let mut position = self.own(position)?;
        let line = self.tables.best_line(&position).map_err(|error| self.not_in_table(&error))?;
        let write = |mv| {
            let text = uci::write(&position, mv);
            position.make(mv);
            text
        };
        Ok(line.into_iter().map(write).collect())
    }

    /// Returns a position with the longest win of a side that is to move; nothing if none is won.
    fn longest_win(&self, py: Python<'_>, turn: &str) -> PyResult<Option<Position>> {
        let turn = side(turn)?;
        let found = py.detach(|| self.tables.longest_win(&self.selection, turn));
        Ok(found.map(|position| Position::of(self.game.clone_ref(py), position)))
    }

    /// Returns the FENs of the positions that are won or lost after exactly this many plies, one for each set of
    /// equivalent positions.
    fn positions(&self, py: Python<'_>, plies: u16) -> PyResult<Vec<String>> {
        interrupt::run(py, |stop| {
            let mut found = Vec::new();
            for turn in Side::ALL {
                for value in [Value::Win(plies), Value::Loss(plies)] {
                    self.tables.visit(&self.selection, turn, value, &mut |position| {
                        found.push(fen::write(position));
                        !stop.load(Ordering::Relaxed)
                    });
                }
            }
            found
        })
    }

    fn __str__(&self, py: Python<'_>) -> String {
        py.detach(|| self.report.page(&self.tables, &self.selection))
    }

    fn __repr__(&self) -> String {
        format!("<Table {}>", self.report.men)
    }
}

/// Makes the exact table of an ending, `K Q v K`, after those that captures and promotions lead into.
///
/// A man may have its state in braces, as in a FEN. `memory` is in mebibytes.
#[pyfunction]
#[pyo3(signature = (game, men, *, setup=None, memory=1024, threads=1))]
pub fn table(
    py: Python<'_>,
    game: Py<Game>,
    men: &str,
    setup: Option<&str>,
    memory: u32,
    threads: usize,
) -> PyResult<Table> {
    let own = game.get();
    let selection = Selection::parse(&own.game, men).map_err(|error| {
        let problem = error.diagnostic(&own.game, men);
        refused(problem.message, problem.help.unwrap_or_default())
    })?;
    let setup = own.begin(setup, None)?.setup();
    let mut tables = Tables::new(&own.game, setup).map_err(|reason| {
        Refusal::new_err(format!("no exact tables of {} can be made: {reason}", own.game.variant().title))
    })?;
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = NonZero::new(threads.min(most)).unwrap_or(NonZero::<usize>::MIN);
    let options = Options { threads, max_memory: u64::from(memory) << 20, keep_moves: true };
    let (made, tables) = interrupt::run(py, move |stop| {
        let go_on = &mut |_| !stop.load(Ordering::Relaxed);
        let begun = Instant::now();
        let mut make = || {
            let estimate = tables.estimate(selection.men(), options.max_memory)?;
            if let Some(message) = estimate.refusal(memory.into()) {
                return Ok(Err(message));
            }
            tables.make(selection.men(), &options, go_on)?;
            tables.report(&own.name, &selection, &options, go_on).map(|report| Ok(report.took(begun.elapsed())))
        };
        (make(), (tables, selection))
    })?;
    let made = made.map_err(|error| not_made(&own.game, &error))?;
    let report = made.map_err(|message| refused(message, MEMORY_HELP))?;
    let (tables, selection) = tables;
    Ok(Table { game, tables, selection, options, report })
}
