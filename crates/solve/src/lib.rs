//! Problems, shortest games and proofs, in any game that Weakfish can define.
//!
//! * [`solve`] finds every solution of a problem: direct, help, self, and series of moves, with the trees of their lines.
//! * [`read_problems`] reads problems as texts, and [`phases`] divides them into set play and actual play.
//! * [`Games`] counts the games that end after a number of plies, by their ending, or that lead to a position.
//! * [`Enumeration`] lists all positions of a small game, and [`Retrograde`] finds their values.
//! * [`Prover`] proves wins by proof-number search, and that a side does not lose by positions that it need not leave, even if
//!   they recur; a [`Proof`] is a text, and [`Proof::check`] verifies it with code of its own.
//!
//! ```
//! use weakfish::{BuiltIns, builtin, load, notation::fen};
//! use weakfish_solve::{Options, Problem, solve};
//!
//! let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
//! let position = fen::read(&game, Default::default(), "8/8/8/8/8/2k5/8/KQ6 w - - 0 1").unwrap();
//! let problem = Problem::parse("#6").unwrap();
//! let solutions = solve(&position, problem, &Options::default(), &mut |_| true).unwrap();
//! assert_eq!(solutions.branches.len(), 1);
//! assert_eq!(solutions.branches[0].text, "Qe4");
//! ```
//!
//! # What is assumed
//!
//! A problem begins with its position, without earlier ones, and draws that must be claimed are not claimed. All moves
//! and endings come from the library's generator. Positions are equal only if everything that moves and endings depend
//! on is equal; the comparison is byte by byte, never by a hash alone. Where a position may recur often enough for a
//! rule of repetition, no two positions count as equal.
//!
//! The crate reads no file, prints nothing and does not panic.

// The library is pure and total.
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

mod check;
mod claim;
mod closed_set;
mod encoding;
mod enumeration;
mod error;
mod forced;
mod games;
mod mates;
mod packing;
mod phases;
mod problem;
mod proof;
mod prover;
mod report;
mod retrograde;
mod routes;
mod rules;
mod solver;
mod stipulation;
mod symmetry;
mod table;
mod target;
mod text;
mod tree;

pub use check::Checked;
pub use claim::Claim;
pub use enumeration::{Enumeration, Expander, Key, Node, Successor};
pub use error::{SolveError, Unsupported};
pub use games::{Counts, Games, Goal};
pub use phases::{Phase, phases};
pub use problem::{Aim, Length, Options, Problem, Solutions, Stipulation, Try};
pub use proof::{Proof, ProofError};
pub use prover::Prover;
pub use report::{BranchReport, GamesReport, SolutionsReport, TryReport};
pub use retrograde::{ExactValue, Link, Retrograde};
pub use solver::solve;
pub use stipulation::StipulationError;
pub use text::{ProblemText, read_men, read_problems};
pub use tree::Branch;
