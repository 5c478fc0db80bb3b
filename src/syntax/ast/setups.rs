//! Setups: boards as they are drawn, changed or shuffled, facings and men in hand.

use super::names::{MenList, Name, Symbol, men_list};
use super::places::{Place, SquareName, place, square};
use crate::geometry::Side;
use crate::source::{Span, Spanned};
use crate::syntax::construct::{Construct, Section, Site, construct};
use crate::syntax::lines::Node;
use weakfish_grammar::variant::Rule;

/// How men face at the start.
pub(in crate::syntax) const FACING: Construct = construct! {
    Site::Line(Section::Setup);
    facing "facing" [facing_value]
        => "facing: toward the middle"
};

/// The men in hand at the start.
pub(in crate::syntax) const HAND: Construct = construct! {
    Site::Line(Section::Setup);
    hand "hand" [hand_value] => "hand: 2 P N 2 p n"
};

/// How the men of a setup are shuffled.
pub(in crate::syntax) const SHUFFLED: Construct = construct! {
    Site::Line(Section::Setup);
    shuffled "shuffled" [shuffled_value: symbol, all_men_but, none]
        => "shuffled: B, Q, N, K or R on own rank 1, B on both colours, K between R"
};

/// A setup made from another one.
pub(in crate::syntax) const CHANGED_SETUP: Construct = construct! {
    Site::Line(Section::Setup);
    changed_setup_key "setup b" [changed_setup_value]
        => "setup b: a with C for Q, Q on d1, empty b1"
};

/// Ways to change a setup.
pub(in crate::syntax) static CHANGES: [Construct; 3] = [
    construct!(Site::Change; change "C for Q"),
    construct!(Site::Change; change "Q on d1"),
    construct!(Site::Change; change "empty b1"),
];

/// A setup: drawn, or another one changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SetupSection {
    /// The heading, or the whole line of a changed setup.
    pub(crate) span: Span,
    /// The name.
    pub(crate) name: Name,
    /// The squares of the men.
    pub(crate) layout: Layout,
    /// `facing: …`; absent means as written, or as in the setup that is changed.
    pub(crate) facing: Option<FacingLine>,
    /// `hand: …`; absent means no men, or those of the setup that is changed.
    pub(crate) hand: Option<HandLine>,
    /// `shuffled: …`; absent means not, or as the setup that is changed.
    pub(crate) shuffled: Option<ShuffledLine>,
}

/// The squares of the men of a setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Rows from the far rank down.
    Drawn(Vec<Row>),
    /// `setup b: a with C for Q, Q on d1, empty b1`.
    Changed {
        /// The setup it starts from.
        base: Name,
        /// The changes, made in order.
        changes: Vec<Spanned<Change>>,
    },
}

/// A row of a drawn board, from the first file on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The whole row.
    pub(crate) span: Span,
    /// The cells.
    pub(crate) cells: Vec<Spanned<Cell>>,
}

/// A square of a drawn board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    /// `.`.
    Empty,
    /// `*`: a square of the rectangle that is no part of the board.
    Hole,
    /// A man.
    Man(DrawnMan),
}

/// A man on a drawn board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DrawnMan {
    /// White for a capital letter.
    pub(crate) side: Side,
    /// The symbol in capitals.
    pub(crate) symbol: Symbol,
    /// The state in braces after it or in a facing line, without braces and without the blank before a mode.
    pub(crate) state: Option<Spanned<String>>,
}

/// A change to a setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// `C for Q`: every such man becomes another.
    Replace {
        /// The new one.
        new: DrawnMan,
        /// The old one, in any state.
        old: DrawnMan,
    },
    /// `Q on d1`: it replaces any man there.
    Place {
        /// The man.
        man: DrawnMan,
        /// Where.
        on: Spanned<SquareName>,
    },
    /// `empty b1`.
    Empty(Spanned<SquareName>),
}

/// `facing: toward the middle`, `facing: L on f8 sw`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FacingLine {
    /// The whole line.
    pub(crate) span: Span,
    /// Whether the line has that, or `as written`, or neither.
    pub(crate) toward_the_middle: Option<bool>,
    /// The states of men on certain squares.
    pub(crate) men: Vec<FacedMen>,
}

/// `N on b1 and g1 e`: the state of men on some squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FacedMen {
    /// The man, with the state.
    pub(crate) man: DrawnMan,
    /// Where it stands.
    pub(crate) on: Vec<Spanned<SquareName>>,
}

/// `hand: 2 P N 2 p n`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HandLine {
    /// The whole line.
    pub(crate) span: Span,
    /// The men; none of `hand: none`.
    pub(crate) men: Vec<MenInHand>,
}

/// `2 P`: men in hand at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MenInHand {
    /// How many, if a number is written; otherwise one.
    pub(crate) count: Option<Spanned<u32>>,
    /// The man, without a state.
    pub(crate) man: DrawnMan,
}

/// `shuffled: B, Q, N, K or R on own rank 1, B on both colours, K between R`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShuffledLine {
    /// The whole line.
    pub(crate) span: Span,
    /// The shuffle; nothing for `shuffled: none`.
    pub(crate) shuffle: Option<Shuffled>,
}

/// Shuffled men, and the conditions of every order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shuffled {
    /// The men, in the order in which they are placed.
    pub(crate) men: MenList,
    /// Their squares.
    pub(crate) on: Place,
    /// The conditions.
    pub(crate) conditions: Vec<Spanned<ShuffleCondition>>,
    /// `each side by itself`.
    pub(crate) each_side: bool,
}

/// A condition of a shuffle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ShuffleCondition {
    /// `B on both colours`.
    OnBothColours(Vec<Symbol>),
    /// `K between R`.
    Between {
        /// The man in the middle.
        middle: Symbol,
        /// The men beside it.
        outer: Vec<Symbol>,
    },
}

/// Lowers a row of a drawn board.
pub(in crate::syntax) fn row(span: Span, row: &Node<'_>) -> Option<Row> {
    let cells = row.children().filter(|child| child.rule() == Rule::cell).map(|cell| {
        Some(cell.at(match cell.child(Rule::man) {
            Some(found) => Cell::Man(man(&found)?),
            None if cell.text().starts_with('*') => Cell::Hole,
            None => Cell::Empty,
        }))
    });
    Some(Row { span, cells: cells.collect::<Option<_>>()? })
}

/// `facing: toward the middle`, `facing: L on f8 sw`.
pub(in crate::syntax) fn facing_line(span: Span, value: &Node<'_>) -> Option<FacingLine> {
    let men = value.children().filter(|child| child.rule() == Rule::faced_men).map(|child| faced_men(&child));
    let toward_the_middle = value.has(Rule::toward_the_middle).then_some(true);
    Some(FacingLine {
        span,
        toward_the_middle: toward_the_middle.or_else(|| value.has(Rule::written).then_some(false)),
        men: men.collect::<Option<_>>()?,
    })
}

/// `hand: 2 P N 2 p n`.
pub(in crate::syntax) fn hand_line(span: Span, value: &Node<'_>) -> Option<HandLine> {
    let men = value.children().filter(|child| child.rule() == Rule::men_in_hand);
    let men = men.map(|men| Some(MenInHand { count: men.number(), man: man(&men.child(Rule::faced_man)?)? }));
    Some(HandLine { span, men: men.collect::<Option<_>>()? })
}

/// `shuffled: B, Q, N, K or R on own rank 1, B on both colours, K between R, each side by itself`.
pub(in crate::syntax) fn shuffled_line(span: Span, value: &Node<'_>) -> Option<ShuffledLine> {
    if value.has(Rule::none) {
        return Some(ShuffledLine { span, shuffle: None });
    }
    let condition = |node: Node<'_>| {
        let men = node.child(Rule::partners)?.words_of(Rule::symbol);
        Some(node.at(match node.word_of(Rule::symbol) {
            Some(middle) => ShuffleCondition::Between { middle, outer: men },
            None => ShuffleCondition::OnBothColours(men),
        }))
    };
    let is_condition = |child: &Node<'_>| matches!(child.rule(), Rule::on_both_colours | Rule::stands_between);
    let conditions = value.children().filter(is_condition).map(condition);
    let shuffle = Shuffled {
        men: men_list(value),
        on: place(value)?,
        conditions: conditions.collect::<Option<_>>()?,
        each_side: value.has(Rule::each_side),
    };
    Some(ShuffledLine { span, shuffle: Some(shuffle) })
}

/// `N on b1 and g1 e`.
fn faced_men(node: &Node<'_>) -> Option<FacedMen> {
    let state = node.word_of(Rule::faced_state)?.map(|state| without_blank(&state));
    let on = node.children().filter(|child| child.rule() == Rule::square).map(|child| square(&child));
    let man = DrawnMan { state: Some(state), ..man(&node.child(Rule::faced_man)?)? };
    Some(FacedMen { man, on: on.collect::<Option<_>>()? })
}

/// A state as FENs have it, without the blank between the winds and the mode: `nx` for `n x`.
fn without_blank(state: &str) -> String {
    let state = state.trim_ascii();
    match state.rsplit_once([' ', '\t']) {
        Some((winds, mode @ ("x" | "-"))) => winds.trim_ascii_end().to_owned() + mode,
        _ => state.to_owned(),
    }
}

/// Lowers a setup that changes another one, `setup b: a with C for Q`.
pub(in crate::syntax) fn changed_setup(span: Span, key: &Node<'_>, value: &Node<'_>) -> Option<SetupSection> {
    let changes = value.children().filter_map(|child| change(&child)).collect();
    Some(SetupSection {
        span,
        name: key.word_of(Rule::name)?,
        layout: Layout::Changed { base: value.word_of(Rule::name)?, changes },
        facing: None,
        hand: None,
        shuffled: None,
    })
}

/// Lowers a change in such a setup: `C for Q`, `Q on d1`, `empty d1`.
fn change(node: &Node<'_>) -> Option<Spanned<Change>> {
    let mut men = node.children().filter(|child| child.rule() == Rule::placed_man);
    let mut next_man = || man(&men.next()?.child(Rule::man)?);
    let square = || square(&node.child(Rule::square)?);
    Some(node.at(if node.has(Rule::empty) {
        Change::Empty(square()?)
    } else if node.has(Rule::on) {
        Change::Place { man: next_man()?, on: square()? }
    } else {
        let new = next_man()?;
        Change::Replace { new, old: next_man()? }
    }))
}

/// Lowers a man as boards have it: `K`, `k'`, `L{n}`.
fn man(node: &Node<'_>) -> Option<DrawnMan> {
    let letter = node.word_of(Rule::letter)?;
    let side = if letter.value.contains(|c: char| c.is_ascii_uppercase()) { Side::White } else { Side::Black };
    let state = node.child(Rule::state).map(|state| {
        let (span, inside) = (state.span(), state.text().trim_matches(['{', '}']));
        Spanned::new(without_blank(inside), Span::new(span.start + 1, span.start + 1 + inside.len()))
    });
    Some(DrawnMan { side, symbol: letter.map(|letter| letter.to_ascii_uppercase()), state })
}
