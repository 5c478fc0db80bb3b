//! Replays, tests of definitions, and pages.

mod definition_tests;
mod diff;
mod laws;
mod pgn;
mod replay;
mod sheet;
mod show;
mod starter;
