//! Commands of the program: each `run` reads its files, asks the library and prints.

pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod betza;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod diff;
pub(crate) mod draw;
pub(crate) mod explain;
pub(crate) mod fairy_stockfish;
pub(crate) mod fmt;
pub(crate) mod games;
pub(crate) mod manual;
pub(crate) mod moves;
pub(crate) mod new;
pub(crate) mod perft;
pub(crate) mod playtest;
pub(crate) mod replay;
pub(crate) mod sheet;
pub(crate) mod show;
pub(crate) mod test;
pub(crate) mod tune;
pub(crate) mod web;
