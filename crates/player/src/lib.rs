//! Evaluation, search and playtests for any game that Weakfish can define.
//!
//! A [`Searcher`](search::Searcher) finds the best move with an [`Evaluator`](evaluation::Evaluator), which follows
//! from the definition alone or from [`Weights`](evaluation::Weights) fitted to games, such as those of
//! [`weakfish::builtin::weights`]. A [`Study`](playtest::Study) collects the results of games of the search against
//! itself. A [`Review`](review::Review) judges the moves of a game.
//!
//! It reads no file, prints nothing and does not panic; it starts threads only for a search or a training that asks for several.

// The library is pure and total; its unit tests need not be.
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

pub mod evaluation;
pub mod matches;
pub mod playtest;
pub mod review;
pub mod search;

/// Hash of this package's sources, 16 hexadecimal digits. It distinguishes results of different builds.
pub const SOURCES: &str = env!("WEAKFISH_SOURCES");
