//! The two languages: Betza strings and definitions, from text to trees with places.

pub mod betza;
pub mod variant;
