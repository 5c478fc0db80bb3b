//! Players: Weakfish itself, or a program that speaks a protocol.

mod cecp;
mod notation;
mod process;
mod uci;

use std::fmt;
use std::time::{Duration, Instant};

use weakfish::engine::{Game, Move, Position};
use weakfish_player::evaluation::Weights;
use weakfish::geometry::Side;
use weakfish::model::SetupId;
use weakfish_player::search::{Clock, Level, Limits, Searcher, Watch};

use super::settings::{Bounds, BuiltInOption, EngineSettings, Protocol};
use crate::support::interrupt;

/// Makes a player; whether it can play at all, and what it is called, is found out first for programs.
pub(super) fn start(settings: &EngineSettings, played: &MatchGame) -> Result<(Box<dyn Player>, EngineInfo), Refusal> {
    if settings.is_built_in() {
        let player = BuiltIn::new(settings, played);
        return Ok((Box::new(player), EngineInfo { name: built_in_name(settings), reserves: Vec::new() }));
    }
    let (player, infos): (Box<dyn Player>, EngineInfo) = match settings.protocol {
        Protocol::Uci => {
            let mut player = uci::Uci::new(settings, played);
            let infos = player.introduce()?;
            (Box::new(player), infos)
        }
        Protocol::Cecp => {
            let mut player = cecp::Cecp::new(settings, played);
            let name = player.introduce()?;
            (Box::new(player), EngineInfo { name, reserves: Vec::new() })
        }
    };
    let name = settings.name.clone().unwrap_or(infos.name);
    Ok((player, EngineInfo { name, ..infos }))
}

/// Starts an engine again; a failure loses its games.
pub(super) fn restart(settings: &EngineSettings, played: &MatchGame) -> Box<dyn Player> {
    match settings.protocol {
        _ if settings.is_built_in() => Box::new(BuiltIn::new(settings, played)),
        Protocol::Uci => Box::new(uci::Uci::new(settings, played)),
        Protocol::Cecp => Box::new(cecp::Cecp::new(settings, played)),
    }
}

/// One of the two engines of a match. It plays one game after another.
pub(super) trait Player: Send {
    /// A game begins. It may know nothing any more of the game before. If it plays by chance, then by this seed.
    fn begin(&mut self, seed: u64) -> Result<(), Fault>;

    /// Chooses a move in the last position of a record.
    fn choose(&mut self, record: &Record, budget: &Budget) -> Result<Choice, Fault>;

    /// Restarts the engine before the next game, after a loss by a fault.
    fn restart(&mut self) {}
}

/// A move as it was answered, and the time from the question to the answer.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// In machine notation, if it is one.
    pub(super) text: String,
    pub(super) elapsed: Duration,
}

/// A game as far as it has been played.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// The position that it began from.
    pub(super) start: Position,
    /// Whether that is the start of the first setup, which programs know.
    pub(super) from_start: bool,
    pub(super) moves: Vec<Move>,
    /// The moves in machine notation.
    pub(super) texts: Vec<String>,
    pub(super) position: Position,
}

/// How much an engine may think about a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub(super) bounds: Bounds,
    /// The time left and the increment of each side, by [`Side::index`], if it has a clock.
    pub(super) clocks: [Option<(Duration, Duration)>; 2],
    /// Without an answer after this time, it has lost.
    pub(super) timeout: Duration,
}

impl Budget {
    /// The time left and the increment of a side.
    pub(super) fn clock(&self, side: Side) -> Option<(Duration, Duration)> {
        self.clocks[side.index()]
    }
}

/// Fault by which an engine loses a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
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
pub(super) struct MatchGame {
    pub(super) game: Game,
    /// Its name on the command line.
    pub(super) name: String,
    pub(super) setup: SetupId,
    /// How long an engine may take for all but moves.
    pub(super) timeout: Duration,
}

/// A program that has been started.
#[derive(Clone, Debug)]
pub(super) struct EngineInfo {
    pub(super) name: String,
    /// Options of its own by which its clock may run out.
    pub(super) reserves: Vec<(Reserve, Duration)>,
}

/// An option of UCI programs with a time for every move that is too much if the increment is less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reserve {
    /// Minimum time for each move.
    MinimumTime,
    /// Assumed overhead of each move.
    Overhead,
}

impl Reserve {
    pub(super) const ALL: [Self; 2] = [Self::MinimumTime, Self::Overhead];

    pub(super) const fn option(self) -> &'static str {
        match self {
            Self::MinimumTime => "Minimum Thinking Time",
            Self::Overhead => "Move Overhead",
        }
    }

    /// The effect of too large a value.
    pub(super) const fn effect(self) -> &'static str {
        match self {
            Self::MinimumTime => "it overdraws its clock",
            Self::Overhead => "it hardly thinks",
        }
    }
}

/// Why an engine can't play in a match.
#[derive(Debug)]
pub(super) enum Refusal {
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

/// The name of Weakfish with these settings.
fn built_in_name(settings: &EngineSettings) -> String {
    settings.name.clone().unwrap_or_else(|| format!("Weakfish {}", env!("CARGO_PKG_VERSION")))
}

/// Part of the time for a move that is not searched.
const OVERHEAD: Duration = Duration::from_millis(10);

/// A searcher that plays.
struct BuiltIn {
    searcher: Searcher,
    level: Level,
    seed: u64,
}

impl BuiltIn {
    pub(super) fn new(settings: &EngineSettings, played: &MatchGame) -> Self {
        let definition = || Weights::from_definition(&played.game);
        let weights = settings.weights.clone().unwrap_or_else(definition);
        let mut searcher = Searcher::with_weights(&played.game, &weights);
        if let Some(mebibytes) = settings.own(BuiltInOption::Hash) {
            searcher.set_memory(mebibytes << 20);
        }
        searcher.set_threads(settings.own(BuiltInOption::Threads).unwrap_or(1));
        Self { searcher, level: settings.level(), seed: 0 }
    }
}

impl Player for BuiltIn {
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        self.searcher.forget();
        self.seed = seed;
        Ok(())
    }

    fn choose(&mut self, record: &Record, budget: &Budget) -> Result<Choice, Fault> {
        let position = &record.position;
        let mut limits = Limits::default();
        (limits.depth, limits.nodes) = (budget.bounds.depth, budget.bounds.nodes);
        if let Some((left, increment)) = budget.clock(position.turn()) {
            Clock::new(left, increment).limit(&mut limits);
        }
        if let Some(time) = budget.bounds.time {
            // To stop takes some time, too.
            let time = time.saturating_sub(OVERHEAD.min(time / 10));
            limits.hard_time = Some(limits.hard_time.map_or(time, |hard| hard.min(time)));
        }
        let watch = Stopwatch { began: Instant::now(), timeout: budget.timeout };
        let lines = self.searcher.search_at(self.level, self.seed, position, &limits, &watch, &mut |_| ());
        let elapsed = watch.elapsed();
        let mv = lines.first().and_then(|line| line.moves.first());
        let mv = mv.ok_or(Fault::NoMove)?;
        Ok(Choice { text: weakfish::notation::uci::write(position, *mv), elapsed })
    }
}

/// Ends a search at the limit of timeout, or by an interrupt.
struct Stopwatch {
    began: Instant,
    timeout: Duration,
}

impl Watch for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    fn must_stop(&self) -> bool {
        self.began.elapsed() > self.timeout || interrupt::came()
    }
}
