//! The tree of a Betza string: its terms, atoms and letters as written, with their places.

use crate::source::{Span, Spanned};

/// A Betza string: the union of its terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tree {
    /// The terms as written, without those that were refused.
    pub(crate) terms: Vec<Term>,
}

/// An atom or bracket with the letters that bind to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Term {
    /// The place of the whole term.
    pub(crate) span: Span,
    /// The letters before the body. Several prefixes make an `a`-string, with a leg for each.
    pub(crate) prefixes: Vec<Prefix>,
    /// The atom or bracket that they modify.
    pub(crate) body: Body,
}

/// The small letters before an atom or bracket, or those of one leg of an `a`-string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Prefix {
    /// The place of all letters; empty if there are none.
    pub(crate) span: Span,
    /// The letters in order.
    pub(crate) letters: Vec<Spanned<Letter>>,
}

/// The target of a prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Body {
    /// An atom, with its range if it has one.
    Atom(RangedAtom),
    /// A bracket.
    Bracket(Bracket),
}

/// An atom and its range, which limits how often its leap is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RangedAtom {
    /// The atom.
    pub(crate) atom: Spanned<Atom>,
    /// The range, if one is written.
    pub(crate) range: Option<Spanned<Range>>,
}

/// A bracket: one way, or several to the same squares joined by `&`, all of which must be open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bracket {
    /// The ways, at least one.
    pub(crate) ways: Vec<LegSequence>,
}

/// Legs one after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LegSequence {
    /// The first leg.
    pub(crate) first: BracketLeg,
    /// The later legs, each after its joint.
    pub(crate) rest: Vec<(Spanned<Joint>, BracketLeg)>,
}

/// A leg as a bracket writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BracketLeg {
    /// The place of the leg.
    pub(crate) span: Span,
    /// The letters before the atom.
    pub(crate) prefix: Prefix,
    /// The leaps.
    pub(crate) leaps: RangedAtom,
}

/// How a leg follows the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Joint {
    /// `-`: another leg follows.
    Then,
    /// `?`: it may also end here.
    MayStop,
}

/// The meaning of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Atom {
    /// One class of leaps, the longer distance first: W is (1,0), N and `(1,2)` are (2,1).
    Leap(u8, u8),
    /// W and F.
    King,
    /// W and F as riders.
    Queen,
    /// W as a rider.
    Rook,
    /// F as a rider.
    Bishop,
}

/// The number of leaps in a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Range {
    /// The smallest number of leaps, at least 1.
    pub(crate) least: u8,
    /// The greatest number; `None` is until the edge of the board.
    pub(crate) most: Option<u8>,
}

/// A small letter before an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Letter {
    /// `f b l r v s h`.
    Direction(Direction),
    /// `m`.
    Moves,
    /// `c`.
    Captures,
    /// `e`.
    EnPassant,
    /// `i`.
    FirstMove,
    /// `o`.
    Wrapping,
    /// `n`.
    Lame,
    /// `j`.
    Jumping,
    /// `p`.
    Hopping,
    /// `g`.
    Grasshopper,
    /// `q`.
    Circular,
    /// `z`.
    Crooked,
    /// `y`.
    Toggling,
}

/// A direction letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Direction {
    /// `f`.
    Forward,
    /// `b`.
    Backward,
    /// `l`.
    Left,
    /// `r`.
    Right,
    /// `v`: forward and backward.
    Vertical,
    /// `s`: left and right.
    Sideways,
    /// `h`: after a letter the whole half, before one a chiral four.
    Half,
}

impl Letter {
    /// The letter itself.
    pub(crate) const fn symbol(self) -> char {
        match self {
            Self::Direction(direction) => direction.symbol(),
            Self::Moves => 'm',
            Self::Captures => 'c',
            Self::EnPassant => 'e',
            Self::FirstMove => 'i',
            Self::Wrapping => 'o',
            Self::Lame => 'n',
            Self::Jumping => 'j',
            Self::Hopping => 'p',
            Self::Grasshopper => 'g',
            Self::Circular => 'q',
            Self::Crooked => 'z',
            Self::Toggling => 'y',
        }
    }
}

impl Direction {
    /// The letter itself.
    pub(crate) const fn symbol(self) -> char {
        match self {
            Self::Forward => 'f',
            Self::Backward => 'b',
            Self::Left => 'l',
            Self::Right => 'r',
            Self::Vertical => 'v',
            Self::Sideways => 's',
            Self::Half => 'h',
        }
    }
}

impl Atom {
    /// The letter, or the tuple with the longer distance first.
    pub(crate) fn name(self) -> String {
        let letter = match self {
            Self::King => "K",
            Self::Queen => "Q",
            Self::Rook => "R",
            Self::Bishop => "B",
            Self::Leap(1, 0) => "W",
            Self::Leap(1, 1) => "F",
            Self::Leap(2, 0) => "D",
            Self::Leap(2, 1) => "N",
            Self::Leap(2, 2) => "A",
            Self::Leap(3, 0) => "H",
            Self::Leap(3, 1) => "C",
            Self::Leap(3, 2) => "Z",
            Self::Leap(3, 3) => "G",
            Self::Leap(long, short) => return format!("({long},{short})"),
        };
        letter.to_owned()
    }
}

impl Range {
    /// Once.
    pub(crate) const ONCE: Self = Self { least: 1, most: Some(1) };
    /// Any number of leaps.
    pub(crate) const UNLIMITED: Self = Self { least: 1, most: None };
}
