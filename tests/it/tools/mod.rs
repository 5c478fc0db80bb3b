//! Replays, tests of definitions, and pages.

mod definition_tests;
mod replay;
mod show;
