//! Commands of the program: each `run` reads its files, asks the library and prints.

pub(crate) mod analyze;
pub(crate) mod census;
pub(crate) mod complete;
pub(crate) mod definitions;
pub(crate) mod diagrams;
pub(crate) mod explain;
pub(crate) mod fairy_stockfish;
pub(crate) mod games;
pub(crate) mod moves;
pub(crate) mod playtest;
pub(crate) mod replay;
pub(crate) mod shell;
pub(crate) mod solve;
pub(crate) mod survey;
pub(crate) mod table;
pub(crate) mod test;
pub(crate) mod train;
pub(crate) mod tune;
pub(crate) mod units;
pub(crate) mod web;
