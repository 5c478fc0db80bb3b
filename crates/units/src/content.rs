//! Definitions, weights and openings of units, named by their hashes.

use serde::{Deserialize, Serialize};

/// The first 128 bits of the SHA-256 hash of a text, as 32 hexadecimal digits.
pub(crate) fn hash(text: &str) -> String {
    let digest = hmac_sha256::Hash::hash(text.as_bytes());
    let first = digest.iter().take(16).fold(0, |all: u128, &byte| all << 8 | u128::from(byte));
    format!("{first:032x}")
}

/// Texts by their hashes, for units that refer to texts instead of containing them.
pub trait Store {
    /// The text with this hash; `None` if it is not there. Whether the text has the hash is checked by the caller.
    fn text(&self, hash: &str) -> Option<String>;
}

/// A store without any text.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoStore;

impl Store for NoStore {
    fn text(&self, _: &str) -> Option<String> {
        None
    }
}

/// A text that units depend on, with its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Content {
    /// The hash, as 32 hexadecimal digits.
    pub hash: String,
    /// The text; `None` in a line whose reader looks it up in a [`Store`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl Content {
    /// A text with its hash.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { hash: hash(&text), text: Some(text) }
    }

    /// The hash alone.
    pub(crate) fn without_text(&self) -> Self {
        Self { hash: self.hash.clone(), text: None }
    }
}
