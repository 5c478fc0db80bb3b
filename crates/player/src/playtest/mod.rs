//! Playtests of a draft by self-play: fairness, draws, length, use and value of men, endings, skill.
//!
//! A [`Plan`] plays quick self-play games; a [`Study`] collects statistics of them; its [`Findings`] are figures with
//! confidence intervals, and a report. [`Pentanomial`] and [`Sprt`] are the statistics of matches between two engines.
//!
//! ```
//! use weakfish_player::playtest::{Plan, Study};
//! use weakfish_player::search::Searcher;
//! use weakfish::{BuiltIns, builtin, load};
//!
//! let game = load(&builtin::source("los-alamos").unwrap(), &BuiltIns).unwrap();
//! let (mut searcher, mut study) = (Searcher::new(&game), Study::new(&game));
//! let mut plan = Plan::default();
//! plan.nodes = 20;
//! for number in 0..8 {
//!     study.add(&plan.play(&mut searcher, &game, number));
//! }
//! assert_eq!(study.findings().games.total(), 8);
//! ```

#![allow(clippy::cast_precision_loss, reason = "shares and means are estimates")]

mod report;
mod statistics;
mod study;

pub use report::{Chance, Choice, EndingUse, Fairness, Findings, Games, KindUse, Length, Opening, Section};
pub use statistics::{Estimate, Interval, Pentanomial, Share, Sprt, SprtResult};
pub use study::{Plan, Players, PlaytestGame, Study};
