//! The part of the tree for rules.

use super::areas::{Area, Place};
use super::names::{MenList, Symbol, Whose};
use super::vocabulary::{NamedConstruct, RuleName};
use crate::geometry::{Side, Wind};
use crate::model::{
    CheckRule, DropCheck, DropLine, FinishingMove, PartnerLanding, Passing, PromotedFacing, SeriesMovers, WallPlace,
};
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
    /// The man of a long step, a promotion or a drop; `None` for other rules, and for drops of all other men. A line for several men is one for each of them.
    pub(crate) man: Option<Symbol>,
    /// The part of a turn; `None` for other rules. A line `turn: …` is one for each part.
    pub(crate) part: Option<TurnPart>,
    /// The setting.
    pub(crate) value: RuleSetting,
}

/// A part of what a turn consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TurnPart {
    /// The number of its moves.
    Length,
    /// Moves that end it at once.
    Ends,
    /// The choice of a player without a legal move.
    Stuck,
    /// The men that make its moves.
    Movers,
}

impl RuleLine {
    /// The words before the colon, without the side: `castling`, `long step of P`.
    pub(crate) fn words(&self) -> String {
        let words = self.name.value.construct().words;
        match (&self.man, words.rsplit_once(' ')) {
            (Some(man), Some((words, _))) => format!("{words} {}", man.value),
            (None, Some((words, _)))
                if matches!(self.name.value, RuleName::LongStep | RuleName::Promotion | RuleName::Drop) =>
            {
                words.trim_end_matches(" of").to_owned()
            }
            _ => words.to_owned(),
        }
    }
}

/// The value after the colon of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    Castling(Box<Castling>),
    /// `long step of P: …`: at least one.
    LongStep(Vec<LongStep>),
    /// `en passant: …`.
    EnPassant(EnPassant),
    /// `promotion of P: …`.
    Promotion(Promotion),
    /// `drop of P: …`.
    Drop(Drop),
    /// `wall: where the man could go`.
    Wall(Wall),
    /// `progress: capture or move of P`.
    Progress(Progress),
    /// `turn: 2 moves`.
    TurnLength(TurnLength),
    /// `turn: …, ends by check or capture`; neither if nothing ends it.
    TurnEnds {
        /// By `check`.
        check: bool,
        /// By `capture`.
        capture: bool,
    },
    /// `turn: …, stuck may claim stalemate`, or nothing of that.
    StuckMayClaim(bool),
    /// `turn: …, by different men`, or any men.
    TurnMovers(SeriesMovers),
    /// `must move: every 5 turns`.
    MustMove(Spanned<u32>),
    /// `repetition: forbidden`.
    RepetitionForbidden,
    /// `grid: every move leaves its 2x2 block`.
    Grid {
        /// Files in a block.
        files: Spanned<u32>,
        /// Ranks in a block.
        ranks: Spanned<u32>,
    },
    /// `opposition: F and K, as WN`: at least one pair.
    Opposition(Vec<Opposition>),
    /// `finishing move: any man to any square, to checkmate or stalemate`.
    FinishingMove(FinishingMove),
    /// `capture: compulsory`.
    CaptureCompulsory,
    /// `compulsory: check, else capture`: at least one.
    Compulsory(Vec<CompulsoryMoves>),
    /// `immobility: forbidden`.
    ImmobilityForbidden,
    /// `passing: …`.
    Passing(Passing),
    /// `check: …`.
    Check(CheckRule),
    /// `check evasion: without flight`.
    CheckEvasionWithoutFlight,
    /// `own check: allowed within a series`.
    OwnCheckInSeries,
    /// `points: R 13, C 7, black 1.5`: at least one.
    Points(Vec<Pointed>),
    /// `counting: …`, `counting when bared: …`.
    Counting(Counting),
}

/// `8 moves against 2 R, 64 moves, without P, with 3 men or fewer, from the number of men, on the board`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counting {
    /// The limits, at least one.
    pub(crate) limits: Vec<CountLimit>,
    /// The men that neither side may have.
    pub(crate) without: MenList,
    /// The most men that the player may have.
    pub(crate) most_men: Option<Spanned<u32>>,
    /// Whether the count begins with the number of men.
    pub(crate) from_men: bool,
    /// Whether only men `on the board` count.
    pub(crate) on_board: bool,
}

/// `8 moves against 2 R`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CountLimit {
    /// How many moves.
    pub(crate) moves: Spanned<u32>,
    /// How many men the opponent must have, if a number is written.
    pub(crate) least: Option<Spanned<u32>>,
    /// Their kinds; empty for any men, or none at all.
    pub(crate) against: MenList,
}

/// `castling: K 2 toward R, R to the last square K crossed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Castling {
    /// The man that castles.
    pub(crate) king: Symbol,
    /// The distance it goes, or the squares to which it goes.
    pub(crate) travel: Travel,
    /// The men it castles with, at least one.
    pub(crate) partners: MenList,
    /// The squares on which they stand in the setup, if not on any.
    pub(crate) partners_on: Option<Place>,
    /// The partners that land on a square of the colour they come from.
    pub(crate) colourbound: MenList,
    /// The landing square of the partner.
    pub(crate) landing: PartnerLanding,
    /// Whether a side does not castle on the wing where the other one has castled.
    pub(crate) other_wing: bool,
    /// The men that castle after they were dropped.
    pub(crate) dropped: Option<DroppedCastling>,
}

/// `also dropped K on own e1 with R on own a1 or own h1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DroppedCastling {
    /// The man that castles.
    pub(crate) king: Symbol,
    /// Its square.
    pub(crate) king_on: Place,
    /// The man that it castles with.
    pub(crate) partner: Symbol,
    /// The squares of the partner.
    pub(crate) partner_on: Place,
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
    pub(crate) from: Place,
    /// The words `en passant`, if they are there.
    pub(crate) en_passant: Option<Span>,
}

/// `en passant: by P or S, on own rank 6`; at least one of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EnPassant {
    /// The capturing men; those with a long step if it is not written.
    pub(crate) by: MenList,
    /// Where, if it is written.
    pub(crate) on: Option<Place>,
}

/// `promotion of P: on last rank, to Q, R, B or N, optional, facing any way`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct Promotion {
    /// Where.
    pub(crate) on: Place,
    /// Whether it also promotes by a move that begins there: `on or from`.
    pub(crate) or_from: bool,
    /// To what.
    pub(crate) to: PromotesTo,
    /// How many men of a kind its side may have by promotion: `at most 1 Q or 2 R`.
    pub(crate) at_most: Vec<(Spanned<u32>, Symbol)>,
    /// Whether men in hand are not among them: `on the board`.
    pub(crate) at_most_on_board: bool,
    /// Whether it becomes only what has been captured.
    pub(crate) captured_men_only: bool,
    /// Whether it promotes only by a capture.
    pub(crate) by_capture: bool,
    /// Whether it does not promote by a capture en passant.
    pub(crate) not_by_en_passant: bool,
    /// The word `optional`, with what follows, if it is there.
    pub(crate) optional: Option<Span>,
    /// The squares on which it must promote all the same: `but on last rank`.
    pub(crate) except_on: Option<Place>,
    /// The facing of the new man, if it is written.
    pub(crate) facing: Option<Spanned<PromotedFacing>>,
}

/// The men that a man can promote to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PromotesTo {
    /// One of these, at least one.
    Men(MenList),
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

/// `drop of P: on own rank 1 to 8, not on a file with 1 P or more, not to checkmate`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct Drop {
    /// Whether it is `forbidden`.
    pub(crate) forbidden: bool,
    /// The squares, if they are written.
    pub(crate) on: Option<Place>,
    /// The men as which it may arrive; none if it arrives as it is.
    pub(crate) to: MenList,
    /// The sides of the board from which it slides in; none if it is put on its square.
    pub(crate) slid_from: Vec<Spanned<Wind>>,
    /// The lines on which it may not be dropped.
    pub(crate) limits: Vec<DropLimit>,
    /// The checks that it may give.
    pub(crate) check: DropCheck,
    /// Whether it is `compulsory`.
    pub(crate) compulsory: bool,
    /// What must be next to the square, or must not.
    pub(crate) beside: Vec<DropBeside>,
    /// Whether it is dropped `only to convert`.
    pub(crate) converting: bool,
    /// The squares that are filled first, if they are written.
    pub(crate) first_on: Option<Place>,
    /// Whether it is `unlimited`.
    pub(crate) unlimited: bool,
}

/// `next to own P`, `not next to enemy men`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DropBeside {
    /// The whole option.
    pub(crate) span: Span,
    /// Whether none of them may be there.
    pub(crate) none: bool,
    /// Whether `orthogonally` next to it.
    pub(crate) orthogonally: bool,
    /// `own` or `enemy`; men of both sides without either.
    pub(crate) whose: Option<Whose>,
    /// Their kinds; empty for any kind.
    pub(crate) men: MenList,
}

/// `not on a file with 1 P or more`, `not on the last square of a colour without B`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DropLimit {
    /// File, rank or colour.
    pub(crate) along: DropLine,
    /// The number of men.
    pub(crate) least: Spanned<u32>,
    /// Their kinds; empty for any kind.
    pub(crate) men: MenList,
    /// Whether it is about the last square of a line without such men.
    pub(crate) last: bool,
}

/// `wall: where the man could go, on file a or file h, or beside a wall, one at a time, not where a man dies`; at least one
/// of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wall {
    /// How the squares depend on the man, with its place if it is written.
    pub(crate) place: Option<Spanned<WallPlace>>,
    /// The squares, if they are written and are not `anywhere`.
    pub(crate) on: Option<Place>,
    /// Whether it may be `beside a wall`, too.
    pub(crate) or_beside: bool,
    /// Whether there is only `one at a time`.
    pub(crate) one_at_a_time: bool,
    /// The words `not where a man dies`, if they are there.
    pub(crate) not_where_men_die: Option<Span>,
    /// The words `instead of a move`, if they are there.
    pub(crate) instead_of_move: Option<Span>,
}

/// `check, capture, promotion, drop or move of P`; at least one of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CompulsoryMoves {
    /// The word `check`, if it is there.
    pub(crate) check: Option<Span>,
    /// The word `capture`, if it is there.
    pub(crate) capture: Option<Span>,
    /// The word `promotion`, if it is there.
    pub(crate) promotion: Option<Span>,
    /// The word `drop`, if it is there.
    pub(crate) drop: Option<Span>,
    /// The men after `move of`.
    pub(crate) moves_of: Vec<MenList>,
}

/// `progress: capture, promotion, drop, move of P or one-way move of Q`; at least one of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    /// The word `capture`, if it is there.
    pub(crate) capture: Option<Span>,
    /// The word `promotion`, if it is there.
    pub(crate) promotion: Option<Span>,
    /// The word `drop`, if it is there.
    pub(crate) drop: Option<Span>,
    /// The men after `move of`.
    pub(crate) moves_of: Vec<MenList>,
    /// The men after `one-way move of`.
    pub(crate) one_way_moves_of: Vec<MenList>,
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

/// How many moves a turn has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TurnLength {
    /// `2 moves, the first 1`.
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

/// `F and K, as WN`.
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
