//! The tree of a definition: its lines, with the place of every word, before names are resolved.
//!
//! Each file has a part of the tree: the words of its constructs, its types, and the functions that turn matched lines
//! into them (they *lower* lines). Such a function returns `None` if the grammar and this code disagree; the line is
//! then refused. A test derives lines from the grammar itself and lowers each of them: they agree.
//!
//! Names, symbols of men and Betza strings are texts with places; the checker looks them up. Numbers are read but not
//! judged. Repeated lines occur in the tree as often as in the text.

use super::lines::Node;
use crate::source::{Span, Spanned};
use crate::syntax::unread::UnreadMen;
use weakfish_grammar::variant;

mod castling;
mod drops;
mod effects;
mod endings;
mod facts;
mod men;
mod names;
mod places;
mod promotion;
mod rules;
mod setups;
mod tests;
mod turns;

pub(crate) use super::construct::{NamedConstruct, Section};
pub(crate) use castling::{Castling, DroppedCastling, Travel};
pub(crate) use drops::{Drop, DropBeside, DropLimit, Wall};
pub(crate) use effects::{Angles, Effect, EffectChange, Event};
pub(crate) use endings::{Balance, Condition, Ending, EndingKey, EndingLine, Formation, LineKind, Scored};
pub(super) use endings::{ConditionName, TURNS, ending_line};
pub(super) use facts::fact;
pub(crate) use facts::{Fact, FactName, FactValue, WrittenFigure};
pub(super) use men::{ALL_MEN, MAN, PropertyName, men_line};
pub(crate) use men::{
    AllMen, BecomesInHand, Chosen, Man, ManBody, MenLine, MovementText, Part, Property, RoyalWhen, TurningPart, Within,
};
pub(crate) use names::{MenList, Name, Symbol, Whose};
pub(super) use places::{AREA_WORDS, REGION, in_digits, region_line};
pub(crate) use places::{Area, Place, RegionLine, SquareName, place_text};
pub(crate) use promotion::{KindLimit, PromotesTo, Promotion};
pub(crate) use rules::{
    Anyway, CompulsoryClass, Counting, EnPassant, HoldsAnyway, LongStep, Opposition, Pointed, PointsOf, Progress, Rule,
    RuleLine, RuleName, RuleSetting,
};
pub(super) use rules::{lines_of_anyway, rule_lines};
pub(super) use setups::{
    CHANGED_SETUP, CHANGES, FACING, HAND, SHUFFLED, changed_setup, facing_line, hand_line, row, shuffled_line,
};
pub(crate) use setups::{
    Cell, Change, DrawnMan, FacingLine, HandLine, Layout, Row, SetupSection, ShuffleCondition, Shuffled,
};
pub(crate) use tests::{Expectation, State, TestLine, TestSection, TestStep};
pub(super) use tests::{TestLineName, test_line};
pub(crate) use turns::{TurnLength, TurnPart};

/// A definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ast {
    /// The number on the optional first line, `weakfish 2`.
    pub(crate) edition: Option<Spanned<u32>>,
    /// The line `game "…" extends …`; absent also if the game that it extends can't be read.
    pub(crate) title: Option<Title>,
    /// The headings, in order, with their places.
    pub(crate) headings: Vec<(Section, Span)>,
    /// The lines under the title, in order.
    pub(crate) facts: Vec<Fact>,
    /// The lines under `men`, in order.
    pub(crate) men: Vec<MenLine>,
    /// The lines under `regions`, in order.
    pub(crate) regions: Vec<RegionLine>,
    /// The setups, in order; the first is the default.
    pub(crate) setups: Vec<SetupSection>,
    /// The lines under `rules`, in order.
    pub(crate) rules: Vec<RuleLine>,
    /// The lines under `endings`, in order.
    pub(crate) endings: Vec<EndingLine>,
    /// The tests, in order.
    pub(crate) tests: Vec<TestSection>,
    /// The incomplete sections, each once: some of their lines could not be read, and parts that seem to be missing may
    /// have been reported already.
    pub(crate) incomplete: Vec<Section>,
    /// The men whose lines could not be read.
    pub(crate) unread_men: UnreadMen,
}

impl Ast {
    /// The place of the last heading of a section, if there is one. With `endings` the game's list of endings is its own.
    pub(crate) fn heading(&self, section: Section) -> Option<Span> {
        self.headings.iter().rfind(|(of, _)| *of == section).map(|(_, span)| *span)
    }
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

/// `weakfish 2`.
pub(super) fn edition(line: &Node<'_>) -> Option<Spanned<u32>> {
    line.child(variant::Rule::edition)?.number()
}

/// Lowers the title, `game "…" extends …`.
pub(super) fn title(line: &Node<'_>) -> Option<Title> {
    let title = line.child(variant::Rule::title)?;
    let mut texts = title.children().filter(|child| child.rule() == variant::Rule::text);
    let name = texts.next()?.unquoted();
    let extends = match title.word_of(variant::Rule::name) {
        Some(name) => Some(name.map(Base::BuiltIn)),
        None => texts.next().map(|file| file.unquoted().map(Base::File)),
    };
    Some(Title { span: title.span(), name, extends })
}
