//! Betza notation: a string to a tree of terms.
//!
//! The grammar is `grammar/betza.pest`; its comments say what every token means. [`parse`] never gives up:
//! whatever it can't take is reported at its place, and the terms around it are still there.

mod ast;
mod build;
mod refusals;

pub use ast::{Atom, Betza, Body, Direction, Joint, Leap, Leg, Letter, Path, Prefix, Range, Term, Way};
pub use build::parse;
