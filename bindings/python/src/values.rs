//! Small values: outcomes, claims, counters, men on the board.

use pyo3::prelude::*;
use weakfish::engine::{self, PieceInfo};
use weakfish::geometry::{Side, Square};
use weakfish::model::{Mode, PlacedMan, Variant};
use weakfish::notation::{describe_man, man_name, symbol};
use weakfish::prose::capitalized;

use crate::diagnostics::Refusal;

/// How a game has ended.
#[pyclass(frozen, get_all, eq, from_py_object, new = "from_fields", module = "weakfish")]
#[derive(Clone, PartialEq)]
pub struct Outcome {
    winner: Option<String>,
    score: (f64, f64),
    reason: String,
    ending: String,
}

/// Draw or win that the player to move can claim.
#[pyclass(frozen, get_all, eq, from_py_object, new = "from_fields", module = "weakfish")]
#[derive(Clone, PartialEq)]
pub struct Claim {
    name: String,
    winner: Option<String>,
    text: String,
}

/// Count that matters to a rule or an ending.
#[pyclass(frozen, get_all, eq, from_py_object, new = "from_fields", module = "weakfish")]
#[derive(Clone, PartialEq)]
pub struct Counter {
    name: String,
    value: u32,
    limit: Option<u32>,
}

/// Man on the board.
#[pyclass(frozen, get_all, eq, from_py_object, new = "from_fields", module = "weakfish")]
#[derive(Clone, PartialEq)]
pub struct Placed {
    square: String,
    side: String,
    man: String,
    letter: String,
    facings: Vec<String>,
    mode: Option<String>,
    promoted: bool,
    royal: bool,
    label: String,
}

/// Returns the word for a side.
pub const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

fn side_word(side: Side) -> String {
    side_name(side).to_owned()
}

/// Returns the side of a word.
pub fn side(name: &str) -> PyResult<Side> {
    let found = Side::ALL.into_iter().find(|&side| side_name(side) == name);
    found.ok_or_else(|| Refusal::new_err(format!("`{name}` is no side: `white` or `black`")))
}

/// Returns the word for a mode.
pub const fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Moving => "moving",
        Mode::Capturing => "capturing",
    }
}

/// Capitalizes a message and ends it with a full stop.
pub fn sentence(message: &str) -> String {
    format!("{}.", capitalized(message))
}

impl From<&engine::Outcome> for Outcome {
    fn from(outcome: &engine::Outcome) -> Self {
        let score = |side| f64::from(outcome.score(side)) / 100.0;
        Self {
            winner: outcome.winner.map(side_word),
            score: (score(Side::White), score(Side::Black)),
            reason: sentence(&outcome.to_string()),
            ending: outcome.reason.to_string(),
        }
    }
}

impl Claim {
    /// Describes a claim of a side.
    pub fn new(turn: Side, claim: &engine::Claim) -> Self {
        let text = format!("{turn} can claim {claim}.");
        Self { name: claim.reason.to_string(), winner: claim.winner.map(side_word), text }
    }
}

impl From<engine::Counter> for Counter {
    fn from(engine::Counter { name, value, limit, .. }: engine::Counter) -> Self {
        Self { name, value, limit }
    }
}

impl Placed {
    /// Describes a man on a square.
    pub fn new(variant: &Variant, square: Square, info: &PieceInfo) -> Self {
        let PieceInfo { side, kind, ref state, .. } = *info;
        let placed = PlacedMan { square, side, kind, state: state.clone() };
        Self {
            square: variant.board.name(square),
            side: side_word(side),
            man: man_name(variant, kind),
            letter: symbol(variant, side, kind),
            facings: state.facings.iter().map(ToString::to_string).collect(),
            mode: state.mode.map(|mode| mode_name(mode).to_owned()),
            promoted: state.promoted,
            royal: variant.kind(kind).royal,
            label: describe_man(variant, &placed),
        }
    }
}

#[pymethods]
impl Outcome {
    /// The result as game texts have it: `1-0`, `0-1` or `1/2-1/2`.
    fn result(&self) -> &'static str {
        match self.winner.as_deref() {
            Some("white") => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// Pickle support: the constructor and its arguments.
    fn __getnewargs__(&self) -> (Option<&str>, (f64, f64), &str, &str) {
        (self.winner.as_deref(), self.score, &self.reason, &self.ending)
    }

    fn __str__(&self) -> &str {
        &self.reason
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}>", self.reason)
    }
}

#[pymethods]
impl Claim {
    /// Pickle support: the constructor and its arguments.
    fn __getnewargs__(&self) -> (&str, Option<&str>, &str) {
        (&self.name, self.winner.as_deref(), &self.text)
    }

    fn __repr__(&self) -> String {
        format!("<Claim {}>", self.text)
    }
}

#[pymethods]
impl Counter {
    /// Pickle support: the constructor and its arguments.
    fn __getnewargs__(&self) -> (&str, u32, Option<u32>) {
        (&self.name, self.value, self.limit)
    }

    fn __repr__(&self) -> String {
        format!("<Counter {}: {}>", self.name, self.value)
    }
}

#[pymethods]
impl Placed {
    /// Pickle support: the constructor and its arguments.
    #[expect(clippy::type_complexity, reason = "the fields, in their order")]
    fn __getnewargs__(&self) -> (&str, &str, &str, &str, &[String], Option<&str>, bool, bool, &str) {
        let Self { square, side, man, letter, facings, mode, promoted, royal, label } = self;
        (square, side, man, letter, facings, mode.as_deref(), *promoted, *royal, label)
    }

    fn __repr__(&self) -> String {
        format!("<Placed {}>", self.label)
    }
}
