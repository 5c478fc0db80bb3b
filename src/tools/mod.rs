//! Tools for games: definitions to start from ([`starter`]), rule sheets as text ([`page`]) and as HTML
//! ([`mod@sheet`]), what two games differ in ([`mod@diff`]), replays of recorded games ([`mod@replay`]), tests in
//! definitions ([`test_runner`]), laws that hold of every game ([`laws`]), the moves at the start, stored to be compared
//! later ([`stored_moves`]).

pub mod counters;
pub mod diff;
pub mod kept;
pub mod laws;
pub mod page;
pub mod replay;
pub mod sheet;
pub mod starter;
pub mod stored_moves;
pub mod test_runner;
pub(crate) mod words;
