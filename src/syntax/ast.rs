//! The tree of a definition: what its lines say, with the place of every word, and nothing looked up yet.
//!
//! Names, symbols of men and Betza strings are texts with places; the checker looks them up. Numbers are read but not
//! judged. Repeated lines occur in the tree as often as in the text.

pub(crate) use super::score::Scored;
use crate::geometry::{Side, Wind};
use crate::model::{EffectRange, GameResult, HandOf, HomeChoice, Judged, Lasting, Mode, QuietUnit, Symmetry, Wing};
use crate::source::{Span, Spanned};

pub(crate) use super::areas::{Area, Place, SquareName, place_text};
pub(crate) use super::names::{MenList, Name, Symbol, Whose};
pub(crate) use super::rules::{
    Castling, CompulsoryMoves, CountLimit, Counting, Drop, DropBeside, DropLimit, DroppedCastling, EnPassant, LongStep,
    Opposition, Pointed, PointsOf, Progress, PromotesTo, Promotion, Rule, RuleLine, RuleSetting, Travel, TurnLength,
    TurnPart, Wall,
};
pub(crate) use super::vocabulary::{FactName, NamedConstruct, RuleName, Section};

/// A definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ast {
    /// The number on the optional first line, `weakfish 1`.
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
    /// The incomplete sections, each once: some of their lines could not be read, and what seems to be missing may have
    /// been reported already.
    pub(crate) incomplete: Vec<Section>,
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

/// A line under the title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fact {
    /// The whole line.
    pub(crate) span: Span,
    /// The word before the colon.
    pub(crate) name: Spanned<FactName>,
    /// The value.
    pub(crate) value: FactValue,
}

/// The value of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FactValue {
    /// `inventor: "…"`, `source: "…"`, `about: "…"`, without the quotes.
    Text(Spanned<String>),
    /// `year: 2002`.
    Year(Spanned<u32>),
    /// `board: 10x8`.
    Board {
        /// The number of files.
        files: Spanned<u32>,
        /// The number of ranks.
        ranks: Spanned<u32>,
        /// The squares that are no part of the board.
        holes: Vec<Spanned<Area>>,
    },
    /// `lines: d1 e2 f3, f1 e2 d3`; none if the line is `lines: none`.
    Lines(Vec<Spanned<Vec<Spanned<SquareName>>>>),
    /// `first: white`.
    First(Spanned<Side>),
    /// `black: mirrors white`.
    Black(Spanned<Symmetry>),
}

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

/// `all men: flips m/c`, `all men but K or P: flips m/c`: properties of every man, or of all but these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AllMen {
    /// The whole line.
    pub(crate) span: Span,
    /// `white` or `black` before it.
    pub(crate) side: Option<Spanned<Side>>,
    /// The men that don't have them.
    pub(crate) but: Vec<Symbol>,
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
    /// `turns 45 or 90`, `turns any`, `leap turns 45`, `each part turns 45`, `turns 45 within 90 of forward`.
    Turns {
        /// The whole man, a part of it, or each part.
        part: TurningPart,
        /// The angles.
        angles: Angles,
        /// The sector it keeps to.
        within: Option<Within>,
    },
    /// `when moving may turn 45`, `may become R`.
    Effect(Effect),
    /// `when captured goes to the captor's hand as before promotion`.
    ToHand {
        /// The player whose hand it is.
        of: HandOf,
        /// The man that it is there.
        becomes: BecomesInHand,
    },
    /// `when captured goes home on its file`.
    GoesHome(HomeChoice),
    /// `one direction at a time from f`.
    OneDirection {
        /// The direction faced at the start, as White's man has it.
        from: Spanned<Wind>,
    },
    /// `flips m/c`.
    Flips {
        /// The mode at the start.
        first: Mode,
    },
    /// `stays in palace`.
    StaysIn(Place),
    /// `on hill fsW`: its movement on those squares.
    On {
        /// Where.
        place: Place,
        /// How it moves there; empty is `no movement`.
        betza: Spanned<String>,
    },
    /// `along lines fF`: its further movement along the lines of the board.
    AlongLines(Spanned<String>),
    /// `captured only by P or K`; empty is `captured by none`.
    CapturedBy(MenList),
    /// `captures only K`, `captures no C`.
    Captures(Chosen),
    /// `hops over only S`, `hops over no C`.
    HopsOver {
        /// `own` or `enemy`; men of both sides without either.
        whose: Option<Whose>,
        /// The men.
        men: Chosen,
    },
    /// `passes own P or N`; empty is `passes own men`.
    PassesOwn(MenList),
    /// `relays to P or R`, `relays to own men`.
    Relays(MenList),
    /// `holds enemy P or N next to it`.
    Holds {
        /// `own` or `enemy`; men of both sides without either.
        whose: Option<Whose>,
        /// `P or N`; all men without any.
        men: Option<MenList>,
    },
    /// `when first moving may leave H or E`
    LeavesMan(MenList),
    /// `also at first fsN not when in check not once R aims at it`, `also once a game N`.
    AtFirst {
        /// How long: `at first` or `once a game`.
        lasts: Lasting,
        /// How it can go.
        betza: Spanned<String>,
        /// `not when in check`.
        unless_in_check: bool,
        /// `not once R aims at it`; empty without these words.
        until: MenList,
    },
    /// `instead of B`.
    InsteadOf(Symbol),
}

/// The man that a captured one is in hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BecomesInHand {
    /// Its kind on the board.
    Same,
    /// `as P`.
    Man(Symbol),
    /// `as before promotion`.
    BeforePromotion,
}

/// Some men, or all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Chosen {
    /// `only P or K`.
    Only(MenList),
    /// `no C`.
    AllBut(MenList),
}

/// Subject of the property `turns`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TurningPart {
    /// The whole man.
    Whole,
    /// `leap turns 45`.
    Named(Name),
    /// `each part turns 45`.
    Each,
}

/// An effect of a man's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Effect {
    /// The moves that have it.
    pub(crate) event: Event,
    /// `by step`: the part that makes them.
    pub(crate) by: Option<Name>,
    /// `may`.
    pub(crate) optional: bool,
    /// The change.
    pub(crate) change: EffectChange,
}

/// The moves that have an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// `may become R`: it is the whole move.
    InPlace,
    /// `when moving`.
    Moving,
    /// `when capturing`.
    Capturing,
    /// `when not capturing`.
    NotCapturing,
    /// `when arriving on last rank`.
    Arriving(Place),
    /// `when dropped`.
    Dropped,
    /// `when dropped next to own men`.
    DroppedNextToOwn,
}

/// Change that an effect makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EffectChange {
    /// `turns 45`.
    Turns(Angles),
    /// `flips`.
    Flips,
    /// `becomes Q or R`.
    Becomes(MenList),
    /// `becomes its victim`.
    BecomesVictim,
    /// `dies`.
    Dies,
    /// `becomes a wall`.
    BecomesWall,
    /// `destroys enemy men next to it`.
    Destroys {
        /// `own` or `enemy`; men of both sides without either.
        whose: Option<Whose>,
        /// `P or N`; all men without any.
        men: Option<MenList>,
        /// `next to it`.
        range: EffectRange,
    },
    /// `converts P or N next to it`.
    Converts {
        /// `P or N`; all men without any.
        men: Option<MenList>,
        /// `next to it`.
        range: EffectRange,
    },
    /// `stays behind`.
    StaysBehind,
}

/// Formation of men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Formation {
    /// `in a row`.
    Row,
    /// `in line`: not necessarily side by side.
    Line,
    /// `in a square`.
    Square,
}

impl Effect {
    /// The words without angles and men.
    pub(crate) fn words(&self) -> String {
        let event = match &self.event {
            Event::InPlace => return "may become".to_owned(),
            Event::Moving => "moving".to_owned(),
            Event::Capturing => "capturing".to_owned(),
            Event::NotCapturing => "not capturing".to_owned(),
            Event::Arriving(place) => format!("arriving on {}", place_text(place)),
            Event::Dropped | Event::DroppedNextToOwn => "dropped".to_owned(),
        };
        let range;
        let change = match &self.change {
            EffectChange::Turns(_) => "turns",
            EffectChange::Flips => "flips",
            EffectChange::Becomes(_) => "becomes",
            EffectChange::BecomesVictim => "becomes its victim",
            EffectChange::Dies => "dies",
            EffectChange::BecomesWall => "becomes a wall",
            EffectChange::Destroys { range: of, .. } => {
                range = format!("destroys {}", range_words(*of));
                &range
            }
            EffectChange::Converts { range: of, .. } => {
                range = format!("converts {}", range_words(*of));
                &range
            }
            EffectChange::StaysBehind => "stays behind",
        };
        match &self.by {
            Some(part) => format!("when {event} by {} {change}", part.value),
            None => format!("when {event} {change}"),
        }
    }

    /// The words for what it concerns, if it can't be an effect of all men.
    pub(crate) fn concern(&self) -> Option<&'static str> {
        match self {
            Self { by: Some(_), .. } => Some("a part"),
            Self { change: EffectChange::Becomes(_), .. } => Some("certain men"),
            _ => None,
        }
    }
}

/// The words for the squares whose men an effect is on.
const fn range_words(range: EffectRange) -> &'static str {
    match range {
        EffectRange::NextTo { orthogonally: false } => "men next to it",
        EffectRange::NextTo { orthogonally: true } => "men orthogonally next to it",
        EffectRange::Enclosed { orthogonally: false } => "men enclosed in line",
        EffectRange::Enclosed { orthogonally: true } => "men enclosed orthogonally in line",
        EffectRange::Passed => "men it passes",
        EffectRange::Approached { in_line: false } => "men it approaches",
        EffectRange::Approached { in_line: true } => "men it approaches in line",
        EffectRange::WithdrawnFrom { in_line: false } => "men it withdraws from",
        EffectRange::WithdrawnFrom { in_line: true } => "men it withdraws from in line",
    }
}

/// When a royal man may not be left attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RoyalWhen {
    /// Always.
    Always,
    /// `when last`, perhaps `before moving`.
    Last { before_moving: bool },
    /// `when 2 or fewer`, perhaps `before moving`.
    Left { number: Spanned<u32>, before_moving: bool },
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

/// `hill: d4 to e5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RegionLine {
    /// The whole line.
    pub(crate) span: Span,
    /// `white` or `black` before it.
    pub(crate) side: Option<Spanned<Side>>,
    /// The name.
    pub(crate) name: Name,
    /// The squares: the union of these, or nothing for `none`.
    pub(crate) areas: Vec<Spanned<Area>>,
}

/// A setup: drawn, or another one changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SetupSection {
    /// The heading, or the whole line of a changed setup.
    pub(crate) span: Span,
    /// The name.
    pub(crate) name: Name,
    /// The squares of the men.
    pub(crate) layout: Layout,
    /// `facing: …`; absent means as written, or as the setup that is changed says.
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
        /// The old one; its state is not asked.
        old: DrawnMan,
    },
    /// `Q on d1`: whatever stood there is gone.
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
    /// Whether it says that, or `as written`, or neither.
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

/// `shuffled: B, Q, N, K or R on own rank 1, B on both colours, K between R`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShuffledLine {
    /// The whole line.
    pub(crate) span: Span,
    /// The shuffle; nothing for `shuffled: none`.
    pub(crate) shuffle: Option<Shuffled>,
}

/// Which men are shuffled, and what every order must meet.
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

/// `2 P`: men in hand at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MenInHand {
    /// How many, if a number is written; otherwise one.
    pub(crate) count: Option<Spanned<u32>>,
    /// The man, without a state.
    pub(crate) man: DrawnMan,
}

/// A line under `endings`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EndingLine {
    /// `stalemated: draw`.
    Ending(Ending),
    /// `only: none`.
    None(EndingKey),
    /// `the rest: inherited` or `the rest: none`.
    TheRest {
        /// The whole line.
        span: Span,
        /// Whether the other endings are inherited.
        inherited: bool,
    },
}

/// `black K on e1: wins (goal)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    /// The words before the colon.
    pub(crate) key: EndingKey,
    /// The result.
    pub(crate) result: Spanned<GameResult>,
    /// Score of the side that the result speaks of.
    pub(crate) score: Option<Scored>,
    /// `on claim` after a win or a loss.
    pub(crate) on_claim: Option<Span>,
    /// Whether `draw on claim` stands after a result by numbers.
    pub(crate) tie_on_claim: bool,
    /// Whether numbers are those `on the board`.
    pub(crate) on_board: bool,
    /// The reason in parentheses, without them.
    pub(crate) label: Option<Name>,
}

/// The words before the colon of an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EndingKey {
    /// The whole line.
    pub(crate) span: Span,
    /// `white` or `black` before it.
    pub(crate) side: Option<Spanned<Side>>,
    /// `both` before it.
    pub(crate) both: bool,
    /// The condition; its place is that of all words before the colon except the side.
    pub(crate) condition: Spanned<Condition>,
    /// The side that must be to move.
    pub(crate) judged: Option<Spanned<Judged>>,
    /// Setups in which it is in force; empty for every setup.
    pub(crate) setups: Vec<Name>,
}

/// The condition of an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// `checkmated`.
    Checkmate,
    /// `stalemated`.
    Stalemate,
    /// `bared`.
    Bared,
    /// `100 moves without progress`.
    Quiet {
        /// How many.
        count: Spanned<u32>,
        /// The kind of lines.
        unit: Spanned<QuietUnit>,
    },
    /// `position 5 times`, `position 3 times by perpetual check`.
    Position {
        /// How often.
        times: Spanned<u32>,
        /// `by perpetual check`.
        perpetual: bool,
    },
    /// `only K v K, K N v K, or K and B of one colour`; none at all in `only: none`.
    Only(Vec<Spanned<Balance>>),
    /// `K on e8`, `K or Q on hill`, `3 P on hill, safe`.
    ManOn {
        /// Any of these; an empty list is men of any kind.
        men: MenList,
        /// How many of them, if a number is written.
        least: Option<Spanned<u32>>,
        /// Squares on which they are counted; `None` in `3 Q or more`, which counts the whole board.
        on: Option<Place>,
        /// `safe`: no enemy may attack them.
        safe: bool,
        /// `secure`: one capture can't undo it.
        secure: bool,
        /// `no square empty`.
        full: bool,
    },
    /// `no Q or R`, `1 man or fewer v 2 or more`.
    AtMost {
        /// How many.
        count: Spanned<u32>,
        /// The kinds of men; empty for any kind.
        men: MenList,
        /// How many the opponent has at least.
        against: Option<Spanned<u32>>,
    },
    /// `4 men in a row on ranks or files`, `4 P in a square`.
    InARow {
        /// How many.
        count: Spanned<u32>,
        /// The kinds of men; empty for any kind.
        men: MenList,
        /// How they stand.
        formation: Formation,
        /// The lines that are named: ranks, files, diagonals.
        lines: Vec<Spanned<LineKind>>,
    },
    /// `chain of men between file a and file h by steps n or e`.
    Chain {
        /// The kinds of men; empty for any kind.
        men: MenList,
        /// First and last squares of the chain.
        between: [Place; 2],
        /// The steps that are named, from the beginning on; empty for those along ranks and files.
        steps: Vec<Spanned<Wind>>,
    },
    /// `both pass`.
    BothPass,
    /// `full board`.
    FullBoard,
    /// `opposition accepted`.
    OppositionAccepted,
    /// `counted out`.
    CountedOut,
    /// `3 checks given`.
    ChecksGiven(Spanned<u32>),
    /// `castled toward the first file`.
    Castled(Option<Wing>),
    /// `no castling toward the first file`.
    NoCastling(Option<Wing>),
}

/// A kind of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineKind {
    /// `ranks`.
    Ranks,
    /// `files`.
    Files,
    /// `diagonals`.
    Diagonals,
}

/// The material of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Balance {
    /// `K N v K`: exactly these, either way round.
    Versus {
        /// The men of either side.
        sides: [Vec<Symbol>; 2],
        /// `of two colours`: the last men of both sides stand on squares of different colours.
        apart: Option<Span>,
    },
    /// `K and B of one colour`: for each side the first men, and any number of the last on one colour of squares.
    AnyNumber {
        /// The men that a side has exactly.
        men: Vec<Symbol>,
        /// The men that it may have in addition.
        any: Symbol,
        /// `v K`: the men of the other side, if it has none of these.
        against: Option<Vec<Symbol>>,
        /// `of two colours`: each side's men stand on squares of one colour, and the two sides' on different ones.
        apart: bool,
    },
}

/// `test "…"` and its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TestSection {
    /// The heading.
    pub(crate) span: Span,
    /// The text in quotes, without them.
    pub(crate) name: Spanned<String>,
    /// The lines, to be done in order.
    pub(crate) lines: Vec<TestLine>,
}

/// A line of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TestLine {
    /// The whole line.
    pub(crate) span: Span,
    /// The step.
    pub(crate) step: TestStep,
}

/// A step of a test.
///
/// If a text of moves is carried on over several lines, comments in it are blanked out, so that a place
/// in the text and a place in the source are always the same number of bytes apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TestStep {
    /// `setup: standard`, `setup: standard 518`.
    Setup {
        /// The setup.
        name: Name,
        /// The array number.
        array: Option<Spanned<u32>>,
    },
    /// `position: FEN`.
    Position(Spanned<String>),
    /// `position:`, and the board below it.
    Drawn {
        /// The board, as a setup without a name.
        board: Box<SetupSection>,
        /// `to move: black`.
        turn: Option<Spanned<Side>>,
    },
    /// `facing: L on f8 sw`, until it is put to the board that it stands below.
    Facing(FacingLine),
    /// `hand: 2 P p`, until it is put to the board that it stands below.
    Hand(HandLine),
    /// `to move: black`, until it is put to the board that it stands below.
    ToMove(Spanned<Side>),
    /// `play: …`, any game text.
    Play(Spanned<String>),
    /// `expect: white wins by checkmate`.
    Expect(Spanned<Expectation>),
    /// `legal: c1e3 c1@nw`: these moves are among the legal ones.
    Legal(Vec<Spanned<String>>),
    /// `illegal: …`: none of these is.
    Illegal(Vec<Spanned<String>>),
    /// `exactly: …`: these are all that are.
    Exactly(Vec<Spanned<String>>),
    /// `moves: stored`: the legal moves are those of the stored list.
    MovesStored,
    /// `reach of Q: stored`: the squares that this man reaches are those of the stored list.
    ReachStored(Symbol),
    /// `perft 3: 8902`.
    Perft {
        /// The depth in plies.
        depth: Spanned<u32>,
        /// The number of sequences.
        nodes: Spanned<u64>,
    },
}

/// The expected outcome of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expectation {
    /// `ongoing`.
    Ongoing,
    /// `white wins by checkmate`, `draw by stalemate`; the reason may be absent.
    Over {
        /// The winner; `None` is a draw.
        winner: Option<Side>,
        /// Score of the winner.
        score: Option<Scored>,
        /// The reason.
        reason: Option<Name>,
    },
    /// `draw on claim by repetition`, `white wins 0.75 on claim`: the player to move can claim this.
    Claimable {
        /// The winner; `None` is a draw.
        winner: Option<Side>,
        /// Score of the winner.
        score: Option<Scored>,
        /// The reason.
        reason: Option<Name>,
    },
    /// `checkmated`, `not white in check`.
    Holds {
        /// The expected state.
        state: State,
        /// `not` before it: it doesn't.
        negated: bool,
    },
}

/// A state of the game that a test expects, whether or not the game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// `in check`, `white in check`; without a side the player to move.
    InCheck(Option<Side>),
    /// The condition of an ending.
    Condition(Box<EndingKey>),
}
