//! Reading a variant: its fields, and then all that they must fulfil.

use serde::{Deserialize, Deserializer, de};

use super::{Ending, InvalidModel, Kind, Region, Rules, Setup, Symmetry, Variant};
use crate::geometry::{Board, Side, Square};

/// The fields of a variant, which this reads without validating them.
#[derive(Deserialize)]
#[serde(remote = "Variant")]
struct Unvalidated {
    version: u32,
    title: String,
    inventor: Option<String>,
    year: Option<u16>,
    source: Option<String>,
    about: Option<String>,
    board: Board,
    #[serde(default)]
    lines: Vec<Vec<Square>>,
    first: Side,
    black: Symmetry,
    kinds: Vec<Kind>,
    regions: Vec<Region>,
    setups: Vec<Setup>,
    rules: Rules,
    endings: Vec<Ending>,
}

impl<'de> Deserialize<'de> for Variant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let variant = Unvalidated::deserialize(deserializer)?;
        let errors = variant.validate();
        if errors.is_empty() { Ok(variant) } else { Err(de::Error::custom(InvalidModel(errors))) }
    }
}
