//! What the tests of several packages share, among it the naive generator, a second implementation of the rules.

#![allow(missing_docs, reason = "plain data of tests, which nobody else uses")]
#![allow(clippy::missing_panics_doc, clippy::return_self_not_must_use, reason = "a test fails by a panic")]

use std::path::Path;

pub mod cases;
pub mod counts;
pub mod definition;
pub mod dice;
pub mod games;
pub mod iteration;
pub mod lines;
pub mod mirror;
pub mod naive;
pub mod pages;
pub mod positions;
pub mod random;
pub mod shell;

/// The folder of the repository.
///
/// # Panics
/// If this package is elsewhere than two folders below it.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the package is in `tests`")
}
