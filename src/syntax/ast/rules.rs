use super::{Area, RuleName, Symbol};
use crate::geometry::Side;
use crate::source::{Span, Spanned};

/// A line under `rules`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuleLine {
    /// The whole line.
    pub(crate) span: Span,
    /// `white` or `black` before it.
    pub(crate) side: Option<Spanned<Side>>,
    /// The name; its place is that of all words before the colon except the side.
    pub(crate) name: Spanned<RuleName>,
    /// The man of a long step or a promotion; `None` for other rules.
    pub(crate) man: Option<Symbol>,
    /// The setting.
    pub(crate) value: RuleSetting,
}

impl RuleLine {
    /// The words before the colon, without the side: `castling`, `long step of P`.
    pub(crate) fn words(&self) -> String {
        let words = self.name.value.construct().words;
        match (&self.man, words.rsplit_once(' ')) {
            (Some(man), Some((words, _))) => format!("{words} {}", man.value),
            _ => words.to_owned(),
        }
    }
}

/// The value after the colon of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "nearly all lines are rules")]
pub(crate) enum RuleSetting {
    /// `none`: the rule is not in force.
    None(Span),
    /// The rule; always of the kind that its name says.
    Rule(Spanned<Rule>),
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// `castling: …`.
    Castling(Castling),
    /// `long step of P: …`: at least one.
    LongStep(Vec<LongStep>),
    /// `en passant: …`.
    EnPassant(EnPassant),
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
    /// `immobility: illegal`.
    ImmobilityIllegal,
    /// `passing: …`.
    Passing(Passing),
    /// `check: …`.
    Check(Check),
    /// `check evasion: without flight`.
    CheckEvasionWithoutFlight,
    /// `own check: allowed within a series`.
    OwnCheckInSeries,
    /// `points: R 13, C 7, black 1.5`: at least one.
    Points(Vec<Pointed>),
    /// `counting: …`, `counting when bared: …`.
    Counting(Counting),
}

/// `8 moves against 2 R, 64 moves, without P, with 3 men or fewer, from the number of men`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counting {
    /// The limits, at least one.
    pub(crate) limits: Vec<CountLimit>,
    /// The men that neither side may have.
    pub(crate) without: Vec<Symbol>,
    /// The most men that the player may have.
    pub(crate) most_men: Option<Spanned<u32>>,
    /// Whether the count begins with the number of men.
    pub(crate) from_men: bool,
}

/// `8 moves against 2 R`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CountLimit {
    /// How many moves.
    pub(crate) moves: Spanned<u32>,
    /// How many men the opponent must have, if a number is written.
    pub(crate) least: Option<Spanned<u32>>,
    /// Their kinds; empty for any men, or none at all.
    pub(crate) against: Vec<Symbol>,
}

/// `castling: K 2 toward R, R to the last square K crossed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Castling {
    /// The man that castles.
    pub(crate) king: Symbol,
    /// The distance it goes, or the squares to which it goes.
    pub(crate) travel: Travel,
    /// The men it castles with, at least one.
    pub(crate) partners: Vec<Symbol>,
    /// The partners that land on a square of the colour they come from.
    pub(crate) colourbound: Vec<Symbol>,
    /// The landing square of the partner.
    pub(crate) landing: Spanned<Landing>,
    /// Whether a side does not castle on the wing where the other one has castled.
    pub(crate) other_wing: bool,
}

/// The distance that a castling king goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Travel {
    /// `2`.
    Squares(Spanned<u32>),
    /// `2 or more`.
    OrMore(Spanned<u32>),
    /// `1 to 4`.
    From(Spanned<u32>, Spanned<u32>),
    /// `to own c1 or own g1`.
    To(Spanned<Area>, Spanned<Area>),
}

/// The landing square of the partner in castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Landing {
    /// `to the last square K crossed`.
    LastCrossed,
    /// `to any square K left or crossed`.
    AnyLeftOrCrossed,
    /// `to the other side of K`.
    OtherSide,
}

/// `2 squares as fF from own rank 2, en passant`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LongStep {
    /// The number of squares, or with `up to` the most.
    pub(crate) squares: Spanned<u32>,
    /// Whether it may be fewer, from 2 on: `up to 6 squares`.
    pub(crate) up_to: bool,
    /// The leaps that it repeats, if they are written.
    pub(crate) betza: Option<Spanned<String>>,
    /// The squares from which it starts.
    pub(crate) from: Spanned<Area>,
    /// The words `en passant`, if they are there.
    pub(crate) en_passant: Option<Span>,
}

/// `en passant: by P or S, on own rank 6`; at least one of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EnPassant {
    /// The capturing men; those with a long step if it is not written.
    pub(crate) by: Vec<Symbol>,
    /// Where, if it is written.
    pub(crate) on: Option<Spanned<Area>>,
}

/// `promotion of P: on the last rank, to Q, R, B or N, if wished, facing any way`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Promotion {
    /// Where.
    pub(crate) on: Spanned<Area>,
    /// Whether it also promotes by a move that begins there: `on or from`.
    pub(crate) or_from: bool,
    /// To what.
    pub(crate) to: PromotesTo,
    /// How many men of a kind its side may have by promotion: `at most 1 Q or 2 R`.
    pub(crate) at_most: Vec<(Spanned<u32>, Symbol)>,
    /// Whether it becomes only what has been captured.
    pub(crate) captured_men_only: bool,
    /// Whether it promotes only by a capture.
    pub(crate) by_capture: bool,
    /// The words `if wished`, with what follows, if they are there.
    pub(crate) if_wished: Option<Span>,
    /// The squares on which it must promote all the same: `except on the last rank`.
    pub(crate) except_on: Option<Spanned<Area>>,
    /// The facing of the new man, if it is written.
    pub(crate) facing: Option<Spanned<PromotedFacing>>,
}

/// The men that a man can promote to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PromotesTo {
    /// One of these, at least one.
    Men(Vec<Symbol>),
    /// `any starting man but K or P`.
    AnyStartingMan {
        /// The words `any starting man`.
        span: Span,
        /// The men after `but`.
        but: Vec<Symbol>,
    },
    /// `nothing`.
    Nothing(Span),
}

/// How a promoted man faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PromotedFacing {
    /// `facing as at the start`.
    AsAtTheStart,
    /// `facing any way`.
    AnyWay,
}

/// `progress: capture, promotion, move of P or one-way move of Q`; at least one of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    /// The word `capture`, if it is there.
    pub(crate) capture: Option<Span>,
    /// The word `promotion`, if it is there.
    pub(crate) promotion: Option<Span>,
    /// The men after `move of`.
    pub(crate) moves_of: Vec<Symbol>,
    /// The men after `one-way move of`.
    pub(crate) one_way_moves_of: Vec<Symbol>,
}

/// `R 13`, `black 1.5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pointed {
    /// The side whose points they are.
    pub(crate) of: PointsOf,
    /// How many; a half may be among them.
    pub(crate) points: Spanned<String>,
}

/// The owner of points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PointsOf {
    /// Each man of this symbol.
    Men(Symbol),
    /// A side, beside those of its men.
    Side(Spanned<Side>),
}

/// How long a series is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SeriesLength {
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

/// An event that ends a series early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeriesEnd {
    /// `check`.
    Check,
    /// `capture`.
    Capture,
}

/// `F and K, as NW`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opposition {
    /// The man that reaches.
    pub(crate) watcher: Symbol,
    /// The enemy that may not be reached.
    pub(crate) watched: Symbol,
    /// The movement by which it would be reached.
    pub(crate) betza: Spanned<String>,
    /// `to be broken`.
    pub(crate) to_be_broken: bool,
}

/// How a finishing move ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finish {
    /// `checkmate`.
    Checkmate,
    /// `stalemate`.
    Stalemate,
}

/// When a player may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    /// `when no other move`.
    WhenNoOtherMove,
    /// `always`.
    Always,
}

/// Which moves may give check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Check {
    /// `forbidden`.
    Forbidden,
    /// `only to checkmate`.
    OnlyToCheckmate,
    /// `only by the last move of a series`.
    OnlyLastOfSeries,
}
