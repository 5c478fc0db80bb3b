//! What an inventor asks of a draft: is the game fair, is it drawish, how long is it, does it end, is every man used and
//! what is it worth, which endings ever come about, does skill matter.
//!
//! A [`Plan`] plays quick games of the search against itself; a [`Study`] gathers what happens in them; its
//! [`Findings`] are figures with intervals, and words for people.
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

mod findings;
mod html;
mod statistics;
mod study;
mod trial;
mod values;
mod words;

pub use findings::{Chance, Choice, EndingUse, Fairness, Findings, Games, KindUse, Length, Opening};
pub use statistics::{Decision, Estimate, Interval, Pairs, SequentialTest, Share};
pub use study::Study;
pub use trial::{Plan, Players, Trial};
pub use words::Section;
