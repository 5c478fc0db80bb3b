//! The codes of all diagnostics, in one table.

use std::fmt;
use std::str::FromStr;

/// Declares the enum of codes with the stable name of each.
macro_rules! codes {
    ($($variant:ident = $name:literal,)*) => {
        /// The stable name of a kind of mistake, such as `betza::unknown-atom`.
        ///
        /// The part before `::` is the language or the layer that the mistake was made in.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "the name of a code is its documentation; `weakfish explain` has the rest")]
        pub enum Code {
            $($variant,)*
        }

        impl Code {
            /// All codes, sorted by name.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name that users see.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

codes! {
    BetzaAmbiguousPair = "betza::ambiguous-pair",
    BetzaBlank = "betza::blank",
    BetzaBothWays = "betza::both-ways",
    BetzaBraces = "betza::braces",
    BetzaCastlingAtom = "betza::castling-atom",
    BetzaChainInBracket = "betza::chain-in-bracket",
    BetzaChainOnBracket = "betza::chain-on-bracket",
    BetzaContradictoryLetters = "betza::contradictory-letters",
    BetzaDoubledFirstMove = "betza::doubled-first-move",
    BetzaDrop = "betza::drop",
    BetzaEmpty = "betza::empty",
    BetzaEmptyRange = "betza::empty-range",
    BetzaEmptySelection = "betza::empty-selection",
    BetzaGroup = "betza::group",
    BetzaImitator = "betza::imitator",
    BetzaInducedMove = "betza::induced-move",
    BetzaJointInSequence = "betza::joint-in-sequence",
    BetzaJointOutsideBracket = "betza::joint-outside-bracket",
    BetzaJumpingRider = "betza::jumping-rider",
    BetzaKingCapture = "betza::king-capture",
    BetzaLargeNumber = "betza::large-number",
    BetzaLeapSuffix = "betza::leap-suffix",
    BetzaLeastRange = "betza::least-range",
    BetzaLetterT = "betza::letter-t",
    BetzaLocust = "betza::locust",
    BetzaLooseNumber = "betza::loose-number",
    BetzaMisplacedLetter = "betza::misplaced-letter",
    BetzaMissingAtom = "betza::missing-atom",
    BetzaMissingJoint = "betza::missing-joint",
    BetzaMissingLeg = "betza::missing-leg",
    BetzaModesTwice = "betza::modes-twice",
    BetzaNestedBracket = "betza::nested-bracket",
    BetzaNullLeap = "betza::null-leap",
    BetzaOlderLetter = "betza::older-letter",
    BetzaOwnCapture = "betza::own-capture",
    BetzaPhases = "betza::phases",
    BetzaPlaceholder = "betza::placeholder",
    BetzaRangeLetters = "betza::range-letters",
    BetzaRangeToggle = "betza::range-toggle",
    BetzaRedundantDirection = "betza::redundant-direction",
    BetzaRedundantLetter = "betza::redundant-letter",
    BetzaRedundantRange = "betza::redundant-range",
    BetzaSingleLeapTurns = "betza::single-leap-turns",
    BetzaSingleLeg = "betza::single-leg",
    BetzaSingleLetter = "betza::single-letter",
    BetzaTooComplex = "betza::too-complex",
    BetzaTuple = "betza::tuple",
    BetzaUnclosedBracket = "betza::unclosed-bracket",
    BetzaUniversalLeaper = "betza::universal-leaper",
    BetzaUnknownLetter = "betza::unknown-letter",
    BetzaUnload = "betza::unload",
    BetzaUnopenedBracket = "betza::unopened-bracket",
    BetzaWrongOrder = "betza::wrong-order",
    BetzaZeroLedRange = "betza::zero-led-range",
    CheckBrokenBase = "check::broken-base",
    CheckCannotLose = "check::cannot-lose",
    CheckCastlingAmbiguous = "check::castling-ambiguous",
    CheckCastlingOfNobody = "check::castling-of-nobody",
    CheckCastlingWithItself = "check::castling-with-itself",
    CheckCircularExtends = "check::circular-extends",
    CheckCircularSetup = "check::circular-setup",
    CheckDeadEnding = "check::dead-ending",
    CheckDirectionAndParts = "check::direction-and-parts",
    CheckDirectionAndSector = "check::direction-and-sector",
    CheckDirectionWithoutTurns = "check::direction-without-turns",
    CheckEmptyRegion = "check::empty-region",
    CheckEndingOfNobody = "check::ending-of-nobody",
    CheckHoldsAtStart = "check::holds-at-start",
    CheckIdleChange = "check::idle-change",
    CheckIdleClaim = "check::idle-claim",
    CheckIdleFacing = "check::idle-facing",
    CheckIdleMode = "check::idle-mode",
    CheckIdleNone = "check::idle-none",
    CheckIdleRule = "check::idle-rule",
    CheckIdleTurn = "check::idle-turn",
    CheckImpossibleAngle = "check::impossible-angle",
    CheckImpossibleStart = "check::impossible-start",
    CheckInheritedSetup = "check::inherited-setup",
    CheckMissingEnding = "check::missing-ending",
    CheckMissingFact = "check::missing-fact",
    CheckMissingSection = "check::missing-section",
    CheckNamedTwice = "check::named-twice",
    CheckNeedsChoice = "check::needs-choice",
    CheckNeedsEnding = "check::needs-ending",
    CheckNeedsRoyal = "check::needs-royal",
    CheckNeedsSeries = "check::needs-series",
    CheckNeedsTurns = "check::needs-turns",
    CheckNeverRepeated = "check::never-repeated",
    CheckNoForwardStep = "check::no-forward-step",
    CheckNoMirrorImage = "check::no-mirror-image",
    CheckNoPromotion = "check::no-promotion",
    CheckNoRoom = "check::no-room",
    CheckNoSuchDirection = "check::no-such-direction",
    CheckNotOfAllMen = "check::not-of-all-men",
    CheckNothingInherited = "check::nothing-inherited",
    CheckNumberOutOfRange = "check::number-out-of-range",
    CheckOffBoard = "check::off-board",
    CheckOutsideRegion = "check::outside-region",
    CheckOutsideSector = "check::outside-sector",
    CheckPlaceTaken = "check::place-taken",
    CheckPromotedFacing = "check::promoted-facing",
    CheckPromotionOfRoyal = "check::promotion-of-royal",
    CheckPromotionToItself = "check::promotion-to-itself",
    CheckPromotionToRoyal = "check::promotion-to-royal",
    CheckRegionAndParts = "check::region-and-parts",
    CheckRemovedManUsed = "check::removed-man-used",
    CheckRepeatedLine = "check::repeated-line",
    CheckRepeatedPart = "check::repeated-part",
    CheckRepeatedProperty = "check::repeated-property",
    CheckRuleOfBothSides = "check::rule-of-both-sides",
    CheckSameName = "check::same-name",
    CheckSectorOfAPart = "check::sector-of-a-part",
    CheckTooBig = "check::too-big",
    CheckTooMany = "check::too-many",
    CheckTooManyStates = "check::too-many-states",
    CheckUnevenGrid = "check::uneven-grid",
    CheckUnevenSector = "check::uneven-sector",
    CheckUnknownBase = "check::unknown-base",
    CheckUnknownMan = "check::unknown-man",
    CheckUnknownPart = "check::unknown-part",
    CheckUnknownRegion = "check::unknown-region",
    CheckUnknownSetup = "check::unknown-setup",
    CheckUnknownState = "check::unknown-state",
    CheckUnusedMan = "check::unused-man",
    CheckWrongNumberOfRanks = "check::wrong-number-of-ranks",
    CheckWrongRankWidth = "check::wrong-rank-width",
    CommandNoMemory = "command::no-memory",
    CommandNotUtf8 = "command::not-utf8",
    CommandTooBig = "command::too-big",
    CommandTooMany = "command::too-many",
    CommandUnknownGame = "command::unknown-game",
    CommandUnknownMan = "command::unknown-man",
    CommandUnknownSetup = "command::unknown-setup",
    CommandUnreadableFile = "command::unreadable-file",
    FenCastling = "fen::castling",
    FenCastlingRight = "fen::castling-right",
    FenEmpty = "fen::empty",
    FenEnPassant = "fen::en-passant",
    FenExtraField = "fen::extra-field",
    FenFullmove = "fen::fullmove",
    FenKeyTwice = "fen::key-twice",
    FenNumber = "fen::number",
    FenOffBoard = "fen::off-board",
    FenOpposition = "fen::opposition",
    FenRankCount = "fen::rank-count",
    FenRankWidth = "fen::rank-width",
    FenRegion = "fen::region",
    FenRoyalAttacked = "fen::royal-attacked",
    FenRoyalMen = "fen::royal-men",
    FenSeries = "fen::series",
    FenSetup = "fen::setup",
    FenSide = "fen::side",
    FenSquare = "fen::square",
    FenState = "fen::state",
    FenStill = "fen::still",
    FenTwoMen = "fen::two-men",
    FenUnclosedBrace = "fen::unclosed-brace",
    FenUnexpected = "fen::unexpected",
    FenUnknownKey = "fen::unknown-key",
    FenUnknownMan = "fen::unknown-man",
    GameTextDiagram = "game-text::diagram",
    GameTextDiagramDiffers = "game-text::diagram-differs",
    GameTextHeader = "game-text::header",
    GameTextLetters = "game-text::letters",
    GameTextNumber = "game-text::number",
    GameTextResult = "game-text::result",
    GameTextSays = "game-text::says",
    GameTextSetup = "game-text::setup",
    GameTextState = "game-text::state",
    GameTextTag = "game-text::tag",
    GameTextTooLong = "game-text::too-long",
    GameTextUnclosedComment = "game-text::unclosed-comment",
    GameTextUnknownMan = "game-text::unknown-man",
    MoveAmbiguous = "move::ambiguous",
    MoveBlocked = "move::blocked",
    MoveCaptureSign = "move::capture-sign",
    MoveCastling = "move::castling",
    MoveCheck = "move::check",
    MoveCompulsoryCapture = "move::compulsory-capture",
    MoveEnPassant = "move::en-passant",
    MoveFacing = "move::facing",
    MoveFacingAndMode = "move::facing-and-mode",
    MoveFlip = "move::flip",
    MoveGameOver = "move::game-over",
    MoveMode = "move::mode",
    MoveMustMove = "move::must-move",
    MoveNoMan = "move::no-man",
    MoveNotFinishing = "move::not-finishing",
    MoveNotation = "move::notation",
    MoveOpposition = "move::opposition",
    MoveOwnMan = "move::own-man",
    MovePart = "move::part",
    MovePass = "move::pass",
    MovePromotion = "move::promotion",
    MoveRepetition = "move::repetition",
    MoveResult = "move::result",
    MoveSeries = "move::series",
    MoveSquare = "move::square",
    MoveStalemate = "move::stalemate",
    MoveState = "move::state",
    MoveTurn = "move::turn",
    MoveUncapturable = "move::uncapturable",
    MoveUnclosed = "move::unclosed",
    MoveUnknownLetter = "move::unknown-letter",
    MoveUnreachable = "move::unreachable",
    MoveUnreadable = "move::unreadable",
    MoveWrongMan = "move::wrong-man",
    TrialLegal = "trial::legal",
    TrialOnly = "trial::only",
    TrialOutcome = "trial::outcome",
    TrialPerft = "trial::perft",
    TrialSetup = "trial::setup",
    VariantBoardUnderChangedSetup = "variant::board-under-changed-setup",
    VariantBoardWithoutSetup = "variant::board-without-setup",
    VariantCastlingMen = "variant::castling-men",
    VariantColonInHeading = "variant::colon-in-heading",
    VariantFacingTwice = "variant::facing-twice",
    VariantHeadingNotAlone = "variant::heading-not-alone",
    VariantIncomplete = "variant::incomplete",
    VariantLateEdition = "variant::late-edition",
    VariantNamelessMan = "variant::nameless-man",
    VariantNoColon = "variant::no-colon",
    VariantNoSuchEnding = "variant::no-such-ending",
    VariantNoSuchFact = "variant::no-such-fact",
    VariantNoSuchHeading = "variant::no-such-heading",
    VariantNoSuchMan = "variant::no-such-man",
    VariantNoSuchRegion = "variant::no-such-region",
    VariantNoSuchRule = "variant::no-such-rule",
    VariantNoSuchSetupLine = "variant::no-such-setup-line",
    VariantNoSuchTestLine = "variant::no-such-test-line",
    VariantNoTitle = "variant::no-title",
    VariantNumberTooLarge = "variant::number-too-large",
    VariantSectionTwice = "variant::section-twice",
    VariantStrayComma = "variant::stray-comma",
    VariantTooLarge = "variant::too-large",
    VariantTooManyMistakes = "variant::too-many-mistakes",
    VariantUnclosedText = "variant::unclosed-text",
    VariantUnexpected = "variant::unexpected",
    VariantUnknownEdition = "variant::unknown-edition",
    VariantWrongSection = "variant::wrong-section",
    VariantYesOrNo = "variant::yes-or-no",
}

impl Code {
    /// The language or layer in which the mistake was made: the part of the name before `::`.
    pub fn group(self) -> &'static str {
        self.as_str().split_once("::").map_or("", |(group, _)| group)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl PartialEq<&str> for Code {
    fn eq(&self, name: &&str) -> bool {
        self.as_str() == *name
    }
}

/// A text that is no code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownCode;

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no such code")
    }
}

impl std::error::Error for UnknownCode {}

impl FromStr for Code {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        Self::ALL.iter().copied().find(|code| code.as_str() == text).ok_or(UnknownCode)
    }
}
