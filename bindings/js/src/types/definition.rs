//! Definitions, positions, and what is wrong with them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::Sheet;

/// A definition: the name of a built-in game, or a text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Tsify)]
#[serde(untagged)]
pub enum Definition {
    /// The name of a built-in game.
    BuiltIn(String),
    /// A text.
    Text {
        text: String,
        /// What it is called, as a path: `variants/mine.variant`.
        #[serde(default)]
        #[tsify(optional)]
        name: Option<String>,
        /// The texts of the files that it can extend, by their paths.
        #[serde(default)]
        #[tsify(optional, type = "Record<string, string>")]
        files: Option<BTreeMap<String, String>>,
    },
}

/// A position: moves in the notation of programs, from a setup or a FEN on; the first setup if there is neither.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Tsify)]
#[serde(default)]
pub struct PositionRef {
    #[tsify(optional)]
    pub setup: Option<String>,
    #[tsify(optional)]
    pub fen: Option<String>,
    #[tsify(optional, type = "string[]")]
    pub moves: Option<Vec<String>>,
}

/// A change of a text: what stands at a place is replaced.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Edit {
    pub start: usize,
    pub end: usize,
    pub text: String,
}

/// Words beside a place; they may be empty.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Label {
    pub start: usize,
    pub end: usize,
    pub text: String,
}

/// Changes that mend a mistake, all of them together.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Mend {
    pub title: String,
    pub edits: Vec<Edit>,
}

/// Something that is wrong with a text.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Diagnostic {
    /// Its stable name, which `explain` explains.
    pub code: String,
    #[tsify(type = "\"error\" | \"warning\"")]
    pub severity: &'static str,
    /// A sentence.
    pub message: String,
    /// How to mend it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub help: Option<String>,
    /// The places of the mistake, the main one first; at least one.
    pub labels: Vec<Label>,
    /// Ways to mend it, if it is certain what was meant.
    pub mends: Vec<Mend>,
    /// The file that it is in, if that is not the definition itself. Places are those of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub file: Option<String>,
}

/// What checking a definition gives.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Checked {
    pub diagnostics: Vec<Diagnostic>,
    /// Whether there is a game.
    pub ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub game: Option<Sheet>,
}

/// Changes of a text, which are made together.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(transparent)]
pub struct Edits(pub Vec<Edit>);
