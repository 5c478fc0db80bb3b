//! The engine: searches with limits, and the exact tables of endings.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use weakfish::engine::Position as EnginePosition;
use weakfish_player::evaluation::WeightsChoice;
use weakfish_player::search::{
    self, ExactMove, Level, Limits, Score as SearchScore, SearchTimer, Searcher, Tablebase, TablebaseBudget,
};
use weakfish_units::settings::MAX_HASH_MEBIBYTES;

use crate::diagnostics::Refusal;
use crate::game::Game;
use crate::interrupt;
use crate::moves::Move;
use crate::position::Position;
use crate::units::load_weights;
use crate::values::Claim;

/// Memory and time that exact tables of endings may take: enough for three men.
const TABLE_BUDGET: TablebaseBudget = TablebaseBudget { memory: 64 << 20, time: Duration::from_secs(3) };

/// Score for the side to move.
#[pyclass(frozen, get_all, eq, from_py_object, new = "from_fields", module = "weakfish")]
#[derive(Clone, PartialEq)]
pub struct Score {
    centipawns: Option<i32>,
    mate: Option<i32>,
    chance: f64,
}

/// Line of play.
#[pyclass(frozen, get_all, eq, from_py_object, new = "from_fields", module = "weakfish")]
#[derive(Clone, PartialEq)]
pub struct Line {
    moves: Vec<String>,
    texts: Vec<String>,
    score: Score,
}

/// Exact value of a legal move for the player who makes it.
#[pyclass(frozen, get_all, eq, from_py_object, new = "from_fields", module = "weakfish")]
#[derive(Clone, PartialEq)]
pub struct MoveValue {
    #[pyo3(name = "move")]
    mv: String,
    value: String,
    mate: Option<u16>,
    certain: bool,
}

/// Result of a search.
#[pyclass(frozen, get_all, new = "from_fields", module = "weakfish")]
pub struct Found {
    #[pyo3(name = "move")]
    mv: Option<Py<Move>>,
    ponder: Option<String>,
    claim: Option<Claim>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    lines: Vec<Line>,
    values: Option<Vec<MoveValue>>,
}

/// Searcher of a game. It keeps its hash table and histories between searches.
#[pyclass(module = "weakfish")]
pub struct Engine {
    game: Py<Game>,
    searcher: Searcher,
    tablebase: Option<Arc<Tablebase>>,
}

struct Timer<'a> {
    begun: Instant,
    stop: &'a AtomicBool,
}

impl SearchTimer for Timer<'_> {
    fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    fn must_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

fn line(position: &EnginePosition, pawn: i32, line: &search::Line) -> Line {
    let (moves, texts) = line.texts(position).into_iter().unzip();
    let score = line.score.reported(position.game(), pawn);
    Line { moves, texts, score: Score { centipawns: score.centipawns, mate: score.mate, chance: score.chance } }
}

fn exact(position: &EnginePosition, rated: &ExactMove) -> MoveValue {
    let search::MoveValue { mv, value, mate, certain, .. } = rated.reported(position);
    MoveValue { mv, value: value.as_str().to_owned(), mate, certain }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (game, *, hash=16, threads=1, tables=true))]
    fn new(game: Bound<'_, Game>, hash: u32, threads: usize, tables: bool) -> PyResult<Self> {
        if !(1..=MAX_HASH_MEBIBYTES).contains(&hash) {
            return Err(Refusal::new_err(format!("`hash` is from 1 to {MAX_HASH_MEBIBYTES} MiB, not {hash}")));
        }
        let own = &game.get().game;
        let weights = load_weights(game.py(), game.get(), &WeightsChoice::Tuned)?;
        let mut searcher = Searcher::with_weights(own, &weights);
        searcher.set_hash_bytes((hash as usize) << 20);
        searcher.set_threads(threads.min(std::thread::available_parallelism().map_or(1, usize::from)));
        let tablebase = tables.then(|| Tablebase::new(own, TABLE_BUDGET).ok().map(Arc::new)).flatten();
        searcher.set_tablebase(tablebase.clone());
        Ok(Self { game: game.unbind(), searcher, tablebase })
    }

    /// Searches a position, until Ctrl-C if there are no limits.
    #[pyo3(signature = (position, *, seconds=None, depth=None, nodes=None, level=None, lines=1, seed=1))]
    #[allow(clippy::too_many_arguments, reason = "limits are keywords of Python")]
    fn search(
        &mut self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        seconds: Option<f64>,
        depth: Option<u32>,
        nodes: Option<u64>,
        level: Option<u8>,
        lines: usize,
        seed: u64,
    ) -> PyResult<Found> {
        let (position, game) = {
            let position = position.borrow();
            if !position.is_of(&self.game) {
                return Err(Refusal::new_err("the position is of another game than the engine"));
            }
            (position.inner().clone(), position.game_object(py))
        };
        let mut limits = Limits::default();
        let duration = |seconds: f64| {
            let duration = Duration::try_from_secs_f64(seconds);
            duration.map_err(|_| Refusal::new_err(format!("{seconds} is no number of seconds")))
        };
        limits.hard_time = seconds.map(duration).transpose()?;
        (limits.depth, limits.nodes, limits.lines) = (depth, nodes.map(|nodes| nodes.max(1)), lines);
        let level = level.map_or(Level::FULL, Level::new);
        let pawn = self.searcher.evaluator().pawn_value();
        let (searcher, tablebase) = (&mut self.searcher, &self.tablebase);
        let (found, (reached, visited), elapsed, values) = interrupt::run(py, |stop| {
            let timer = Timer { begun: Instant::now(), stop };
            let mut progress = (0, 0);
            let found = searcher.search_at_level(level, seed, &position, &limits, &timer, &mut |report| {
                progress = (report.depth, report.nodes);
            });
            // The search makes the tables; weaker levels have none.
            let tables = tablebase.as_ref().filter(|_| level == Level::FULL && !found.is_empty());
            let values = tables.and_then(|tables| tables.values(&position));
            (found, progress, timer.elapsed(), values.map(|values| values.moves))
        })?;
        let claim = position.claims().into_iter().next();
        let claim = claim.filter(|claim| found.first().is_some_and(|line| line.score <= SearchScore::of_claim(claim)));
        let best = found.first().and_then(|line| line.moves.first());
        let best = best.map(|&mv| Py::new(py, Move::new(game, &position, mv))).transpose()?;
        let lines: Vec<Line> = found.iter().map(|found| line(&position, pawn, found)).collect();
        Ok(Found {
            mv: best,
            ponder: lines.first().and_then(|line| line.moves.get(1).cloned()),
            claim: claim.map(|claim| Claim::new(position.turn(), &claim)),
            depth: reached,
            nodes: visited,
            seconds: elapsed.as_secs_f64(),
            lines,
            values: values.map(|moves| moves.iter().map(|rated| exact(&position, rated)).collect()),
        })
    }

    /// Clears the hash table and the histories.
    fn clear(&mut self) {
        self.searcher.clear();
    }
}

#[pymethods]
impl Score {
    /// Pickle support: the constructor and its arguments.
    fn __getnewargs__(&self) -> (Option<i32>, Option<i32>, f64) {
        (self.centipawns, self.mate, self.chance)
    }

    fn __repr__(&self) -> String {
        match (self.mate, self.centipawns) {
            (Some(mate), _) => format!("<Score mate in {mate}>"),
            (None, Some(centipawns)) => format!("<Score {centipawns} centipawns>"),
            (None, None) => "<Score>".to_owned(),
        }
    }
}

#[pymethods]
impl Line {
    /// Pickle support: the constructor and its arguments.
    fn __getnewargs__(&self) -> (&[String], &[String], Score) {
        (&self.moves, &self.texts, self.score.clone())
    }

    fn __repr__(&self) -> String {
        format!("<Line {}>", self.texts.join(" "))
    }
}

#[pymethods]
impl MoveValue {
    /// Pickle support: the constructor and its arguments.
    fn __getnewargs__(&self) -> (&str, &str, Option<u16>, bool) {
        (&self.mv, &self.value, self.mate, self.certain)
    }

    fn __repr__(&self) -> String {
        format!("<MoveValue {}: {}>", self.mv, self.value)
    }
}

#[pymethods]
impl Found {
    /// Pickle support: the constructor and its arguments.
    #[expect(clippy::type_complexity, reason = "the fields, in their order")]
    fn __getnewargs__(
        &self,
        py: Python<'_>,
    ) -> (Option<Py<Move>>, Option<&str>, Option<Claim>, u32, u64, f64, Vec<Line>, Option<Vec<MoveValue>>) {
        let Self { mv, ponder, claim, depth, nodes, seconds, lines, values } = self;
        let mv = mv.as_ref().map(|mv| mv.clone_ref(py));
        (mv, ponder.as_deref(), claim.clone(), *depth, *nodes, *seconds, lines.clone(), values.clone())
    }

    fn __repr__(&self) -> String {
        let best = self.lines.first().and_then(|line| line.texts.first());
        format!("<Found {}>", best.map_or("no move", String::as_str))
    }
}
