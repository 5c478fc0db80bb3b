//! The rule book of a game: its rules in sentences, as a page of text, as an HTML sheet, and compared with another game's.

pub mod diff;
pub mod page;
pub(crate) mod sentences;
pub mod sheet;
