//! How a rule is serialized that is mostly the same for both sides: as one value, or else as one for each side.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::geometry::PerSide;

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a value, or one for `white` and one for `black`")]
enum OneOrTwo<T> {
    One(T),
    Two(PerSide<T>),
}

pub(super) fn serialize<T: Serialize + PartialEq, S: Serializer>(
    rule: &PerSide<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if rule.white == rule.black { rule.white.serialize(serializer) } else { rule.serialize(serializer) }
}

pub(super) fn deserialize<'de, T, D>(deserializer: D) -> Result<PerSide<T>, D::Error>
where
    T: Clone + Deserialize<'de>,
    D: Deserializer<'de>,
{
    Ok(match OneOrTwo::deserialize(deserializer)? {
        OneOrTwo::One(rule) => PerSide::both(rule),
        OneOrTwo::Two(rules) => rules,
    })
}
