//! The clock of a search.

use std::time::{Duration, Instant};

use weakfish::search::Watch;

/// Runs from its making on.
#[derive(Debug)]
pub(super) struct Stopwatch {
    began: Instant,
}

impl Stopwatch {
    pub(super) fn new() -> Self {
        Self { began: Instant::now() }
    }
}

impl Watch for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    fn must_stop(&self) -> bool {
        false
    }
}
