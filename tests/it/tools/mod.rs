//! Replays, tests of definitions, and pages.

mod replay;
mod show;
mod trials;
