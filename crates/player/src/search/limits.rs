//! What bounds a search: depths, nodes, time, and a word from outside.

use std::time::Duration;

use weakfish::engine::Move;

/// How far a search goes. Without any limit it goes on until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Plies from the root.
    pub depth: Option<u32>,
    /// Positions looked at, by all threads.
    pub nodes: Option<u64>,
    /// The search ends when a win is found that needs at most so many plies.
    pub mate: Option<u32>,
    /// The time after which no new depth is begun; less if the best move is clear, more if it is not.
    pub soft_time: Option<Duration>,
    /// The time after which the search ends wherever it is.
    pub hard_time: Option<Duration>,
    /// The moves to choose from; all legal ones if empty.
    pub moves: Vec<Move>,
    /// The number of best lines to find; 0 is 1.
    pub lines: usize,
}

/// What a search asks while it runs: how long it has run, and whether it must stop.
///
/// The library has no clock of its own, so that it runs where there is none.
pub trait Watch: Sync {
    /// The time since the search began.
    fn elapsed(&self) -> Duration;

    /// Whether the search must end at once. Asked every few hundred nodes, or fewer on large boards, by each thread.
    fn must_stop(&self) -> bool;
}

/// For searches that are bounded by depth or nodes alone: no time passes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unhurried;

impl Watch for Unhurried {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn must_stop(&self) -> bool {
        false
    }
}
