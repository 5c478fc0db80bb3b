//! The tree of a definition: what its lines say, with the place of every word, and nothing looked up yet.
//!
//! Names, symbols of men and Betza strings are texts with places; whether they mean anything is for the
//! checker to say. Numbers are read but not judged. Repeated lines stand in the tree as often as in the text.

use std::fmt;

use crate::geometry::{Side, Wind};
use crate::source::{Span, Spanned};

/// A word that names something: a setup, a region, a part of a man, a reason.
pub type Name = Spanned<String>;

/// A man's symbol as written in the sections that speak of kinds: a capital letter, `+K` or `K'`.
pub type Symbol = Spanned<String>;

/// A definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ast {
    /// The number on the optional first line, `weakfish 1`.
    pub edition: Option<Spanned<u32>>,
    /// The line `game "…" extends …`.
    pub title: Option<Title>,
    /// The lines under the title, in order.
    pub facts: Vec<Fact>,
    /// The place of the heading `men`, if there is one.
    pub men_heading: Option<Span>,
    /// The lines under `men`, in order.
    pub men: Vec<MenLine>,
    /// The lines under `regions`, in order.
    pub regions: Vec<RegionLine>,
    /// The setups, in order; the first is the default.
    pub setups: Vec<SetupSection>,
    /// The place of the heading `rules`, if there is one.
    pub rules_heading: Option<Span>,
    /// The lines under `rules`, in order.
    pub rules: Vec<RuleLine>,
    /// The place of the heading `endings`, if there is one: with it the game's list of endings is its own.
    pub endings_heading: Option<Span>,
    /// The lines under `endings`, in order.
    pub endings: Vec<EndingLine>,
    /// The tests, in order.
    pub tests: Vec<TestSection>,
    /// The sections of which something could not be read, each once: what this tree says of them is not whole,
    /// and what seems to be missing from them may have been refused already.
    pub lost: Vec<Section>,
}

/// A kind of section.
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
pub struct Title {
    /// The whole line.
    pub span: Span,
    /// The text in quotes, without them.
    pub name: Spanned<String>,
    /// What stands after `extends`.
    pub extends: Option<Spanned<Base>>,
}

/// The game that a definition extends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// `extends fide`: the built-in of that name.
    BuiltIn(String),
    /// `extends "my/base.variant"`: a file beside this one.
    File(String),
}

/// A line under the title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The whole line.
    pub span: Span,
    /// The word before the colon.
    pub name: Spanned<FactName>,
    /// What it says.
    pub value: FactValue,
}

/// The word before the colon of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FactName {
    /// `inventor`.
    Inventor,
    /// `year`.
    Year,
    /// `source`.
    Source,
    /// `about`.
    About,
    /// `board`.
    Board,
    /// `first`.
    First,
    /// `black`.
    Black,
}

/// What a fact says.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FactValue {
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
    },
    /// `first: white`.
    First(Spanned<Side>),
    /// `black: mirrors white`.
    Black(Spanned<BlackIs>),
}

/// How Black's men are made from White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlackIs {
    /// `mirrors white`.
    MirrorsWhite,
    /// `rotates white`.
    RotatesWhite,
}

/// A line under `men`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenLine {
    /// `K king: K, royal` or `B: none`.
    Man(Man),
    /// `all men: flips m/c`.
    AllMen(AllMen),
}

/// `K king: K, royal` or `B: none`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Man {
    /// The whole line.
    pub span: Span,
    /// `white` or `black` before it.
    pub side: Option<Spanned<Side>>,
    /// The symbol.
    pub symbol: Symbol,
    /// The name, small words one blank apart; it may be absent only before `none`.
    pub name: Option<Name>,
    /// What it is.
    pub body: ManBody,
}

/// What stands after the colon of a man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ManBody {
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
pub struct AllMen {
    /// The whole line.
    pub span: Span,
    /// `white` or `black` before it.
    pub side: Option<Spanned<Side>>,
    /// The properties in order; none if the line is `all men: none`.
    pub properties: Vec<Spanned<Property>>,
}

/// A movement, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MovementText {
    /// One Betza string.
    Whole(Spanned<String>),
    /// `short fW + leap rfN`: at least two parts.
    Parts(Vec<Part>),
}

/// A named part of a movement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name.
    pub name: Name,
    /// The Betza string.
    pub betza: Spanned<String>,
}

/// A property of a man.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Property {
    /// `royal`.
    Royal,
    /// `turns 45 or 90`, `turns any`, `leap turns 45`, `turns 45 within 90 of forward`.
    Turns {
        /// The part that turns alone.
        part: Option<Name>,
        /// By how much.
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
    /// `in beyond fsW`: in that region it moves so instead.
    In {
        /// Where.
        region: Name,
        /// How it moves there.
        betza: Spanned<String>,
    },
    /// `captured only by P or K`.
    CapturedOnlyBy(Vec<Symbol>),
    /// `captures only K`.
    CapturesOnly(Vec<Symbol>),
    /// `instead of B`.
    InsteadOf(Symbol),
}

/// The angles of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Angles {
    /// `any`.
    Any(Span),
    /// Degrees, at least one.
    Degrees(Vec<Spanned<u32>>),
}

/// `within 90 of forward`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Within {
    /// The whole phrase.
    pub span: Span,
    /// Degrees.
    pub degrees: Spanned<u32>,
    /// The middle of the sector, as White's man has it.
    pub of: Spanned<Wind>,
}

/// The mode a man that flips begins in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstMode {
    /// `m/c`: it moves.
    Moving,
    /// `c/m`: it captures.
    Capturing,
}

/// `hill: d4 to e5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionLine {
    /// The whole line.
    pub span: Span,
    /// `white` or `black` before it.
    pub side: Option<Spanned<Side>>,
    /// The name.
    pub name: Name,
    /// The squares: the union of these, or nothing for `none`.
    pub areas: Vec<Spanned<Area>>,
}

/// Squares, said in one way or another. Files and ranks count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Area {
    /// `e4`.
    Square(SquareName),
    /// `d4 to e5`: a box by two opposite corners.
    Box(Spanned<SquareName>, Spanned<SquareName>),
    /// `file e`, `files a to c`.
    Files(Spanned<u8>, Spanned<u8>),
    /// `rank 4`, `ranks 4 to 5`: as numbered on the board, here from 1.
    Ranks(Spanned<u32>, Spanned<u32>),
    /// `own rank 2`, `own ranks 1 to 5`: as their side counts them, here from 1.
    OwnRanks(Spanned<u32>, Spanned<u32>),
    /// `the last rank`: the one farthest from the side's own first.
    LastRank,
    /// A region's name; never in the definition of a region.
    Region(String),
}

/// A square by file and rank, both from 0. It may lie outside of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SquareName {
    /// The file, from 0 for `a` to 25 for `z`.
    pub file: u8,
    /// The rank, from 0 to 98.
    pub rank: u8,
}

/// A setup: drawn, or another one changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupSection {
    /// The heading, or the whole line of a changed setup.
    pub span: Span,
    /// The name.
    pub name: Name,
    /// Where the men stand.
    pub layout: Layout,
    /// `facing: …`; absent means as written, or as the setup that is changed says.
    pub facing: Option<FacingLine>,
}

/// Where the men of a setup stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
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
pub struct Row {
    /// The whole row.
    pub span: Span,
    /// The cells.
    pub cells: Vec<Spanned<Option<DrawnMan>>>,
}

/// A man on a drawn board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnMan {
    /// White for a capital letter.
    pub side: Side,
    /// The symbol in capitals.
    pub symbol: Symbol,
    /// What stands in braces after it, without them.
    pub state: Option<Spanned<String>>,
}

/// A change to a setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
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

/// `facing: right half mirrored`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FacingLine {
    /// The whole line.
    pub span: Span,
    /// What it says.
    pub value: Spanned<StartFacing>,
}

/// How men face at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartFacing {
    /// `as written`.
    AsWritten,
    /// `right half mirrored`.
    RightHalfMirrored,
}

/// A line under `rules`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleLine {
    /// The whole line.
    pub span: Span,
    /// `white` or `black` before it.
    pub side: Option<Spanned<Side>>,
    /// Which rule; the place is that of all words before the colon but the side.
    pub name: Spanned<RuleName>,
    /// The man a long step or a promotion is of; absent for every other rule.
    pub man: Option<Symbol>,
    /// What it says.
    pub value: RuleSetting,
}

/// The name of a rule, without the man it may be of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum RuleName {
    /// `castling`.
    Castling,
    /// `long step of P`.
    LongStep,
    /// `promotion of P`.
    Promotion,
    /// `progress`.
    Progress,
    /// `series`.
    Series,
    /// `series ends`.
    SeriesEnds,
    /// `stuck in a series`.
    StuckInSeries,
    /// `must move`.
    MustMove,
    /// `repetition`.
    Repetition,
    /// `grid`.
    Grid,
    /// `opposition`.
    Opposition,
    /// `finishing move`.
    FinishingMove,
    /// `capture`.
    Capture,
    /// `passing`.
    Passing,
}

/// What stands after the colon of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleSetting {
    /// `none`: the rule is not in force.
    None(Span),
    /// The rule; always of the kind that its name says.
    Rule(Spanned<Rule>),
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// `castling: …`.
    Castling(Castling),
    /// `long step of P: …`.
    LongStep(LongStep),
    /// `promotion of P: …`.
    Promotion(Promotion),
    /// `progress: capture or move of P`.
    Progress(Progress),
    /// `series: …`.
    Series(SeriesLength),
    /// `series ends: by check or capture`: at least one.
    SeriesEnds(Vec<Spanned<SeriesEnd>>),
    /// `stuck in a series: end or stalemate, by choice`.
    StuckInSeries,
    /// `must move: once in 5`.
    MustMove(Spanned<u32>),
    /// `repetition: illegal`.
    RepetitionIllegal,
    /// `grid: every move leaves its 2x2 block`.
    Grid {
        /// Files in a block.
        files: Spanned<u32>,
        /// Ranks in a block.
        ranks: Spanned<u32>,
    },
    /// `opposition: F and K, as NW`: at least one pair.
    Opposition(Vec<Opposition>),
    /// `finishing move: any man as U, to checkmate or stalemate`: at least one way.
    FinishingMove(Vec<Spanned<Finish>>),
    /// `capture: compulsory`.
    CaptureCompulsory,
    /// `passing: …`.
    Passing(Passing),
}

/// `castling: K 2 toward R, R to the last square K crossed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    /// The man that castles.
    pub king: Symbol,
    /// How far it goes.
    pub squares: Spanned<u32>,
    /// Whether it may go further: `2 or more`.
    pub or_more: bool,
    /// The man it castles with.
    pub partner: Symbol,
    /// Where the partner lands.
    pub landing: Spanned<Landing>,
}

/// Where the partner lands in castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// `to the last square K crossed`.
    LastCrossed,
    /// `to any square K left or crossed`.
    AnyLeftOrCrossed,
}

/// `long step of P: 2 squares from own rank 2, en passant`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongStep {
    /// The number of squares, or with `up to` the most.
    pub squares: Spanned<u32>,
    /// Whether fewer will do, from 2 on: `up to 6 squares`.
    pub up_to: bool,
    /// Where it starts.
    pub from: Spanned<Area>,
    /// The words `en passant`, if they are there.
    pub en_passant: Option<Span>,
}

/// `promotion of P: on the last rank, to Q, R, B or N, if wished, facing any way`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// Where.
    pub on: Spanned<Area>,
    /// To what.
    pub to: PromotesTo,
    /// The words `if wished`, if they are there.
    pub if_wished: Option<Span>,
    /// How the new man faces, if it is said.
    pub facing: Option<Spanned<PromotedFacing>>,
}

/// To what a man promotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PromotesTo {
    /// One of these, at least one.
    Men(Vec<Symbol>),
    /// `any starting man but K or P`.
    AnyStartingMan {
        /// The words `any starting man`.
        span: Span,
        /// The men after `but`.
        but: Vec<Symbol>,
    },
}

/// How a promoted man faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotedFacing {
    /// `facing as at the start`.
    AsAtTheStart,
    /// `facing any way`.
    AnyWay,
}

/// `progress: capture or move of P`; at least one of the two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The word `capture`, if it is there.
    pub capture: Option<Span>,
    /// The men after `move of`.
    pub moves_of: Vec<Symbol>,
}

/// How long a series is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeriesLength {
    /// `2 moves, first 1`.
    Moves {
        /// Moves in a turn.
        moves: Spanned<u32>,
        /// Moves in the first turn of the game, if that differs.
        first: Option<Spanned<u32>>,
    },
    /// `1 longer each turn`.
    LongerEachTurn(Spanned<u32>),
    /// `1 longer than the opponent's last`.
    LongerThanLast(Spanned<u32>),
    /// `as long as the opponent's last, 1 longer or 1 shorter, at least 1`.
    AsLongAsLast {
        /// By how much it may be longer.
        longer: Option<Spanned<u32>>,
        /// By how much it may be shorter.
        shorter: Option<Spanned<u32>>,
        /// But never shorter than this.
        at_least: Option<Spanned<u32>>,
    },
}

/// What ends a series before its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesEnd {
    /// `check`.
    Check,
    /// `capture`.
    Capture,
}

/// `F and K, as NW`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opposition {
    /// The man that reaches.
    pub watcher: Symbol,
    /// The enemy that may not be reached.
    pub watched: Symbol,
    /// The way it would be reached.
    pub betza: Spanned<String>,
}

/// How a finishing move ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// `checkmate`.
    Checkmate,
    /// `stalemate`.
    Stalemate,
}

/// When a player may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// `when no other move`.
    WhenNoOtherMove,
    /// `always`.
    Always,
}

/// A line under `endings`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndingLine {
    /// `stalemate: draw`.
    Ending(Ending),
    /// `the rest: inherited`; the place of the whole line.
    TheRest(Span),
}

/// `black K on e1: wins (goal)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The whole line.
    pub span: Span,
    /// `white` or `black` before it.
    pub side: Option<Spanned<Side>>,
    /// When; the place is that of all words before the colon but the side.
    pub condition: Spanned<Condition>,
    /// What then.
    pub result: Spanned<EndingResult>,
    /// The reason in parentheses, without them.
    pub label: Option<Name>,
}

/// What an ending waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Condition {
    /// `checkmate`.
    Checkmate,
    /// `stalemate`.
    Stalemate,
    /// `opponent bared`.
    OpponentBared,
    /// `bared`.
    Bared,
    /// `100 moves without progress`.
    Quiet {
        /// How many.
        count: Spanned<u32>,
        /// Of what.
        unit: Spanned<QuietUnit>,
    },
    /// `position 5 times`.
    Position {
        /// How often.
        times: Spanned<u32>,
    },
    /// `only K v K, K N v K, or K and B of one colour`: at least one.
    Only(Vec<Spanned<Balance>>),
    /// `K on e8`, `K or Q on hill`.
    ManOn {
        /// Any of these.
        men: Vec<Symbol>,
        /// Where.
        on: Spanned<Area>,
    },
    /// `without R or A`: none of these.
    Without(Vec<Symbol>),
    /// `without men`.
    WithoutMen,
    /// `3 checks given`.
    ChecksGiven(Spanned<u32>),
}

/// What a quiet limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuietUnit {
    /// `moves`, one by each side.
    Moves,
    /// `plies`.
    Plies,
    /// `series`.
    Series,
}

/// The material of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Balance {
    /// `K N v K`: exactly these, either way round.
    Versus(Vec<Symbol>, Vec<Symbol>),
    /// `K and B of one colour`: for each side the first men, and any number of the last on one colour of squares.
    OneColour {
        /// What each side has exactly.
        men: Vec<Symbol>,
        /// What both may have besides.
        any: Symbol,
    },
}

/// How an ending ends the game, for the side its condition speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingResult {
    /// `wins`.
    Wins,
    /// `loses`.
    Loses,
    /// `draw`.
    Draw,
    /// `draw on claim`.
    DrawOnClaim,
}

/// `test "…"` and its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestSection {
    /// The heading.
    pub span: Span,
    /// The text in quotes, without them.
    pub name: Spanned<String>,
    /// The lines, to be done in order.
    pub lines: Vec<TestLine>,
}

/// A line of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestLine {
    /// The whole line.
    pub span: Span,
    /// What to do.
    pub step: TestStep,
}

/// What a line of a test does.
///
/// Where a text of moves is carried on over several lines, comments in it are blanked out, so that a place
/// in the text and a place in the source are always the same number of bytes apart.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TestStep {
    /// `setup: NAME`.
    Setup(Name),
    /// `position: FEN`.
    Position(Spanned<String>),
    /// `play: …`, any game text.
    Play(Spanned<String>),
    /// `expect: white wins by checkmate`.
    Expect(Spanned<Expectation>),
    /// `legal: c1e3 c1@nw`: these moves are among the legal ones.
    Legal(Vec<Spanned<String>>),
    /// `illegal: …`: none of these is.
    Illegal(Vec<Spanned<String>>),
    /// `only: …`: exactly these are.
    Only(Vec<Spanned<String>>),
    /// `perft 3: 8902`.
    Perft {
        /// The depth in plies.
        depth: Spanned<u32>,
        /// The number of sequences.
        nodes: Spanned<u64>,
    },
}

/// What is expected of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// `ongoing`.
    Ongoing,
    /// `white wins by checkmate`, `draw by stalemate`; the reason may be absent.
    Over {
        /// Who wins; `None` is a draw.
        winner: Option<Side>,
        /// The reason.
        reason: Option<Name>,
    },
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file.min(25)), self.rank + 1)
    }
}

impl fmt::Debug for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
