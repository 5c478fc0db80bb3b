//! Positions and moves.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::{Facing, Mode, SideName};

/// A man on the board.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Placed {
    pub square: String,
    pub side: SideName,
    /// The name of its kind.
    pub man: String,
    pub letter: String,
    /// The number of its state among those of its side and kind.
    pub state: usize,
    pub facings: Vec<Facing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub mode: Option<Mode>,
    /// The name of its drawing.
    pub symbol: String,
    pub royal: bool,
    /// Whether it needs a sign that it is royal, since its drawing does not look so.
    pub crown: bool,
    /// All of this in words: `White Knight on e4, facing n`.
    pub label: String,
}

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum MoveKind {
    /// A man goes to another square.
    Move,
    /// A man turns on its square.
    Turn,
    /// A man flips on its square.
    Flip,
    Castle,
    Pass,
    /// The player ends a series.
    EndSeries,
    /// The player claims stalemate.
    Claim,
    /// Any man goes to any square, since that ends the game.
    Finish,
}

/// A legal move.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct MoveView {
    /// In the notation of programs.
    #[serde(rename = "move")]
    pub name: String,
    /// In the notation of people.
    pub text: String,
    pub kind: MoveKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub to: Option<String>,
    /// The squares of the men that it captures.
    pub captures: Vec<String>,
    /// The name of the man that it becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub promotes: Option<String>,
    /// The man after the move, if it is then another one, or in another state.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub becomes: Option<Placed>,
    /// The square of the man that a king castles with.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub partner: Option<String>,
    /// The square where that man lands.
    #[serde(rename = "partnerTo", skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub partner_to: Option<String>,
}

/// How a game has ended.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Outcome {
    pub winner: Option<SideName>,
    /// A sentence.
    pub reason: String,
    /// What its ending is called: `checkmate`.
    pub ending: String,
}

/// A draw that the player to move can claim.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Claim {
    /// What its ending is called.
    pub name: String,
    /// A sentence.
    pub text: String,
}

/// A series that is under way.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
pub struct SeriesView {
    /// The moves that have been made.
    pub made: u16,
    /// The most that it can have.
    pub of: u16,
    /// The fewest that it can have.
    pub least: u16,
}

/// Something that is counted.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Counter {
    pub name: String,
    pub value: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub limit: Option<u32>,
}

/// The move that led to a position.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Last {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub to: Option<String>,
    pub captures: Vec<String>,
}

/// A position, with all that can be done in it.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct View {
    pub fen: String,
    pub side: SideName,
    /// The moves made since the beginning.
    pub ply: usize,
    pub board: Vec<Placed>,
    /// The legal moves; none once the game is over.
    pub moves: Vec<MoveView>,
    /// The squares of royal men in check.
    pub checks: Vec<String>,
    pub outcome: Option<Outcome>,
    pub claims: Vec<Claim>,
    pub series: Option<SeriesView>,
    pub counters: Vec<Counter>,
    pub last: Option<Last>,
    /// The moves that led here, in the notation of people.
    pub history: Vec<String>,
    /// The sides that made them.
    pub sides: Vec<SideName>,
}

/// A man put on a board by hand.
#[derive(Clone, Debug, Deserialize, Tsify)]
pub struct BoardMan {
    pub square: String,
    pub side: SideName,
    /// The name of its kind.
    pub man: String,
    /// The number of its state; 0 is the one at the start.
    #[serde(default)]
    #[tsify(optional, type = "number")]
    pub state: usize,
}

/// A board arranged by hand.
#[derive(Clone, Debug, Deserialize, Tsify)]
pub struct Board {
    pub placed: Vec<BoardMan>,
    pub side: SideName,
    /// The fields of a FEN after the side to move.
    #[serde(default)]
    #[tsify(optional)]
    pub rest: Option<String>,
    /// The setup to which rules such as castling refer; the first one if it is not given.
    #[serde(default)]
    #[tsify(optional)]
    pub setup: Option<String>,
}

/// The position of a board arranged by hand.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Arranged {
    pub fen: String,
    /// Why it is no position of the game, in sentences; empty if it is one.
    pub problems: Vec<String>,
}
