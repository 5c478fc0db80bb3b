//! Helpers that several commands share: output, files, positions, progress.

pub(crate) mod console;
pub(crate) mod interrupt;
pub(crate) mod load;
pub(crate) mod memory;
pub(crate) mod paint;
pub(crate) mod paths;
pub(crate) mod progress;
pub(crate) mod run_log;
pub(crate) mod scores;
pub(crate) mod start;
pub(crate) mod watch;
pub(crate) mod weights;
pub(crate) mod workers;
pub(crate) mod write;
