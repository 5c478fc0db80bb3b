//! The tree of a definition: what its lines say, with the place of every word, and nothing looked up yet.
//!
//! Names, symbols of men and Betza strings are texts with places; the checker looks them up. Numbers are read but not
//! judged. Repeated lines occur in the tree as often as in the text.

mod endings;
mod facts;
mod men;
mod rules;
mod setups;
mod tests;

pub(crate) use endings::{Balance, Condition, Ending, EndingLine, LineKind, QuietUnit};
pub(crate) use facts::{BlackIs, Fact, FactValue};
pub(crate) use men::{
    AllMen, Angles, FirstMode, Man, ManBody, MenLine, MovementText, Part, Property, RoyalWhen, Within,
};
pub(crate) use rules::{
    Castling, Check, CountLimit, Counting, EnPassant, Finish, Landing, LongStep, Opposition, Passing, Pointed,
    PointsOf, Progress, PromotedFacing, PromotesTo, Promotion, Rule, RuleLine, RuleSetting, SeriesEnd, SeriesLength,
    Travel,
};
pub(crate) use setups::{
    Area, Cell, Change, DrawnMan, FacingLine, Layout, RegionLine, Row, SetupSection, SquareName, StartFacing,
};
pub(crate) use tests::{Expectation, TestLine, TestSection, TestStep};

pub(crate) use super::vocabulary::{EndingResult, FactName, Judged, RuleName};

use crate::source::{Span, Spanned};

/// A word that names something: a setup, a region, a part of a man, a reason.
pub(crate) type Name = Spanned<String>;

/// A man's symbol as written everywhere but on boards: a capital letter, `+K` or `K'`.
pub(crate) type Symbol = Spanned<String>;

/// A definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ast {
    /// The number on the optional first line, `weakfish 1`.
    pub(crate) edition: Option<Spanned<u32>>,
    /// The line `game "…" extends …`; absent also if the game that it extends can't be read.
    pub(crate) title: Option<Title>,
    /// The lines under the title, in order.
    pub(crate) facts: Vec<Fact>,
    /// The place of the heading `men`, if there is one.
    pub(crate) men_heading: Option<Span>,
    /// The lines under `men`, in order.
    pub(crate) men: Vec<MenLine>,
    /// The place of the heading `regions`, if there is one.
    pub(crate) regions_heading: Option<Span>,
    /// The lines under `regions`, in order.
    pub(crate) regions: Vec<RegionLine>,
    /// The setups, in order; the first is the default.
    pub(crate) setups: Vec<SetupSection>,
    /// The place of the heading `rules`, if there is one.
    pub(crate) rules_heading: Option<Span>,
    /// The lines under `rules`, in order.
    pub(crate) rules: Vec<RuleLine>,
    /// The place of the heading `endings`, if there is one: with it the game's list of endings is its own.
    pub(crate) endings_heading: Option<Span>,
    /// The lines under `endings`, in order.
    pub(crate) endings: Vec<EndingLine>,
    /// The tests, in order.
    pub(crate) tests: Vec<TestSection>,
    /// The incomplete sections, each once: some of their lines could not be read, and what seems to be missing may have
    /// been reported already.
    pub(crate) lost: Vec<Section>,
}

/// A kind of section of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Section {
    /// The title and the lines under it.
    Facts,
    /// `men`.
    Men,
    /// `regions`.
    Regions,
    /// `setup`.
    Setup,
    /// `rules`.
    Rules,
    /// `endings`.
    Endings,
    /// `test`.
    Test,
}

/// `game "Feeble Chess" extends fide`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Title {
    /// The whole line.
    pub(crate) span: Span,
    /// The text in quotes, without them.
    pub(crate) name: Spanned<String>,
    /// The game named after `extends`.
    pub(crate) extends: Option<Spanned<Base>>,
}

/// The game that a definition extends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    /// `extends fide`: the built-in of that name.
    BuiltIn(String),
    /// `extends "my/base.variant"`: a file beside this one.
    File(String),
}
