//! What a Betza string says once every letter has its meaning.

use super::directions::Winds;
use crate::betza::ast::{Atom, Range};
use crate::model::{Clearance, Modes, Through};

/// What a Betza string says, whichever of several spellings it uses: a union of patterns.
///
/// Its [`Display`](std::fmt::Display) is the canonical spelling: two letters for a direction of an oblique leap, `R`
/// for `WW`, brackets for everything of several legs. Reading that spelling gives the same form again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// The patterns, each once, in the order in which they are first written.
    pub(crate) patterns: Vec<Pattern>,
}

/// Paths of one shape, in any of some directions: legs made one after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// Only from a square where such a man stands at the start: `i`.
    pub(crate) first_move_only: bool,
    /// May capture en passant: `e`.
    pub(crate) en_passant: bool,
    /// The side edges of the board touch: `o`.
    pub(crate) wraps: bool,
    /// Which way the whole path goes; `None` is any.
    pub(crate) aim: Option<Winds>,
    /// The legs, at least one.
    pub(crate) legs: Vec<PatternLeg>,
}

/// A leg of a pattern: a run of like leaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PatternLeg {
    /// The leaps.
    pub(crate) stride: Stride,
    /// Which way the first leg of several goes (`None` is any), or a later one as seen from the leg before it
    /// (`None` is outward, with the least bend).
    pub(crate) aim: Option<Winds>,
    /// How many leaps.
    pub(crate) range: Range,
    /// What must be empty under each.
    pub(crate) clearance: Clearance,
    /// How they are made.
    pub(crate) manner: Manner,
    /// What must stand where the next leg begins.
    pub(crate) through: Through,
    /// How the move may end on this leg.
    pub(crate) stops: Modes,
}

/// The leaps that a leg may begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Stride {
    /// Those of one class, the longer way first.
    Leap(u8, u8),
    /// (1,0) and (1,1).
    King,
}

/// How the leaps of a leg are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Manner {
    /// One like the other.
    Plain,
    /// A leap over exactly one man, or a slider that skips the first square: `j`.
    Jumping,
    /// Over exactly one man and on: `p`.
    Hopping,
    /// Over exactly one man to the square behind it: `g`.
    Grasshopper,
    /// Each turned the same way: `q`.
    Circular,
    /// Turned this way and that: `z`.
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
