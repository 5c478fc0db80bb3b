use std::fmt;

use crate::geometry::{Side, Square};
use crate::model::{Eighths, KindId, SetupId};

/// A part of a model. As text it is the path to that part in the model's JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ModelItem {
    /// The lines of the board.
    Lines,
    /// A property of a kind of men.
    Kind(KindId, KindItem),
    /// A setup.
    Setup(SetupId),
    /// A square of a setup as it is drawn.
    Cell(SetupId, Square),
    /// How men face at the start of a setup.
    SetupFacing(SetupId),
    /// A rule.
    Rule(RuleItem),
    /// The list of endings.
    Endings,
    /// The condition of the ending with this number.
    Ending(usize),
}

/// A part of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum KindItem {
    /// Its symbol.
    Symbol,
    /// Its name.
    Name,
    /// Its flipping.
    Flips,
    /// The movement of the component with this number.
    Movement(usize),
    /// The movement with this number of those for certain regions.
    Elsewhere(usize),
    /// The men it can hop over.
    HopsOver,
    /// The men it can capture.
    Captures,
    /// How it moves along lines.
    AlongLines,
    /// The sector it keeps to.
    Sector,
    /// The direction it uses at the start.
    Direction,
    /// Its first move.
    FirstMove,
    /// A turn by this angle.
    Turn(Turning, Eighths),
}

/// The part that turns, and when it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Turning {
    /// The whole man, as a move.
    Whole,
    /// The whole man, after a move.
    AfterMoving,
    /// The part with this number, as a move.
    Part(usize),
}

/// A rule, or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RuleItem {
    /// A side's castling.
    Castling(Side),
    /// The men of a side that capture en passant.
    EnPassant(Side),
    /// The promotion of a side with this number.
    Promotion(Side, usize, PromotionItem),
    /// The long step of a side with this number.
    LongStep(Side, usize),
    /// Which men may not face each other.
    Opposition,
    /// A side's series.
    Series(Side),
    /// The choices of a side stuck in a series.
    StuckInSeries(Side),
    /// The duty to move.
    MustMove,
    /// The rule for repeated positions.
    Repetition,
    /// The grid.
    Grid,
    /// The finishing move.
    FinishingMove,
    /// Which moves of a side may give check.
    Check(Side),
    /// How a side may meet check.
    CheckEvasion(Side),
    /// Whether a side may be in check within its series.
    OwnCheck(Side),
    /// A side's count of moves while neither is bared.
    Counting(Side),
    /// A side's count of moves when it is bared.
    CountingWhenBared(Side),
}

/// A part of a promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PromotionItem {
    /// Where.
    Zone,
    /// To what.
    To,
}

impl fmt::Display for ModelItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind(id, item) => {
                write!(f, "kinds[{}].", id.index())?;
                match item {
                    KindItem::Symbol => f.write_str("symbol"),
                    KindItem::Name => f.write_str("name"),
                    KindItem::Flips => f.write_str("flips"),
                    KindItem::Movement(part) => write!(f, "components[{part}].movement"),
                    KindItem::Elsewhere(index) => write!(f, "elsewhere[{index}].movement"),
                    KindItem::HopsOver => f.write_str("hops_over"),
                    KindItem::Captures => f.write_str("captures"),
                    KindItem::AlongLines => f.write_str("components[0].along_lines"),
                    KindItem::Sector => f.write_str("orientation.whole.within"),
                    KindItem::Direction => f.write_str("orientation.one_direction.start"),
                    KindItem::FirstMove => f.write_str("first_move"),
                    KindItem::Turn(Turning::Whole, _) => f.write_str("orientation"),
                    KindItem::Turn(Turning::AfterMoving, _) => f.write_str("turns_after_moving"),
                    KindItem::Turn(Turning::Part(part), _) => write!(f, "components[{part}].turns"),
                }
            }
            Self::Lines => f.write_str("lines"),
            Self::Cell(id, _) => write!(f, "setups[{}].men", id.index()),
            Self::SetupFacing(id) => write!(f, "setups[{}].right_half_mirrored", id.index()),
            Self::Setup(id) => write!(f, "setups[{}]", id.index()),
            Self::Rule(item) => {
                let key = |side: &Side| if *side == Side::White { "white" } else { "black" };
                match item {
                    RuleItem::Castling(side) => write!(f, "rules.castling.{}", key(side)),
                    RuleItem::EnPassant(side) => write!(f, "rules.en_passant.{}", key(side)),
                    RuleItem::Promotion(side, index, PromotionItem::Zone) => {
                        write!(f, "rules.promotions.{}[{index}].zone", key(side))
                    }
                    RuleItem::Promotion(side, index, PromotionItem::To) => {
                        write!(f, "rules.promotions.{}[{index}].to", key(side))
                    }
                    RuleItem::LongStep(side, index) => write!(f, "rules.long_steps.{}[{index}].from", key(side)),
                    RuleItem::Series(side) => write!(f, "rules.series.{}", key(side)),
                    RuleItem::StuckInSeries(side) => {
                        write!(f, "rules.series.{}.stuck_may_claim_stalemate", key(side))
                    }
                    RuleItem::Opposition => f.write_str("rules.opposition"),
                    RuleItem::MustMove => f.write_str("rules.must_move"),
                    RuleItem::Repetition => f.write_str("rules.repetition"),
                    RuleItem::Grid => f.write_str("rules.grid"),
                    RuleItem::FinishingMove => f.write_str("rules.finishing_move"),
                    RuleItem::Check(side) => write!(f, "rules.check.{}", key(side)),
                    RuleItem::CheckEvasion(side) => write!(f, "rules.no_flight.{}", key(side)),
                    RuleItem::OwnCheck(side) => write!(f, "rules.own_check_in_series.{}", key(side)),
                    RuleItem::Counting(side) => write!(f, "rules.counting.{}", key(side)),
                    RuleItem::CountingWhenBared(side) => write!(f, "rules.counting_when_bared.{}", key(side)),
                }
            }
            Self::Endings => f.write_str("endings"),
            Self::Ending(index) => write!(f, "endings[{index}].condition"),
        }
    }
}
