//! Moves as people write them: algebraic notation, extended by turns, flips and states.
//!
//! [`read()`] reads one without a position; [`resolve()`] finds the legal move that it means in a position.
//! The notation is that of FIDE's Laws of Chess, appendix C, short and long, with what printed games add to it;
//! `docs/game-text.md` lists all forms.

mod read;
mod resolve;
mod stationary;
mod write;

pub(crate) use read::read;
pub(crate) use resolve::resolve;
pub use write::write_move;

use crate::geometry::{Board, Square};
use crate::source::{Span, Spanned};

/// A move as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SanMove {
    /// The move's place, without marks such as `+` and `!`.
    pub(crate) span: Span,
    /// The move itself.
    pub(crate) form: SanForm,
    /// The place of `#`, which claims checkmate.
    pub(crate) mate: Option<Span>,
}

/// The form in which a move is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SanForm {
    /// A man travels to another square: `Ac1-e3`, `exd5`, `b8=Q`.
    Travel(Travel),
    /// `O-O` (toward the last file) or `O-O-O`.
    Castling {
        /// Toward the last file.
        last_file: bool,
    },
    /// `e1g1,h1f1`: both legs of a castling, or two moves of a series without a blank between them.
    TwoLegs(Box<[SanMove; 2]>),
    /// A man turns on its square: `Ag5 turns left`.
    Turn {
        /// The man.
        man: ManOnSquare,
        /// The part that turns alone.
        part: Option<Spanned<String>>,
        /// The new facing.
        turn: Turn,
    },
    /// A man flips on its square: `e4 flips`.
    Flip(ManOnSquare),
    /// The state after a turn or flip, as in machine notation: `g5@nw`.
    State(ManOnSquare, Spanned<String>),
    /// A move of no man: `end`, `stalemate`, `pass`.
    Word(String),
}

/// A man and its square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ManOnSquare {
    /// Its symbol in capitals.
    pub(crate) symbol: Option<Spanned<String>>,
    /// Its square.
    pub(crate) square: Spanned<Square>,
}

/// A man travels to another square, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Travel {
    /// Its symbol in capitals.
    pub(crate) symbol: Option<Spanned<String>>,
    /// The file it comes from, counted from 0.
    pub(crate) file: Option<i32>,
    /// The rank it comes from, counted from 0.
    pub(crate) rank: Option<i32>,
    /// The square it goes to.
    pub(crate) to: Spanned<Square>,
    /// The sign between the squares: `x` or `:` is a capture, `-` is none.
    pub(crate) capture: Option<bool>,
    /// The man it becomes.
    pub(crate) promotion: Option<Spanned<Promotion>>,
    /// Whether the text says that it captures en passant.
    pub(crate) en_passant: bool,
    /// The turn that is part of the move.
    pub(crate) turn: Option<Turn>,
}

impl Travel {
    /// The square it comes from, if both file and rank are given.
    pub(crate) fn from(&self, board: Board) -> Option<Square> {
        board.square(self.file?, self.rank?)
    }
}

/// The man that another one becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Promotion {
    /// By symbol, in capitals.
    Symbol(String),
    /// By its movement, as in `=(WfDffNbsN)`.
    Betza(String),
}

/// A turn as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// `left`, `90 right`: by the smallest angle if none is given.
    By {
        /// Clockwise.
        right: bool,
        /// The angle in degrees.
        degrees: Option<Spanned<u32>>,
    },
    /// Into these facings, written as in the braces of a state: `to nw`, `to n.ene`.
    To(Spanned<String>),
    /// To face a square: `towards c5`.
    Toward(Spanned<Square>),
}
