//! Counts in JSON: numbers where every reader of JSON reads them exactly, texts beyond.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_counts_are_texts() {
        let text = |count| serde_json::to_string(&ExactCount(count)).unwrap();
        assert_eq!(text(1 << 53), "9007199254740992");
        assert_eq!(text((1 << 53) + 1), "\"9007199254740993\"");
        for count in [0, 1 << 53, u64::MAX] {
            assert_eq!(serde_json::from_str::<ExactCount>(&text(count)).unwrap(), ExactCount(count));
        }
        assert!(serde_json::from_str::<ExactCount>("\"18446744073709551616\"").is_err());
        assert!(serde_json::from_str::<ExactCount>("-1").is_err());
    }
}
