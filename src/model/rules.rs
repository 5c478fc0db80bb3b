use serde::{Deserialize, Serialize};

use super::{KindId, Movement};
use crate::geometry::{PerSide, SquareSet};

/// The rules in force besides the men's movements. What is absent is not in force.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Rules {
    /// How a side castles.
    pub castling: PerSide<Option<Castling>>,
    /// The long first steps, one for each kind that has one.
    pub long_steps: PerSide<Vec<LongStep>>,
    /// The promotions, one for each kind that has one.
    pub promotions: PerSide<Vec<Promotion>>,
    /// What the quiet limits start again at.
    pub progress: Progress,
    /// Several moves in a turn.
    pub series: PerSide<Option<Series>>,
    /// Of so many consecutive moves of a player at least one leaves its square.
    pub must_move: Option<u8>,
    /// What happens to moves that bring back a position.
    pub repetition: Repetition,
    /// The blocks that every move leaves.
    pub grid: Option<Grid>,
    /// Pairs of kinds that may not face each other.
    pub opposition: Vec<Opposition>,
    /// The extra move that stands only if it ends the game.
    pub finishing_move: Option<FinishingMove>,
    /// Who can capture must.
    pub compulsory_capture: bool,
    /// A move of no man.
    pub passing: Passing,
}

/// Castling: a king and a partner on one rank, neither moved, nothing between, the king not in, over or into check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Castling {
    /// The man that castles.
    pub king: KindId,
    /// The man it castles with.
    pub partner: KindId,
    /// How far the king goes toward its partner.
    pub travel: KingTravel,
    /// Where the partner lands.
    pub landing: PartnerLanding,
}

/// How far a castling king goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KingTravel {
    /// So many squares.
    Exactly(u8),
    /// So many or more, as far as the partner's own square.
    AtLeast(u8),
}

/// Where a castling king's partner lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartnerLanding {
    /// On the last square the king crossed.
    LastCrossed,
    /// On any square the king left or crossed.
    AnyLeftOrCrossed,
}

/// A long step: straight forward, without capture, over empty squares, while facing as at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LongStep {
    /// Who has it.
    pub kind: KindId,
    /// The fewest squares, at least 2.
    pub least: u8,
    /// The most squares.
    pub most: u8,
    /// Where it starts.
    pub from: SquareSet,
    /// Whether men with a long step may capture it en passant on a crossed square.
    pub en_passant: bool,
}

/// A promotion: a man that arrives somewhere becomes another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Promotion {
    /// Who promotes.
    pub kind: KindId,
    /// Where.
    pub zone: SquareSet,
    /// To what.
    pub to: PromotionChoice,
    /// Whether it may also stay what it is.
    pub optional: bool,
    /// How the new man faces.
    pub facing: PromotedFacing,
}

/// What a man can promote to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PromotionChoice {
    /// One of these.
    Kinds(Vec<KindId>),
    /// Any kind that stands in the setup, of either side, except these.
    AnyStartingBut(Vec<KindId>),
}

/// How a promoted man faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PromotedFacing {
    /// As a man of its kind would at the start on that half of the board.
    AsAtStart,
    /// As the player chooses; the mode is that of the start.
    Any,
}

/// What counts as progress for the quiet limits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Progress {
    /// Captures count.
    pub captures: bool,
    /// Moves of these kinds count, if they leave their square.
    pub moves_of: Vec<KindId>,
}

/// Several moves in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Series {
    /// How many.
    pub length: SeriesLength,
    /// A check ends the series at once.
    pub ends_by_check: bool,
    /// A capture ends the series at once.
    pub ends_by_capture: bool,
    /// A player out of moves where the series may end chooses between ending it and stalemate.
    pub stuck_may_claim_stalemate: bool,
}

/// How many moves a series has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SeriesLength {
    /// Always the same number.
    Fixed {
        /// Moves in a turn.
        moves: u8,
        /// Moves in the first turn of the game.
        first: u8,
    },
    /// So many more than the turn before had in full, whether or not it was cut short.
    LongerEachTurn(u8),
    /// So many more than the opponent's last series really had.
    LongerThanLast(u8),
    /// As many as the opponent's last series really had, or up to so many more or fewer, as the player chooses.
    Answering {
        /// More by at most this.
        longer: u8,
        /// Fewer by at most this.
        shorter: u8,
        /// But never fewer than this.
        least: u8,
    },
}

/// What happens to a move that brings back a position (men, states, side to move, rights).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Repetition {
    /// Nothing.
    #[default]
    Allowed,
    /// It is illegal.
    Illegal,
}

/// Blocks of squares, counted from a1; every move and every attack leaves its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    /// Files in a block.
    pub files: u8,
    /// Ranks in a block.
    pub ranks: u8,
}

/// No move may bring it about that a man of kind `watcher`, moving as `movement` over the board as it
/// stands, would reach an enemy of kind `watched`; castling crosses no such square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Opposition {
    /// The kind that reaches.
    pub watcher: KindId,
    /// The kind that may not be reached.
    pub watched: KindId,
    /// The Betza string, as written.
    pub betza: String,
    /// The way it would be reached, as White's.
    pub movement: Movement,
}

/// An extra move of any man as the universal leaper, legal only if it ends the game.
///
/// It takes its man to any square that is empty or holds an enemy man that is not royal, leaves no royal man
/// of its side attacked, changes nothing else, and stands only if it ends the game in one of these ways, the
/// opponent having ordinary moves only. A from–to pair that an ordinary legal move has is that move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishingMove {
    /// It may give checkmate.
    pub to_checkmate: bool,
    /// It may give stalemate.
    pub to_stalemate: bool,
}

/// When a player may pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Passing {
    /// Never.
    #[default]
    Never,
    /// Only when there is no other legal move.
    WhenStuck,
    /// Whenever it leaves no royal man attacked.
    Always,
}
