//! Definitions, from text to trees with places.

pub mod variant;
