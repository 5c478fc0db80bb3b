//! What people write who know other languages or plain English, and how this language says it.
//!
//! [`SAID`] has words for which others certainly stand, so that the line can be mended; the rest are [`KEYS`] and
//! [`PROPERTIES`], to which only a person can say what is meant, with a help for each.

mod hints;
mod pattern;
mod said;

pub(super) use hints::{KEYS, PROPERTIES, UNCAPTURED, YES_OR_NO};
pub(super) use pattern::{Found, find, is_whole};
pub(super) use said::{NEEDLESS, NUMBERS, SAID, Where};
