//! Replays, tests of definitions, and pages.

mod definition_tests;
mod diff;
mod replay;
mod sheet;
mod show;
mod starter;
