//! Interface of the players.

use std::fmt;
use std::time::Duration;

use weakfish::engine::{Game, Move, Position};
use weakfish::geometry::Side;
use weakfish::model::SetupId;

use crate::matches::settings::Bounds;

/// One of the two engines of a match. It plays one game after another.
pub(in crate::matches) trait Player: Send {
    /// Starts the engine if it is a program, and asks what it is called and whether it knows the game.
    fn introduce(&mut self) -> Result<EngineInfo, Refusal>;

    /// A game begins. It may know nothing any more of the game before. If it plays by chance, then by this seed.
    fn begin(&mut self, seed: u64) -> Result<(), Fault>;

    /// Chooses a move in the last position of a record.
    fn choose(&mut self, record: &Record, budget: &Budget) -> Result<Choice, Fault>;

    /// Restarts the engine before the next game, after a loss by a fault.
    fn restart(&mut self) {}
}

/// A move as it was answered, and the time from the question to the answer.
#[derive(Clone, Debug)]
pub(in crate::matches) struct Choice {
    /// In machine notation, if it is one.
    pub(in crate::matches) text: String,
    pub(in crate::matches) elapsed: Duration,
}

/// A game as far as it has been played.
#[derive(Clone, Debug)]
pub(in crate::matches) struct Record {
    /// The position that it began from.
    pub(in crate::matches) start: Position,
    /// Whether that is the start of the first setup, which programs know.
    pub(in crate::matches) from_start: bool,
    pub(in crate::matches) moves: Vec<Move>,
    /// The moves in machine notation.
    pub(in crate::matches) texts: Vec<String>,
    pub(in crate::matches) position: Position,
}

/// How much an engine may think about a move.
#[derive(Clone, Copy, Debug)]
pub(in crate::matches) struct Budget {
    pub(in crate::matches) bounds: Bounds,
    /// The time left and the increment of each side, by [`Side::index`], if it has a clock.
    pub(in crate::matches) clocks: [Option<(Duration, Duration)>; 2],
    /// Without an answer after this time, it has lost.
    pub(in crate::matches) timeout: Duration,
}

impl Budget {
    /// The time left and the increment of a side.
    pub(in crate::matches) fn clock(&self, side: Side) -> Option<(Duration, Duration)> {
        self.clocks[side.index()]
    }
}

/// Reason of a loss by silence where time is not limited.
pub(in crate::matches) const NO_ANSWER: &str = "no answer";

/// Fault by which an engine loses a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::matches) struct Fault {
    pub(in crate::matches) reason: &'static str,
    /// What the engine did.
    pub(in crate::matches) detail: String,
}

impl Fault {
    pub(in crate::matches) fn new(reason: &'static str, detail: impl Into<String>) -> Self {
        Self { reason, detail: detail.into() }
    }

    pub(super) fn not_started(reason: impl fmt::Display) -> Self {
        Self::new("failure to start", format!("did not start: {reason}"))
    }

    pub(super) fn not_ready() -> Self {
        Self::new(NO_ANSWER, "did not say that it is ready")
    }

    pub(super) fn disconnected() -> Self {
        Self::new("disconnection", "closed its output")
    }

    pub(super) fn no_move() -> Self {
        Self::new("no move", "answered no move")
    }

    /// A line by which an engine loses.
    pub(super) fn said(reason: &'static str, line: &str) -> Self {
        let line = line.chars().filter(|char| !char.is_control()).take(60).collect::<String>();
        Self::new(reason, format!("said `{line}`"))
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Fault(fault) => fault,
            Refusal::Game { wanted, .. } => Self::not_started(format_args!("it no longer knows `{wanted}`")),
        }
    }
}

/// The game of a match.
#[derive(Clone, Debug)]
pub(in crate::matches) struct MatchGame {
    pub(in crate::matches) game: Game,
    /// Its name on the command line.
    pub(in crate::matches) name: String,
    pub(in crate::matches) setup: SetupId,
    /// How long an engine may take for all but moves.
    pub(in crate::matches) timeout: Duration,
}

/// A program that has been started.
#[derive(Clone, Debug)]
pub(in crate::matches) struct EngineInfo {
    pub(in crate::matches) name: String,
    /// Its options of [`RESERVES`], with the effect of too large a value.
    pub(in crate::matches) reserves: Vec<(&'static str, &'static str, Duration)>,
}

/// Options of UCI programs with a time for every move, and the effect if the increment is less.
pub(super) const RESERVES: [(&str, &str); 2] =
    [("Minimum Thinking Time", "it overdraws its clock"), ("Move Overhead", "it hardly thinks")];

/// Why an engine can't play in a match.
#[derive(Debug)]
pub(in crate::matches) enum Refusal {
    /// A fault.
    Fault(Fault),
    /// The game is unknown, with the known ones.
    Game { wanted: String, known: Vec<String> },
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}
