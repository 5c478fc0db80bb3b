//! The codes of all diagnostics, in one table: the name and the meaning of each.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// Declares the enum of codes, with the stable name of each and its meaning in a line.
macro_rules! codes {
    ($($variant:ident = $name:literal: $meaning:literal,)*) => {
        /// The stable code of a kind of mistake, such as `betza::unknown-letter`.
        ///
        /// The part before `::` is the language or the layer of the mistake. [`Code::explanation`] gives more about
        /// each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = concat!("`", $name, "`: ", $meaning, ".")] $variant,)*
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

            /// A short description of the mistake.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$variant => $meaning,)*
                }
            }
        }
    };
}

codes! {
    BetzaAmbiguousPair = "betza::ambiguous-pair": "a pair of directions that programs read in several ways",
    BetzaBlank = "betza::blank": "a blank inside a movement",
    BetzaBothWays = "betza::both-ways": "`&` between ways that are not the two ways of one leap",
    BetzaBraces = "betza::braces": "a condition in braces, as other dialects have it",
    BetzaCastlingAtom = "betza::castling-atom": "castling written as a movement",
    BetzaChainInBracket = "betza::chain-in-bracket": "`a` inside a bracket",
    BetzaChainOnBracket = "betza::chain-on-bracket": "`a` before a bracket",
    BetzaContradictoryLetters = "betza::contradictory-letters": "two letters that can't both hold of one leg",
    BetzaDoubledFirstMove = "betza::doubled-first-move": "`ii`, a first move one rank further",
    BetzaDrop = "betza::drop": "a captured man put back on the board",
    BetzaEmpty = "betza::empty": "a movement without any term",
    BetzaEmptyRange = "betza::empty-range": "a range that no number of leaps fits",
    BetzaEmptySelection = "betza::empty-selection": "letters that leave no move",
    BetzaGroup = "betza::group": "parentheses around several atoms",
    BetzaImitator = "betza::imitator": "a man that moves as the last one did",
    BetzaInducedMove = "betza::induced-move": "moves lent to other men",
    BetzaJointInSequence = "betza::joint-in-sequence": "a joint where the letter before the bracket gives it already",
    BetzaJointOutsideBracket = "betza::joint-outside-bracket": "a joint between terms, outside of brackets",
    BetzaJumpingRider = "betza::jumping-rider": "a rider of longer leaps that must jump",
    BetzaKingCapture = "betza::king-capture": "`k`, which captures only kings",
    BetzaLargeNumber = "betza::large-number": "a number larger than any board",
    BetzaLeapSuffix = "betza::leap-suffix": "`X` or `Y` after an atom, to make it longer",
    BetzaLeastRange = "betza::least-range": "a hopper with a least range",
    BetzaLetterT = "betza::letter-t": "`t` that is not before a bracket",
    BetzaLocust = "betza::locust": "a capture where the move goes on",
    BetzaLooseNumber = "betza::loose-number": "a number where no range belongs",
    BetzaMisplacedLetter = "betza::misplaced-letter": "a letter on the wrong leg, or on the wrong side of a bracket",
    BetzaMissingAtom = "betza::missing-atom": "letters without an atom after them",
    BetzaMissingJoint = "betza::missing-joint": "two legs of a path without a joint between them",
    BetzaMissingLeg = "betza::missing-leg": "a joint without a leg on either side",
    BetzaModesTwice = "betza::modes-twice": "`m` or `c` both before a bracket and inside it",
    BetzaNestedBracket = "betza::nested-bracket": "a bracket inside a bracket",
    BetzaNullLeap = "betza::null-leap": "a leap to the square where it began",
    BetzaOlderLetter = "betza::older-letter": "an older letter that some programs read otherwise",
    BetzaOwnCapture = "betza::own-capture": "a capture of men of the same side",
    BetzaPhases = "betza::phases": "a slash between the movements of several phases",
    BetzaPlaceholder = "betza::placeholder": "a place to be filled in by a program",
    BetzaRangeLetters = "betza::range-letters": "letters between an atom and its range",
    BetzaRangeToggle = "betza::range-toggle": "`y` without a leg after it",
    BetzaRedundantDirection = "betza::redundant-direction": "directions that choose nothing more",
    BetzaRedundantLetter = "betza::redundant-letter": "a letter that changes nothing",
    BetzaRedundantRange = "betza::redundant-range": "a range that an atom has anyway",
    BetzaSingleLeapTurns = "betza::single-leap-turns": "a single leap that should turn after each leap",
    BetzaSingleLeg = "betza::single-leg": "a bracket around one leg",
    BetzaSingleLetter = "betza::single-letter": "a single direction before an oblique leap",
    BetzaTooComplex = "betza::too-complex": "more paths than a movement can hold",
    BetzaTuple = "betza::tuple": "a leap that is not two numbers",
    BetzaUnclosedBracket = "betza::unclosed-bracket": "a bracket that is not closed",
    BetzaUniversalLeaper = "betza::universal-leaper": "more said of a man that leaps to any square",
    BetzaUnknownLetter = "betza::unknown-letter": "a letter that has no meaning in Betza notation",
    BetzaUnload = "betza::unload": "a captured man put down again",
    BetzaUnopenedBracket = "betza::unopened-bracket": "a closing bracket without an opening one",
    BetzaWrongOrder = "betza::wrong-order": "two directions in the wrong order",
    BetzaZeroLedRange = "betza::zero-led-range": "a range that begins with 0",
    CheckBaseOutside = "check::base-outside": "an extended file outside the folder of the definition",
    CheckBeforePromotion = "check::before-promotion": "a captured man that several men could have promoted to",
    CheckBrokenBase = "check::broken-base": "the game that is extended has errors",
    CheckCannotLose = "check::cannot-lose": "neither side can lose",
    CheckCapturingFirstMove = "check::capturing-first-move": "a first move or one once a game that captures",
    CheckCastlingAmbiguous = "check::castling-ambiguous": "several men that could castle",
    CheckCastlingOfNobody = "check::castling-of-nobody": "castling of men that no setup has",
    CheckCastlingWithItself = "check::castling-with-itself": "castling of a man with its own kind",
    CheckCircularExtends = "check::circular-extends": "games that extend each other in a circle",
    CheckCircularSetup = "check::circular-setup": "setups that are made from each other in a circle",
    CheckDeadEnding = "check::dead-ending": "an ending that never holds",
    CheckDecidedStart = "check::decided-start": "a setup in which the game is over already",
    CheckDirectionAndParts = "check::direction-and-parts": "a man of several parts that uses one direction at a time",
    CheckDirectionAndSector = "check::direction-and-sector": "a sector for a man that uses one direction at a time",
    CheckDirectionWithoutTurns = "check::direction-without-turns": "a man that uses one direction at a time and never turns",
    CheckDrawByOneSide = "check::draw-by-one-side": "a draw as soon as one side has few men, or no castling",
    CheckEmptyRegion = "check::empty-region": "a region without squares for a side that needs it",
    CheckEndingOfNobody = "check::ending-of-nobody": "a winner where the condition holds for neither side",
    CheckEndingsKept = "check::endings-kept": "inherited endings that stay in force beside a list",
    CheckEndlessGame = "check::endless-game": "a game that nothing ends",
    CheckFacingOfNobody = "check::facing-of-nobody": "a facing for a square where no such man stands",
    CheckFigureShapes = "check::figure-shapes": "a figure of something else than shapes",
    CheckFlipWithoutModes = "check::flip-without-modes": "an effect that flips a man without modes",
    CheckForeignLetter = "check::foreign-letter": "a letter of other programs that means two men",
    CheckForeignMan = "check::foreign-man": "a captured man for a side that has no such man",
    CheckHangingMan = "check::hanging-man": "a man that can be captured at once for nothing",
    CheckHoldsAtStart = "check::holds-at-start": "an ending that holds before the first move",
    CheckHole = "check::hole": "a drawing with other holes than the board has",
    CheckHomeAmbiguous = "check::home-ambiguous": "a captured man that could go home to several squares",
    CheckIdleChange = "check::idle-change": "a change that leaves a setup as it was",
    CheckIdleClaim = "check::idle-claim": "a draw to be claimed where the game ends anyway",
    CheckIdleFacing = "check::idle-facing": "a facing for men that have only one",
    CheckIdleLimit = "check::idle-limit": "a limit on men that nobody becomes",
    CheckIdleLines = "check::idle-lines": "lines along which no man can move",
    CheckIdleMode = "check::idle-mode": "a mode in which a man can do nothing",
    CheckIdleNone = "check::idle-none": "`none` where there is nothing to remove",
    CheckIdleProperty = "check::idle-property": "a property that changes nothing for its man",
    CheckIdleRule = "check::idle-rule": "a rule without effect",
    CheckIdleTurn = "check::idle-turn": "a turn that changes nothing",
    CheckImmobileMan = "check::immobile-man": "a man that can never move",
    CheckImpossibleAngle = "check::impossible-angle": "an angle by which no man can turn",
    CheckImpossibleStart = "check::impossible-start": "a setup from which no game can begin",
    CheckInheritedSetup = "check::inherited-setup": "an inherited setup for a board of another size",
    CheckLateEnding = "check::late-ending": "an ending below one that decides before it, otherwise",
    CheckLinesAndParts = "check::lines-and-parts": "a man of several parts that moves along lines",
    CheckLiveMaterial = "check::live-material": "material called a draw with which a side can still win",
    CheckLostOptions = "check::lost-options": "options of an inherited line that the line in its place leaves out",
    CheckMissingEnding = "check::missing-ending": "no ending for checkmate or stalemate",
    CheckMissingFact = "check::missing-fact": "a fact that the game must give",
    CheckMissingSection = "check::missing-section": "a section that the game must have",
    CheckNamedTwice = "check::named-twice": "something that is named twice in a list",
    CheckNearlySymmetrical = "check::nearly-symmetrical": "a setup in which the sides correspond but for one or two men",
    CheckNeedsChoice = "check::needs-choice": "a rule that needs turns with a choice of lengths",
    CheckNeedsEnding = "check::needs-ending": "a rule that leads to a result that no ending has",
    CheckNeedsRoyal = "check::needs-royal": "a rule or an ending that needs a royal man",
    CheckNeedsRule = "check::needs-rule": "an ending that needs a rule",
    CheckNeedsSeries = "check::needs-series": "a rule or an ending that needs turns of several moves",
    CheckNeedsTurns = "check::needs-turns": "a rule that needs men that turn or flip",
    CheckNeverRepeated = "check::never-repeated": "an ending by repetition where repetition is illegal",
    CheckNoForwardStep = "check::no-forward-step": "a long step of a man without a step forward",
    CheckNoLeap = "check::no-leap": "a long step that consists of something else than leaps",
    CheckNoLines = "check::no-lines": "a movement along lines on a board without lines",
    CheckNoMirrorImage = "check::no-mirror-image": "a man without a facing for its mirror image",
    CheckNoPromotion = "check::no-promotion": "a promotion without a man to promote to",
    CheckNoRoom = "check::no-room": "a long step that is longer than the board",
    CheckNoSquares = "check::no-squares": "a board that consists of holes",
    CheckNoSuchDirection = "check::no-such-direction": "a direction that the movement does not have",
    CheckNotOfAllMen = "check::not-of-all-men": "a property that can't hold of all men",
    CheckNothingInherited = "check::nothing-inherited": "a line about inheritance in a game that extends no other",
    CheckNumberOutOfRange = "check::number-out-of-range": "a number that is too small or too large",
    CheckOffBoard = "check::off-board": "a square, file or rank that the board does not have",
    CheckOnceAndLeaving = "check::once-and-leaving": "a man that moves once a game in another way and may leave another behind",
    CheckOneColour = "check::one-colour": "two men bound to one colour, both on the same",
    CheckOtherMovement = "check::other-movement": "a movement on certain squares that leaves nothing of the usual one",
    CheckOtherReading = "check::other-reading": "a line that could be meant otherwise",
    CheckOutsideRegion = "check::outside-region": "a man outside of the region that it never leaves",
    CheckOutsideSector = "check::outside-sector": "a man that starts outside of its sector",
    CheckPlaceTaken = "check::place-taken": "two men that replace the same man",
    CheckProblemSetup = "check::problem-setup": "a setup without the royal man of one side",
    CheckPromotedFacing = "check::promoted-facing": "a promoted man without a facing",
    CheckPromotionAtStart = "check::promotion-at-start": "a man that starts where it promotes",
    CheckPromotionOfRoyal = "check::promotion-of-royal": "a promotion of a royal man",
    CheckPromotionToItself = "check::promotion-to-itself": "a promotion of a man to itself",
    CheckPromotionToRoyal = "check::promotion-to-royal": "a promotion to a royal man",
    CheckRegionAndParts = "check::region-and-parts": "a man of several parts with a movement for a region",
    CheckRemovedManUsed = "check::removed-man-used": "a man that is removed and still needed",
    CheckRepeatedLine = "check::repeated-line": "two lines about the same thing",
    CheckRepeatedPart = "check::repeated-part": "two parts with the same name",
    CheckRepeatedProperty = "check::repeated-property": "a property that a man has twice",
    CheckRoyalEffect = "check::royal-effect": "an effect after which a man is no longer royal",
    CheckRuleOfBothSides = "check::rule-of-both-sides": "a side before a rule that concerns both",
    CheckSameName = "check::same-name": "two men or tests with the same name",
    CheckSectorOfAPart = "check::sector-of-a-part": "a sector for a part of a man",
    CheckSharedSquares = "check::shared-squares": "squares for both sides that are as far as one side has to go",
    CheckShuffle = "check::shuffle": "a shuffle of men that leaves no choice, or that the drawn men do not fit",
    CheckSideName = "check::side-name": "a name that a side can't have",
    CheckStuckMan = "check::stuck-man": "squares that a man can never leave again",
    CheckTooBig = "check::too-big": "tables that would grow too large",
    CheckTooMany = "check::too-many": "more things of a kind than a game can hold",
    CheckTooManyStates = "check::too-many-states": "more states of men than a game can hold",
    CheckUnattackedRoyal = "check::unattacked-royal": "a royal man that no enemy can ever attack",
    CheckUnevenGrid = "check::uneven-grid": "blocks that do not divide the board",
    CheckUnevenSector = "check::uneven-sector": "turns that do not divide their sector",
    CheckUnknownBase = "check::unknown-base": "an extended game that can't be found",
    CheckUnknownFigure = "check::unknown-figure": "a figure that the library does not have",
    CheckUnknownMan = "check::unknown-man": "a man that is not defined",
    CheckUnknownPart = "check::unknown-part": "a part that is not defined",
    CheckUnknownRegion = "check::unknown-region": "a region that is not defined",
    CheckUnknownSetup = "check::unknown-setup": "a setup that is not defined",
    CheckUnknownState = "check::unknown-state": "a state that a man can't be in",
    CheckUnreachedGoal = "check::unreached-goal": "a goal that no man of a side can come to",
    CheckUnreachedPromotion = "check::unreached-promotion": "a promotion on squares that the man never comes to",
    CheckUnusedMan = "check::unused-man": "a man that never comes into the game",
    CheckUnusedRegion = "check::unused-region": "a region that nothing names",
    CheckWalls = "check::walls": "walls that contradict themselves or another rule",
    CheckWideRegion = "check::wide-region": "a region of more squares than its words may suggest",
    CheckWonMaterial = "check::won-material": "inherited material called a draw with which a side wins by force",
    CheckWonStart = "check::won-start": "a first player who wins by force at once",
    CheckWrongNumberOfRanks = "check::wrong-number-of-ranks": "a drawing with more or fewer ranks than the board",
    CheckWrongRankWidth = "check::wrong-rank-width": "a row with more or fewer squares than the board",
    CheckWrongSymmetry = "check::wrong-symmetry": "a setup that is rotated where Black mirrors White, or mirrored where it rotates",
    CommandBaseElsewhere = "command::base-elsewhere": "a new definition that can't name the one it would extend",
    CommandEngine = "command::engine": "an engine that can't play in a match",
    CommandFileExists = "command::file-exists": "a file that is there already",
    CommandInputTwice = "command::input-twice": "standard input where more than one text is read",
    CommandLength = "command::length": "a length that no problem of this kind has",
    CommandMen = "command::men": "men of an ending that can't be read, or can't be on the board together",
    CommandNoDefinitions = "command::no-definitions": "a folder without any definition",
    CommandNoDialect = "command::no-dialect": "a position that another program's notation has no words for",
    CommandNoMemory = "command::no-memory": "a table that is larger than the memory",
    CommandNoOpening = "command::no-opening": "openings after which no game is left to play",
    CommandNoPgn = "command::no-pgn": "a game for which PGN has no words",
    CommandNoSolution = "command::no-solution": "a game that can't be solved in this way",
    CommandNoSuchGame = "command::no-such-game": "a number that no game of a match has",
    CommandNoTable = "command::no-table": "a position or a game of which there is no exact table",
    CommandNotAFile = "command::not-a-file": "a folder, a device or a pipe where a file is wanted",
    CommandNotAMovement = "command::not-a-movement": "a game where a movement in Betza notation is wanted",
    CommandNotUtf8 = "command::not-utf8": "a file that is not UTF-8",
    CommandOtherGames = "command::other-games": "a file of games that were played otherwise, or no such file",
    CommandOtherMatch = "command::other-match": "a file that holds another match, or none",
    CommandOtherProof = "command::other-proof": "a file of a proof that proves nothing, or nothing about this game, or no such file",
    CommandOtherTable = "command::other-table": "a file of tables that is damaged, of another game, or none",
    CommandTitle = "command::title": "a title that a game can't have",
    CommandTooMany = "command::too-many": "a count of more plies than are counted, or larger than a number can hold",
    CommandUnknownEnding = "command::unknown-ending": "an ending that the game does not have",
    CommandUnknownGame = "command::unknown-game": "a game that can't be found",
    CommandUnknownMan = "command::unknown-man": "a man that the game does not have",
    CommandUnknownSetup = "command::unknown-setup": "a setup that the game does not have",
    CommandUnknownWord = "command::unknown-word": "a word or a code that `weakfish explain` does not know",
    CommandUnreadableFile = "command::unreadable-file": "a file that can't be read",
    CommandUnwritableFile = "command::unwritable-file": "a file that can't be written",
    CommandWhichGame = "command::which-game": "a configuration of several games, none of which is named",
    CommandWrongSquare = "command::wrong-square": "a square that the board does not have, or without a man that can move",
    DiagramEmpty = "diagram::empty": "a text without a diagram, or without the setup of a game",
    DiagramLost = "diagram::lost": "a parameter of a diagram that a definition can't say",
    DiagramMovement = "diagram::movement": "a movement in XBetza that no definition has",
    DiagramScript = "diagram::script": "rules of a diagram that may stand elsewhere on its page",
    DiagramUnknownParameter = "diagram::unknown-parameter": "a parameter that diagrams don't have",
    DiagramUnsayable = "diagram::unsayable": "something that a diagram can't do",
    DiagramWrongValue = "diagram::wrong-value": "a value that its parameter, or its man, can't have",
    FairyKeyTwice = "fairy::key-twice": "a key that a section gives twice",
    FairyLine = "fairy::line": "a line of a configuration that is skipped",
    FairyLost = "fairy::lost": "a rule that a definition can't say",
    FairyOlderKey = "fairy::older-key": "a key of older configurations",
    FairyOtherMovement = "fairy::other-movement": "a movement that Fairy-Stockfish plays otherwise than it is meant",
    FairySectionTwice = "fairy::section-twice": "two games of one name",
    FairyStart = "fairy::start": "a starting position that does not fit the game",
    FairyTooLarge = "fairy::too-large": "a configuration too large to be read",
    FairyUnknownGame = "fairy::unknown-game": "a game that the configuration has not",
    FairyUnknownKey = "fairy::unknown-key": "a key without meaning",
    FairyUnknownMan = "fairy::unknown-man": "a letter that no man of the game has",
    FairyUnknownParent = "fairy::unknown-parent": "a parent that is not there",
    FairyUnsayable = "fairy::unsayable": "something that Fairy-Stockfish can't do",
    FairyWrongValue = "fairy::wrong-value": "a value of another type than its key has",
    FenCastling = "fen::castling": "a castling field with other letters than `KQkq`",
    FenCastlingRight = "fen::castling-right": "a castling right that can't be held",
    FenCount = "fen::count": "a count of moves that the game does not have, or without its limit",
    FenEmpty = "fen::empty": "a FEN without any field",
    FenEnPassant = "fen::en-passant": "a crossed square that no man can have crossed",
    FenExtraField = "fen::extra-field": "something after the fields of a FEN",
    FenHand = "fen::hand": "men in hand that a side can't have there, or promoted men that no man promotes to",
    FenHole = "fen::hole": "a hole that the board does not have, or a man or an empty square where it has one",
    FenKeyTwice = "fen::key-twice": "a counter that is given twice",
    FenCastled = "fen::castled": "castling that a position can't note",
    FenLapsed = "fen::lapsed": "a claim that has lapsed where none can be made",
    FenMoved = "fen::moved": "a man that can't have moved in the series, or one that is not named",
    FenNumber = "fen::number": "a field that should be a number",
    FenOffBoard = "fen::off-board": "a crossed square that the board does not have",
    FenOnce = "fen::once": "a man that has no movement to use once a game",
    FenOpposition = "fen::opposition": "men that face each other against the rules",
    FenOtherGame = "fen::other-game": "the start of another game",
    FenRankCount = "fen::rank-count": "more or fewer ranks than the board",
    FenRankWidth = "fen::rank-width": "a rank with more or fewer squares than the board",
    FenPassed = "fen::passed": "an impossible number of passes in a row",
    FenRegion = "fen::region": "a man outside of the region that it never leaves",
    FenRoyalAttacked = "fen::royal-attacked": "a royal man that could be captured at once",
    FenRoyalMen = "fen::royal-men": "more or fewer royal men than in the setup",
    FenSeries = "fen::series": "a length that a series can't have",
    FenSfen = "fen::sfen": "a text that is a FEN and an SFEN, with other sides to move",
    FenSide = "fen::side": "a side to move that is neither `w` nor `b`",
    FenState = "fen::state": "a state that a man can't be in",
    FenStill = "fen::still": "an impossible number of stationary moves",
    FenUnclosedBrace = "fen::unclosed-brace": "a brace that is not closed",
    FenUnexpected = "fen::unexpected": "a character that means nothing in a FEN",
    FenUnknownKey = "fen::unknown-key": "a counter that a FEN does not have",
    FenUnknownMan = "fen::unknown-man": "a man that the game does not have",
    FenUnmoved = "fen::unmoved": "a man that can't still have its first move",
    FenWall = "fen::wall": "a wall where none can stand",
    GameTextDiagram = "game-text::diagram": "a diagram that does not fit the board",
    GameTextDiagramDiffers = "game-text::diagram-differs": "a diagram that differs from the board",
    GameTextDialect = "game-text::dialect": "moves in the notation of other programs",
    GameTextHeader = "game-text::header": "a header that does not exist or has no value",
    GameTextLetters = "game-text::letters": "a letter that is not explained as `LETTER = LETTER`, or by one that the game does not have",
    GameTextNoGame = "game-text::no-game": "a text of many words that are no moves, and of which nothing is played",
    GameTextNumber = "game-text::number": "a move number of the other player, or of another move",
    GameTextResult = "game-text::result": "a result that the rules contradict",
    GameTextSays = "game-text::says": "a wrong claim of checkmate or stalemate",
    GameTextSetup = "game-text::setup": "a setup that the game does not have",
    GameTextState = "game-text::state": "a state that a man in a diagram can't be in",
    GameTextTag = "game-text::tag": "a tag of PGN that can't be read",
    GameTextTooLong = "game-text::too-long": "a game text of more than a mebibyte, or of very many moves",
    GameTextUnclosedComment = "game-text::unclosed-comment": "a comment that is not closed",
    GameTextUnknownMan = "game-text::unknown-man": "a man in a diagram that the game does not have",
    GameTextVariant = "game-text::variant": "a tag of PGN that names another game",
    MoveAmbiguous = "move::ambiguous": "a move that could be several",
    MoveBlocked = "move::blocked": "a move with a man in its way",
    MoveCaptureSign = "move::capture-sign": "a capture sign on a move that does not capture, or none on one that does",
    MoveCastling = "move::castling": "castling that is not possible",
    MoveCheck = "move::check": "a move that leaves a royal man attacked",
    MoveCompulsory = "move::compulsory": "a move while one that comes before it is possible",
    MoveCompulsoryCapture = "move::compulsory-capture": "a move that captures nothing where captures are compulsory",
    MoveDrop = "move::drop": "a drop of a man that is not in hand, or where it may not be dropped",
    MoveEnPassant = "move::en-passant": "a capture en passant that is not possible",
    MoveFacing = "move::facing": "a move in a direction that the man does not face",
    MoveFacingAndMode = "move::facing-and-mode": "a move that needs another facing and another mode",
    MoveFirstMove = "move::first-move": "a first move or one once a game that the man has lost, or may not make in check",
    MoveFlight = "move::flight": "a royal man that flees from check where it may not",
    MoveFlip = "move::flip": "a flip of a man that never flips",
    MoveGameOver = "move::game-over": "a move after the end of the game",
    MoveGivesCheck = "move::gives-check": "a check that the rules forbid",
    MoveHeld = "move::held": "a move of a man that another one holds",
    MoveImmobile = "move::immobile": "a move to a square from which the man could never move again",
    MoveInSeries = "move::in-series": "a man that must not move again in the series, or another one than must",
    MoveMode = "move::mode": "a move or capture in the other mode",
    MoveMustMove = "move::must-move": "a turn or flip where a man must leave its square",
    MoveNoMan = "move::no-man": "a move without a man to make it",
    MoveNotFinishing = "move::not-finishing": "a finishing move that does not end the game",
    MoveOpposition = "move::opposition": "a move that brings men face to face",
    MoveOwnMan = "move::own-man": "a move to a square with a man of the same side",
    MovePart = "move::part": "a part that the man does not have",
    MovePass = "move::pass": "a pass that is not allowed",
    MovePromotion = "move::promotion": "a promotion that is missing, or not possible",
    MoveRepetition = "move::repetition": "a move that brings back a position",
    MoveSeries = "move::series": "an end of a series where none can end",
    MoveSquare = "move::square": "a square that the board does not have",
    MoveStalemate = "move::stalemate": "a stalemate that can't be claimed",
    MoveState = "move::state": "a state that the man can't get into",
    MoveTurn = "move::turn": "a turn that the man can't make",
    MoveUncapturable = "move::uncapturable": "a capture of a man that this one may not capture",
    MoveUnclosed = "move::unclosed": "a promotion whose parenthesis is not closed",
    MoveUnknownLetter = "move::unknown-letter": "a man that the game does not have",
    MoveUnreachable = "move::unreachable": "a square that the man does not reach",
    MoveUnreadable = "move::unreadable": "a word that is no move",
    MoveWall = "move::wall": "a wall that is missing, or can't be put there",
    MoveWrongMan = "move::wrong-man": "a letter of a man that does not stand there",
    ProblemIgnored = "problem::ignored": "an option of a problem that changes no solution",
    ProblemIncomplete = "problem::incomplete": "a text without a problem, or a problem that lacks a part",
    ProblemMan = "problem::man": "a man that the game does not have, or a square without a man",
    ProblemPosition = "problem::position": "a position that is impossible in the game",
    ProblemRefused = "problem::refused": "a part of a problem that can't be solved",
    ProblemWord = "problem::word": "a word that means nothing in the text of a problem",
    ReportCutShort = "report::cut-short": "more diagnostics than are reported",
    ReportIdleAllow = "report::idle-allow": "a comment that silences no warning",
    ReportUnreadableAllow = "report::unreadable-allow": "a comment that doesn't say which warning it silences, or why",
    TestLegal = "test::legal": "a move that should be illegal, and is legal",
    TestOnly = "test::only": "legal moves that a test does not list",
    TestOutcome = "test::outcome": "another outcome than a test expects",
    TestPerft = "test::perft": "another count than a test expects",
    TestTooMuch = "test::too-much": "tests that take too long",
    UnitContent = "unit::content": "a work unit whose definition or weights are not at hand, or are others",
    UnitDamaged = "unit::damaged": "a line that is no work unit or result, was changed, or contradicts another one",
    UnitVersion = "unit::version": "a work unit or result of another build of Weakfish",
    VariantBoardUnderChangedSetup = "variant::board-under-changed-setup": "a board under a setup that is made from another",
    VariantBoardWithoutSetup = "variant::board-without-setup": "a row of a board outside of a setup",
    VariantCapitals = "variant::capitals": "capitals and small letters the other way round",
    VariantCastlingMen = "variant::castling-men": "a third man in castling",
    VariantColonInHeading = "variant::colon-in-heading": "a colon in a heading",
    VariantCommentSign = "variant::comment-sign": "a comment that begins with another sign than `//`",
    VariantFacingTwice = "variant::facing-twice": "two facing lines in one setup",
    VariantForeignSign = "variant::foreign-sign": "a sign that other languages use",
    VariantHandTwice = "variant::hand-twice": "two lines of men in hand in one setup",
    VariantHeadingNotAlone = "variant::heading-not-alone": "something after a heading on its line",
    VariantIncomplete = "variant::incomplete": "a line that ends too soon",
    VariantLateEdition = "variant::late-edition": "an edition that is not on the first line",
    VariantMovementForm = "variant::movement-form": "a movement in words or in pieces",
    VariantNamelessMan = "variant::nameless-man": "a man without a name",
    VariantNoColon = "variant::no-colon": "a line without a colon",
    VariantNoQuotes = "variant::no-quotes": "a text without quotation marks",
    VariantNoSuchEnding = "variant::no-such-ending": "an ending that the language does not have",
    VariantNoSuchFact = "variant::no-such-fact": "a fact that the language does not have",
    VariantNoSuchHeading = "variant::no-such-heading": "a heading that the language does not have",
    VariantNoSuchMan = "variant::no-such-man": "a line under `men` that begins with no man",
    VariantNoSuchRule = "variant::no-such-rule": "a rule that the language does not have",
    VariantNoSuchSetupLine = "variant::no-such-setup-line": "a line of a setup that the language does not have",
    VariantNoSuchTestLine = "variant::no-such-test-line": "a line of a test that the language does not have",
    VariantNoTitle = "variant::no-title": "a definition without a title",
    VariantNumberTooLarge = "variant::number-too-large": "a number with too many digits",
    VariantOldEdition = "variant::old-edition": "an earlier edition of the language",
    VariantOptionTwice = "variant::option-twice": "an option of a line that stands in it twice",
    VariantOtherProgram = "variant::other-program": "a file of another program",
    VariantOtherWords = "variant::other-words": "words that the language says otherwise",
    VariantRowForm = "variant::row-form": "a row of a board in another form",
    VariantSectionTwice = "variant::section-twice": "two headings of one kind",
    VariantShuffledTwice = "variant::shuffled-twice": "two lines that shuffle one setup",
    VariantStrayComma = "variant::stray-comma": "a comma that nothing follows",
    VariantSynonym = "variant::synonym": "words that are read, but not those of the language",
    VariantTooLarge = "variant::too-large": "a definition of more than a mebibyte",
    VariantTwoReadings = "variant::two-readings": "words that can be read in two ways",
    VariantUnclosedText = "variant::unclosed-text": "a quotation mark that is not closed",
    VariantUnexpected = "variant::unexpected": "a word that can't stand where it does",
    VariantUnknownEdition = "variant::unknown-edition": "an edition of the language that this program can't read",
    VariantWrongSection = "variant::wrong-section": "a line under the wrong heading",
    VariantYesOrNo = "variant::yes-or-no": "`yes` or `no` where the language says how",
    WeightsOtherGame = "weights::other-game": "weights of another game",
    WeightsUnreadable = "weights::unreadable": "a line in a file of weights that means nothing",
}

impl Code {
    /// The language or layer of the mistake: the part of the name before `::`.
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

/// The error of a text that is no code.
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

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<'de, str>::deserialize(deserializer)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}
