//! Weakfish interprets definitions of chess variants.

pub mod check;
pub mod diagnostic;
pub mod engine;
pub mod geometry;
pub mod model;
pub mod notation;
pub mod source;
pub mod syntax;
pub mod tools;
