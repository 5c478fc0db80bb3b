//! Interface of the players.

use std::fmt;
use std::time::Duration;

use weakfish::engine::{Game, Move, Position};
use weakfish::geometry::Side;
use weakfish::model::SetupId;

use crate::matches::settings::Bounds;

/// One of the two engines of a match. It plays one game after another.
pub(in crate::matches) trait Player: Send {
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

/// Fault by which an engine loses a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::matches) enum Fault {
    /// Failed to start, with the reason.
    NotStarted(String),
    /// No `readyok` or `pong`.
    NotReady,
    /// No answer in time.
    Silent,
    /// Process ended, with its status.
    Crashed(String),
    /// Output closed while the process runs.
    Disconnected,
    /// No move in the answer.
    NoMove,
    /// Resignation.
    Resigned,
    /// Objection to a legal move.
    Objection(String),
    /// Claim that the game is over, while it is not.
    Claim(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStarted(reason) => write!(f, "did not start: {reason}"),
            Self::NotReady => f.write_str("did not say that it is ready"),
            Self::Silent => f.write_str("did not answer in time"),
            Self::Crashed(status) => write!(f, "ended: {status}"),
            Self::Disconnected => f.write_str("closed its output"),
            Self::NoMove => f.write_str("answered no move"),
            Self::Resigned => f.write_str("gave up"),
            Self::Objection(line) | Self::Claim(line) => {
                write!(f, "said `{}`", line.chars().filter(|char| !char.is_control()).take(60).collect::<String>())
            }
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
    /// Options of its own by which its clock may run out.
    pub(in crate::matches) reserves: Vec<(Reserve, Duration)>,
}

/// An option of UCI programs with a time for every move that is too much if the increment is less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::matches) enum Reserve {
    /// Minimum time for each move.
    MinimumTime,
    /// Assumed overhead of each move.
    Overhead,
}

impl Reserve {
    pub(in crate::matches) const ALL: [Self; 2] = [Self::MinimumTime, Self::Overhead];

    pub(in crate::matches) const fn option(self) -> &'static str {
        match self {
            Self::MinimumTime => "Minimum Thinking Time",
            Self::Overhead => "Move Overhead",
        }
    }

    /// The effect of too large a value.
    pub(in crate::matches) const fn effect(self) -> &'static str {
        match self {
            Self::MinimumTime => "it overdraws its clock",
            Self::Overhead => "it hardly thinks",
        }
    }
}

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
