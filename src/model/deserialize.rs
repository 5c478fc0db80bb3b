//! Reading a variant: its fields, and then all that they must fulfil.

use serde::{Deserialize, Deserializer, de};

use super::{Ending, InvalidModel, Kind, Region, Rules, Setup, Symmetry, Variant};
use crate::geometry::{Board, Side, Square};

/// A variant as it is deserialized, before it is validated.
#[derive(Deserialize)]
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
        let read = Unvalidated::deserialize(deserializer)?;
        let Unvalidated { version, title, inventor, year, source, about, board, lines, first, black, .. } = read;
        let Unvalidated { kinds, regions, setups, rules, endings, .. } = read;
        let variant = Self {
            version,
            title,
            inventor,
            year,
            source,
            about,
            board,
            lines,
            first,
            black,
            kinds,
            regions,
            setups,
            rules,
            endings,
        };
        let errors = variant.validate();
        if errors.is_empty() { Ok(variant) } else { Err(de::Error::custom(InvalidModel(errors))) }
    }
}
