use super::Name;
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
    /// `play: …`, any game text.
    Play(Spanned<String>),
    /// `expect: white wins by checkmate`.
    Expect(Spanned<Expectation>),
    /// `legal: c1e3 c1@nw`: these moves are among the legal ones.
    Legal(Vec<Spanned<String>>),
    /// `illegal: …`: none of these is.
    Illegal(Vec<Spanned<String>>),
    /// `only: …`: exactly these are.
    Only(Vec<Spanned<String>>),
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
}
