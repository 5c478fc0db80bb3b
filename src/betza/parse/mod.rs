//! Parses a text into its tree.
//!
//! The grammar is `grammar/betza.pest`, with comments on every token. The parser never gives up: it reports what it
//! can't read at its place, and the other terms are still in the tree.

mod build;
mod refusals;

pub(crate) use build::parse;
