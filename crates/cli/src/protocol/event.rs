//! Events of the main loop: lines of input, and reports of the search thread.

use std::sync::mpsc::Sender;

use weakfish::engine::Move;
use weakfish_player::search::{Line, Report};

use super::BenchResult;

/// An event of the main loop.
pub(super) enum Event {
    /// A line of input.
    Line(String),
    /// There will be no more input.
    End,
    /// A report of the search with this id.
    Search(u64, SearchEvent),
}

/// A report of the search thread.
pub(in crate::cli) enum SearchEvent {
    /// An intermediate result, after each depth.
    Report(Report),
    /// The final result.
    Done(Vec<Line>),
    /// Perft counts after each legal move; `None` if the count was stopped.
    Counted(Option<Vec<(Move, u64)>>),
    /// The result of a benchmark; `None` if it was stopped.
    BenchResult(Option<BenchResult>),
}

/// Event sender, tagged with the search id so that events of cancelled searches are dropped.
#[derive(Clone)]
pub(in crate::cli) struct EventSender {
    sender: Sender<Event>,
    pub(super) search: u64,
}

impl EventSender {
    pub(super) fn new(sender: Sender<Event>) -> Self {
        Self { sender, search: 0 }
    }

    /// A sender for the next search.
    pub(in crate::cli) fn next(&mut self) -> Self {
        self.search += 1;
        self.clone()
    }

    /// Sends an event. After the end of the session nothing receives it.
    pub(super) fn send(&self, event: SearchEvent) {
        let _ = self.sender.send(Event::Search(self.search, event));
    }
}
