//! The rules in force, other than the movements of men.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::limits::{
    self, MAX_COUNT_LIMITS, MAX_DROP_LIMITS, MAX_KINDS, MAX_LONG_STEPS, MAX_OPPOSITIONS, MAX_PROMOTIONS,
};
use super::parts::{parts, without_parts};
use super::{KindId, KindLimit, Movement, PlacedMan, Setup, Symmetry, WallRule};
use crate::geometry::{Board, Leap, PerSide, Side, Square, SquareSet, Wind};

/// The most squares that a distance can have.
const FARTHEST: u32 = Board::MAX_SIZE as u32;

/// The rules in force, other than the men's movements. An absent one is not in force.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// How a side castles.
    pub castling: PerSide<Option<Castling>>,
    /// The long first steps; a kind may have several.
    pub long_steps: PerSide<Vec<LongStep>>,
    /// The captors en passant of a side, and their squares; without it men with a long step and those of Betza's `e`,
    /// everywhere.
    #[serde(default, skip_serializing_if = "is_default")]
    pub en_passant: PerSide<Option<EnPassant>>,
    /// The promotions. If a kind has several, each has squares of its own, and none has `from`.
    pub promotions: PerSide<Vec<Promotion>>,
    /// Drop rules, one for each kind that has one; men of other kinds are dropped on any empty square.
    #[serde(default, skip_serializing_if = "is_default")]
    pub drops: PerSide<Vec<DropRule>>,
    /// How a side puts walls.
    #[serde(default, skip_serializing_if = "is_default")]
    pub walls: PerSide<Option<WallRule>>,
    /// The events that reset the counters of quiet plies and series.
    pub progress: Progress,
    /// Several moves in a turn.
    pub series: PerSide<Option<Series>>,
    /// A number of consecutive moves of a player: at least one of them must leave its square.
    pub must_move: Option<u8>,
    /// The rule for moves that repeat a position.
    pub repetition: Repetition,
    /// The blocks that every move must leave.
    pub grid: Option<Grid>,
    /// Pairs of kinds that may not face each other.
    pub opposition: Vec<Opposition>,
    /// The extra move that is legal only if it ends the game.
    pub finishing_move: Option<FinishingMove>,
    /// Whether a player who can capture must do so.
    #[serde(serialize_with = "serialize_alike", deserialize_with = "deserialize_alike")]
    pub compulsory_capture: PerSide<bool>,
    /// Classes of moves that come before all others, in their order; the moves of a class are of any of its sorts. A player who
    /// has a legal move of one of these classes must make one of the first such class. A compulsory capture comes after all of
    /// them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub compulsory: PerSide<Vec<Vec<CompulsoryMove>>>,
    /// When a player may pass.
    #[serde(serialize_with = "serialize_alike", deserialize_with = "deserialize_alike")]
    pub passing: PerSide<Passing>,
    /// Whether a side's men may not go where they could never move again.
    pub immobility_illegal: PerSide<bool>,
    /// The value of each man where points decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// Which moves may give check.
    #[serde(default, skip_serializing_if = "is_default")]
    pub check: PerSide<CheckRule>,
    /// Whether a player may leave its own royal men attacked within a series, as long as they are safe at its end.
    #[serde(default, skip_serializing_if = "is_default")]
    pub own_check_in_series: PerSide<bool>,
    /// Whether a royal man may not leave its square while its side is in check, unless it captures the only checker.
    #[serde(default, skip_serializing_if = "is_default")]
    pub no_flight: PerSide<bool>,
    /// The count that begins when a player is bared.
    #[serde(default, skip_serializing_if = "is_default")]
    pub counting_when_bared: PerSide<Option<Count>>,
    /// The count that begins while neither player is bared.
    #[serde(default, skip_serializing_if = "is_default")]
    pub counting: PerSide<Option<Count>>,
}

parts! { struct Rules {
    castling, long_steps, en_passant, promotions, drops, walls, progress, series, must_move: In(2, 255), repetition,
    grid, opposition, finishing_move, compulsory_capture, compulsory, passing, immobility_illegal, points, check,
    own_check_in_series, no_flight, counting_when_bared, counting,
} }

/// Whether a rule is not in force, and therefore not written.
pub(crate) fn is_default<T: Default + PartialEq>(rule: &T) -> bool {
    *rule == T::default()
}

/// Moves that may give check: leave a royal man of the opponent attacked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckRule {
    /// All.
    #[default]
    Allowed,
    /// None.
    Forbidden,
    /// Only those that leave the opponent without any move, where the opponent's moves may give check.
    OnlyToCheckmate,
    /// Only the last move that the player can make in the series.
    OnlyLastOfSeries,
}

/// Castling. King and partner are on one rank, and neither has moved. No other man is on the squares between them or on
/// those that either of them crosses or reaches. The king does not start on, cross or reach an attacked square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Castling {
    /// The man that castles.
    pub king: KindId,
    /// The men it castles with: on each wing with the nearest one of these kinds. At least one.
    pub partners: Vec<KindId>,
    /// The squares on which partners stand in the setup; `None` for any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partners_on: Option<SquareSet>,
    /// The partners that land only on squares of the colour that they leave. If the king goes a fixed way, it goes one
    /// square farther where the partner would change its colour.
    pub colourbound: Vec<KindId>,
    /// The distance or target of the king.
    pub travel: KingTravel,
    /// The landing square of the partner.
    pub landing: PartnerLanding,
    /// Whether a side can't castle on a wing on which the opponent has castled.
    pub other_wing: bool,
    /// The squares where castling begins for men that were dropped; `None` if men castle only from where they stand in
    /// the setup.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dropped: Option<DroppedCastling>,
}

parts! { struct Castling {
    king: Men::Own, partners: Men::Own, partners_on, colourbound: Men::Own, travel, landing, other_wing, dropped,
} }

/// Castling of dropped men. Dropping either man on its square while the other is on its own gives the right for that wing;
/// it lasts until one of them leaves. All castling of the side begins on these squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DroppedCastling {
    /// The square of the man that castles.
    pub king_on: Square,
    /// The man that it castles with, one of the partners.
    pub partner: KindId,
    /// The squares of partners.
    pub partners_on: SquareSet,
}

parts! { struct DroppedCastling { king_on, partner, partners_on } }

impl Castling {
    /// Returns whether the king castles with a man of its side that stands so in the setup.
    pub fn is_with(&self, man: &PlacedMan) -> bool {
        self.partners.contains(&man.kind) && self.partners_on.is_none_or(|squares| squares.contains(man.square))
    }

    /// The squares where castling of a side begins in games that begin with these men: those of its kings, and those of its partners with
    /// their kinds.
    pub fn starts(&self, side: Side, men: &[PlacedMan]) -> (Vec<Square>, Vec<(Square, KindId)>) {
        if let Some(dropped) = &self.dropped {
            let partners = dropped.partners_on.iter().map(|square| (square, dropped.partner));
            return (vec![dropped.king_on], partners.collect());
        }
        let own = || men.iter().filter(|man| man.side == side);
        let kings = own().filter(|man| man.kind == self.king).map(|man| man.square);
        let partners = own().filter(|man| self.is_with(man)).map(|man| (man.square, man.kind));
        (kings.collect(), partners.collect())
    }
}

/// The distance or target of a castling king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KingTravel {
    /// Exactly this many squares toward its partner.
    Exactly(u8),
    /// At least this many squares toward its partner, at most as far as the partner's square.
    AtLeast(u8),
    /// Within these distances in squares toward its partner, at most as far as the partner's square.
    Between {
        /// The fewest.
        least: u8,
        /// The most.
        most: u8,
    },
    /// To a square of its rank, perhaps its own, from any square.
    To {
        /// With a partner toward the first file.
        first_file: Square,
        /// With a partner toward the last file.
        last_file: Square,
    },
}

parts! { enum KingTravel {
    Exactly(squares: In(1, FARTHEST)), AtLeast(squares: In(1, FARTHEST)),
    Between = "between" { least: In(1, FARTHEST), most: In((*least).into(), FARTHEST) },
    To = "to" { first_file, last_file: OtherWing(first_file) },
} }

/// The landing square of a castling king's partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartnerLanding {
    /// On the last square the king crossed.
    LastCrossed,
    /// On any square the king left or crossed.
    AnyLeftOrCrossed,
    /// Beside the king, on the side that the partner does not come from.
    OtherSide,
}

/// A long step, such as the pawn's double step: one leap several times in a row, without capture, over empty squares,
/// while facing as at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LongStep {
    /// The kind that has it.
    pub kind: KindId,
    /// The fewest leaps, at least 2.
    pub least: u8,
    /// The most leaps.
    pub most: u8,
    /// The leaps that the step may repeat, as White's man makes them; an empty list is one square straight forward.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaps: Vec<Leap>,
    /// The squares where it starts.
    pub from: SquareSet,
    /// Whether it may be captured en passant on a square where a leap ended before the last one.
    pub en_passant: bool,
}

parts! { struct LongStep[MAX_LONG_STEPS] {
    kind: Men::Own, least: In(2, FARTHEST), most: In((*least).into(), FARTHEST), leaps, from, en_passant,
} }

impl LongStep {
    /// The most leaps to choose from.
    pub const MAX_LEAPS: usize = limits::MAX_LEAPS;

    /// The leaps of a side's man, while it faces as at the start on the left half of the board.
    pub fn leaps_of(&self, side: Side, symmetry: Symmetry) -> Vec<Leap> {
        if self.leaps.is_empty() {
            return vec![Leap::forward(side)];
        }
        self.leaps.iter().map(|&leap| symmetry.leap(side, leap)).collect()
    }

    /// Whether it goes one square after another straight forward.
    pub fn is_straight(&self) -> bool {
        self.leaps.is_empty() || self.leaps == [Leap::forward(Side::White)]
    }
}

/// Captors en passant of a side, and their squares.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnPassant {
    /// The kinds that do so by any of their captures, in place of all with a long step. Others only do by movements
    /// with Betza's `e`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Vec<KindId>>,
    /// The squares, if not all that are crossed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<SquareSet>,
}

parts! { struct EnPassant { by: Men::Own, on } }

/// A promotion: a man that arrives on certain squares, or leaves them, becomes a man of another kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Promotion {
    /// The kind that promotes.
    pub kind: KindId,
    /// The squares on which it promotes.
    pub zone: SquareSet,
    /// The squares from which it promotes, wherever it goes.
    pub from: SquareSet,
    /// The promotion choices.
    pub to: PromotionChoice,
    /// Whether it may also stay what it is.
    pub optional: bool,
    /// The squares on which it must promote although that is optional elsewhere.
    pub compulsory_on: SquareSet,
    /// Whether it promotes only by a capture.
    pub by_capture: bool,
    /// Whether a capture en passant is no promotion.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_by_en_passant: bool,
    /// Whether it can become only kinds that its side has fewer of than in the setup.
    pub captured_men_only: bool,
    /// The kinds that it can't become once its side has the given number of them. A man that must promote and has no
    /// choice left by these limits may not go there.
    pub limits: Vec<KindLimit>,
    /// How the new man faces.
    pub facing: PromotedFacing,
}

parts! { struct Promotion[MAX_PROMOTIONS] {
    kind: Men::Own, zone, from, to, optional, compulsory_on, by_capture, not_by_en_passant, captured_men_only, limits,
    facing,
} }

/// The promotion choices of a man.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PromotionChoice {
    /// One of these.
    Kinds(Vec<KindId>),
    /// Any kind that stands in the setup, of either side, except these.
    AnyStartingBut(Vec<KindId>),
    /// No kind: the man may not go there, although it attacks these squares. The other parts of the promotion have no
    /// meaning then.
    Nothing,
}

parts! { enum PromotionChoice { Kinds(kinds: Men::OwnComing), AnyStartingBut(kinds), Nothing } }

impl PromotionChoice {
    /// Whether a man may become one of this kind, if such men stand in the setup.
    pub(crate) fn may_be(&self, kind: KindId) -> bool {
        match self {
            Self::Nothing => false,
            Self::Kinds(kinds) => kinds.contains(&kind),
            Self::AnyStartingBut(except) => !except.contains(&kind),
        }
    }

    /// The kinds to choose from if the game begins from one of these setups, in order of id.
    pub fn kinds(&self, setups: &[Setup]) -> Vec<KindId> {
        let mut kinds: Vec<KindId> = match self {
            Self::Nothing => Vec::new(),
            Self::Kinds(kinds) => kinds.clone(),
            Self::AnyStartingBut(except) => {
                let men = setups.iter().flat_map(|setup| &setup.men).map(|man| man.kind);
                men.filter(|kind| !except.contains(kind)).collect()
            }
        };
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }
}

/// Facing of a promoted man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PromotedFacing {
    /// The facing of a man of its kind at the start on that half of the board.
    AsAtStart,
    /// Any facing, chosen by the player; the mode is that of the start.
    Any,
}

// Drops of men in hand.

/// Drop rule of a kind: a man in hand is put on an empty square, as a move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DropRule {
    /// The kind in hand.
    pub kind: KindId,
    /// The squares where it may be dropped while they are empty; none where it is never dropped.
    pub on: SquareSet,
    /// Kinds of the man after the drop, to choose from; at least one.
    pub to: Vec<KindId>,
    /// The sides of the board from which it slides in to the last square before a man or the end of the line; none if it
    /// is put on its square.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slid_from: Vec<Wind>,
    /// The lines on which it may not be dropped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<DropLimit>,
    /// The checks that a drop may give.
    #[serde(default, skip_serializing_if = "is_default")]
    pub check: DropCheck,
    /// Whether a player who can drop such a man must drop one that is compulsory.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub compulsory: bool,
    /// Conditions on the men next to the square, all of which must hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<DropBeside>,
    /// Whether the drop must make some man change sides, by an effect of the man that arrives.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub converting: bool,
    /// The squares to be filled first: while one of them is empty, it is dropped only there, and `beside` and
    /// `converting` don't apply.
    #[serde(default, skip_serializing_if = "is_default")]
    pub first_on: SquareSet,
    /// Whether it is dropped without being in hand, as often as the player likes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unlimited: bool,
}

parts! { struct DropRule[MAX_KINDS] {
    kind: Men::Own, on, to: Men::OwnComing, slid_from, limits, check, compulsory, beside, converting, first_on,
    unlimited,
} }

/// Condition of drops on the men next to the square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DropBeside {
    /// The kinds that count of the side's own men.
    pub own: Vec<KindId>,
    /// The kinds that count of the opponent's men.
    pub enemy: Vec<KindId>,
    /// Whether none of these men may be there; otherwise one must be.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub none: bool,
    /// Whether only the squares beside it on its rank and file count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub orthogonally: bool,
}

parts! { struct DropBeside[MAX_DROP_LIMITS] { own, enemy, none, orthogonally } }

/// Limit of drops by the men of the same side along a line (nifu in Shogi).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DropLimit {
    /// The squares that are counted together.
    pub along: DropLine,
    /// The kinds that count.
    pub kinds: Vec<KindId>,
    /// The number of such men that forbids another drop there; at least 1.
    pub least: u8,
    /// Whether the limit holds the other way about: on a line with fewer of these men, where the man may be dropped on
    /// one empty square only, that square is kept free.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub last: bool,
}

parts! { struct DropLimit[MAX_DROP_LIMITS] { along, kinds: Men::Own, least: In(1, 255), last } }

/// The squares that a limit of drops counts together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DropLine {
    /// A file.
    File,
    /// A rank.
    Rank,
    /// The squares of one colour.
    Colour,
}

/// The checks that a drop may give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DropCheck {
    /// All.
    #[default]
    Allowed,
    /// None that leaves the opponent without a legal move.
    NotCheckmate,
    /// None.
    Forbidden,
}

impl DropRule {
    /// The most limits of the drops of a kind.
    pub const MAX_LIMITS: usize = MAX_DROP_LIMITS;

    /// Whether the squares depend on men that are on no line with them.
    pub(crate) fn depends_on_men_around(&self) -> bool {
        // Destructured completely: a new option does not compile until it is handled here.
        let Self {
            kind: _,
            on: _,
            to: _,
            slid_from: _,
            limits: _,
            check: _,
            compulsory: _,
            beside,
            converting,
            first_on,
            unlimited: _,
        } = self;
        !beside.is_empty() || *converting || !first_on.is_empty()
    }

    /// A drop on any square of a board, as a man of the same kind.
    pub(crate) fn anywhere(kind: KindId, board: SquareSet) -> Self {
        Self { kind, on: board, to: vec![kind], ..Self::default() }
    }
}

/// Sort of moves that can come before others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CompulsoryMove {
    /// A move that leaves a royal man of the opponent attacked.
    Check,
    /// A capture.
    Capture,
    /// A promotion.
    Promotion,
    /// A drop.
    Drop,
    /// Any move of a man of these kinds: also a turn, a flip, and a castling of such a king.
    MoveOf(Vec<KindId>),
}

parts! { enum CompulsoryMove { Check, Capture, Promotion, Drop, MoveOf(kinds: Unnamed(Plain)) } }

/// The events that count as progress for the quiet limits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Whether captures count.
    pub captures: bool,
    /// The kinds whose moves count, if they leave their square.
    pub moves_of: Vec<KindId>,
    /// Whether promotions count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub promotions: bool,
    /// Whether drops count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub drops: bool,
    /// The kinds whose one-way moves count: after the move, the man alone on the board could not return to its square
    /// without capturing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub one_way_moves_of: Vec<KindId>,
}

parts! { struct Progress { captures, moves_of, promotions, drops, one_way_moves_of } }

/// The points of both sides, each a half.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Points {
    /// The half points of each man of a kind; of kinds that are not named, none.
    pub men: Vec<(KindId, u16)>,
    /// The half points that a side has beside those of its men.
    pub side: PerSide<u16>,
}

parts! { struct Points { men, side: In(0, 65_535) } }

/// Several moves in a turn, as in Marseillais or progressive chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    /// The number of moves.
    pub length: SeriesLength,
    /// Whether a check ends the series at once.
    pub ends_by_check: bool,
    /// Whether a capture ends the series at once.
    pub ends_by_capture: bool,
    /// Whether a player without legal moves, where the series may end, can claim stalemate instead of ending it.
    pub stuck_may_claim_stalemate: bool,
    /// Which men make the moves.
    #[serde(default, skip_serializing_if = "is_default")]
    pub movers: SeriesMovers,
}

parts! { struct Series { length, ends_by_check, ends_by_capture, stuck_may_claim_stalemate, movers } }

/// Men that make the moves of a series. Except under [`Self::Any`], a player who can make no further move ends the
/// series.
///
/// A drop is a move of the man that is dropped, a castling one of both its men; a man that a move leaves behind does not move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeriesMovers {
    /// Any men.
    #[default]
    Any,
    /// The one that made the first move. The series ends when that man has left the board, or with a move that no man
    /// makes.
    Same,
    /// A different one each.
    Different,
}

/// The number of moves in a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeriesLength {
    /// Always the same number.
    Fixed {
        /// Moves in a turn.
        moves: u8,
        /// Moves in the first turn of the game.
        first: u8,
    },
    /// This many more than the full length of the turn before, whether or not that series was cut short.
    LongerEachTurn(u8),
    /// This many more than the opponent actually made in the last series.
    LongerThanLast(u8),
    /// The number of moves that the opponent made in the last series, or more or fewer as the player chooses, within
    /// limits.
    Answering {
        /// At most this many more.
        longer: u8,
        /// At most this many fewer.
        shorter: u8,
        /// Never fewer than this.
        least: u8,
    },
}

parts! { enum SeriesLength {
    Fixed = "fixed" { moves: In(1, 255), first: In(1, 255) },
    LongerEachTurn = "longer_each_turn" (more: In(1, 255)),
    LongerThanLast = "longer_than_last" (more: In(1, 255)),
    Answering = "answering" { longer: In(0, 255), shorter: In(0, 255), least: In(1, 255) },
} }

/// Whether a move may bring back a position (men, states, side to move, rights).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Repetition {
    /// Repetition is legal.
    #[default]
    Allowed,
    /// A move that repeats a position is illegal.
    Illegal,
}

/// Blocks of squares; every move and every attack leaves its block. Blocks at the edges of the board may be cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    /// Files in a block.
    pub files: u8,
    /// Ranks in a block.
    pub ranks: u8,
    /// Files to the left of the first whole block.
    #[serde(default)]
    pub first_file: u8,
    /// Ranks below the first whole block.
    #[serde(default)]
    pub first_rank: u8,
}

parts! { struct Grid { files: In(0, 255), ranks: In(0, 255), first_file: In(0, 255), first_rank: In(0, 255) } }

impl Grid {
    /// The column and the row of the block of a square.
    pub fn block(self, board: Board, at: Square) -> (i32, i32) {
        let part = |at: i32, first: u8, size: u8| (at - i32::from(first)).div_euclid(i32::from(size).max(1));
        (part(board.file(at), self.first_file, self.files), part(board.rank(at), self.first_rank, self.ranks))
    }

    /// Whether a move leads out of its block.
    pub fn allows(self, board: Board, from: Square, to: Square) -> bool {
        self.block(board, from) != self.block(board, to)
    }

    /// The lines between blocks: the numbers of files to the left of each, and of ranks below each.
    pub fn lines(self, board: Board) -> [Vec<u8>; 2] {
        let lines = |all: u8, first: u8, size: u8| {
            (1..all).filter(|at| (i32::from(*at) - i32::from(first)).rem_euclid(i32::from(size).max(1)) == 0).collect()
        };
        [lines(board.files(), self.first_file, self.files), lines(board.ranks(), self.first_rank, self.ranks)]
    }
}

/// A pair of kinds that may not face each other, such as the generals of Xiangqi (flying general): after no move may a
/// man of kind `watcher`, moving as `movement` on the board, reach an enemy of kind `watched`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opposition {
    /// The kind that reaches.
    pub watcher: KindId,
    /// The kind that may not be reached.
    pub watched: KindId,
    /// The Betza string, as written.
    pub betza: String,
    /// The movement of the watcher, as White's.
    pub movement: Movement,
    /// Whether such men may come to face each other. Then the next move must leave no such pair facing each other,
    /// unless it is a pass; castling over a square that is reached is not forbidden.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub to_be_broken: bool,
}

parts! { struct Opposition[MAX_OPPOSITIONS] { watcher, watched, betza: Spelling, movement, to_be_broken } }

/// An extra move of any man to any square, legal only if it ends the game.
///
/// The man moves to a square that is empty or holds an enemy man that is not royal. The move leaves no royal man of
/// its side attacked and changes nothing else. It is legal only if it ends the game in one of these ways, where the
/// opponent's replies do not include finishing moves. If an ordinary legal move has the same two squares, that move is
/// meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishingMove {
    /// Whether it may give checkmate.
    pub to_checkmate: bool,
    /// Whether it may give stalemate.
    pub to_stalemate: bool,
}

parts! { struct FinishingMove { to_checkmate, to_stalemate } }

/// When a player may pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Passing {
    /// Never.
    #[default]
    Never,
    /// Only when there is no other legal move.
    WhenStuck,
    /// Whenever it leaves no royal man attacked.
    Always,
}

/// A counting rule, as in Makruk: a count of moves that begins when few men are left, toward a limit that depends on
/// the men of the opponent.
///
/// A count begins after a move, for the player who is then to move, if none runs; for a bared player also after each
/// capture and promotion, and that count replaces the one that runs. A bared player is one who has only royal men left,
/// while the opponent has others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// Limits; the first one that fits the men of the opponent holds. Without one that fits, no count begins.
    pub limits: Vec<CountLimit>,
    /// The kinds that neither side may have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<KindId>,
    /// The most men that the player may have, royal ones included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_men: Option<u16>,
    /// Whether the count begins with the number of men on the board instead of 0. Then it also begins when a bared player
    /// captures the last man that `without` names; the player's next move is the first that is counted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub from_men: bool,
    /// Whether men in hand are not counted, and a player who has nothing else beside royal men is bared.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_board: bool,
}

parts! { struct Count { limits, without, most_men: In(1, 256), from_men, on_board } }

impl Count {
    /// The most limits of a count.
    pub const MAX_LIMITS: usize = MAX_COUNT_LIMITS;
    /// The most moves that a limit allows.
    pub const MAX_MOVES: u16 = 10_000;
}

/// A limit of a count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountLimit {
    /// The number of counted moves of both sides. The count is over after the next ply.
    pub moves: u16,
    /// The men that the opponent must have; `None` is any.
    pub against: Option<CountedMen>,
}

parts! { struct CountLimit[MAX_COUNT_LIMITS] { moves: In(1, Count::MAX_MOVES.into()), against } }

/// A minimal number of men of certain kinds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedMen {
    /// The minimal number of men of these kinds together.
    pub least: u16,
    /// The kinds.
    pub kinds: Vec<KindId>,
}

parts! { struct CountedMen { least: In(1, 256), kinds } }

// How a rule is serialized that is mostly the same for both sides: as one value, or else as one for each side.

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a value, or one for `white` and one for `black`")]
enum OneOrTwo<T> {
    One(T),
    Two(PerSide<T>),
}

/// Serializes a rule as one value if it is the same for both sides, or else as one for each.
fn serialize_alike<T: Serialize + PartialEq, S: Serializer>(
    rule: &PerSide<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if rule.white == rule.black { rule.white.serialize(serializer) } else { rule.serialize(serializer) }
}

/// Deserializes a rule from one value for both sides, or from one for each.
fn deserialize_alike<'de, T, D>(deserializer: D) -> Result<PerSide<T>, D::Error>
where
    T: Clone + Deserialize<'de>,
    D: Deserializer<'de>,
{
    Ok(match OneOrTwo::deserialize(deserializer)? {
        OneOrTwo::One(rule) => PerSide::both(rule),
        OneOrTwo::Two(rules) => rules,
    })
}

without_parts! { CheckRule, DropCheck, DropLine, PartnerLanding, Passing, PromotedFacing, Repetition, SeriesMovers }
