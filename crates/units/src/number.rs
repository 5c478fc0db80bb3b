//! Counts in JSON: numbers where every reader of JSON reads them exactly, texts beyond.
//!
//! The tests of the program compile this file too, since its type is private.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The largest number that all readers of JSON read exactly, since some take every number for a float.
const MAX_EXACT: u64 = 1 << 53;

/// A count, written as a text if it is larger than 2^53.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExactCount(pub(crate) u64);

impl Serialize for ExactCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 <= MAX_EXACT { serializer.serialize_u64(self.0) } else { serializer.collect_str(&self.0) }
    }
}

impl<'de> Deserialize<'de> for ExactCount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u64),
            Text(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Number(number) => Ok(Self(number)),
            Written::Text(text) => text.parse().map(Self).map_err(serde::de::Error::custom),
        }
    }
}
