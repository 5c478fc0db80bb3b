//! Types that several modules have in their arguments and answers. `engine.d.ts` is written from these.

use serde::{Deserialize, Serialize};
use weakfish::geometry::Side;

/// Position: moves in machine notation from a setup or a FEN; from the first setup if neither is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct PositionRef {
    pub setup: Option<String>,
    pub fen: Option<String>,
    pub moves: Option<Vec<String>>,
}

/// Game with one of its positions, which `Engine.question` makes for a `Player`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Question {
    /// Name of the built-in game, or of the text.
    pub name: String,
    /// The rules, as JSON.
    pub rules: String,
    /// Name of a built-in game with weights of its own. The package has them in the file `weights/NAME.weights`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weighted: Option<String>,
    /// Text of the weights, which `Engine.question` leaves out; without it, weights follow from the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
    pub position: PositionRef,
}

/// Draw or win that the player to move can claim.
#[derive(Debug, Serialize)]
pub struct Claim {
    /// Label of the ending.
    pub name: String,
    /// The player to move, or `null` for a draw.
    pub winner: Option<Side>,
    /// A sentence.
    pub text: String,
}

/// A sentence about a man for the sheet of a game.
#[derive(Debug, Deserialize, Serialize)]
pub struct Remark {
    /// The index of the man among `Sheet.men`.
    pub man: u8,
    pub text: String,
}
