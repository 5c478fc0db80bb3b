//! Progress of what takes long: a line on standard error, if that is a terminal, which goes away in the end.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use weakfish::diagnostic::printable;

/// Delay before the first progress line.
const DELAY: Duration = Duration::from_millis(500);

/// A progress line on standard error, if that is a terminal.
pub(crate) struct Progress {
    started: Instant,
    terminal: bool,
    shown: bool,
}

impl Progress {
    pub(crate) fn new() -> Self {
        Self { started: Instant::now(), terminal: io::stderr().is_terminal(), shown: false }
    }

    /// Shows the progress.
    pub(crate) fn show(&mut self, text: impl fmt::Display) {
        if self.terminal && self.started.elapsed() > DELAY {
            self.shown = true;
            // A failure to write to standard error can't be reported anywhere.
            let _ = write!(io::stderr(), "\r\x1b[2K{}", printable(&text.to_string()));
        }
    }

    /// Takes the line away, before something else is written.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(io::stderr(), "\r\x1b[2K");
        }
    }
}
