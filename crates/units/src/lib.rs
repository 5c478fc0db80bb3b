//! Long work cut into units for many machines: counts, playtests, matches, self-play, surveys of endings.
//!
//! A [`Plan`] is a task for a game: numbered *items* (games, first moves, endings), each a pure function of the plan and its
//! number. A [`Unit`] is a range of these numbers, written as one line of JSON that holds everything that its results
//! depend on. A [`Worker`] answers a unit with the same line and the results of its items. A [`Merge`] collects such
//! lines, in any order and as often as they come, and makes the report that one machine would have made.
//!
//! ```
//! use std::num::NonZero;
//! use std::sync::atomic::AtomicBool;
//! use weakfish::{BuiltIns, builtin, load};
//! use weakfish_units::tasks::PerftTask;
//! use weakfish_units::{Merge, NoStore, Place, Plan, Task, Unit, Worker};
//!
//! let game = load(&builtin::source("feeble").unwrap(), &BuiltIns).unwrap();
//! let plan = Plan::new(Task::Perft(PerftTask::new(3)), &game, Vec::new()).unwrap();
//! let units = plan.cut(NonZero::new(4).unwrap());
//!
//! let (worker, mut merge) = (Worker::new(), Merge::new());
//! for (number, unit) in units.iter().enumerate() {
//!     let place = Place { file: "units.jsonl", line: number + 1 };
//!     let unit = Unit::parse(&unit.to_line(), place, &NoStore).unwrap();
//!     let result = worker.run(&unit, place, &AtomicBool::new(false)).unwrap();
//!     merge.add(&result.to_line(), place, &NoStore).unwrap();
//! }
//! assert!(merge.missing().is_empty());
//! assert_eq!(merge.reports().unwrap()[0].text, "Nodes searched: 26790\n");
//! ```
//!
//! # What holds
//!
//! * The results of a unit are the same bytes on every machine: they contain no times, and nothing is limited by time.
//! * The id of a unit is a hash of all that its results depend on, the sources of Weakfish among it.
//! * Merging is associative and commutative, and a result that comes twice counts once; results of one item that differ
//!   are an error.
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

mod content;
mod fault;
mod merge;
mod number;
pub mod settings;
pub mod tasks;
mod unit;
mod worker;

pub use content::{Content, NoStore, Store};
pub use fault::Place;
pub use merge::Merge;
pub use tasks::{Page, Task};
pub use unit::{Plan, Unit, UnitResult, version};
pub use worker::Worker;
