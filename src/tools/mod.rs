//! Tools for games: rule sheets ([`page`]), replays of recorded games ([`mod@replay`]), tests in definitions
//! ([`test_runner`]) and the moves at the start, stored to be compared later ([`stored_moves`]).

pub mod page;
pub mod replay;
pub mod stored_moves;
pub mod test_runner;
mod words;
