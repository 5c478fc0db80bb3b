//! Patterns: terms in which every letter has been given its meaning.

use super::directions::Winds;
use crate::betza::ast::{Atom, Range};
use crate::model::{Clearance, Modes, Through};

/// The form of a Betza string, the same for all its spellings: a union of patterns.
///
/// Its [`Display`](std::fmt::Display) is the canonical spelling: two letters for a direction of an oblique leap, `R`
/// for `WW`, brackets for all paths of several legs. Reading that spelling gives the same form again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// The patterns, each once, in the order in which they are first written.
    pub(crate) patterns: Vec<Pattern>,
}

/// Paths of one shape in several directions: legs one after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// `i`: only from a square on which such a man stands at the start.
    pub(crate) first_move_only: bool,
    /// `e`: may capture en passant.
    pub(crate) en_passant: bool,
    /// `o`: passes from the first file to the last and back.
    pub(crate) wraps: bool,
    /// The winds toward which the whole path may lead; `None` is all.
    pub(crate) aim: Option<Winds>,
    /// The legs, at least one.
    pub(crate) legs: Vec<PatternLeg>,
}

/// A leg of a pattern: one leap, made once or repeatedly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PatternLeg {
    /// The leaps to choose from.
    pub(crate) stride: Stride,
    /// The winds of the leg. For the first leg of several, `None` is all. The winds of a later leg count from the
    /// leg before it, and `None` is outward, with the least bend.
    pub(crate) aim: Option<Winds>,
    /// The number of leaps.
    pub(crate) range: Range,
    /// The squares that must be empty under each leap.
    pub(crate) clearance: Clearance,
    /// The manner of the leaps.
    pub(crate) manner: Manner,
    /// The occupant that the next leg needs where it begins.
    pub(crate) through: Through,
    /// How the move may end on this leg.
    pub(crate) stops: Modes,
}

/// The leaps that a leg may begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Stride {
    /// The leaps of one class, the longer distance first.
    Leap(u8, u8),
    /// The leaps (1,0) and (1,1).
    King,
}

/// How the leaps of a leg follow each other, and what they pass over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Manner {
    /// All alike, over empty squares.
    Plain,
    /// `j`: a leap over exactly one man, or a slider that skips the first square.
    Jumping,
    /// `p`: over exactly one man, and on.
    Hopping,
    /// `g`: over exactly one man, to the square behind it.
    Grasshopper,
    /// `q`: each leap is turned in the same direction from the one before.
    Circular,
    /// `z`: the leaps are turned to one side and back alternately.
    Crooked,
}

impl Stride {
    /// The classes of its leaps.
    pub(crate) fn classes(self) -> Vec<(u8, u8)> {
        match self {
            Self::Leap(long, short) => vec![(long, short)],
            Self::King => vec![(1, 0), (1, 1)],
        }
    }

    /// Whether its leaps are single steps to a neighbouring square.
    pub(crate) const fn is_step(self) -> bool {
        matches!(self, Self::King | Self::Leap(1, _))
    }

    /// The atom of one leap.
    pub(super) fn atom(self) -> Atom {
        match self {
            Self::Leap(long, short) => Atom::Leap(long, short),
            Self::King => Atom::King,
        }
    }
}

impl Form {
    /// The union of these patterns.
    pub(crate) fn new(patterns: impl IntoIterator<Item = Pattern>) -> Self {
        let mut form = Self::default();
        for pattern in patterns {
            if !form.patterns.contains(&pattern) {
                form.patterns.push(pattern);
            }
        }
        form
    }
}

impl Pattern {
    /// A pattern of these legs without further conditions.
    pub(crate) const fn new(legs: Vec<PatternLeg>) -> Self {
        Self { first_move_only: false, en_passant: false, wraps: false, aim: None, legs }
    }
}

impl PatternLeg {
    /// One leap of a class that may end by moving or capturing.
    pub(crate) const fn new(stride: Stride) -> Self {
        Self {
            stride,
            aim: None,
            range: Range::ONCE,
            clearance: Clearance::Leaps,
            manner: Manner::Plain,
            through: Through::Empty,
            stops: Modes::BOTH,
        }
    }
}
