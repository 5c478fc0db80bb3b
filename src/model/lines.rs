//! The lines that are drawn on a board.

use std::collections::BTreeMap;

use super::Path;
use crate::geometry::{Square, SquareSet};

/// By square: the next squares along the lines, in either direction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Joined {
    next: BTreeMap<Square, SquareSet>,
}

impl Joined {
    /// The pairs of squares joined by these lines: each square of a line and the one after it.
    pub(crate) fn new(lines: &[Vec<Square>]) -> Self {
        let mut joined = Self::default();
        for (&one, &other) in lines.iter().flat_map(|line| line.iter().zip(line.iter().skip(1))) {
            joined.next.entry(one).or_default().insert(other);
            joined.next.entry(other).or_default().insert(one);
        }
        joined
    }

    /// All squares that are joined, each pair in both directions.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (Square, Square)> {
        self.next.iter().flat_map(|(&from, next)| next.iter().map(move |to| (from, to)))
    }

    /// Whether a leap of the path may lead from one square to another.
    pub(crate) fn admit(&self, path: &Path, from: Square, to: Square) -> bool {
        !path.along_lines || self.next.get(&from).is_some_and(|next| next.contains(to))
    }
}
