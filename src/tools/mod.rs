//! Tools for games: rule sheets ([`page`]), replays of recorded games ([`mod@replay`]), tests in definitions
//! ([`test_runner`]) and lists of the moves at the start ([`move_lists`]).

pub mod move_lists;
pub mod page;
pub mod replay;
pub mod test_runner;
mod words;
