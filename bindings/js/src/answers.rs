//! Answers of calls. `engine.d.ts` is written from these types.

use std::collections::BTreeMap;

use serde::Serialize;
use weakfish::diagnostic::Severity;
use weakfish::engine::Counter;
use weakfish::geometry::{PerSide, Side, Wind};
use weakfish::model::{BoardPattern, Mode};
use weakfish::syntax::TokenKind;
use weakfish_ide::{Completion, ItemKind};
use weakfish_js_values::Claim;

/// Place in a text, in words of UTF-16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    pub start: usize,
    pub end: usize,
}

/// Edit of a text: replaces the text at a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Edit {
    #[serde(flatten)]
    pub place: Place,
    pub text: String,
}

/// Edits of a text, to be applied together.
pub type Edits = Vec<Edit>;

/// Words beside a place; may be empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Label {
    #[serde(flatten)]
    pub place: Place,
    pub text: String,
}

/// Edits that correct a mistake, to be applied together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mend {
    pub title: String,
    pub edits: Edits,
    /// Whether the intended text is certain; else something else may have been meant.
    pub certain: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// Stable name; `explain` explains it.
    pub code: String,
    pub severity: Severity,
    /// A sentence.
    pub message: String,
    /// Advice on how to correct it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Places of the mistake, the main one first; at least one.
    pub labels: Vec<Label>,
    /// Fixes, at most one.
    pub mends: Vec<Mend>,
    /// Name of the text with the mistake, if that is not the definition itself. Places are in that text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// Result of checking a definition.
#[derive(Debug, Serialize)]
pub struct Checked {
    pub diagnostics: Vec<Diagnostic>,
    /// Whether there is a game.
    pub ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<Sheet>,
}

#[derive(Debug, Serialize)]
pub struct Hover {
    #[serde(flatten)]
    pub place: Place,
    pub markdown: String,
    /// SVG of the moves of the man that the word is about, as it faces at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
    /// Number of diagrams of that man in other facings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<usize>,
}

/// Completions, and the place that each replaces.
#[derive(Debug, Serialize)]
pub struct Completions {
    pub from: usize,
    pub to: usize,
    pub items: Vec<Completion>,
}

/// Section, or line of one.
#[derive(Debug, Serialize)]
pub struct OutlineItem {
    #[serde(flatten)]
    pub place: Place,
    pub name: String,
    /// Text after the colon.
    pub detail: String,
    pub kind: ItemKind,
    pub children: Vec<OutlineItem>,
}

#[derive(Debug, Serialize)]
pub struct Token {
    #[serde(flatten)]
    pub place: Place,
    pub kind: TokenKind,
}

#[derive(Clone, Debug, Serialize)]
pub struct Facing {
    /// Name of the part, in a man of several.
    pub part: Option<String>,
    /// One of sixteen winds: `n`, `nne`, `ne`, and so on.
    pub wind: Wind,
}

/// State of the men of a kind and side.
#[derive(Debug, Serialize)]
pub struct State {
    /// Number of the state.
    pub id: usize,
    pub facings: Vec<Facing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// Whether the man has promoted, in games that distinguish such men.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promoted: Option<bool>,
}

/// Kind of men.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Man {
    /// Letter of White's man; empty if White has none.
    pub white: String,
    /// Letter of Black's man; empty if Black has none.
    pub black: String,
    pub name: String,
    /// Movement, if the man has a single part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub betza: Option<String>,
    pub royal: bool,
    /// Whether it can promote.
    pub pawnlike: bool,
    /// Name of its drawing; see `Sheet.drawings`.
    pub symbol: String,
    /// States of White's men, the one at the start first.
    pub states: Vec<State>,
    /// States of Black's men, the one at the start first.
    pub black_states: Vec<State>,
}

/// Start position.
#[derive(Debug, Serialize)]
pub struct Setup {
    pub name: String,
    pub fen: String,
    /// The number of its arrays, if its men are shuffled: numbered from 0, and named as in `standard 518`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrays: Option<u64>,
}

/// Named squares, as White and as Black has them.
#[derive(Debug, Serialize)]
pub struct Region {
    pub name: String,
    pub white: Vec<String>,
    pub black: Vec<String>,
}

/// Features of a game that need controls or signs.
#[derive(Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "features that don't exclude each other")]
pub struct Capabilities {
    /// Men turn.
    pub turns: bool,
    /// Men flip between moving and capturing.
    pub flips: bool,
    /// A player may pass.
    pub passes: bool,
    /// A turn may have several moves.
    pub series: bool,
    /// Men can be in hand, from where they are dropped.
    pub drops: bool,
}

/// Feature by which people choose a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    Turns,
    Flips,
    Drops,
    Walls,
    Series,
    Progressive,
    NoCheck,
    Points,
    Conversions,
    Deaths,
    Returns,
    CompulsoryCaptures,
    UnequalArmies,
    Shuffled,
    Small,
    Large,
    Grid,
    Palace,
    Opposition,
    Paralysis,
    Relay,
    CountedChecks,
    Passing,
    Promotion,
    Castling,
    EnPassant,
}

/// Drawings by name: elements of SVG in a square of 100x100. `currentColor` is the colour of lines on the body; fill and
/// outline of the body are inherited.
pub type Drawings = BTreeMap<String, String>;

/// Game.
#[derive(Debug, Serialize)]
pub struct Sheet {
    /// Name of the built-in game or of the text.
    pub name: String,
    pub title: String,
    pub files: u8,
    pub ranks: u8,
    /// Squares of the rectangle that are no part of the board.
    pub holes: Vec<String>,
    /// How the squares are drawn.
    pub pattern: BoardPattern,
    /// The number of ranks on White's side of a river.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub river: Option<u8>,
    /// Additional lines on the board, each from square to square: those that men move along, and the diagonals of palaces.
    pub lines: Vec<Vec<String>>,
    /// Files and ranks of the blocks that every move must leave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grid: Option<[u8; 2]>,
    /// The lines between these blocks: the numbers of files to the left of each, and of ranks below each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_lines: Option<[Vec<u8>; 2]>,
    pub regions: Vec<Region>,
    pub setups: Vec<Setup>,
    pub men: Vec<Man>,
    /// The drawings of men and walls by their names; those of the men of one side that look otherwise, as `black NAME`.
    pub drawings: Drawings,
    /// Characters of men as `white NAME` and `black NAME`, which can be shown instead of these drawings.
    pub characters: Drawings,
    /// What players call the sides, if not White and Black.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side_names: Option<PerSide<String>>,
    /// The colours of sides that have another one than white or black, as `#b3261e`.
    pub side_colours: PerSide<Option<String>>,
    /// Name of the drawing of a wall, if it is not a filled square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall: Option<String>,
    pub capabilities: Capabilities,
    /// Features by which people choose a game, the most telling ones first.
    pub features: Vec<Feature>,
}

#[derive(Debug, Serialize)]
pub struct BuiltIn {
    pub name: String,
    pub title: String,
    /// A sentence or two; may be empty.
    pub about: String,
    pub family: String,
    pub text: String,
}

pub type BuiltIns = Vec<BuiltIn>;

/// Man on the board.
#[derive(Debug, Serialize)]
pub struct Placed {
    pub square: String,
    pub side: Side,
    /// Name of its kind.
    pub man: String,
    pub letter: String,
    /// Number of its state among those of its side and kind.
    pub state: usize,
    pub facings: Vec<Facing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// Whether it has promoted, in games that distinguish such men.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promoted: Option<bool>,
    /// Name of its drawing.
    pub symbol: String,
    pub royal: bool,
    /// Whether it needs a sign that it is royal, since its drawing does not show it.
    pub crown: bool,
    /// Whether its drawing points at the enemy, so that Black's is turned around.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointed: Option<bool>,
    /// Description: `White Knight on e4, facing n`.
    pub label: String,
}

/// Men of a kind in hand, drawn as they would start on the board.
#[derive(Debug, Serialize)]
pub struct Held {
    pub side: Side,
    /// Name of the kind.
    pub man: String,
    pub letter: String,
    /// Number of men; may be 0.
    pub count: u16,
    /// Whether such men are dropped without being in hand, any number of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unlimited: Option<bool>,
    pub facings: Vec<Facing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// Name of the drawing.
    pub symbol: String,
    pub royal: bool,
    /// See `Placed.crown`.
    pub crown: bool,
    /// See `Placed.pointed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointed: Option<bool>,
    /// Description: `2 Pawns in hand`.
    pub label: String,
}

/// Men in hand: each kind that a side can have there, in the order of the game's men.
pub type Hands = PerSide<Vec<Held>>;

/// `finish`: any man goes to any square, since that ends the game. `drop`: a man in hand is put on an empty square, and the move
/// has no `from`. `wall`: a wall is put instead of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveKind {
    #[default]
    Move,
    Turn,
    Flip,
    Castle,
    Pass,
    EndSeries,
    Claim,
    Finish,
    Drop,
    Wall,
}

/// Legal move.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveView {
    /// In machine notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// In the notation of people.
    pub text: String,
    pub kind: MoveKind,
    #[serde(flatten)]
    pub squares: Last,
    /// Name of the man that it promotes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotes: Option<String>,
    /// Letter of the kind in hand that is dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drops: Option<String>,
    /// The man after the move, if it changes its kind or state or is dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub becomes: Option<Placed>,
    /// Square of the man that a king castles with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partner: Option<String>,
    /// Square where the partner lands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partner_to: Option<String>,
    /// The letter of the man from the hand that the move leaves behind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaves: Option<String>,
    /// The square of the man that is left behind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaves_on: Option<String>,
}

/// Squares of a move.
#[derive(Debug, Default, Serialize)]
pub struct Last {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Squares of captured men.
    pub captures: Vec<String>,
    /// Square of the wall that it puts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct Outcome {
    /// `null` for a draw.
    pub winner: Option<Side>,
    /// Points of each side, together 1: 1, 0.5, 0, or the worth in the ending.
    pub score: PerSide<f64>,
    /// A sentence.
    pub reason: String,
    /// Label of the ending: `checkmate`.
    pub ending: String,
}

/// Unfinished series of moves.
#[derive(Debug, Serialize)]
pub struct SeriesView {
    /// Number of moves made.
    pub made: u16,
    /// Maximum number of moves.
    pub of: u16,
    /// Minimum number of moves.
    pub least: u16,
    /// Squares of the men that have moved in it, where the same man must, or may not, move again.
    pub moved: Vec<String>,
}

/// Position with its legal moves.
#[derive(Debug, Serialize)]
pub struct View {
    pub fen: String,
    pub side: Side,
    /// Number of moves since the start.
    pub ply: usize,
    pub board: Vec<Placed>,
    /// `null` in games without hands.
    pub hands: Option<Hands>,
    /// Squares where walls stand that were put in play.
    pub walls: Vec<String>,
    /// Legal moves; none after the end of the game.
    pub moves: Vec<MoveView>,
    /// Squares of royal men in check.
    pub checks: Vec<String>,
    pub outcome: Option<Outcome>,
    pub claims: Vec<Claim>,
    pub series: Option<SeriesView>,
    pub counters: Vec<Counter>,
    pub last: Option<Last>,
    /// Moves made, in the notation of people.
    pub history: Vec<String>,
    /// Sides that made them.
    pub sides: Vec<Side>,
}

#[derive(Debug, Serialize)]
pub struct Arranged {
    pub fen: String,
    /// Sentences on why it is no position of the game.
    pub problems: Vec<String>,
}

/// Number of sequences of moves, divided by the first move.
#[derive(Debug, Serialize)]
pub struct Perft {
    pub nodes: u64,
    pub divide: Vec<FirstMove>,
}

/// Number of sequences that begin with a move.
#[derive(Debug, Serialize)]
pub struct FirstMove {
    #[serde(rename = "move")]
    pub mv: String,
    pub nodes: u64,
}

/// Replayed game.
#[derive(Debug, Default, Serialize)]
pub struct Replayed {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// In machine notation.
    pub moves: Vec<String>,
    /// Outcome by the text or by the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// First error in the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
}

/// Error in a text.
#[derive(Debug, Serialize)]
pub struct Problem {
    #[serde(flatten)]
    pub place: Place,
    pub message: String,
}

/// Result of a test, at the place of its name.
#[derive(Debug, Serialize)]
pub struct TestResult {
    #[serde(flatten)]
    pub place: Place,
    pub name: String,
    pub passed: bool,
    /// Difference between the expected and the actual result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Definitions made from a configuration of Fairy-Stockfish.
#[derive(Debug, Serialize)]
pub struct Import {
    pub definitions: Vec<ImportedDefinition>,
    /// Reasons why other games could not be made, at places in the configuration.
    pub problems: Vec<Diagnostic>,
}

/// Definition made from a section of a configuration.
#[derive(Debug, Serialize)]
pub struct ImportedDefinition {
    pub name: String,
    pub text: String,
    /// Sentences on the losses of the definition, and on movements that follow the engine instead of their notation.
    pub notes: Vec<String>,
}
