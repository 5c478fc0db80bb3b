//! Progress of what takes long: a line on standard error, if that is a terminal, which goes away in the end.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use weakfish::diagnostic::printable;

/// What is done sooner says nothing of its progress.
const PATIENCE: Duration = Duration::from_millis(500);

/// A line that says how far something has come.
pub(super) struct Progress {
    started: Instant,
    terminal: bool,
    shown: bool,
}

impl Progress {
    pub(super) fn new() -> Self {
        Self { started: Instant::now(), terminal: io::stderr().is_terminal(), shown: false }
    }

    /// Shows how far it has come.
    pub(super) fn show(&mut self, text: impl fmt::Display) {
        if self.terminal && self.started.elapsed() > PATIENCE {
            self.shown = true;
            // Nobody is left to tell if this fails.
            let _ = write!(io::stderr(), "\r\x1b[2K{}", printable(&text.to_string()));
        }
    }

    /// Takes the line away, before something else is written.
    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(io::stderr(), "\r\x1b[2K");
        }
    }
}
