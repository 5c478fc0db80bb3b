//! Tests of definitions: run as they are written, made of a game, and those that need no writing: laws and stored moves.

pub mod laws;
pub mod record_test;
pub mod runner;
pub mod stored_moves;
