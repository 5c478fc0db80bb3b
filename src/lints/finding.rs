//! Findings, and the table of all lints.

use super::item::ModelItem;
use crate::diagnostic::{Code, Severity};
use crate::geometry::Side;

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
    IdleCaptures: CheckIdleProperty, Warning, Line, "men that may be captured, for a man that never captures";
    AnswersNothing: CheckIdleProperty, Warning, Own, "men that capture en passant, where no long step can be captured so";
    IdleFirstMove: CheckIdleProperty, Warning, Line, "first moves that add nothing";
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
    PromotionOutsideRegion: CheckOutsideRegion, Error, Line, "promotion outside the region the new man keeps to";
    NothingMustMove: CheckNeedsTurns, Error, Line, "a duty to move where every move leaves its square";
    IdleEnPassant: CheckIdleRule, Warning, Line, "who captures en passant, where no long step can be captured so";
    IdleGrid: CheckIdleRule, Warning, Line, "a grid of single squares, which every move leaves";
    IdleSeries: CheckIdleRule, Warning, Line, "series of one move each";
    StuckWithoutChoice: CheckNeedsChoice, Error, Line, "a choice for players stuck in a series that can't end early";
    StuckWithoutEnding: CheckNeedsEnding, Error, Line, "a choice of stalemate where no ending has it";
    FinishingWithoutEnding: CheckNeedsEnding, Error, Line, "finishing moves to a result that no ending has";
    FinishingWithoutRoyal: CheckNeedsRoyal, Error, Line, "finishing moves to checkmate of nobody";
    CheckWithoutRoyal: CheckNeedsRoyal, Error, Line, "a rule about check where no man is royal";
    CheckWithoutSeries: CheckNeedsSeries, Error, Line, "a rule about check within series where there are none";
    SeriesWithoutRule: CheckNeedsSeries, Error, Line, "an ending that counts series where there are none";
    EndingWithoutRule: CheckNeedsRule, Error, Line, "an ending that needs a rule the game does not have";
    CountWithoutEnding: CheckNeedsEnding, Error, Line, "a count of moves that no ending speaks of";
    CountLimitCovered: CheckIdleRule, Warning, Line, "a limit of a count that an earlier one covers";
    NeverRepeated: CheckNeverRepeated, Error, Line, "an ending by repetition where repetition is illegal";
    CannotLose: CheckCannotLose, Error, Game, "a setup in which a side can't lose";
    MissingEnding: CheckMissingEnding, Error, Game, "no result for a side without legal moves";
    HoldsAtStart: CheckHoldsAtStart, Error, Line, "an ending that holds before the first move";
    RepeatedEnding: CheckRepeatedLine, Error, Own, "two endings with one condition";
    DeadEnding: CheckDeadEnding, Warning, Line, "an ending that never holds";
    ImmobileMan: CheckImmobileMan, Warning, Game, "men that can never move from any square";
    StuckMan: CheckStuckMan, Warning, Game, "squares that a man can come to and never leave again";
    UnreachedPromotion: CheckUnreachedPromotion, Warning, Game, "promotions on squares that the man never comes to";
    PromotionAtStart: CheckPromotionAtStart, Warning, Game, "men that start where they promote";
    UnreachedGoal: CheckUnreachedGoal, Warning, Game, "goals that no man of a side can come to";
    IdleLongStep: CheckIdleRule, Warning, Game, "long steps from squares where no such man ever stands";
    UnattackedRoyal: CheckUnattackedRoyal, Warning, Game, "royal men that no enemy can ever attack";
    EndlessGame: CheckEndlessGame, Warning, Game, "a game that nothing ends if both sides move to and fro";
    NearlySymmetrical: CheckNearlySymmetrical, Warning, Own, "setups in which the sides correspond but for one or two men";
    WrongSymmetry: CheckWrongSymmetry, Warning, Own, "setups that are rotated where Black mirrors White, or mirrored where it rotates";
    IdleSetupFacing: CheckIdleFacing, Warning, Own, "how men face in a setup where none faces in any direction";
    SharedGoal: CheckSharedSquares, Warning, Own, "one goal of both sides, which come from opposite ends";
    SharedRegion: CheckSharedSquares, Warning, Own, "movements in a region of both sides, which come from opposite ends";
    IdleCastling: CheckIdleRule, Warning, Game, "inherited castling that no setup allows";
    IdleOpposition: CheckIdleRule, Warning, Own, "an opposition that the rule about check implies";
    UnansweredStep: CheckIdleRule, Warning, Own, "long steps that nobody can capture en passant";
    OneColour: CheckOneColour, Warning, Game, "two men bound to one colour, both on the same";
    LiveMaterial: CheckLiveMaterial, Warning, Game, "material that is called a draw although a side can still win";
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

/// The first side with a finding, whether both have one, and the finding of the first.
pub(super) fn first_of<T>(found: impl Fn(Side) -> Option<T>) -> Option<(Side, bool, T)> {
    let [white, black] = Side::ALL.map(found);
    match (white, black) {
        (Some(white), black) => Some((Side::White, black.is_some(), white)),
        (None, Some(black)) => Some((Side::Black, false, black)),
        (None, None) => None,
    }
}
