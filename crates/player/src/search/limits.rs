//! Limits of a search: depth, nodes, time, and a stop from outside.

use std::time::Duration;

use weakfish::engine::Move;

/// Limits of a search. Without any limit it runs until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Maximum depth, in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes, of all threads together.
    pub nodes: Option<u64>,
    /// Ends the search when a win within this number of plies is found.
    pub mate: Option<u32>,
    /// Soft time limit: no iteration is begun after it. Scaled by how stable the best move is.
    pub soft_time: Option<Duration>,
    /// Hard time limit: the search is stopped.
    pub hard_time: Option<Duration>,
    /// Root moves to search (`searchmoves`); all legal ones if empty.
    pub moves: Vec<Move>,
    /// Number of best lines (`MultiPV`); 0 means 1.
    pub lines: usize,
}

/// Clock and stop signal of a running search.
///
/// The library has no clock of its own, so that it runs where there is none.
pub trait Watch: Sync {
    /// The time since the search began.
    fn elapsed(&self) -> Duration;

    /// Whether the search must end at once. Asked every few hundred nodes, or fewer on large boards, by each thread.
    fn must_stop(&self) -> bool;
}

/// A [`Watch`] for searches limited by depth or nodes alone: no time passes.
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
