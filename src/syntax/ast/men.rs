use super::{Name, Symbol};
use crate::geometry::{Side, Wind};
use crate::source::{Span, Spanned};

/// A line under `men`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MenLine {
    /// `K king: K, royal` or `B: none`.
    Man(Man),
    /// `all men: flips m/c`.
    AllMen(AllMen),
}

/// `K king: K, royal` or `B: none`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Man {
    /// The whole line.
    pub(crate) span: Span,
    /// `white` or `black` before it.
    pub(crate) side: Option<Spanned<Side>>,
    /// The symbol.
    pub(crate) symbol: Symbol,
    /// The name, small words one blank apart; it may be absent only before `none`.
    pub(crate) name: Option<Name>,
    /// The setting.
    pub(crate) body: ManBody,
}

/// The value after the colon of a man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ManBody {
    /// `none`: no such man.
    None(Span),
    /// A movement and properties.
    Moves {
        /// How it moves.
        movement: MovementText,
        /// The properties in order.
        properties: Vec<Spanned<Property>>,
    },
}

/// `all men: flips m/c`: properties of every man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AllMen {
    /// The whole line.
    pub(crate) span: Span,
    /// `white` or `black` before it.
    pub(crate) side: Option<Spanned<Side>>,
    /// The properties in order; none if the line is `all men: none`.
    pub(crate) properties: Vec<Spanned<Property>>,
}

/// A movement, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MovementText {
    /// One Betza string; an empty one is `no movement`.
    Whole(Spanned<String>),
    /// `short fW + leap rfN`: at least two parts.
    Parts(Vec<Part>),
}

/// A named part of a movement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The name.
    pub(crate) name: Name,
    /// The Betza string.
    pub(crate) betza: Spanned<String>,
}

/// A property of a man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Property {
    /// `royal`, `royal when last`, `royal together`.
    Royal(RoyalWhen),
    /// `turns 45 or 90`, `turns any`, `leap turns 45`, `turns 45 within 90 of forward`.
    Turns {
        /// The part that turns alone.
        part: Option<Name>,
        /// The angles.
        angles: Angles,
        /// The sector it keeps to.
        within: Option<Within>,
    },
    /// `may turn 45 after moving`.
    TurnsAfterMoving(Angles),
    /// `one direction at a time from f`.
    OneDirection {
        /// The direction faced at the start, as White's man has it.
        from: Spanned<Wind>,
    },
    /// `flips m/c`.
    Flips {
        /// The mode at the start.
        first: FirstMode,
    },
    /// `stays in palace`.
    StaysIn(Name),
    /// `in beyond fsW`: its movement in that region.
    In {
        /// Where.
        region: Name,
        /// How it moves there; empty is `no movement`.
        betza: Spanned<String>,
    },
    /// `along lines fF`: its further movement along the lines of the board.
    AlongLines(Spanned<String>),
    /// `captured only by P or K`.
    CapturedOnlyBy(Vec<Symbol>),
    /// `captures only K`.
    CapturesOnly(Vec<Symbol>),
    /// `never captures C`.
    NeverCaptures(Vec<Symbol>),
    /// `hops only over S`.
    HopsOnlyOver(Vec<Symbol>),
    /// `never hops over C`.
    NeverHopsOver(Vec<Symbol>),
    /// `first move fsN unless in check until R aims at it`.
    FirstMove {
        /// How it can go.
        betza: Spanned<String>,
        /// `unless in check`.
        unless_in_check: bool,
        /// `until R aims at it`; empty without these words.
        until: Vec<Symbol>,
    },
    /// `instead of B`.
    InsteadOf(Symbol),
}

/// When a royal man may not be left attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RoyalWhen {
    /// Always.
    Always,
    /// `when last`.
    Last,
    /// `when 2 or fewer left`.
    Left(Spanned<u32>),
    /// `together`.
    Together,
}

/// The angles of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Angles {
    /// `any`.
    Any(Span),
    /// Degrees, at least one.
    Degrees(Vec<Spanned<u32>>),
}

/// `within 90 of forward`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Within {
    /// The whole phrase.
    pub(crate) span: Span,
    /// Degrees.
    pub(crate) degrees: Spanned<u32>,
    /// The middle of the sector, as White's man has it.
    pub(crate) of: Spanned<Wind>,
}

/// The mode a man that flips begins in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FirstMode {
    /// `m/c`: it moves.
    Moving,
    /// `c/m`: it captures.
    Capturing,
}
