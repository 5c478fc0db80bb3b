//! What comes in: from the program at the other end, and from the search.

use weakfish::engine::Move;
use weakfish::search::{Line, Report};

/// What the program at the other end, or the search, has to say.
pub(super) enum Event {
    /// A line of input.
    Line(String),
    /// There will be no more input.
    End,
    /// From the search.
    Thought(Thought),
}

/// What a search has to say.
pub(super) enum Thought {
    /// What it has found so far.
    Report(Report),
    /// What it has found at last.
    Done(Vec<Line>),
    /// The numbers of sequences after each move, if they were not too many to wait for.
    Counted(Option<Vec<(Move, u64)>>),
}
