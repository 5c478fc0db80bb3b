//! Events of the main loop: lines of input, and reports of the search thread.

use std::sync::mpsc::Sender;

use weakfish::engine::Move;
use weakfish_player::search::{Line, Report};

use super::Benched;

/// An event of the main loop.
pub(super) enum Event {
    /// A line of input.
    Line(String),
    /// There will be no more input.
    End,
    /// A report of the search with this id.
    Thought(u64, Thought),
}

/// A report of the search thread.
pub(in crate::cli) enum Thought {
    /// An intermediate result, after each depth.
    Report(Report),
    /// The final result.
    Done(Vec<Line>),
    /// Perft counts after each legal move; `None` if the count was stopped.
    Counted(Option<Vec<(Move, u64)>>),
    /// The result of a benchmark; `None` if it was stopped.
    Benched(Option<Benched>),
}

/// Event sender, tagged with the search id so that events of cancelled searches are dropped.
#[derive(Clone)]
pub(in crate::cli) struct Thoughts {
    sender: Sender<Event>,
    pub(super) search: u64,
}

impl Thoughts {
    pub(super) fn new(sender: Sender<Event>) -> Self {
        Self { sender, search: 0 }
    }

    /// For another search.
    pub(in crate::cli) fn next(&mut self) -> Self {
        self.search += 1;
        self.clone()
    }

    /// Says it, if anybody still listens.
    pub(super) fn say(&self, thought: Thought) {
        let _ = self.sender.send(Event::Thought(self.search, thought));
    }
}
