//! The clock of a search, and a word that stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use weakfish_player::search::Watch;

use super::interrupt;

/// Runs from its making on.
#[derive(Debug)]
pub(super) struct Stopwatch {
    began: Instant,
    stop: Arc<AtomicBool>,
}

impl Stopwatch {
    pub(super) fn new() -> Self {
        Self::stopped_by(Arc::default())
    }

    /// The search that looks at it ends as soon as `stop` is true, or the command is interrupted.
    pub(super) fn stopped_by(stop: Arc<AtomicBool>) -> Self {
        Self { began: Instant::now(), stop }
    }
}

impl Watch for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    fn must_stop(&self) -> bool {
        self.stop.load(Relaxed) || interrupt::came()
    }
}
