//! Limits of a search (depth, nodes, time, a stop from outside), time management, and parts that can be switched off.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};

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

/// Timer and stop signal of a running search.
///
/// The library has no clock of its own: it also runs where there is none.
pub trait SearchTimer: Sync {
    /// The time since the search began, or zero as long as no limit of time applies.
    fn elapsed(&self) -> Duration;

    /// Whether the search must end at once. Asked every few hundred nodes, or fewer on large boards, by each thread.
    fn must_stop(&self) -> bool;
}

/// Search timer for searches limited by depth or nodes alone: no time passes.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTimer;

impl SearchTimer for NoTimer {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn must_stop(&self) -> bool {
        false
    }
}

/// Stop flag of searches limited by depth or nodes: no time passes.
impl SearchTimer for AtomicBool {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn must_stop(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

// Time management: from clocks to the time limits of a move.

/// Clock of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Clock {
    /// Remaining time.
    pub left: Duration,
    /// Increment, added after each move.
    pub increment: Duration,
    /// Moves to the next time control; `None` for sudden death.
    pub moves_to_go: Option<u32>,
    /// Move overhead: time lost in communication with each move.
    pub overhead: Duration,
}

impl Clock {
    /// A clock with this time and increment for the rest of the game, and a usual overhead.
    pub const fn new(left: Duration, increment: Duration) -> Self {
        Self { left, increment, moves_to_go: None, overhead: Duration::from_millis(10) }
    }

    /// Time management: sets soft and hard time limit of one move from the clock.
    pub fn set_time_limits(&self, limits: &mut Limits) {
        /// Moves that the remaining time must last for.
        const MAX_MOVES_TO_GO: u32 = 32;
        let left = self.left.saturating_sub(self.overhead);
        let moves = self.moves_to_go.unwrap_or(MAX_MOVES_TO_GO).clamp(1, MAX_MOVES_TO_GO);
        let maximum = left.mul_f64(if moves == 1 { 0.9 } else { 0.7 });
        let soft = left / moves + self.increment.mul_f64(0.75);
        limits.soft_time = Some(soft.min(maximum).max(Duration::from_millis(1)));
        limits.hard_time = Some((soft * 4).min(maximum).max(Duration::from_millis(1)));
    }
}

// Parts of the search that can be switched off, and the table of late move reductions.

/// Search method. [`Method::PLAYING`] is for play; with parts switched off a search can be compared with plain minimax.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Method {
    /// Whether to prune, reduce and extend, and to search captures beyond the depth. Otherwise the score is that of a
    /// full-width search of fixed depth.
    pub selective: bool,
    /// Whether to use the transposition table.
    pub table: bool,
    /// Whether to order moves.
    pub ordering: bool,
}

impl Method {
    /// Everything.
    pub const PLAYING: Self = Self { selective: true, table: true, ordering: true };

    /// Full-width alpha-beta search of fixed depth, without table and move ordering.
    pub const EXHAUSTIVE: Self = Self { selective: false, table: false, ordering: false };

    /// The same with or without the transposition table.
    #[must_use]
    pub const fn with_table(self, table: bool) -> Self {
        Self { table, ..self }
    }

    /// The same with or without move ordering.
    #[must_use]
    pub const fn with_ordering(self, ordering: bool) -> Self {
        Self { ordering, ..self }
    }
}

impl Default for Method {
    fn default() -> Self {
        Self::PLAYING
    }
}

/// Base reductions of late moves, in plies, by depth and number of moves searched.
#[derive(Debug)]
pub(super) struct Reductions([[u8; 64]; 64]);

impl Reductions {
    pub(super) fn new() -> Self {
        let of = |depth: usize, searched: usize| {
            let (depth, searched) = (depth.max(1) as f64, searched.max(1) as f64);
            (0.8 + depth.ln() * searched.ln() / 2.2) as u8
        };
        Self(std::array::from_fn(|depth| std::array::from_fn(|searched| of(depth, searched))))
    }

    #[inline]
    pub(super) fn of(&self, depth: i32, searched: i32) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][searched.clamp(0, 63) as usize])
    }
}
