//! What is done with a game: drawings, rules in words, replays, tests of definitions.

pub mod move_lists;
pub mod page;
pub mod replay;
pub mod trial;
mod words;
