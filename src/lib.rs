//! Weakfish interprets definitions of chess variants.

pub mod diagnostic;
pub mod engine;
pub mod geometry;
pub mod model;
pub mod source;
