//! The rule book: pages of text and of HTML, and differences of games.

mod diff;
mod sheet;
mod show;
mod unusual;
