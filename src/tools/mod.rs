//! Tools for games: rule sheets ([`page`]), replays of recorded games ([`mod@replay`]), tests in definitions
//! ([`trial`]) and lists of the moves at the start ([`move_lists`]).

pub mod move_lists;
pub mod page;
pub mod replay;
pub mod trial;
mod words;
