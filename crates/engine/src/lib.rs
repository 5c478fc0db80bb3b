//! The engine of [Weakfish](https://docs.rs/weakfish): variants as data, their games, positions and moves, without any text.
//!
//! `weakfish` has these modules under the same names, beside the language in which variants are written.

#![cfg_attr(
    not(test),
    deny(
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
    )
)]

pub mod engine;
pub mod geometry;
pub mod model;
pub mod random;
pub mod text;

/// Hash of the sources of this package, as 16 hexadecimal digits. It tells results of different builds apart.
pub const SOURCES: &str = env!("WEAKFISH_SOURCES");
