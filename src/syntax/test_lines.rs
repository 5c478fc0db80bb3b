//! The part of the tree for tests: steps and what is expected.

use super::ast::{EndingKey, Name, SetupSection, Symbol};
use crate::geometry::Side;
use crate::source::{Span, Spanned};

/// `test "…"` and its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TestSection {
    /// The heading.
    pub(crate) span: Span,
    /// The text in quotes, without them.
    pub(crate) name: Spanned<String>,
    /// The lines, to be done in order.
    pub(crate) lines: Vec<TestLine>,
}

/// A line of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TestLine {
    /// The whole line.
    pub(crate) span: Span,
    /// The step.
    pub(crate) step: TestStep,
}

/// A step of a test.
///
/// If a text of moves is carried on over several lines, comments in it are blanked out, so that a place
/// in the text and a place in the source are always the same number of bytes apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TestStep {
    /// `setup: NAME`.
    Setup(Name),
    /// `position: FEN`.
    Position(Spanned<String>),
    /// `position:`, and the board below it.
    Drawn {
        /// The board, as a setup without a name.
        board: SetupSection,
        /// `to move: black`.
        turn: Option<Spanned<Side>>,
    },
    /// `to move: black`, until it is put to the board that it stands below.
    ToMove(Spanned<Side>),
    /// `play: …`, any game text.
    Play(Spanned<String>),
    /// `expect: white wins by checkmate`.
    Expect(Spanned<Expectation>),
    /// `legal: c1e3 c1@nw`: these moves are among the legal ones.
    Legal(Vec<Spanned<String>>),
    /// `illegal: …`: none of these is.
    Illegal(Vec<Spanned<String>>),
    /// `exactly: …`: these are all that are.
    Exactly(Vec<Spanned<String>>),
    /// `moves: stored`: the legal moves are those of the stored list.
    MovesStored,
    /// `reach of Q: stored`: the squares that this man reaches are those of the stored list.
    ReachStored(Symbol),
    /// `perft 3: 8902`.
    Perft {
        /// The depth in plies.
        depth: Spanned<u32>,
        /// The number of sequences.
        nodes: Spanned<u64>,
    },
}

/// The expected outcome of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expectation {
    /// `ongoing`.
    Ongoing,
    /// `white wins by checkmate`, `draw by stalemate`; the reason may be absent.
    Over {
        /// The winner; `None` is a draw.
        winner: Option<Side>,
        /// The reason.
        reason: Option<Name>,
    },
    /// `draw on claim by repetition`: the player to move can claim a draw.
    Claimable {
        /// The reason.
        reason: Option<Name>,
    },
    /// `checkmated`, `not white in check`.
    Holds {
        /// What holds.
        state: State,
        /// `not` before it: it doesn't.
        negated: bool,
    },
}

/// A state of the game that a test expects, whether or not the game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// `in check`, `white in check`; without a side the player to move.
    InCheck(Option<Side>),
    /// The condition of an ending.
    Condition(EndingKey),
}
