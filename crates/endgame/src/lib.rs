//! Tables of endings for any game that Weakfish can define: the winner and the distance, for every position of certain
//! men.
//!
//! [`Tables`] makes them by retrograde analysis. The endings of the definition judge the positions in which the game is
//! over; wins and losses are then carried back from move to move. All moves come from the library's generator, so a
//! table is exact under any rules.
//!
//! ```
//! use weakfish::{BuiltIns, builtin, load, notation::fen};
//! use weakfish_endgame::{Men, Options, Tables, Value};
//!
//! let game = load(&builtin::source("fide").unwrap(), &BuiltIns).unwrap();
//! let men = Men::parse(game.variant(), "K Q v K").unwrap();
//! let mut tables = Tables::new(&game, Default::default()).unwrap();
//! tables.make(&men, &Options::default(), &mut |_| true).unwrap();
//!
//! let position = fen::read(&game, Default::default(), "8/8/8/8/8/2k5/8/KQ6 w - - 0 1").unwrap();
//! assert!(matches!(tables.value(&position), Ok(Value::Win(_))));
//! assert_eq!(tables.statistics(&men).unwrap().to_move.white.longest_win, Some(19));
//! ```
//!
//! # What is left out
//!
//! The value of a position is that of a game which begins there. It ignores rules and endings that depend on earlier
//! positions or count plies without progress, and counts of moves while few men are left. [`Omission`] lists those of a
//! game; [`Tables::fits`] finds the wins that fit into limits of moves without progress. Castling rights and first
//! moves are not part of a table.
//!
//! The crate reads no file, prints nothing and does not panic; it starts threads only where [`Options`] ask for
//! several.

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

mod cells;
mod chunks;
mod error;
mod expansion;
mod families;
mod file;
mod fits;
mod frontier;
mod layout;
mod levels;
mod limits;
mod material;
mod men;
mod omissions;
mod options;
mod pending;
mod probe;
mod progress;
mod refusals;
mod relation;
mod remarks;
mod report;
mod retrograde;
mod selection;
mod spelling;
mod statistics;
mod symmetry;
mod table;
mod tables;
mod value;

pub use error::{MakeError, NotInTable, Unsupported};
pub use file::FileError;
pub use fits::{Fit, FitCounts, Fits, MoveFit};
pub use limits::{FitReport, LimitReport};
pub use material::{checker, judge_material};
pub use men::{Men, MenError, MenMistake};
pub use omissions::Omission;
pub use options::{Options, Progress};
pub use remarks::{in_moves, remarks, royal_men};
pub use report::{MoveReport, PositionReport, TableReport};
pub use selection::Selection;
pub use statistics::{SideStatistics, Statistics, percent};
pub use tables::{Estimate, Tables, require_no_rights};
pub use value::{Value, ValueReport, ValueWord};

/// Hash of this package's sources, 16 hexadecimal digits. It distinguishes results of different builds.
pub const SOURCES: &str = env!("WEAKFISH_SOURCES");
