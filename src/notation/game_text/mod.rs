//! Game texts: headers, diagrams and moves, read without playing them, and written.
//!
//! `docs/game-text.md` describes the format.

mod read;
pub mod replay;
mod write;

pub use read::MAX_BYTES;
pub(crate) use read::read;
pub use write::{NotedMove, write_game, write_moves};
pub(super) use write::{fill, result_sign};

use super::Letter;
use super::board_diagram::BoardDiagram;
use super::san::SanMove;
use crate::diagnostic::Diagnostic;
use crate::geometry::Side;
use crate::source::{Span, Spanned};

/// A part of a game text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) enum GameItem {
    /// `game: NAME`: the game it was written for.
    Game(Spanned<String>),
    /// The first tag of another game in PGN: begin from the setup.
    Another(Span),
    /// `setup: NAME`: begin from this setup.
    Setup(Spanned<String>),
    /// `position: FEN`: begin from this position.
    Position(Spanned<String>),
    /// `position: diagram w …`: begin from the diagram that follows; the rest of the FEN.
    PositionOfDiagram(Spanned<String>, BoardDiagram),
    /// A letter of `letters: R = S, white O = P`.
    Letter(Spanned<Letter>),
    /// A drawing of the board as it should stand here.
    Diagram(BoardDiagram),
    /// `12.` or `12...`
    Number(Spanned<MoveNumber>),
    /// A comma between moves.
    Comma,
    /// A move.
    Move(SanMove),
    /// A word about the position: `checkmate` or `stalemate`, or a mark like `#` that stands alone.
    Claim(Spanned<&'static str>),
    /// A player gives up; `None` is the player to move.
    Resigns(Spanned<Option<Side>>),
    /// `1-0`, `0-1`, `1/2-1/2`; `None` is a draw.
    Result(Spanned<Option<Side>>),
    /// An unreadable part.
    Unreadable(Diagnostic),
}

/// The number of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveNumber {
    /// The number; `None` where only dots are written.
    pub(crate) number: Option<u32>,
    /// Whether its dots mean that the player moves who did not move first.
    pub(crate) second: bool,
}
