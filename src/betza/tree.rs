//! The tree of a Betza string: its terms, atoms and letters as written, with their places.

use std::fmt;

use crate::source::{Span, Spanned};

/// An atom or bracket with the letters that bind to it.
#[derive(Debug)]
pub(super) struct Term {
    /// The place of the whole term.
    pub(super) span: Span,
    /// The letters before the body. Several prefixes make an `a`-string, with a leg for each.
    pub(super) prefixes: Vec<Modifiers>,
    /// The atom or bracket that they modify.
    pub(super) body: Body,
}

/// The modifier letters before an atom or bracket, or before one leg of an `a`-string.
#[derive(Debug)]
pub(super) struct Modifiers {
    /// The place of all letters; empty if there are none.
    pub(super) span: Span,
    /// The letters in order: directions `f b l r v s h`, and `m c e i o n j p g q z y`.
    pub(super) letters: Vec<Spanned<char>>,
}

/// The target of a prefix.
#[derive(Debug)]
pub(super) enum Body {
    Atom(RangedAtom),
    /// One way, or several to the same squares joined by `&`: all must be open.
    Bracket(Vec<Vec<BracketLeg>>),
}

/// An atom and its range, which limits how often its leap is repeated.
#[derive(Clone, Copy, Debug)]
pub(super) struct RangedAtom {
    /// The place of the atom.
    pub(super) span: Span,
    pub(super) atom: Atom,
    /// The range, if one is written.
    pub(super) range: Option<Spanned<Range>>,
}

/// A leg as a bracket writes it.
#[derive(Debug)]
pub(super) struct BracketLeg {
    pub(super) span: Span,
    pub(super) prefix: Modifiers,
    pub(super) leaps: RangedAtom,
    /// How the next leg follows; `None` for the last leg.
    pub(super) joint: Option<Spanned<Joint>>,
}

/// How a leg follows the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joint {
    /// `-`: another leg follows.
    Then,
    /// `?`: it may also end here.
    MayStop,
}

/// The meaning of an atom: its leaps, and how often they are made if no range is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Atom {
    pub(super) stride: Stride,
    pub(super) usual: Range,
}

/// The leaps that a leg may begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stride {
    /// The leaps of one class, the longer distance first: W is (1,0), N and `(1,2)` are (2,1).
    Leap(u8, u8),
    /// The leaps (1,0) and (1,1).
    King,
    /// Every leap that a board has room for.
    Anywhere,
}

/// The longest distance of a leap on the largest board.
pub(super) const LONGEST: u8 = 15;

/// The number of leaps in a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    /// The smallest number of leaps, at least 1.
    pub(super) least: u8,
    /// The greatest number; `None` is until the edge of the board.
    pub(super) most: Option<u8>,
}

impl Range {
    pub(super) const ONCE: Self = Self { least: 1, most: Some(1) };
    /// Any number of leaps.
    pub(super) const UNLIMITED: Self = Self { least: 1, most: None };
}

impl Stride {
    /// The classes of its leaps.
    pub(super) fn classes(self) -> Vec<(u8, u8)> {
        match self {
            Self::Leap(long, short) => vec![(long, short)],
            Self::King => vec![(1, 0), (1, 1)],
            Self::Anywhere => (1..=LONGEST).flat_map(|long| (0..=long).map(move |short| (long, short))).collect(),
        }
    }

    /// Whether its leaps are single steps to a neighbouring square.
    pub(super) const fn is_step(self) -> bool {
        matches!(self, Self::King | Self::Leap(1, _))
    }

    /// The atom of one leap: its letter, or the tuple with the longer distance first.
    pub(super) fn name(self) -> String {
        Atom { stride: self, usual: Range::ONCE }.to_string()
    }
}

/// The letter, or the tuple with the longer distance first.
impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rider = self.usual == Range::UNLIMITED;
        f.write_str(match self.stride {
            Stride::King => ["K", "Q"][usize::from(rider)],
            Stride::Anywhere => "U",
            Stride::Leap(1, 0) => ["W", "R"][usize::from(rider)],
            Stride::Leap(1, 1) => ["F", "B"][usize::from(rider)],
            Stride::Leap(2, 0) => "D",
            Stride::Leap(2, 1) => "N",
            Stride::Leap(2, 2) => "A",
            Stride::Leap(3, 0) => "H",
            Stride::Leap(3, 1) => "C",
            Stride::Leap(3, 2) => "Z",
            Stride::Leap(3, 3) => "G",
            Stride::Leap(long, short) => return write!(f, "({long},{short})"),
        })
    }
}
