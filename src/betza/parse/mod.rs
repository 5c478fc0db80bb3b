//! From a text to its tree.
//!
//! The grammar is `grammar/betza.pest`; its comments say what every token means. The parser never gives up: it
//! reports whatever it can't take at its place, and the terms around it are still in the tree.

mod build;
mod grammar;
mod refusals;

pub(crate) use build::parse;
