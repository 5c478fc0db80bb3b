use std::fmt;

use serde::{Deserialize, Serialize};

use super::ids::{KindId, Wing};
use super::limits::MAX_ENDINGS;
use super::parts::{parts, without_parts};
use super::setup::SetupId;
use super::walk::{At, Parts, Walker};
use crate::geometry::{Leap, PerSide, Side, SquareSet, Wind};

/// An ending. Endings are tested in order before each move; the first that holds decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub struct Ending {
    /// The side that the condition must hold for; `None` is either side.
    pub side: Option<Side>,
    /// Whether the condition must hold for both sides; then it holds for neither of them alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub both: bool,
    /// The side that must be to move.
    #[serde(default, skip_serializing_if = "super::rules::is_default")]
    pub judged: Judged,
    /// The setups whose games have the ending, in ascending order; empty for every setup.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub setups: Vec<SetupId>,
    /// The condition that ends the game.
    pub condition: Condition,
    /// The result.
    pub result: GameResult,
    /// Score of the winner, if the result names one.
    #[serde(default, skip_serializing_if = "super::rules::is_default")]
    pub worth: Worth,
    /// Whether a win or a loss ends the game only if the winner, who must be to move, claims it. A draw has
    /// [`GameResult::DrawOnClaim`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_claim: bool,
    /// Whether a draw by equal numbers, where numbers decide, ends the game only if the player to move claims it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tie_on_claim: bool,
    /// Whether men in hand don't count, where numbers decide.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_board: bool,
    /// The reason that is reported, such as `stalemate`.
    pub label: String,
}

parts! { struct Ending[MAX_ENDINGS] {
    side, both, judged, setups: NoLeaf, condition, result, worth: NoLeaf, on_claim, tie_on_claim, on_board,
    label: NoLeaf,
} }

impl Ending {
    /// A draw by a condition, for either side and in every setup, without a label.
    pub const fn draw(condition: Condition) -> Self {
        Self {
            side: None,
            both: false,
            judged: Judged::Always,
            setups: Vec::new(),
            condition,
            result: GameResult::Draw,
            worth: Worth::FULL,
            on_claim: false,
            tie_on_claim: false,
            on_board: false,
            label: String::new(),
        }
    }

    /// Whether the ending is decisive: it decides the game although there may be legal moves left. Counts of sequences
    /// end there.
    pub(crate) fn decides(&self) -> bool {
        self.condition.basis() != Basis::Moves && self.result != GameResult::Draw && !self.must_be_claimed()
    }

    /// Whether the game goes on unless the player to move claims the result.
    pub fn must_be_claimed(&self) -> bool {
        self.on_claim || self.result == GameResult::DrawOnClaim
    }

    /// Whether the player to move may be able to claim a result.
    pub fn may_be_claimed(&self) -> bool {
        self.must_be_claimed() || self.tie_on_claim
    }

    /// Whether the winner can be the player to move, who alone may claim a win.
    pub fn winner_may_claim(&self) -> bool {
        let of_turn = |side: Side, turn: Side| self.concerns(side) && self.admits(side, turn);
        let wins = |side: Side, turn: Side| self.result.winner(side) == Some(turn);
        let pairs = Side::ALL.into_iter().flat_map(|side| Side::ALL.map(|turn| (side, turn)));
        self.condition.basis() != Basis::Moves
            && pairs.into_iter().any(|(side, turn)| of_turn(side, turn) && wins(side, turn))
    }

    /// Whether it admits the side to move, where the condition holds for `side`.
    pub(crate) fn admits(&self, side: Side, turn: Side) -> bool {
        match self.judged {
            Judged::Always => side == turn || !matches!(self.condition, Condition::Bared | Condition::Quiet { .. }),
            Judged::ToMove => side == turn,
            Judged::NotToMove | Judged::Unanswered => side != turn,
            Judged::WhiteToMove => turn == Side::White,
            Judged::BlackToMove => turn == Side::Black,
        }
    }

    /// The sides that the condition may hold for.
    pub fn sides_concerned(&self) -> impl Iterator<Item = Side> + '_ {
        Side::ALL.into_iter().filter(|&side| self.concerns(side))
    }

    /// Whether the ending is in force in each setup where another one is.
    pub fn is_wherever(&self, other: &Self) -> bool {
        self.setups.is_empty() || !other.setups.is_empty() && other.setups.iter().all(|&setup| self.is_of_setup(setup))
    }

    /// Whether the ending is in force in games that began from a setup.
    pub fn is_of_setup(&self, setup: SetupId) -> bool {
        self.setups.is_empty() || self.setups.contains(&setup)
    }

    /// Whether the condition may hold for a side.
    pub fn concerns(&self, side: Side) -> bool {
        self.side.is_none_or(|only| only == side)
    }
}

/// The side that must be to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Judged {
    /// Anyone; but a bared side and a quiet limit count only for the player to move.
    #[default]
    Always,
    /// The side that the condition holds for.
    ToMove,
    /// The opponent of that side.
    NotToMove,
    /// White.
    WhiteToMove,
    /// Black.
    BlackToMove,
    /// The opponent of that side, who has no legal move that makes the condition hold for it too. Only for men on
    /// squares.
    Unanswered,
}

/// The condition of an ending.
///
/// Most conditions hold *for* a side, whose win or loss the ending declares.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// The player to move is in check and has no legal move. Holds for that player.
    Checkmate,
    /// The player to move is not in check and has no legal move. Holds for that player.
    Stalemate,
    /// A side has only royal men, and the opponent has others. Holds for that side.
    Bared,
    /// A number of moves, plies or series without progress (50-move rule). Holds for the player to move, or the
    /// side that the turn makes it.
    Quiet {
        /// The number.
        count: u16,
        /// The unit of the count.
        unit: QuietUnit,
    },
    /// The position has occurred so many times (threefold repetition). Holds for neither side, unless a side is named,
    /// or must be to move.
    Position {
        /// The number of times, the present one included.
        times: u8,
        /// Whether moreover, since the first of these times, one side has given check by each of its turns, and the
        /// other has not; or both have, where both must fulfil the condition. Holds for a side that has.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        perpetual_check: bool,
    },
    /// Only insufficient material is left: this balance, for White and Black or the other way round. Holds for neither
    /// side.
    OnlyMaterial(Vec<PerSide<MaterialSide>>),
    /// Men of these kinds are on their side's squares. Holds for their owner.
    ManOn {
        /// The kinds.
        kinds: Vec<KindId>,
        /// The squares for each side's men.
        squares: PerSide<SquareSet>,
        /// The minimal number of these men on the squares, at least 1.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        least: u16,
        /// Whether only men count that no enemy man attacks.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        safe: bool,
        /// Whether there must be more of these men than are needed, or none that an enemy man attacks.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        secure: bool,
        /// Whether moreover all these squares must be occupied, by any men.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        full: bool,
    },
    /// A side has at most `count` men of these kinds together. Holds for that side.
    AtMost {
        /// How many.
        count: u16,
        /// The kinds; `None` is every kind.
        kinds: Option<Vec<KindId>>,
        /// The fewest that the opponent must have.
        against: u16,
    },
    /// A side has this many men of these kinds on a line. Holds for that side.
    InARow {
        /// How many, at least 2.
        count: u16,
        /// The kinds; `None` is every kind.
        kinds: Option<Vec<KindId>>,
        /// The lines that count.
        lines: Lines,
        /// Whether other squares may lie between them. Otherwise they stand side by side.
        apart: bool,
    },
    /// A side's men of these kinds fill a square block of the board. Holds for that side.
    InASquare {
        /// The length of its sides in squares, at least 2.
        side: u8,
        /// The kinds; `None` is every kind.
        kinds: Option<Vec<KindId>>,
    },
    /// Men of these kinds make an unbroken chain from some of their side's squares to others. Holds for their owner.
    Chain {
        /// The kinds; `None` is every kind.
        kinds: Option<Vec<KindId>>,
        /// First squares of a chain, for each side's men. A man that stands in `from` and `to` is a chain.
        from: PerSide<SquareSet>,
        /// Last squares of a chain.
        to: PerSide<SquareSet>,
        /// The directions of a step from a man of the chain to the next one: some of the eight, clockwise from north.
        steps: Vec<Wind>,
    },
    /// The last two moves were passes. Holds for neither side.
    BothPass,
    /// No square of the board is empty. Holds for neither side.
    FullBoard,
    /// The last move was a pass, and men face each other by an opposition that is to be broken. Holds for neither side.
    OppositionAccepted,
    /// More moves have been counted than the limit of the count that runs. Holds for neither side.
    CountedOut,
    /// A side has given this many checks. Holds for that side.
    ChecksGiven(u8),
    /// A side has castled, on this wing or on any. Holds for that side.
    Castled(Option<Wing>),
    /// A side has no right to castle, on this wing or on any. Holds for that side.
    NoCastling(Option<Wing>),
}

parts! { enum Condition {
    Checkmate, Stalemate, Bared, Quiet = "quiet" { count: In(1, 10_000), unit },
    Position = "position" { times: In(2, 255), perpetual_check }, OnlyMaterial = "only_material" (balances: EitherWay),
    ManOn = "man_on" { kinds, squares, least: In(1, 256), safe, secure, full },
    AtMost = "at_most" { count: In(0, 255), kinds, against: In(0, 256) },
    InARow = "in_a_row" { count: In(2, 16), kinds, lines, apart }, InASquare = "in_a_square" { side: In(2, 16), kinds },
    Chain = "chain" { kinds, from, to, steps }, BothPass, FullBoard, OppositionAccepted, CountedOut,
    ChecksGiven = "checks_given" (count: In(1, 255)), Castled(wing), NoCastling(wing),
} }

/// Kinds of lines on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lines {
    /// From side to side.
    pub ranks: bool,
    /// From end to end.
    pub files: bool,
    /// Both ways.
    pub diagonals: bool,
}

parts! { struct Lines { ranks, files, diagonals } }

impl Lines {
    /// One step along each of these lines.
    pub(crate) fn steps(self) -> impl Iterator<Item = Leap> {
        let steps = [(self.ranks, 1, 0), (self.files, 0, 1), (self.diagonals, 1, 1), (self.diagonals, 1, -1)];
        steps.into_iter().filter(|(counts, ..)| *counts).map(|(_, files, ranks)| Leap::new(files, ranks))
    }
}

const fn one() -> u16 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_one(number: &u16) -> bool {
    *number == 1
}

/// One side of a material balance.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MaterialSide {
    /// Exactly these men, in ascending order of id.
    pub men: Vec<KindId>,
    /// In addition any number of men of this kind, if all of them are on squares of one colour: those of both sides, or of
    /// each side by itself where they stand apart.
    pub any_on_one_colour: Option<KindId>,
    /// The men of this kind that stand apart from the opponent's: a side has all of them on squares of one colour, and the
    /// opponent none of them on such squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub apart: Option<KindId>,
}

parts! { struct MaterialSide { men: Unnamed(Men::Together), any_on_one_colour: Unnamed(Plain), apart: Unnamed(Plain) } }

/// The unit of a quiet limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuietUnit {
    /// One move by each side: two plies.
    Moves,
    /// One move of one side.
    Plies,
    /// A whole series of one side.
    Series,
}

/// Basis of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The legal moves of the player to move.
    Moves,
    /// The men on the board and in hand.
    Men,
    /// The rights to castle.
    CastlingRights,
    /// Whether a side has castled.
    Castling,
    /// The checks that a side has given.
    Checks,
    /// Passes in a row.
    Passes,
    /// A pass while men face each other.
    AcceptedOpposition,
    /// Earlier positions.
    Positions,
    /// The time without progress.
    Quiet,
    /// The moves that are counted since few men are left.
    CountedMoves,
}

impl Basis {
    /// Whether it is no part of the position itself: earlier positions, or how long something has lasted.
    pub const fn is_past(self) -> bool {
        match self {
            Self::Positions | Self::Quiet | Self::CountedMoves => true,
            Self::Moves
            | Self::Men
            | Self::CastlingRights
            | Self::Castling
            | Self::Checks
            | Self::Passes
            | Self::AcceptedOpposition => false,
        }
    }
}

impl Condition {
    /// The basis of the condition.
    pub const fn basis(&self) -> Basis {
        match self {
            Self::Checkmate | Self::Stalemate => Basis::Moves,
            Self::Bared
            | Self::OnlyMaterial(_)
            | Self::ManOn { .. }
            | Self::AtMost { .. }
            | Self::InARow { .. }
            | Self::InASquare { .. }
            | Self::Chain { .. }
            | Self::FullBoard => Basis::Men,
            Self::NoCastling(_) => Basis::CastlingRights,
            Self::Castled(_) => Basis::Castling,
            Self::ChecksGiven(_) => Basis::Checks,
            Self::BothPass => Basis::Passes,
            Self::OppositionAccepted => Basis::AcceptedOpposition,
            Self::Position { .. } => Basis::Positions,
            Self::Quiet { .. } => Basis::Quiet,
            Self::CountedOut => Basis::CountedMoves,
        }
    }

    /// Whether it can hold for a side; otherwise it holds for neither.
    pub const fn is_of_a_side(&self) -> bool {
        match self {
            Self::OnlyMaterial(_) | Self::BothPass | Self::FullBoard | Self::OppositionAccepted | Self::CountedOut => {
                false
            }
            Self::Checkmate
            | Self::Stalemate
            | Self::Bared
            | Self::Quiet { .. }
            | Self::Position { .. }
            | Self::ManOn { .. }
            | Self::AtMost { .. }
            | Self::InARow { .. }
            | Self::InASquare { .. }
            | Self::Chain { .. }
            | Self::ChecksGiven(_)
            | Self::Castled(_)
            | Self::NoCastling(_) => true,
        }
    }

    /// The label of an ending by it that has no other.
    pub const fn usual_label(&self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Bared => "bare-king",
            Self::Quiet { .. } => "quiet-limit",
            Self::Position { perpetual_check: true, .. } => "perpetual-check",
            Self::Position { .. } => "repetition",
            Self::OnlyMaterial(_) => "insufficient-material",
            Self::ManOn { .. } => "goal",
            Self::AtMost { .. } => "extinction",
            Self::InARow { .. } => "row",
            Self::InASquare { .. } => "square",
            Self::Chain { .. } => "chain",
            Self::BothPass => "passing",
            Self::FullBoard => "full-board",
            Self::OppositionAccepted => "opposition",
            Self::CountedOut => "counting",
            Self::ChecksGiven(_) => "checks",
            Self::Castled(_) => "castled",
            Self::NoCastling(_) => "no-castling",
        }
    }

    /// The plies without progress that fulfil it; `None` if it counts none.
    pub fn quiet_plies(&self) -> Option<u32> {
        let Self::Quiet { count, unit } = self else { return None };
        match unit {
            QuietUnit::Moves => Some(2 * u32::from(*count)),
            QuietUnit::Plies => Some(u32::from(*count)),
            QuietUnit::Series => None,
        }
    }

    /// The series without progress that fulfil it; `None` if it counts none.
    pub fn quiet_series(&self) -> Option<u16> {
        if let Self::Quiet { count, unit: QuietUnit::Series } = self { Some(*count) } else { None }
    }
}

/// The result of an ending for the side that its condition holds for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// The side of the condition wins.
    Wins,
    /// The side of the condition loses.
    Loses,
    /// A draw.
    Draw,
    /// A draw, if the player to move claims it.
    DrawOnClaim,
    /// White wins, whichever side the condition holds for.
    WhiteWins,
    /// Black wins, whichever side the condition holds for.
    BlackWins,
    /// The side with more men wins; equal numbers are a draw.
    MoreMen,
    /// The side with fewer men wins; equal numbers are a draw.
    FewerMen,
    /// The side whose men have more points wins; equal points are a draw.
    MorePoints,
}

/// The score of the winner of a game: one point, or less, but more than the half point of a draw. The loser scores the
/// rest of a point.
///
/// Its `Display` is a decimal number, such as `0.75`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Worth(u8);

impl Worth {
    /// A whole point.
    pub const FULL: Self = Self(100);

    /// The score of both sides in a draw, in hundredths of a point.
    pub const DRAW: u8 = 50;

    /// A score in hundredths of a point, from 51 to 100.
    pub fn from_hundredths(hundredths: u8) -> Option<Self> {
        (hundredths > Self::DRAW && hundredths <= Self::FULL.0).then_some(Self(hundredths))
    }

    /// Whether it is a whole point.
    pub const fn is_full(self) -> bool {
        self.0 == Self::FULL.0
    }

    /// The score of the winner, in hundredths of a point.
    pub const fn hundredths(self) -> u8 {
        self.0
    }

    /// Returns the score of a side, from 0 to 100 hundredths of a point, given the winner; `None` is a draw.
    pub fn score(self, winner: Option<Side>, side: Side) -> u8 {
        match winner {
            None => Self::DRAW,
            Some(winner) if winner == side => self.0,
            Some(_) => Self::FULL.0 - self.0,
        }
    }

    /// A score in hundredths of a point as a decimal number: `0.75`, `0.5`, `1`.
    pub fn decimal(hundredths: u8) -> String {
        (f64::from(hundredths) / 100.0).to_string()
    }
}

impl Default for Worth {
    fn default() -> Self {
        Self::FULL
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Self::decimal(self.0))
    }
}

impl From<Worth> for f64 {
    fn from(worth: Worth) -> Self {
        Self::from(worth.0) / 100.0
    }
}

impl TryFrom<f64> for Worth {
    type Error = &'static str;

    fn try_from(score: f64) -> Result<Self, Self::Error> {
        let hundredths = (score * 100.0).round();
        // Out of bounds, the conversion gives the nearest bound.
        Self::from_hundredths(hundredths as u8).ok_or("the winner of a game scores more than 0.5, and at most 1")
    }
}

impl GameResult {
    /// The winner, if it depends only on the side that the condition holds for.
    pub fn winner(self, subject: Side) -> Option<Side> {
        match self {
            Self::Wins => Some(subject),
            Self::Loses => Some(!subject),
            Self::WhiteWins => Some(Side::White),
            Self::BlackWins => Some(Side::Black),
            Self::Draw | Self::DrawOnClaim | Self::MoreMen | Self::FewerMen | Self::MorePoints => None,
        }
    }

    /// Whether numbers decide who wins.
    pub(crate) fn counts(self) -> bool {
        matches!(self, Self::MoreMen | Self::FewerMen | Self::MorePoints)
    }

    /// Whether it names its winner by the side that the condition holds for.
    pub fn is_of_a_side(self) -> bool {
        matches!(self, Self::Wins | Self::Loses)
    }
}

without_parts! { QuietUnit }

impl Parts for Judged {
    fn walk(&mut self, at: &At<'_>, walker: &mut dyn Walker) {
        let mut turn = match self {
            Self::WhiteToMove => Side::White,
            Self::BlackToMove => Side::Black,
            Self::Always | Self::ToMove | Self::NotToMove | Self::Unanswered => return,
        };
        turn.walk(at, walker);
        *self = if turn == Side::White { Self::WhiteToMove } else { Self::BlackToMove };
    }
}

impl Parts for GameResult {
    fn walk(&mut self, at: &At<'_>, walker: &mut dyn Walker) {
        let wins = |side: Side| if side == Side::White { Self::WhiteWins } else { Self::BlackWins };
        if let Some(mut winner) = Side::ALL.into_iter().find(|&side| *self == wins(side)) {
            winner.walk(at, walker);
            *self = wins(winner);
        }
    }
}
