//! Games: what a program must know of one to show it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum SideName {
    White,
    Black,
}

/// What a man that flips does at present.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    Moving,
    Capturing,
}

/// The direction in which a part of a man faces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
pub struct Facing {
    /// The name of the part, where a man has several.
    pub part: Option<String>,
    /// One of sixteen winds: `n`, `nne`, `ne`, and so on.
    pub wind: &'static str,
}

/// A state that men of a kind can be in.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct State {
    /// Its number among the states of its side's men of the kind.
    pub id: usize,
    pub facings: Vec<Facing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub mode: Option<Mode>,
}

/// A kind of men.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Man {
    /// The letter of White's man; empty if White has none.
    pub white: String,
    /// The letter of Black's; empty if Black has none.
    pub black: String,
    pub name: String,
    /// How it moves, if it is all of one part.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub betza: Option<String>,
    pub royal: bool,
    /// Whether it can promote.
    pub pawnlike: bool,
    /// The name of its drawing; see `Sheet.drawings`.
    pub symbol: String,
    /// The states of White's men, the one at the start first.
    pub states: Vec<State>,
    /// The states of Black's men, the one at the start first.
    pub black_states: Vec<State>,
}

/// A position that the game can begin from.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Setup {
    pub name: String,
    pub fen: String,
}

/// What a game has that a program may need signs for.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
pub struct Capabilities {
    /// Men turn.
    pub turns: bool,
    /// Men flip between moving and capturing.
    pub flips: bool,
    /// A player may pass.
    pub passes: bool,
    /// A turn may have several moves.
    pub series: bool,
    /// Men are dropped. No game has that.
    #[tsify(type = "false")]
    pub drops: bool,
}

/// A game.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Sheet {
    /// The name of the built-in game, or of the text.
    pub name: String,
    pub title: String,
    pub files: u8,
    pub ranks: u8,
    /// Squares of the rectangle that are no part of the board.
    pub holes: Vec<String>,
    /// Lines drawn on the board, each from square to square.
    pub lines: Vec<Vec<String>>,
    /// The files and ranks of the blocks that every move must leave, if there are such.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub grid: Option<[u8; 2]>,
    /// Regions by their names, as White has them and as Black has them.
    pub regions: Vec<Region>,
    pub setups: Vec<Setup>,
    pub men: Vec<Man>,
    /// The drawings of the men by their names, each once.
    pub drawings: Drawings,
    pub capabilities: Capabilities,
}

/// Squares with a name.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Region {
    pub name: String,
    pub white: Vec<String>,
    pub black: Vec<String>,
}

/// A game that comes with Weakfish.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct BuiltIn {
    pub name: String,
    pub title: String,
    /// What it is about, in a sentence or two; empty if it says nothing.
    pub about: String,
    pub family: String,
    pub text: String,
}

/// The games that come with Weakfish.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(transparent)]
pub struct BuiltIns(pub Vec<BuiltIn>);

/// Drawings by their names: elements of SVG in a square of 100x100. `currentColor` is the colour of lines on the body; fill
/// and outline of the body are inherited.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(transparent)]
pub struct Drawings(#[tsify(type = "Record<string, string>")] pub BTreeMap<String, String>);
