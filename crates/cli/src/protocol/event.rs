//! What comes in: from the program at the other end, and from the search.

use std::sync::mpsc::Sender;

use weakfish::engine::Move;
use weakfish_player::search::{Line, Report};

use super::Benched;

/// What the program at the other end, or the search, has to say.
pub(super) enum Event {
    /// A line of input.
    Line(String),
    /// There will be no more input.
    End,
    /// From the search.
    /// It has this number.
    Thought(u64, Thought),
}

/// What a search has to say.
pub(in crate::cli) enum Thought {
    /// What it has found so far.
    Report(Report),
    /// What it has found at last.
    Done(Vec<Line>),
    /// The numbers of sequences after each move, if they were not too many to wait for.
    Counted(Option<Vec<(Move, u64)>>),
    /// What a measurement has come to, if it was waited for.
    Benched(Option<Benched>),
}

/// Where a search says it, and by which number it is told from others, of which nobody wants to hear any more.
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
