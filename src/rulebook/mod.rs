//! The rule book of a game, written from its model.
//!
//! [`sentences`] states the rules, [`page`] and [`mod@sheet`] set them in text and in HTML, [`mod@diff`] compares two games, and
//! [`unusual`] finds the sentences that few games have.

pub mod diff;
pub mod page;
pub mod sentences;
pub mod sheet;
pub mod unusual;
