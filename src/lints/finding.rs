//! Findings, the table of all lints, the items of a model that they name, and the view of a model that lints have.

use std::fmt;

use crate::diagnostic::{Code, Severity};
use crate::geometry::{Board, Side, Square};
use crate::model::{Eighths, Ending, Facts, Kind, KindId, Region, Rules, Setup, SetupId, Variant};
use crate::syntax::ast::{NamedConstruct, RuleName};

/// Declares the lints: name, code, level, the place to blame in games that inherit the item, and what the lint finds.
macro_rules! lints {
    ($($name:ident: $code:ident, $level:ident, $blame:ident, $finds:literal;)+) => {
        /// A kind of finding.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Lint {
            $(#[doc = concat!("Finds ", $finds, ".")] $name,)+
        }

        impl Lint {
            /// All lints.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The code under which it is reported.
            pub const fn code(self) -> Code {
                match self { $(Self::$name => Code::$code,)+ }
            }

            /// Whether a game with such a finding is refused.
            pub const fn level(self) -> Severity {
                match self { $(Self::$name => Severity::$level,)+ }
            }

            /// The place to blame in a game that inherits the item.
            pub(crate) const fn blame(self) -> Blame {
                match self { $(Self::$name => Blame::$blame,)+ }
            }
        }
    };
}

lints! {
    IdleTurn: CheckIdleTurn, Error, Line, "turns that change nothing";
    OutsideSector: CheckOutsideSector, Error, Line, "men that start outside the sector they keep to";
    NoSuchDirection: CheckNoSuchDirection, Error, Line, "a starting direction that the movement does not have";
    IdleMode: CheckIdleMode, Warning, Line, "a mode in which a man can do nothing";
    IdleHops: CheckIdleProperty, Warning, Line, "men that may be hopped over, for a man that never hops";
    IdlePasses: CheckIdleProperty, Warning, Line, "men that a man passes, for a man that nothing blocks";
    IdleHand: CheckIdleProperty, Warning, Line, "a hand or a home for captured men, for a man that is never captured";
    AmbiguousHome: CheckHomeAmbiguous, Error, Line, "captured men that could return to several squares";
    IdleBeforePromotion: CheckIdleProperty, Warning, Own, "men that are in hand what they were before promotion, where none promotes";
    ForeignInHand: CheckForeignMan, Error, Line, "captured men for a side that has no such men";
    IdleCaptures: CheckIdleProperty, Warning, Line, "men that may be captured, for a man that never captures";
    AnswersNothing: CheckIdleProperty, Warning, Own, "men that capture en passant, where no long step can be captured so";
    OtherMovement: CheckOtherMovement, Note, Own, "movements on certain squares that leave nothing of the usual one";
    IdleFirstMove: CheckIdleProperty, Warning, Line, "first moves and moves once a game that add nothing";
    SameName: CheckSameName, Warning, Line, "two men of one name";
    IdleLines: CheckIdleLines, Warning, Own, "lines along which no man moves";
    IdleAlongLines: CheckIdleLines, Warning, Line, "movements along lines whose leaps lead along none";
    UnusedMan: CheckUnusedMan, Warning, Own, "men that never come onto the board";
    CastlingAmbiguous: CheckCastlingAmbiguous, Error, Line, "several men of a side that could castle";
    CastlingOfNobody: CheckCastlingOfNobody, Error, Own, "castling of men that no setup has";
    CastlingWithoutRoom: CheckNoRoom, Error, Own, "castling farther than any partner stands";
    PromotionToItself: CheckPromotionToItself, Error, Line, "men that promote to themselves";
    PromotionToRoyal: CheckPromotionToRoyal, Error, Line, "promotion to a royal man";
    PromotionOfRoyal: CheckPromotionOfRoyal, Error, Line, "promotion of a royal man";
    PromotionToNothing: CheckNoPromotion, Error, Line, "promotion to no man at all";
    PromotionNowhere: CheckEmptyRegion, Error, Line, "promotion on no square";
    PromotionShared: CheckSharedSquares, Warning, Line, "promotion of both sides on squares that are one side's";
    BecomesOutsideRegion: CheckOutsideRegion, Error, Line, "men that become others outside the region these keep to";
    PromotionOutsideRegion: CheckOutsideRegion, Error, Line, "promotion outside the region the new man keeps to";
    NothingMustMove: CheckNeedsTurns, Error, Line, "a duty to move where every move leaves its square";
    IdleEnPassant: CheckIdleRule, Warning, Line, "who captures en passant, where no long step can be captured so";
    IdleGrid: CheckIdleRule, Warning, Line, "a grid of single squares, which every move leaves";
    IdleSeries: CheckIdleRule, Warning, Line, "turns of one move each";
    StuckWithoutChoice: CheckNeedsChoice, Error, Line, "a choice for players stuck in a turn that can't end early";
    StuckWithoutEnding: CheckNeedsEnding, Error, Line, "a choice of stalemate where no ending has it";
    FinishingWithoutEnding: CheckNeedsEnding, Error, Line, "finishing moves to a result that no ending has";
    FinishingWithoutRoyal: CheckNeedsRoyal, Error, Line, "finishing moves to checkmate of nobody";
    CheckWithoutRoyal: CheckNeedsRoyal, Error, Line, "a rule about check where no man is royal";
    CheckWithoutSeries: CheckNeedsSeries, Error, Line, "a rule about check within series where there are none";
    SeriesWithoutRule: CheckNeedsSeries, Error, Line, "an ending that counts series where there are none";
    QuietWithoutProgress: CheckNeedsRule, Warning, Line, "an ending that counts moves without progress where nothing is progress";
    EndingWithoutRule: CheckNeedsRule, Error, Line, "an ending that needs a rule the game does not have";
    CountWithoutEnding: CheckNeedsEnding, Error, Line, "a count of moves that no ending speaks of";
    CountLimitCovered: CheckIdleRule, Warning, Line, "a limit of a count that an earlier one covers";
    NeverRepeated: CheckNeverRepeated, Error, Line, "an ending by repetition where repetition is illegal";
    CannotLose: CheckCannotLose, Error, Game, "a setup in which a side can't lose";
    ProblemSetup: CheckProblemSetup, Warning, Game, "a setup in which a side has no royal man and can't lose";
    MissingEnding: CheckMissingEnding, Error, Game, "no result for a side without legal moves";
    HoldsAtStart: CheckHoldsAtStart, Error, Line, "an ending that holds before the first move";
    RepeatedEnding: CheckRepeatedLine, Error, Own, "two endings with one condition";
    LateRoyalDeath: CheckLateEnding, Warning, Line, "the loss of a royal man, below stalemate that would decide otherwise";
    DeadEnding: CheckDeadEnding, Warning, Line, "an ending that never holds";
    ImmobileMan: CheckImmobileMan, Warning, Game, "men that can never move from any square";
    StuckMan: CheckStuckMan, Warning, Game, "squares that a man can come to and never leave again";
    UnreachedPromotion: CheckUnreachedPromotion, Warning, Game, "promotions on squares that the man never comes to";
    PromotionAtStart: CheckPromotionAtStart, Warning, Game, "men that start where they promote";
    UnreachedGoal: CheckUnreachedGoal, Warning, Game, "goals that no man of a side can come to";
    UnattackedRoyal: CheckUnattackedRoyal, Warning, Game, "royal men that no enemy can ever attack";
    EndlessGame: CheckEndlessGame, Warning, Game, "a game that nothing ends if both sides move to and fro";
    NearlySymmetrical: CheckNearlySymmetrical, Warning, Own, "setups in which the sides correspond but for one or two men";
    WrongSymmetry: CheckWrongSymmetry, Warning, Own, "setups that are rotated where Black mirrors White, or mirrored where it rotates";
    IdleSetupFacing: CheckIdleFacing, Warning, Own, "how men face in a setup where none faces in any direction";
    SharedGoal: CheckSharedSquares, Warning, Own, "one goal of both sides, which come from opposite ends";
    SharedRegion: CheckSharedSquares, Warning, Own, "movements in a region of both sides, which come from opposite ends";
    SharedEvent: CheckSharedSquares, Warning, Own, "effects of arriving on squares of both sides, which come from opposite ends";
    IdleCastling: CheckIdleRule, Warning, Game, "inherited castling that no setup allows";
    IdleOpposition: CheckIdleRule, Warning, Own, "an opposition that the rule about check implies";
    UnansweredStep: CheckIdleRule, Warning, Own, "long steps that nobody can capture en passant";
    OneColour: CheckOneColour, Warning, Game, "two men bound to one colour, both on the same";
    LiveMaterial: CheckLiveMaterial, Warning, Game, "material that is called a draw although a side can still win";
    WonMaterial: CheckWonMaterial, Error, Game, "inherited material that is called a draw although a side wins by force";
}

/// The place to blame for a finding about an inherited item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Blame {
    /// The inherited line: in this game it no longer holds.
    Line,
    /// The game as a whole.
    Game,
    /// None: the finding is reported only in the game that has the line.
    Own,
}

/// A finding: something contradictory or useless in a model.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The lint.
    pub lint: Lint,
    /// The item of the model that the finding is about.
    pub(crate) item: ModelItem,
    /// Another item that is the cause, with a few words about it.
    pub(crate) because: Option<(ModelItem, String)>,
    /// One sentence: what is wrong.
    pub message: String,
    /// A few words beside the item.
    pub label: String,
    /// How to mend it.
    pub help: String,
}

impl Finding {
    /// A finding without label and help, which the methods below add.
    pub(super) fn new(lint: Lint, item: ModelItem, message: impl Into<String>) -> Self {
        Self { lint, item, because: None, message: message.into(), label: String::new(), help: String::new() }
    }

    /// The path in the model's JSON of what the finding is about: `kinds[2].name`, `rules.grid`.
    pub fn path(&self) -> String {
        self.item.to_string()
    }

    pub(super) fn label(self, text: impl Into<String>) -> Self {
        Self { label: text.into(), ..self }
    }

    pub(super) fn because(self, item: ModelItem, text: impl Into<String>) -> Self {
        Self { because: Some((item, text.into())), ..self }
    }

    pub(super) fn help(self, text: impl Into<String>) -> Self {
        Self { help: text.into(), ..self }
    }
}

/// Asks for a finding of each side: returns the first side that has one, whether both have, and the finding of the
/// first.
pub(super) fn first_side_with<T>(found: impl Fn(Side) -> Option<T>) -> Option<(Side, bool, T)> {
    let [white, black] = Side::ALL.map(found);
    match (white, black) {
        (Some(white), black) => Some((Side::White, black.is_some(), white)),
        (None, Some(black)) => Some((Side::Black, false, black)),
        (None, None) => None,
    }
}

/// Whether the properties of two kinds let the one capture the other.
pub(super) fn may_capture(game: &Variant, captor: KindId, victim: KindId) -> bool {
    game.kind(captor).may_capture(captor, victim, game.kind(victim))
}

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
    /// A rule, of a side if each side can have its own.
    Rule(RuleName, Option<Side>),
    /// The promotion of a side with this number.
    Promotion(Side, usize, PromotionItem),
    /// The long step of a side with this number.
    LongStep(Side, usize),
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
    /// The men it passes.
    PassesOwn,
    /// The men that it can leave behind.
    MayLeave,
    /// The men it can capture.
    Captures,
    /// The hand that it goes to when it is captured.
    Captured,
    /// How it moves along lines.
    AlongLines,
    /// The sector it keeps to.
    Sector,
    /// The direction it uses at the start.
    Direction,
    /// Its first move.
    FirstMove,
    /// The effect with this number.
    Effect(usize),
    /// A turn by this angle.
    Turn(Turning, Eighths),
}

/// The part that turns, and when it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Turning {
    /// The whole man, as a move.
    Whole,
    /// The whole man, by the effect with this number.
    Effect(usize),
    /// The part with this number, as a move.
    Part(usize),
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
        let key = |side| if side == Side::White { "white" } else { "black" };
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
                    KindItem::PassesOwn => f.write_str("passes_own"),
                    KindItem::MayLeave => f.write_str("may_leave"),
                    KindItem::Captures => f.write_str("captures"),
                    KindItem::Captured => f.write_str("captured"),
                    KindItem::AlongLines => f.write_str("components[0].along_lines"),
                    KindItem::Sector => f.write_str("orientation.whole.within"),
                    KindItem::Direction => f.write_str("orientation.one_direction.start"),
                    KindItem::FirstMove => f.write_str("first_move"),
                    KindItem::Effect(index) => write!(f, "effects[{index}]"),
                    KindItem::Turn(Turning::Whole, _) => f.write_str("orientation"),
                    KindItem::Turn(Turning::Effect(index), _) => write!(f, "effects[{index}].change"),
                    KindItem::Turn(Turning::Part(part), _) => write!(f, "components[{part}].turns"),
                }
            }
            Self::Lines => f.write_str("lines"),
            Self::Cell(id, _) => write!(f, "setups[{}].men", id.index()),
            Self::SetupFacing(id) => write!(f, "setups[{}].right_half_mirrored", id.index()),
            Self::Setup(id) => write!(f, "setups[{}]", id.index()),
            Self::Rule(rule, side) => {
                // Three fields are not called like the words of their rules.
                let names = [
                    (RuleName::CheckEvasion, "no_flight"),
                    (RuleName::OwnCheck, "own_check_in_series"),
                    (RuleName::Turn, "series"),
                ];
                match names.iter().find(|(other, _)| other == rule) {
                    Some((_, name)) => write!(f, "rules.{name}")?,
                    None => write!(f, "rules.{}", rule.construct().words.replace(' ', "_"))?,
                }
                side.map_or(Ok(()), |side| write!(f, ".{}", key(side)))
            }
            Self::Promotion(side, index, part) => {
                let part = if *part == PromotionItem::Zone { "zone" } else { "to" };
                write!(f, "rules.promotions.{}[{index}].{part}", key(*side))
            }
            Self::LongStep(side, index) => write!(f, "rules.long_steps.{}[{index}].from", key(*side)),
            Self::Endings => f.write_str("endings"),
            Self::Ending(index) => write!(f, "endings[{index}].condition"),
        }
    }
}

/// A model, or as much of one as could be made of a definition with mistakes.
///
/// A lint that draws conclusions from something absent needs all of the part.
#[derive(Clone, Debug)]
pub(crate) struct PartialModel<'a> {
    /// The size of the board.
    pub(crate) board: Board,
    /// The lines that are drawn on it, if all could be made.
    pub(crate) lines: Option<&'a [Vec<Square>]>,
    /// The kinds by id; `None` is one with a mistake.
    pub(crate) kinds: Known<Vec<Option<&'a Kind>>>,
    /// The regions, if all could be made.
    pub(crate) regions: Option<&'a [Region]>,
    /// The setups.
    pub(crate) setups: Known<&'a [Setup]>,
    /// The rules.
    pub(crate) rules: Known<&'a Rules>,
    /// The endings.
    pub(crate) endings: Known<&'a [Ending]>,
}

/// A part of a model, as far as it could be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<T> {
    /// The items that could be made.
    pub(crate) made: T,
    /// Whether these are all items.
    pub(crate) whole: bool,
}

impl<'a> PartialModel<'a> {
    /// All kinds, if all could be made.
    pub(super) fn all_kinds(&self) -> Option<Vec<&'a Kind>> {
        self.kinds.made.iter().copied().collect::<Option<_>>().filter(|_| self.kinds.whole)
    }

    /// A part that refers to kinds, if it and all kinds could be made.
    fn whole<T: Copy>(&self, part: Known<T>) -> Option<T> {
        (part.whole && self.kinds.whole).then_some(part.made)
    }

    /// The setups, if all could be made.
    pub(super) fn all_setups(&self) -> Option<&'a [Setup]> {
        self.whole(self.setups)
    }

    /// The rules, if all could be made.
    pub(super) fn all_rules(&self) -> Option<&'a Rules> {
        self.whole(self.rules)
    }

    /// The endings, if all could be made.
    pub(super) fn all_endings(&self) -> Option<&'a [Ending]> {
        self.whole(self.endings)
    }

    /// The facts about all that could be made.
    pub(super) fn facts(&self) -> Facts {
        Facts::of_parts(&self.kinds.made, self.setups.made, self.rules.made, self.endings.made)
    }

    /// A kind by id.
    pub(super) fn kind(&self, id: KindId) -> Option<&'a Kind> {
        self.kinds.made.get(id.index()).copied().flatten()
    }

    /// The kinds that could be made.
    pub(super) fn kinds(&self) -> impl Iterator<Item = KindId> {
        let made = self.kinds.made.iter().enumerate().filter(|(_, kind)| kind.is_some());
        made.map(|(index, _)| KindId(index as u8))
    }

    /// The symbol of a kind.
    pub(super) fn symbol(&self, id: KindId) -> &'a str {
        self.kind(id).map_or("", |kind| &kind.symbol)
    }

    /// Whether men of a kind are royal, however many there are.
    pub(super) fn is_always_royal(&self, id: KindId) -> bool {
        self.kind(id).is_some_and(Kind::is_always_royal)
    }

    /// Whether a move of the opponent can kill a side's royal men of a kind.
    pub(super) fn may_kill_royal(&self, side: Side, id: KindId) -> bool {
        self.is_royal(id) && self.kinds.made.iter().flatten().any(|kind| kind.may_kill(!side, id))
    }

    /// Whether men of a kind are royal, at least at times.
    pub(super) fn is_royal(&self, id: KindId) -> bool {
        self.kind(id).is_some_and(|kind| kind.royal)
    }
}

impl<'a> From<&'a Variant> for PartialModel<'a> {
    fn from(variant: &'a Variant) -> Self {
        Self {
            board: variant.board,
            lines: Some(&variant.lines),
            kinds: Known { made: variant.kinds.iter().map(Some).collect(), whole: true },
            regions: Some(&variant.regions),
            setups: Known { made: &variant.setups, whole: true },
            rules: Known { made: &variant.rules, whole: true },
            endings: Known { made: &variant.endings, whole: true },
        }
    }
}
