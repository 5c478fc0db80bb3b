//! The model of a game as JSON, for files of tables, proofs and work units.
//!
//! Readers and writers of all models are compiled here once. `serde_json` would compile them again in each package that
//! calls it with a [`Variant`], and they are more code than some of these packages.

use crate::model::Variant;

/// Writes a model as one line of JSON.
///
/// ```
/// use weakfish::{BuiltIns, builtin, json, load};
///
/// let game = load(&builtin::source("feeble").unwrap(), &BuiltIns).unwrap();
/// let text = json::write(game.variant());
/// assert_eq!(&json::read(&text).unwrap(), game.variant());
/// ```
pub fn write(variant: &Variant) -> String {
    // Only keys that are no text can't be written, and a model has none.
    serde_json::to_string(variant).unwrap_or_default()
}

/// Reads a model. [`Game::compile`](crate::Game::compile) validates it.
///
/// # Errors
///
/// If the text is no JSON, or not that of a model: the place and the expected text.
pub fn read(text: &str) -> Result<Variant, serde_json::Error> {
    serde_json::from_str(text)
}
