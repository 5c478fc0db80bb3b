//! Helpers that several commands share: output, files, positions, progress.

pub(crate) mod clock;
pub(crate) mod console;
pub(crate) mod files;
pub(crate) mod interrupt;
pub(crate) mod learning;
pub(crate) mod load;
pub(crate) mod origin;
pub(crate) mod paint;
pub(crate) mod png;
pub(crate) mod records;
pub(crate) mod scores;
pub(crate) mod seed;
pub(crate) mod self_play;
pub(crate) mod start;
pub(crate) mod tablebase;
pub(crate) mod weights;
pub(crate) mod workers;
