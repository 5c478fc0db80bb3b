//! Weakfish interprets definitions of chess variants.

// The library is pure and total; its unit tests need not be.
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_macros))]

pub mod builtin;
pub mod check;
pub mod diagnostic;
pub mod engine;
pub mod geometry;
pub mod model;
pub mod notation;
pub mod source;
pub mod syntax;
pub mod tools;
