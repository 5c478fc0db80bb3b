//! The engine of [Weakfish](https://docs.rs/weakfish): variants as data, their games, positions and moves. Its only
//! texts are FENs and drawings of boards.
//!
//! `weakfish` has these modules under the same names, beside the language in which variants are written.

#![deny(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::exit,
    clippy::expect_used,
    clippy::panic,
    clippy::todo,
    clippy::unimplemented,
    clippy::unreachable,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm
)]

pub mod engine;
pub mod geometry;
pub mod model;
pub mod random;
pub mod text;

/// Hash of this package's sources, 16 hexadecimal digits. It distinguishes results of different builds.
pub const SOURCES: &str = env!("WEAKFISH_SOURCES");
